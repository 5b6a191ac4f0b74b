"""LCP605."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import unasked
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP605", severity=Severity.ERROR)
def ungated_host_control(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool controls the machine with no operator's approval.

    Keys pressed, processes ended and permissions changed hit whatever the person has open. To end a process
    that the tool started itself needs nobody's leave.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import pyautogui


        def tool_click(x: int, y: int) -> dict:
            \"\"\"Clicks somewhere on the screen.\"\"\"
            pyautogui.click(x, y)
            return {"success": True, "output": f"Clicked at {x}, {y}."}

    Good:
        import pyautogui

        _HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def _refusal(source: str, label: str) -> str | None:
            if _HANDLER is None:
                return "Nobody can approve this."
            decision, reason = _HANDLER(source, label)
            return None if decision in ("allow", "always") else reason or "The operator declined."


        def tool_click(x: int, y: int) -> dict:
            \"\"\"Clicks somewhere on the screen.\"\"\"
            refusal = _refusal(f"click at {x}, {y}", "click")
            if refusal:
                return {"success": False, "error": refusal}
            pyautogui.click(x, y)
            return {"success": True, "output": f"Clicked at {x}, {y}."}
    """
    yield from unasked(ungated_host_control, module, Family.HOST)
