"""LCP315."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule

_HANDLER = re.compile(r"_*[A-Z_]*CONFIRM[A-Z_]*HANDLER[A-Z_]*|_*confirm_handler", re.ASCII)
_PATCHED = ("execute_python", "system_shell")


@rule("LCP315", severity=Severity.ERROR)
def confirm_handler_never_captured(module: ToolModule) -> Iterator[Diagnostic]:
    """A module asks a confirm handler that nothing ever sets.

    It stays None. Depending on how the module reads that, every action is refused or, worse,
    everything goes ahead unasked.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        _CONFIRM_HANDLER = None


        def tool_drop(table: str) -> dict:
            \"\"\"Drops a table after asking.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            return {"success": True, "output": table}

    Good:
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_drop(table: str) -> dict:
            \"\"\"Drops a table after asking.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            return {"success": True, "output": table}
    """
    if any(part in module.stem for part in _PATCHED) or not _HANDLER.search(module.source):
        return
    facts = module.facts
    for name, bindings in facts.module.bound.items():
        if not _HANDLER.fullmatch(name) or len(bindings) != 1:
            continue
        (binding,) = bindings
        if not isinstance(binding, cst.Assign | cst.AnnAssign) or facts.constant(binding.value) is not None:
            continue
        if _is_set(facts, name):
            continue
        reads = [read for read in facts.reads(name) if facts.scope(read) is not facts.module]
        if reads:
            yield confirm_handler_never_captured.at(
                module.span(reads[0]),
                f"{name} is always None here, since nothing sets it; take the handler in "
                "set_confirm_handler(handler) or from the config in init_tools_library.",
            )


def _is_set(facts: Facts, name: str) -> bool:
    """Whether a function sets the name, or code that cannot be followed might."""
    if any(name in scope.shared and name in scope.bound for scope in facts.scopes):
        return True
    return any(facts.dotted(call.func) in {"globals", "setattr", "vars"} for call in facts.of(cst.Call))
