"""LCP608."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules.approval.report import does
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP608", severity=Severity.ERROR)
def approval_skipped_without_handler(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool asks only where a confirm handler is installed, and goes ahead where there is none.

    A host without a handler is the one with nobody at hand. There, everything runs unasked.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import shutil

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            if _CONFIRM_HANDLER is not None:
                decision, reason = _CONFIRM_HANDLER(folder, "clear cache")
                if decision not in ("allow", "always"):
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
    for test in sorted(verdicts.skips, key=order):
        reached = verdicts.skips[test]
        what = f"{reached.tool.name} {does(reached)} unasked" if reached else "the tool goes ahead unasked"
        related = [Related("this is what runs unasked", module.span(reached.deed.call))] if reached else []
        yield approval_skipped_without_handler.at(
            module.span(test),
            f"Where no confirm handler is installed, {what}; return a failure when the handler is None.",
            related=related,
        )
