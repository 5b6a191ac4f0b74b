"""LCP615."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP615", severity=Severity.ERROR)
def approval_result_ignored(module: ToolModule) -> Iterator[Diagnostic]:
    """The operator is asked, and the decision is thrown away.

    The person who said no sees the act done all the same.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import shutil

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            _CONFIRM_HANDLER(folder, "clear cache")
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
    for call in sorted(verdicts.notes.ignored, key=verdicts.graph.facts.order):
        yield approval_result_ignored.at(
            module.span(call),
            "The operator's decision is thrown away here; keep it, and return a failure unless it is in "
            '("allow", "always").',
        )
