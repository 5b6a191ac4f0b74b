"""LCP602."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import unasked
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP602", severity=Severity.ERROR)
def ungated_process(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool starts a program with no operator's approval.

    A program does whatever it likes with the rights of the person who runs the host. To end a process that
    the tool started itself, or to ask a program for its version, needs nobody's leave.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import subprocess


        def tool_build(target: str) -> dict:
            \"\"\"Builds a target of the project.\"\"\"
            subprocess.run(["make", target], timeout=60, check=True)
            return {"success": True, "output": f"Built {target}."}

    Good:
        import subprocess

        _HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def _refusal(source: str, label: str) -> str | None:
            if _HANDLER is None:
                return "Nobody can approve this."
            decision, reason = _HANDLER(source, label)
            return None if decision in ("allow", "always") else reason or "The operator declined."


        def tool_build(target: str) -> dict:
            \"\"\"Builds a target of the project.\"\"\"
            refusal = _refusal(f"make {target}", "build")
            if refusal:
                return {"success": False, "error": refusal}
            subprocess.run(["make", target], timeout=60, check=True)
            return {"success": True, "output": f"Built {target}."}
    """
    yield from unasked(ungated_process, module, Family.PROCESS)
