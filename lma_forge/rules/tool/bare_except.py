"""LCP415."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP415", severity=Severity.WARNING)
def bare_except(module: ToolModule) -> Iterator[Diagnostic]:
    """An `except` catches KeyboardInterrupt and SystemExit.

    The operator cannot stop the tool, and a host that ends does not end here.

    Source: LCP doctrine, section 7.6 (tools catch their own exceptions).

    Bad:
        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except:
                return {"success": False, "error": f"'{text}' is no number; pass digits only."}

    Good:
        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except ValueError:
                return {"success": False, "error": f"'{text}' is no number; pass digits only."}

    Fix: writes `except Exception`.
    """
    if "except:" not in module.source and "BaseException" not in module.source and "except :" not in module.source:
        return
    facts = module.facts
    for handler in facts.of(cst.ExceptHandler):
        bare = handler.type is None
        if not (bare or facts.dotted(handler.type or handler) == "BaseException") or _passes_on(facts, handler):
            continue
        if _is_considered(facts, handler):
            continue
        what = "except:" if bare else "BaseException"
        yield bare_except.at(
            module.span(handler.type or handler),
            f"`{what}` also catches KeyboardInterrupt and SystemExit, so that nobody can stop this; "
            "write `except Exception`.",
            fix=_fix(module, handler),
        )


def _fix(module: ToolModule, handler: cst.ExceptHandler) -> Fix | None:
    title = "Write except Exception"
    if handler.type is not None:
        edits = (module.replacing(handler.type, "Exception"),)
        return Fix(title, edits) if isinstance(handler.type, cst.Name) else None
    span = module.span(handler)
    line = module.lines[span.line - 1]
    end = span.column + len("except")
    if not line[span.column - 1 :].startswith("except"):
        return None
    place = type(span)(span.path, span.line, end, span.line, end)
    return Fix(title, (Edit(place, " Exception"),))


def _passes_on(facts: Facts, handler: cst.ExceptHandler) -> bool:
    """Whether the block raises what it caught."""
    scope = facts.scope(handler)
    return any(
        one.exc is None and any(parent is handler for parent, _ in facts.ancestors(one)) for one in scope.of(cst.Raise)
    )


def _is_considered(facts: Facts, handler: cst.ExceptHandler) -> bool:
    """Whether an earlier `except` of the same `try` sees to KeyboardInterrupt."""
    around = facts.parent(handler)
    handlers = around.handlers if isinstance(around, cst.Try) else ()
    for one in handlers:
        if one is handler:
            break
        kinds = facts.inside(one.type) if one.type is not None else ()
        if any(isinstance(kind, cst.Name) and kind.value == "KeyboardInterrupt" for kind in kinds):
            return True
    return False
