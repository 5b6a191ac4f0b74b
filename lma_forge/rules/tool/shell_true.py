"""LCP617."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.fixed import is_fixed
from lma_forge.rules.engine import rule
from lma_forge.rules.named import calls_by_name
from lma_forge.rules.toolmodule import ToolModule

_RUNS = ("subprocess.run", "subprocess.Popen", "subprocess.call", "subprocess.check_call", "subprocess.check_output")
_SHELLS = ("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput")
_ASYNC = "asyncio.create_subprocess_shell"


@rule("LCP617", severity=Severity.ERROR)
def shell_true(module: ToolModule) -> Iterator[Diagnostic]:
    """A shell reads a command that is put together when the tool runs.

    To a shell `;`, `|`, `$(…)` and `>` are orders. Whoever writes part of the command writes all of it.
    A command that is always the same is left alone.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        import subprocess


        def tool_count_lines(name: str) -> dict:
            \"\"\"Counts the lines of a file.\"\"\"
            done = subprocess.run("wc -l " + name, shell=True, timeout=30, capture_output=True, text=True)
            return {"success": True, "output": done.stdout}

    Good:
        import subprocess


        def tool_count_lines(name: str) -> dict:
            \"\"\"Counts the lines of a file.\"\"\"
            done = subprocess.run(["wc", "-l", "--", name], timeout=30, capture_output=True, text=True)
            return {"success": True, "output": done.stdout}
    """
    if not any(part in module.source for part in ("shell", "os", "getoutput", "getstatusoutput")):
        return
    facts = module.facts
    for call in sorted(module.kept(calls_by_name).of(_LAST), key=facts.order):
        if facts.scope(call).name == "init_tools_library":
            continue
        dotted = facts.dotted(call.func)
        if dotted in _RUNS:
            if facts.constant(facts.arguments(call).get("shell")) is not True:
                continue
        elif dotted not in _SHELLS and dotted != _ASYNC:
            continue
        arguments = facts.arguments(call)
        command = arguments.get(0, arguments.get("args", arguments.get("cmd", arguments.get("command"))))
        if command is not None and not is_fixed(command, facts):
            yield shell_true.at(
                module.span(call),
                f"A shell reads this command, which is put together when the tool runs; give {_better(dotted)} a list "
                "of program and arguments instead, without a shell.",
            )


_LAST = frozenset(name.rpartition(".")[2] for name in (*_RUNS, *_SHELLS, _ASYNC))


def _better(dotted: str) -> str:
    if dotted == _ASYNC:
        return "asyncio.create_subprocess_exec"
    return dotted if dotted in _RUNS else "subprocess.run"
