"""LCP622."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import does, way, who
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP622", severity=Severity.WARNING, default=False)
def unproved_approval(module: ToolModule) -> Iterator[Diagnostic]:
    """It cannot be shown that an operator is asked before a tool acts.

    Somebody is asked on some paths, or something that cannot be followed may ask. For teams that want every
    act to be shown; what code can do when it runs is for the host's guard and sandbox to hold.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import shutil

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_clear_cache(folder: str) -> dict:
            \"\"\"Deletes a folder of the cache.\"\"\"
            if not folder.startswith("tmp"):
                if _CONFIRM_HANDLER is None:
                    return {"success": False, "error": "Nobody can approve this."}
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
    for reached in sorted(verdicts.unproved, key=lambda one: order(one.deed.call)):
        if reached.deed.family is not Family.OVERWRITE:
            yield unproved_approval.at(
                module.span(reached.deed.call),
                f"It cannot be shown that somebody is asked whenever {who(reached)} {does(reached)} with "
                f"{reached.deed.name}; ask on every path, in the function that acts.",
                related=way(module, reached),
            )
