"""LCP419."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import values_of
from lma_forge.rules.dictedits import with_key
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.results import Shape, results
from lma_forge.rules.toolmodule import ToolModule

_TRACES = frozenset({"traceback.format_exc", "traceback.format_exception", "traceback.format_stack"})
_DEPTH = 2


@rule("LCP419", severity=Severity.WARNING)
def traceback_to_model(module: ToolModule) -> Iterator[Diagnostic]:
    """A traceback stands in what the model reads.

    It shows the paths of the operator's machine and lines of code, and buries what went wrong.

    Source: LCP doctrine, section 10.3 (a failure may carry a traceback beside its error).

    Bad:
        import traceback


        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except ValueError as error:
                return {"success": False, "error": traceback.format_exc()}

    Good:
        import traceback


        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except ValueError as error:
                return {
                    "success": False,
                    "error": f"'{text}' is no number: {error}",
                    "traceback": traceback.format_exc(),
                }

    Fix: moves it under the key `traceback`; unsafe.
    """
    if "format_exc" not in module.source and "format_stack" not in module.source:
        return
    for one in module.kept(results).dicts:
        for key in ("error", "output", "message"):
            node = one.shape.value(key)
            if node is None or not _holds_trace(module.facts, one.shape, node):
                continue
            yield traceback_to_model.at(
                module.span(node),
                f"`{key}` of {one.name} shows the model a traceback, with paths of this machine; say there what went "
                "wrong, and put the traceback under the key `traceback`.",
                fix=_fix(module, one.shape, node, key),
            )


def _holds_trace(facts: Facts, shape: Shape, node: cst.CSTNode, depth: int = _DEPTH) -> bool:
    for one in facts.inside(node):
        if isinstance(one, cst.Call):
            if facts.callee(one) is not None:
                # A function of the module may take out what nobody should see.
                return False
            if facts.dotted(one.func) in _TRACES and not _is_measured(facts, one):
                return True
        elif depth > 0 and isinstance(one, cst.Name) and one.value in shape.origin.bound:
            values = values_of(facts, shape.origin, one.value, node) or ()
            if any(_holds_trace(facts, shape, value, depth - 1) for value in values):
                return True
    return False


def _is_measured(facts: Facts, call: cst.Call) -> bool:
    """Whether only its length or its truth is taken."""
    around = facts.parent(facts.parent(call) or call)
    return isinstance(around, cst.Call) and facts.dotted(around.func) in {"len", "bool"}


def _fix(module: ToolModule, shape: Shape, node: cst.CSTNode, key: str) -> Fix | None:
    handler = module.facts.handler(node)
    name = handler.name.name if handler is not None and handler.name is not None else None
    whole = isinstance(node, cst.Call) and module.facts.dotted(node.func) == "traceback.format_exc"
    if key != "error" or not whole or not isinstance(name, cst.Name) or "traceback" in shape.keys:
        return None
    added = with_key(module, shape.node, "traceback", module.text(node))
    if not added:
        return None
    edits: tuple[Edit, ...] = (*added, module.replacing(node, f"str({name.value})"))
    return Fix("Put it under the key traceback", edits, Applicability.UNSAFE)
