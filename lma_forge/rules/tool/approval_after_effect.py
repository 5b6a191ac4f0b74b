"""LCP620."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules.approval.report import does, way
from lma_forge.rules.approval.verdicts import judged
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP620", severity=Severity.ERROR)
def approval_after_effect(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool acts first and asks the operator afterwards.

    The refusal comes too late: it is done.

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
            shutil.rmtree(folder)
            decision, reason = _CONFIRM_HANDLER(folder, "clear cache")
            if decision not in ("allow", "always"):
                return {"success": False, "error": reason or "The operator declined."}
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
    for call in sorted(verdicts.late, key=order):
        reached, gate = verdicts.late[call]
        line = module.span(gate).line
        yield approval_after_effect.at(
            module.span(call),
            f"{reached.tool.name} {does(reached)} with {reached.deed.name} before the operator is asked on line "
            f"{line}; ask first.",
            related=(*way(module, reached), Related("the operator is asked here", module.span(gate))),
        )
