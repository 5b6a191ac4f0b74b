"""LCP316."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP316", severity=Severity.INFO, default=False)
def cross_module_patching(module: ToolModule) -> Iterator[Diagnostic]:
    """A module goes through `sys.modules` to change other modules.

    What it changes depends on what happens to be loaded, and no other module knows of it.

    Source: LCP doctrine, section 6 (host configuration).

    Bad:
        import sys


        def set_confirm_handler(handler) -> None:
            for name, module in list(sys.modules.items()):
                if hasattr(module, "_CONFIRM_HANDLER"):
                    module._CONFIRM_HANDLER = handler


        def tool_label(text: str) -> dict:
            \"\"\"Labels a text.\"\"\"
            return {"success": True, "output": text}

    Good:
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_label(text: str) -> dict:
            \"\"\"Labels a text.\"\"\"
            return {"success": True, "output": text}
    """
    if "sys.modules" not in module.source and "modules" not in module.source:
        return
    facts = module.facts
    for loop in facts.of(cst.For):
        iterated = loop.iter
        if isinstance(iterated, cst.Call) and facts.dotted(iterated.func) in {"list", "tuple", "dict", "sorted"}:
            iterated = iterated.args[0].value if iterated.args else iterated
        if facts.dotted(iterated).startswith("sys.modules"):
            yield cross_module_patching.at(
                module.span(loop.iter),
                "This goes through all modules of the host's process; keep the state in this module, and let the "
                "host set it through a hook.",
            )
