"""LCP503."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_SEEMS = ("home", "expanduser", "HOME", "USERPROFILE", "TMP", "TEMP", "APPDATA", "XDG_")
_VARIABLE = re.compile(r"HOME|USERPROFILE|HOMEPATH|TMP|TEMP|TMPDIR|APPDATA|LOCALAPPDATA|XDG_\w+_(?:HOME|DIR)")
_CALLS = frozenset({"pathlib.Path.home", "os.path.expanduser", "pathlib.PosixPath.home", "pathlib.WindowsPath.home"})
_READING = frozenset({"os.getenv", "os.environ.get", "os.environ.setdefault", "os.environ.pop"})


@rule("LCP503", severity=Severity.ERROR)
def home_or_env_path(module: ToolModule) -> Iterator[Diagnostic]:
    """A path is built from the user's home or from the machine's folder for temporary files.

    That is outside the workspace. What the tool keeps there is mixed up between projects, is not
    taken along, and is nothing that the user of the host has offered.

    Source: LCP doctrine, section 1.2 (working directory).

    Bad:
        from pathlib import Path


        def tool_profile(key: str) -> dict:
            \"\"\"Returns the profile with a key behind it.\"\"\"
            return {"success": True, "output": (Path.home() / "profile.txt").read_text() + key}

    Good:
        from pathlib import Path


        def tool_profile(key: str) -> dict:
            \"\"\"Returns the profile with a key behind it.\"\"\"
            return {"success": True, "output": Path("profile.txt").read_text() + key}
    """
    if not any(word in module.source for word in _SEEMS):
        return
    facts = module.facts
    for call in facts.of(cst.Call):
        shown = _leaves(facts, call)
        if shown:
            yield _finding(module, call, shown)
    for subscript in facts.of(cst.Subscript):
        if facts.dotted(subscript.value) == "os.environ" and len(subscript.slice) == 1:
            index = subscript.slice[0].slice
            name = facts.constant(index.value) if isinstance(index, cst.Index) else None
            if isinstance(name, str) and _VARIABLE.fullmatch(name):
                yield _finding(module, subscript, f"os.environ['{name}']")


def _finding(module: ToolModule, node: cst.CSTNode, shown: str) -> Diagnostic:
    return home_or_env_path.at(
        module.span(node),
        f"{shown} leads out of the workspace; keep files in the working directory, or let the host's configuration "
        "name the folder. For files of a moment, tempfile makes a folder that is removed.",
    )


def _leaves(facts: Facts, call: cst.Call) -> str:
    dotted = facts.dotted(call.func)
    if dotted in _CALLS:
        return dotted.removeprefix("pathlib.")
    if dotted.endswith(").expanduser"):
        return "expanduser"
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "expanduser":
        return "expanduser"
    if dotted in _READING:
        name = facts.constant(facts.arguments(call).get(0))
        if isinstance(name, str) and _VARIABLE.fullmatch(name):
            return f"The variable {name}"
    return ""
