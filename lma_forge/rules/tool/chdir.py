"""LCP504."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_CALLS = frozenset({"os.chdir", "os.fchdir", "os.chroot", "contextlib.chdir"})


@rule("LCP504", severity=Severity.ERROR)
def chdir(module: ToolModule) -> Iterator[Diagnostic]:
    """The working directory is changed.

    It belongs to the whole process: the host, other tools and other threads then work in another
    folder, and their relative paths and their checks mean something else. That an exception may
    leave it changed is the smaller part.

    Source: LCP doctrine, section 1.2 (working directory).

    Bad:
        import os


        def tool_enter(folder: str) -> dict:
            \"\"\"Lists a folder.\"\"\"
            os.chdir("data")
            return {"success": True, "output": [folder, *os.listdir(".")]}

    Good:
        import os


        def tool_enter(folder: str) -> dict:
            \"\"\"Lists a folder.\"\"\"
            return {"success": True, "output": [folder, *os.listdir("data")]}
    """
    if "chdir" not in module.source and "chroot" not in module.source:
        return
    facts = module.facts
    for call in facts.of(cst.Call):
        dotted = facts.dotted(call.func)
        if dotted in _CALLS:
            yield chdir.at(
                module.span(call),
                f"{dotted} changes the working directory of the host and of all tools that run beside this one; join "
                "paths to the folder, or give a child process its own with cwd=.",
            )
