"""LCP416."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts, statements
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule

_TIDYING = frozenset({"close", "unlink", "remove", "terminate", "kill", "rmtree", "quit", "shutdown", "cancel", "stop"})


@rule("LCP416", severity=Severity.INFO, default=False)
def swallowed_exception(module: ToolModule) -> Iterator[Diagnostic]:
    """An `except` of a tool does nothing with the error.

    The tool goes on as if nothing had happened, and its result may not be what it says.

    Source: Tools.md, ErrorHandler (do not hide errors).

    Bad:
        def tool_double(text: str) -> dict:
            \"\"\"Doubles a number.\"\"\"
            number = 0
            try:
                number = int(text)
            except ValueError:
                pass
            return {"success": True, "output": f"{number * 2}"}

    Good:
        def tool_double(text: str) -> dict:
            \"\"\"Doubles a number.\"\"\"
            try:
                number = int(text)
            except ValueError:
                return {"success": False, "error": f"'{text}' is no number; pass digits only."}
            return {"success": True, "output": f"{number * 2}"}
    """
    if "except" not in module.source or not module.file.tools:
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        for handler in scope.of(cst.ExceptHandler):
            if all(_is_idle(one) for one in statements(handler.body)) and not _is_harmless(facts, handler):
                yield swallowed_exception.at(
                    module.span(handler),
                    f"What goes wrong here is lost, and {tool.name} goes on as if nothing had happened; return it as "
                    "an error, or say in the output what is missing.",
                )


def _is_idle(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Pass | cst.Continue) or (
        isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.Ellipsis)
    )


def _is_harmless(facts: Facts, handler: cst.ExceptHandler) -> bool:
    """Whether the block that failed imports something or tidies up."""
    around = facts.parent(handler)
    body = statements(around.body) if isinstance(around, cst.Try) else []
    if any(isinstance(one, cst.Import | cst.ImportFrom) for one in body):
        return True
    calls = [one.value for one in body if isinstance(one, cst.Expr) and isinstance(one.value, cst.Call)]
    return len(calls) == len(body) and all(facts.dotted(one.func).rpartition(".")[2] in _TIDYING for one in calls)
