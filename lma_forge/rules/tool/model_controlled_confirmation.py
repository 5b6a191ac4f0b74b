"""LCP613."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.verdicts import Verdicts, judged
from lma_forge.rules.engine import rule
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_SURE = re.compile(
    r"(?:user_|human_|operator_|is_|i_|auto_|pre_?)?"
    r"(?:confirm(?:ed|ation)?|approve[ds]?|approval|authori[sz]ed?|consent|autonomy(?:_level|_mode)?)"
    r"|(?:skip|no|without|bypass|ignore|disable)_(?:confirm\w*|approv\w*|autonomy|safety(?:_checks?)?)"
    r"|(?:i_am|are_you)_sure",
    re.ASCII,
)
_PERHAPS = frozenset({"force", "yes", "assume_yes", "sure", "really", "unsafe", "allow_dangerous", "dangerous"})


@rule("LCP613", severity=Severity.ERROR)
def model_controlled_confirmation(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter lets the model approve what the tool is about to do.

    Models fill in what makes a call succeed. A confirmation that the model gives is none.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        from pathlib import Path


        def tool_delete_file(name: str, confirm: bool = False) -> dict:
            \"\"\"Deletes a file.\"\"\"
            if not confirm:
                return {"success": False, "error": "Set confirm to delete the file."}
            Path(name).unlink()
            return {"success": True, "output": f"Deleted {name}."}

    Good:
        from pathlib import Path

        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_delete_file(name: str) -> dict:
            \"\"\"Deletes a file.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            decision, reason = _CONFIRM_HANDLER(f"delete {name}", "delete file")
            if decision not in ("allow", "always"):
                return {"success": False, "error": reason or "The operator declined."}
            Path(name).unlink()
            return {"success": True, "output": f"Deleted {name}."}
    """
    for tool in module.file.tools:
        for parameter in tool.visible:
            sure = _SURE.fullmatch(parameter.name) is not None
            if not sure and parameter.name not in _PERHAPS:
                continue
            scope = module.facts.function(tool.name)
            if scope is None or not _decides(module, scope, parameter.name):
                continue
            verdicts = module.kept(judged)
            if parameter.shape.type == "boolean" and _acts(verdicts, scope, every=sure):
                yield model_controlled_confirmation.at(
                    parameter.span,
                    f"With `{parameter.name}` the model approves its own action; ask the operator through the confirm "
                    "handler, and take the parameter away.",
                )
            elif sure and parameter.name.endswith(("autonomy", "autonomy_level", "autonomy_mode")):
                yield model_controlled_confirmation.at(
                    parameter.span,
                    f"With `{parameter.name}` the model chooses how much it may do unasked; take the level from the "
                    "host's config in init_tools_library.",
                )


def _decides(module: ToolModule, scope: Scope, name: str) -> bool:
    """Whether a tool tests a parameter, or hands it on."""
    return any(module.facts.scope(one) is scope for one in scope.reads.get(name, ()))


def _acts(verdicts: Verdicts, scope: Scope, *, every: bool) -> bool:
    """Whether a tool reaches a deed; for names that have other meanings, one that is more than a write."""
    for call, tools in verdicts.reached.items():
        deed = next((one for known, one in verdicts.deeds.items() if known is call), None)
        if scope in tools and deed is not None and (every or deed.family is not Family.OVERWRITE):
            return True
    return False
