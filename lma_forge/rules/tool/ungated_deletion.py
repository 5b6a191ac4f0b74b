"""LCP601."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import unasked
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP601", severity=Severity.ERROR)
def ungated_deletion(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool deletes or moves files with no operator's approval.

    What is deleted is gone. The model decides on a guess; a person has to say yes first. Temporary files,
    files that the function made itself and a new version put in the place of the old one are no deletions.

    Source: LCP doctrine, section 5 (confirmation); governance file, 2.6 (FileWriter).

    Bad:
        import shutil


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            shutil.rmtree(folder)
            return {"success": True, "output": f"Deleted {folder}."}

    Good:
        import shutil

        _HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def _refusal(source: str, label: str) -> str | None:
            if _HANDLER is None:
                return "Nobody can approve this."
            decision, reason = _HANDLER(source, label)
            return None if decision in ("allow", "always") else reason or "The operator declined."


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            refusal = _refusal(f"delete {folder}", "clear cache")
            if refusal:
                return {"success": False, "error": refusal}
            shutil.rmtree(folder)
            return {"success": True, "output": f"Deleted {folder}."}
    """
    yield from unasked(ungated_deletion, module, Family.DELETION)
