"""LCP604."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import unasked
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP604", severity=Severity.WARNING)
def ungated_network(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool uses the network with no operator's approval.

    A request can carry away what the model has read, and it speaks in the name of the person who runs the
    host. Waiting for connections, looking up names and calls to this machine are left out.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import urllib.request


        def tool_fetch(url: str) -> dict:
            \"\"\"Fetches a page.\"\"\"
            page = urllib.request.urlopen(url, timeout=10).read()
            return {"success": True, "output": page.decode("utf-8", "replace")}

    Good:
        import urllib.request

        _HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def _refusal(source: str, label: str) -> str | None:
            if _HANDLER is None:
                return "Nobody can approve this."
            decision, reason = _HANDLER(source, label)
            return None if decision in ("allow", "always") else reason or "The operator declined."


        def tool_fetch(url: str) -> dict:
            \"\"\"Fetches a page.\"\"\"
            refusal = _refusal(url, "fetch")
            if refusal:
                return {"success": False, "error": refusal}
            page = urllib.request.urlopen(url, timeout=10).read()
            return {"success": True, "output": page.decode("utf-8", "replace")}
    """
    yield from unasked(ungated_network, module, Family.NETWORK)
