"""LCP609."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP609", severity=Severity.ERROR)
def decision_not_allowlisted(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool stops at "reject" alone, so that every other answer lets it go ahead.

    Handlers answer "deny", "no", None or "" as well, and a host may learn new words. Only the two words
    that allow are a yes.

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
            decision, reason = _CONFIRM_HANDLER(folder, "clear cache")
            if decision == "reject":
                return {"success": False, "error": reason or "The operator declined."}
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
    order = verdicts.graph.facts.order
    for test in sorted(verdicts.weak, key=order):
        reached = verdicts.weak[test]
        related = [Related("this is what goes ahead", module.span(reached.deed.call))] if reached else []
        yield decision_not_allowlisted.at(
            module.span(test),
            'Any decision but this one lets the tool go ahead, such as "deny" or None; refuse unless it is '
            'in ("allow", "always").',
            related=related,
        )
