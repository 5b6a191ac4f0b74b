"""LCP312."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP312", severity=Severity.WARNING)
def init_return_ignored(module: ToolModule) -> Iterator[Diagnostic]:
    """`init_tools_library` returns a value.

    Hosts do not look at it. A library that returns an error is loaded like any other.

    Source: LCP doctrine, section 7.3 (lazy module load).

    Bad:
        def init_tools_library(config=None) -> dict:
            if not (config or {}).get("endpoint"):
                return {"status": "error", "error": "endpoint is missing"}
            return {"status": "success"}


        def tool_endpoint_name(prefix: str) -> dict:
            \"\"\"Names the configured endpoint.\"\"\"
            return {"success": True, "output": prefix}

    Good:
        def init_tools_library(config=None) -> None:
            if not (config or {}).get("endpoint"):
                raise RuntimeError("endpoint is missing")


        def tool_endpoint_name(prefix: str) -> dict:
            \"\"\"Names the configured endpoint.\"\"\"
            return {"success": True, "output": prefix}
    """
    if "init_tools_library" not in module.file.hooks:
        return
    facts = module.facts
    scope = facts.function("init_tools_library")
    if scope is None or any(name.value == scope.name for name in facts.reads(scope.name)):
        return
    returns = [one for one in scope.of(cst.Return) if one.value is not None and facts.constant(one.value) is not None]
    if returns:
        first = next((one for one in returns if _is_failure(facts, one)), returns[0])
        yield init_return_ignored.at(
            module.span(first),
            "No host looks at what init_tools_library returns"
            + (", so the library is loaded all the same; raise an exception to refuse it." if _is_failure(facts, first)
               else "; return nothing, and raise an exception to refuse the library."),
        )  # fmt: skip


def _is_failure(facts: Facts, statement: cst.Return) -> bool:
    value = facts.constant(statement.value)
    if isinstance(value, dict):
        return value.get("success") is False or "error" in value or value.get("status") in {"error", "failure"}
    return value is False
