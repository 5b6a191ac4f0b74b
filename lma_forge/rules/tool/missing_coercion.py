"""LCP214."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.coercion import guard, is_coerced
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_NUMERIC_CALLS = frozenset({"range", "min", "max", "round", "abs", "sum", "divmod", "pow", "time.sleep", "chr"})


@rule("LCP214", severity=Severity.INFO, default=False)
def missing_coercion(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool calculates with a parameter that may arrive as text.

    Models often send "5" where the schema says integer, and hosts pass it on as it is. The tool
    then fails, or repeats a text five times.

    Source: LCP doctrine, section 10.2 (coercion).

    Bad:
        def tool_head(text: str, limit: int = 20) -> dict:
            \"\"\"Returns the first characters of a text.\"\"\"
            return {"success": True, "output": text[:limit]}

    Good:
        def tool_head(text: str, limit: int = 20) -> dict:
            \"\"\"Returns the first characters of a text.\"\"\"
            return {"success": True, "output": text[: int(limit)]}

    Fix: converts the parameter at the start of the tool; unsafe.
    """
    wanted = {
        (tool.name, one.name): one.shape.type
        for tool in module.file.tools
        for one in tool.visible
        if one.shape.type in {"integer", "number"} and one.shape.exact and not one.shape.also
    }
    if not wanted:
        return
    spans = {(tool.name, one.name): one.span for tool in module.file.tools for one in tool.visible}
    for scope in module.facts.tools:
        for name in scope.parameters:
            type_ = wanted.get((scope.name, name))
            if type_ is None or is_coerced(module.facts, scope, name) or not _calculates(module.facts, scope, name):
                continue
            convert = "int" if type_ == "integer" else "float"
            yield missing_coercion.at(
                spans[scope.name, name],
                f"{scope.name} calculates with {name}, which a model may send as a text; use {convert}({name}).",
                fix=guard(module, scope, name, f"{name} = {convert}({name})"),
            )


def _calculates(facts: Facts, scope: Scope, name: str) -> bool:
    for read in scope.reads.get(name, ()):
        parent = facts.parent(read)
        if isinstance(parent, cst.Slice | cst.Index | cst.BinaryOperation | cst.AugAssign):
            return True
        if isinstance(parent, cst.Comparison | cst.ComparisonTarget):
            comparison = facts.parent(parent) if isinstance(parent, cst.ComparisonTarget) else parent
            if isinstance(comparison, cst.Comparison) and _orders(comparison):
                return True
        if isinstance(parent, cst.Arg):
            call = facts.parent(parent)
            if isinstance(call, cst.Call) and facts.dotted(call.func) in _NUMERIC_CALLS:
                return True
    return False


def _orders(comparison: cst.Comparison) -> bool:
    orders = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
    return any(isinstance(target.operator, orders) for target in comparison.comparisons)
