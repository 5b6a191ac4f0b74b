"""LCP422."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import exits
from lma_forge.rules.engine import rule
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP422", severity=Severity.ERROR)
def exit_in_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool ends the process.

    Tools run inside the host. At best it catches the exception and reports a crash; `os._exit`
    and `os.abort` end it, with everything else that it was doing.

    Source: LCP doctrine, section 7.6 (tools run in the host's process).

    Bad:
        import sys


        def tool_guard(text: str) -> dict:
            \"\"\"Guards against an empty text.\"\"\"
            if not text:
                sys.exit(1)
            return {"success": True, "output": text}

    Good:
        def tool_guard(text: str) -> dict:
            \"\"\"Guards against an empty text.\"\"\"
            if not text:
                return {"success": False, "error": "The text is empty. Pass a text."}
            return {"success": True, "output": text}
    """
    source = module.source
    if not module.file.tools or not any(word in source for word in ("exit", "quit", "abort", "SystemExit")):
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        for call in scope.of(cst.Call):
            if exits(facts, call) and facts.callee(call) is None:
                yield exit_in_tool.at(
                    module.span(call),
                    f"{facts.dotted(call.func)}() runs in the host's process, where {tool.name} does; return "
                    '{"success": False, "error": …} instead.',
                )
        for statement in scope.of(cst.Raise):
            raised = statement.exc.func if isinstance(statement.exc, cst.Call) else statement.exc
            if raised is not None and facts.dotted(raised) == "SystemExit":
                yield exit_in_tool.at(
                    module.span(statement),
                    f"SystemExit is meant to end the process, and {tool.name} runs in the host's; return "
                    '{"success": False, "error": …} instead.',
                )
