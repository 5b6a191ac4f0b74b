"""LCP302."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.metadata import FLAG, literal, read_by_host, written
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP302", severity=Severity.ERROR)
def metadata_not_plain_literal(module: ToolModule) -> Iterator[Diagnostic]:
    """A library constant is not written as one plain text on the line of its name.

    lollms does not run the file to read the constants; it looks for `NAME = "…"` in the text. It
    finds nothing behind an annotation, a parenthesis or an `f`. For the load flag that means that
    the gate is open.

    Source: lollms_client 1.21.1, library metadata.

    Bad:
        TOOL_LIBRARY_LOAD_FLAG: str = "enable_robot_arm"


        def tool_arm_state(joint: str) -> dict:
            \"\"\"Describes the state of one joint.\"\"\"
            return {"success": True, "output": joint}

    Good:
        TOOL_LIBRARY_LOAD_FLAG = "enable_robot_arm"


        def tool_arm_state(joint: str) -> dict:
            \"\"\"Describes the state of one joint.\"\"\"
            return {"success": True, "output": joint}

    Fix: drops the annotation or the parentheses.
    """
    for name, node in written(module).items():
        text = literal(node.value)
        if isinstance(node.value, ast.Constant) and node.value.value is None:
            continue
        if read_by_host(module, name) is not None or not _is_odd(module, node):
            continue
        lost = "so the gate is open" if name == FLAG else "so it is as if it were not there"
        yield metadata_not_plain_literal.at(
            module.span(node),
            f"lollms does not find {name}, which it looks for in the text of the file, {lost}; "
            f'write {name} = "…" on one line.',
            fix=_fix(module, name, node) if text is not None and '"' not in text and "\n" not in text else None,
        )


def _is_odd(module: ToolModule, node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether the form is at fault, rather than a text that rules of their own look at."""
    if isinstance(node, ast.AnnAssign) or literal(node.value) is None:
        return True
    span = module.span(node)
    if span.column > 1 or len(node.targets) > 1:
        return True
    return not module.lines[span.line - 1].partition("=")[2].lstrip().startswith(('"', "'"))


def _fix(module: ToolModule, name: str, node: ast.Assign | ast.AnnAssign) -> Fix | None:
    span = module.span(node)
    if span.column > 1 or (isinstance(node, ast.Assign) and len(node.targets) > 1):
        return None
    return Fix("Write one plain text", (Edit(span, f'{name} = "{literal(node.value)}"'),))
