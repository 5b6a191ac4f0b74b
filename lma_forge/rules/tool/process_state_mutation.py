"""LCP907."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_CALLS = frozenset({
    "os.chdir", "os.fchdir", "os.putenv", "os.unsetenv", "os.umask", "os.environ.update", "os.environ.setdefault",
    "os.environ.pop", "os.environ.clear", "sys.path.append", "sys.path.insert", "sys.path.extend", "sys.path.remove",
    "sys.setrecursionlimit", "sys.settrace", "sys.setprofile", "signal.signal", "signal.alarm", "locale.setlocale",
    "socket.setdefaulttimeout", "time.tzset", "logging.disable", "contextlib.redirect_stdout",
    "contextlib.redirect_stderr", "contextlib.chdir", "asyncio.set_event_loop_policy", "threading.setprofile",
    "builtins.__import__", "importlib.reload",
})  # fmt: skip
_TARGETS = ("os.environ[]", "sys.argv", "sys.path", "sys.stdout", "sys.stderr", "sys.stdin", "sys.excepthook",
            "sys.modules[]", "sys.argv[]", "sys.path[]", "os.environ")  # fmt: skip
_WORDS = ("os.", "sys.", "signal", "locale", "socket", "tzset", "redirect_std", "chdir", "logging")


@rule("LCP907", severity=Severity.WARNING)
def process_state_mutation(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool changes the state of the host's process.

    Environment, working directory, streams and signal handlers belong to the host and to all tools
    that run beside this one, also when it puts them back afterwards.

    Source: LCP doctrine, section 1.2 (the orchestrator sets the working directory).

    Bad:
        import os


        def tool_set_zone(zone: str) -> dict:
            \"\"\"Sets the time zone.\"\"\"
            os.environ["TZ"] = zone
            return {"success": True, "output": zone}

    Good:
        import subprocess


        def tool_date_in(zone: str) -> dict:
            \"\"\"Tells the date in a time zone.\"\"\"
            try:
                done = subprocess.run(["date"], env={"TZ": zone}, capture_output=True, text=True, timeout=5)
            except OSError as error:
                return {"success": False, "error": f"date cannot be run: {error}"}
            return {"success": True, "output": done.stdout}
    """
    if not module.file.tools or not any(word in module.source for word in _WORDS):
        return
    facts = module.facts
    found: dict[Scope, list[tuple[cst.CSTNode, str]]] = {}
    for node, what in sorted((*_called(facts), *_assigned(facts)), key=lambda one: facts.order(one[0])):
        if not _is_program(facts, node):
            outermost = [scope for scope in facts.scope(node).outward() if scope.outer is facts.module]
            found.setdefault(outermost[0] if outermost else facts.module, []).append((node, what))
    for scope, changes in found.items():
        names = [*dict.fromkeys(what for _, what in changes)]
        listed = " and ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)
        who = scope.name if scope is not facts.module else "Loading this file"
        (first, _), *others = changes
        yield process_state_mutation.at(
            module.span(first),
            f"{who} changes {listed} of the host's process, for everything that runs in it; pass what is needed to the "
            "call that needs it.",
            related=[Related("here as well", module.span(node)) for node, _ in others],
        )


def _called(facts: Facts) -> Iterator[tuple[cst.CSTNode, str]]:
    for call in facts.of(cst.Call):
        name = facts.dotted(call.func)
        if name in _CALLS:
            yield call, _what(name)


def _assigned(facts: Facts) -> Iterator[tuple[cst.CSTNode, str]]:
    for target in facts.of(cst.AssignTarget):
        name = facts.dotted(target.target) if isinstance(target.target, cst.Attribute | cst.Subscript) else ""
        if name in _TARGETS:
            yield target.target, _what(name)
    for inner in (*(one.target for one in facts.of(cst.Del)), *(one.target for one in facts.of(cst.AugAssign))):
        name = facts.dotted(inner) if isinstance(inner, cst.Attribute | cst.Subscript) else ""
        if name in _TARGETS:
            yield inner, _what(name)


def _what(name: str) -> str:
    base = name.removesuffix("[]")
    for prefix in ("os.environ", "sys.path", "sys.argv", "sys.modules"):
        if base.startswith(prefix):
            return prefix
    if base.endswith("chdir"):
        return "the working directory"
    if "redirect_std" in base:
        return f"sys.{base.rpartition('_')[2]}"
    if base.startswith("signal."):
        return "the signal handlers"
    return base


def _is_program(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it runs only where the file is run as a program."""
    return any(outcome and "__main__" in facts.tree.code_for_node(test) for test, outcome in facts.conditions(node))
