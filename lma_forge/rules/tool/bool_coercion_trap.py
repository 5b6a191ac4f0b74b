"""LCP215."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.coercion import guard, is_coerced
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP215", severity=Severity.INFO, default=False)
def bool_coercion_trap(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool tests a parameter that may arrive as the text "false".

    Models often send "false" where the schema says boolean, and hosts pass it on as it is. As a
    text it is true, so that the tool does the opposite.

    Source: LCP doctrine, section 10.2 (coercion).

    Bad:
        def tool_clean(text: str, keep_case: bool = True) -> dict:
            \"\"\"Removes blank space around a text.\"\"\"
            return {"success": True, "output": text.strip() if keep_case else text.strip().lower()}

    Good:
        def tool_clean(text: str, keep_case: bool = True) -> dict:
            \"\"\"Removes blank space around a text.\"\"\"
            if isinstance(keep_case, str):
                keep_case = keep_case.strip().lower() in ("true", "1", "yes")
            return {"success": True, "output": text.strip() if keep_case else text.strip().lower()}

    Fix: converts a text at the start of the tool; unsafe.
    """
    wanted = {
        (tool.name, one.name)
        for tool in module.file.tools
        for one in tool.visible
        if one.shape.type == "boolean" and one.shape.exact and not one.shape.also
    }
    if not wanted:
        return
    spans = {(tool.name, one.name): one.span for tool in module.file.tools for one in tool.visible}
    for scope in module.facts.tools:
        for name in scope.parameters:
            if (scope.name, name) not in wanted or is_coerced(module.facts, scope, name):
                continue
            if any(_is_tested(module.facts, read) for read in scope.reads.get(name, ())):
                yield bool_coercion_trap.at(
                    spans[scope.name, name],
                    f"{scope.name} takes the text 'false' for {name} as true; convert a text first.",
                    fix=guard(module, scope, name, f'{name} = {name}.strip().lower() in ("true", "1", "yes")'),
                )


def _is_tested(facts: Facts, read: cst.Name) -> bool:
    parent = facts.parent(read)
    if isinstance(parent, cst.If | cst.IfExp | cst.While):
        return parent.test is read
    if isinstance(parent, cst.Arg):
        call = facts.parent(parent)
        return isinstance(call, cst.Call) and facts.dotted(call.func) == "bool"
    return isinstance(parent, cst.BooleanOperation) or (
        isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not)
    )
