"""LCP603."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import unasked
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP603", severity=Severity.ERROR)
def ungated_code_execution(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool runs code with no operator's approval.

    Code that a model writes can do everything that the host can. A list of forbidden words does not contain
    it, and `eval` with few builtins does not either.

    Source: LCP doctrine, section 5 (confirmation); governance file, CodeExecutor.

    Bad:
        def tool_evaluate(formula: str) -> dict:
            \"\"\"Evaluates a formula.\"\"\"
            return {"success": True, "output": str(eval(formula))}

    Good:
        _HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def _refusal(source: str, label: str) -> str | None:
            if _HANDLER is None:
                return "Nobody can approve this."
            decision, reason = _HANDLER(source, label)
            return None if decision in ("allow", "always") else reason or "The operator declined."


        def tool_evaluate(formula: str) -> dict:
            \"\"\"Evaluates a formula.\"\"\"
            refusal = _refusal(formula, "evaluate")
            if refusal:
                return {"success": False, "error": refusal}
            return {"success": True, "output": str(eval(formula))}
    """
    yield from unasked(ungated_code_execution, module, Family.CODE)
