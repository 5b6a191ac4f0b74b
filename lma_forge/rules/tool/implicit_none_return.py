"""LCP402."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import falls_through, last_fall
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import statements
from lma_forge.rules.results import results
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP402", severity=Severity.ERROR)
def implicit_none_return(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool can end without returning a result.

    The call then gives None, and hosts tell the model that the tool was executed successfully.

    Source: LCP doctrine, section 7.7 (result normalization); Tools.md, section 7 (no pretended
    success).

    Bad:
        def tool_pick(names: list, name: str) -> dict:
            \"\"\"Picks a name from a list.\"\"\"
            if name in names:
                return {"success": True, "output": name}

    Good:
        def tool_pick(names: list, name: str) -> dict:
            \"\"\"Picks a name from a list.\"\"\"
            if name in names:
                return {"success": True, "output": name}
            return {"success": False, "error": f"{name} is not in the list."}

    Fix: ends the tool with a failure; unsafe.
    """
    if not module.file.tools:
        return
    facts = module.facts
    given: dict[Scope, list[cst.CSTNode]] = {}
    for one in module.kept(results).outcomes:
        if one.shape.kind == "none" and not one.shape.through:
            given.setdefault(one.tool, []).append(one.shape.node)
    for scope in facts.tools:
        if scope.of(cst.Yield):
            continue
        bare = [one for one in scope.of(cst.Return) if one.value is None]
        for node in (*bare, *given.get(scope, ())):
            yield implicit_none_return.at(
                module.span(node),
                f"Here {scope.name} gives None, and the model is told that it succeeded; return a result that says "
                "what happened.",
            )
        if falls_through(facts, scope.function):
            last = last_fall(scope.function)
            yield implicit_none_return.at(
                module.head(scope.function),
                f"{scope.name} can end without a result, and the model is then told that it succeeded; return what "
                "happened on each way out.",
                related=[Related("the last statement before the end", module.span(last))],
                fix=_fix(module, scope),
            )


def _fix(module: ToolModule, scope: Scope) -> Fix | None:
    body = [*statements(scope.node)]
    if not body or not isinstance(scope.function.body, cst.IndentedBlock):
        return None
    first, last = module.span(body[0]), module.span(scope.function)
    indent = module.lines[first.line - 1][: first.column - 1]
    if indent.strip():
        return None
    words = scope.name.removeprefix("tool_").replace("_", " ")
    text = f'\n{indent}return {{"success": False, "error": "{words} came to no result."}}'
    end = replace(last, line=last.end_line, column=last.end_column)
    return Fix("End the tool with a failure", (Edit(end, text),), Applicability.UNSAFE)
