"""LCP616."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP616", severity=Severity.ERROR)
def approval_tuple_truthiness(module: ToolModule) -> Iterator[Diagnostic]:
    """What the confirm handler returns is taken for a yes or no.

    It returns a tuple of decision and reason, and a tuple with something in it is true: ("reject", "no")
    lets the act go ahead.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import shutil

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            if _CONFIRM_HANDLER is None or not _CONFIRM_HANDLER(folder, "clear cache"):
                return {"success": False, "error": "The operator declined."}
            shutil.rmtree(folder)
            return {"success": True, "output": f"Deleted {folder}."}

    Good:
        import shutil

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            decision, reason = _CONFIRM_HANDLER(folder, "clear cache")
            if decision not in ("allow", "always"):
                return {"success": False, "error": reason or "The operator declined."}
            shutil.rmtree(folder)
            return {"success": True, "output": f"Deleted {folder}."}
    """
    verdicts = module.kept(judged)
    for test in sorted(verdicts.notes.truthy, key=verdicts.graph.facts.order):
        yield approval_tuple_truthiness.at(
            module.span(test),
            "The handler returns (decision, reason), and a tuple is always true, a refusal too; unpack it and "
            'compare the decision with ("allow", "always").',
        )
