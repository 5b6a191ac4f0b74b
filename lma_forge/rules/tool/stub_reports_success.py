"""GOV116."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN, Facts, statements
from lma_forge.rules.results import Results, Shape, results
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import function

_LEFT = re.compile(
    r"#\s*(?:TODO|FIXME|XXX)\b.*\b(?:implement|write|real|call|connect|body|add|finish|replace)|"
    r"#.*\b(?:not (?:yet )?implemented|implement (?:me|this|the)|implementation goes here|your (?:code|logic) here)\b",
    re.IGNORECASE,
)


@rule("GOV116", severity=Severity.ERROR)
def stub_reports_success(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool that is not written yet reports a success.

    The model believes that something was done, and tells the user so.

    Source: Tools.md, section 7 (no pretended success).

    Bad:
        def tool_send_mail(to: str, text: str) -> dict:
            \"\"\"Sends a mail.\"\"\"
            # TODO: implement the sending
            return {"success": True, "output": "The mail was sent."}

    Good:
        def tool_send_mail(to: str, text: str) -> dict:
            \"\"\"Sends a mail.\"\"\"
            return {"success": False, "error": "Sending mail is not implemented yet."}

    Fix: makes a failure of it; unsafe.
    """
    if not module.file.tools:
        return
    facts = module.facts
    found = module.kept(results)
    for tool in facts.tools:
        shapes = [one for one in found.of(tool) if one.kind == "dict" and found.verdict(one) is True]
        if not shapes:
            continue
        constant = _only_constant(found, tool, shapes)
        if not constant and not (all(_is_constant(found, one) for one in shapes) and _is_left(module, tool)):
            continue
        shape = shapes[0]
        words = tool.name.removeprefix("tool_").replace("_", " ")
        new = f'{{"success": False, "error": "{words} is not implemented yet."}}'
        change = module.replacing(shape.node, new) if shape.origin is tool and len(shapes) == 1 else None
        yield stub_reports_success.at(
            module.span(shape.node),
            f"{tool.name} does nothing with what it is given and reports a success; return "
            '{"success": False, "error": "… is not implemented yet."} until it does.',
            fix=Fix("Fail until it is written", (change,), Applicability.UNSAFE) if change else None,
        )


def _is_constant(found: Results, shape: Shape) -> bool:
    return not shape.is_open and all(found.facts.constant(node) is not UNKNOWN for node in shape.keys.values())


def _only_constant(found: Results, tool: Scope, shapes: list[Shape]) -> bool:
    """Whether a tool that takes something does nothing but return a constant."""
    facts: Facts = found.facts
    body = [one for one in statements(tool.node) if not _is_text(one)]
    visible = [one.name for one in tool.tool.visible] if tool.tool else []
    return (
        bool(visible)
        and len(body) == 1
        and isinstance(body[0], cst.Return)
        and body[0] is shapes[0].leaves
        and _is_constant(found, shapes[0])
        and not any(name in tool.reads for name in visible)
        and "output" in shapes[0].keys
        and bool(facts.constant(shapes[0].keys["output"]))
    )


def _is_text(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)


def _is_left(module: ToolModule, tool: Scope) -> bool:
    definition = function(module, tool.name)
    if definition is None:
        return False
    lines = module.lines[definition.lineno - 1 : definition.end_lineno]
    return any(_LEFT.search(line) for line in lines)
