"""LCP618."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.named import calls_by_name, name_of
from lma_forge.rules.origins import origins_of
from lma_forge.rules.toolmodule import ToolModule

_RUNS = frozenset({"run", "call", "check_call", "check_output"})
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "request"})
_SESSIONS = frozenset({"requests.Session()", "requests.session()"})
_OPENERS = frozenset({"urllib.request.urlopen"})
_LAST = _RUNS | _VERBS | {"urlopen"}
_THIRD = 2
"""Where `urlopen` takes the timeout."""


@rule("LCP618", severity=Severity.WARNING)
def no_timeout(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool waits for a program or a server without end.

    The model and the person wait with it, and most hosts have no way to end a call.

    Source: LCP doctrine, section 5.B (handlers must not block the host).

    Bad:
        import subprocess


        def tool_list_branches(pattern: str) -> dict:
            \"\"\"Lists branches.\"\"\"
            done = subprocess.run(["git", "branch", "--list", pattern], capture_output=True, text=True)
            return {"success": True, "output": done.stdout}

    Good:
        import subprocess


        def tool_list_branches(pattern: str) -> dict:
            \"\"\"Lists branches.\"\"\"
            done = subprocess.run(["git", "branch", "--list", pattern], capture_output=True, text=True, timeout=30)
            return {"success": True, "output": done.stdout}

    Fix: adds `timeout=30`; unsafe, since what takes longer is then ended.
    """
    if not any(name in module.source for name in ("subprocess", "requests", "urlopen")):
        return
    facts = module.facts
    for call in sorted(module.kept(calls_by_name).of(_LAST), key=facts.order):
        name = _waits(module, call)
        if not name or any(one.star == "**" for one in call.args):
            continue
        arguments = facts.arguments(call)
        given = arguments.get("timeout", arguments.get(_THIRD) if name in _OPENERS else None)
        if given is None:
            yield no_timeout.at(
                module.span(call),
                f"{name} waits here without end when there is no answer; say how long, such as timeout=30.",
                fix=_fix(module, call),
            )
        elif isinstance(given, cst.Name) and given.value == "None":
            yield no_timeout.at(
                module.span(call),
                f"{name} waits here without end, since the timeout is None; give a number of seconds.",
            )


def _waits(module: ToolModule, call: cst.Call) -> str:
    """The function that a call waits in, as people know it; "" for a call that does not wait or has its own limit."""
    func = call.func
    name = name_of(call)
    dotted = module.facts.dotted(func)
    root, _, last = dotted.rpartition(".")
    if (root == "subprocess" and last in _RUNS) or (root == "requests" and last in _VERBS) or dotted in _OPENERS:
        return dotted
    if name not in _VERBS or not isinstance(func, cst.Attribute) or "requests" not in module.source:
        return ""
    return f"requests.Session().{name}" if module.kept(origins_of).of(func.value) & _SESSIONS else ""


def _fix(module: ToolModule, call: cst.Call) -> Fix | None:
    if not call.args:
        return None
    last = call.args[-1]
    edit = module.after(last.value, ", timeout=30")
    return Fix("Wait for 30 seconds at most", (edit,), Applicability.UNSAFE)
