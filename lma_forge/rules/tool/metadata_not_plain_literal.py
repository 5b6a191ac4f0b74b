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

    lollms does not run the file to read the constants. It looks for name and load flag with a
    pattern in the text, and finds nothing behind an annotation, a parenthesis or an `f`; for the
    load flag that means that the gate is open. Description and icon it takes from plain
    assignments of literals.

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
        if not _is_lost(module, name, node):
            continue
        lost = "so the gate is open" if name == FLAG else "so it is as if it were not there"
        yield metadata_not_plain_literal.at(
            module.span(node),
            f'lollms does not find {name}, since it does not run the file, {lost}; write {name} = "…" on one line.',
            fix=_fix(module, name, node) if text is not None and '"' not in text and "\n" not in text else None,
        )


def _is_lost(module: ToolModule, name: str, node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether the form hides the constant from lollms; odd texts have rules of their own."""
    if isinstance(node, ast.AnnAssign) or literal(node.value) is None:
        return True
    if name not in {FLAG, "TOOL_LIBRARY_NAME"} or read_by_host(module, name) is not None:
        return False
    span = module.span(node)
    if span.column > 1 or len(node.targets) > 1:
        return True
    return not module.lines[span.line - 1].partition("=")[2].lstrip().startswith(('"', "'"))


def _fix(module: ToolModule, name: str, node: ast.Assign | ast.AnnAssign) -> Fix | None:
    span = module.span(node)
    if span.column > 1 or (isinstance(node, ast.Assign) and len(node.targets) > 1):
        return None
    return Fix("Write one plain text", (Edit(span, f'{name} = "{literal(node.value)}"'),))
