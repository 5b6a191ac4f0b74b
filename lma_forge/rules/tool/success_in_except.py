"""LCP417."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import up_to
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule

_OUTCOMES = frozenset({
    "KeyboardInterrupt", "StopIteration", "asyncio.CancelledError", "queue.Empty", "ImportError",
    "ModuleNotFoundError", "FileExistsError", "subprocess.TimeoutExpired", "TimeoutError",
})  # fmt: skip
"""Exceptions that tell of an outcome: the block does the same in another way, or nothing needs doing."""


@rule("LCP417", severity=Severity.ERROR)
def success_in_except(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool reports a success where it has caught an error.

    The model and the user take for done what has failed.

    Source: Tools.md, section 7 (no pretended success).

    Bad:
        def tool_double(text: str) -> dict:
            \"\"\"Doubles a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text) * 2}"}
            except ValueError:
                return {"success": True, "output": "0"}

    Good:
        def tool_double(text: str) -> dict:
            \"\"\"Doubles a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text) * 2}"}
            except ValueError:
                return {"success": False, "error": f"'{text}' is no number; pass digits only."}
    """
    if "except" not in module.source or not module.file.tools:
        return
    facts = module.facts
    found = module.kept(results)
    for one in found.dicts:
        if found.verdict(one.shape) is not True:
            continue
        handler = facts.handler(one.shape.leaves)
        if handler is None or _is_outcome(facts, handler) or _works(facts, handler, one.shape.leaves):
            continue
        yield success_in_except.at(
            module.span(one.shape.node),
            f"{one.name} has caught an error here and reports a success; return "
            '{"success": False, "error": …} with what went wrong.',
        )


def _is_outcome(facts: Facts, handler: cst.ExceptHandler | cst.ExceptStarHandler) -> bool:
    kind = handler.type
    kinds = [one.value for one in kind.elements] if isinstance(kind, cst.Tuple) else [kind] if kind else []
    return bool(kinds) and all(facts.dotted(one) in _OUTCOMES for one in kinds)


def _works(facts: Facts, handler: cst.ExceptHandler | cst.ExceptStarHandler, leaves: cst.CSTNode) -> bool:
    """Whether the block does the work in another way: it computes what it then returns."""
    return any(
        isinstance(parent, cst.Try | cst.TryStar | cst.For | cst.While) for parent, _ in up_to(facts, leaves, handler)
    )
