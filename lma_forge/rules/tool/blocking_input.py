"""LCP619."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.named import calls_by_name
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_INPUTS = frozenset(
    {"input", "getpass.getpass", "sys.stdin.readline", "sys.stdin.read", "click.prompt", "click.confirm"}
)
_LAST = frozenset(name.rpartition(".")[2] for name in _INPUTS)
_MOST = 30
"""How many functions are looked through for one."""


@rule("LCP619", severity=Severity.ERROR)
def blocking_input(module: ToolModule) -> Iterator[Diagnostic]:
    """A function waits for a line from a terminal without asking whether there is one.

    In a service, a window or a notebook nobody types. The call fails or never ends.

    Source: LCP doctrine, section 5.A (terminal confirmation).

    Bad:
        def tool_check(text: str) -> dict:
            \"\"\"Checks a text.\"\"\"
            answer = input(f"Is '{text}' right? ")
            return {"success": True, "output": answer}

    Good:
        import sys


        def tool_check(text: str) -> dict:
            \"\"\"Checks a text.\"\"\"
            if not sys.stdin or not sys.stdin.isatty():
                return {"success": False, "error": "There is no terminal to ask at."}
            answer = input(f"Is '{text}' right? ")
            return {"success": True, "output": answer}
    """
    if not any(f"{name}(" in module.source for name in _LAST):
        return
    facts = module.facts
    asking = [call for call in module.kept(calls_by_name).of(_LAST) if facts.dotted(call.func) in _INPUTS]
    programs = _programs(facts) if asking else set()
    for call in sorted(asking, key=facts.order):
        func = call.func
        scope = facts.scope(call)
        if scope.kind != "function" or _is_bound(facts, call) or (scope.tool is None and scope.name in programs):
            continue
        if not any(_looks(facts, one) for one in scope.outward() if one.kind == "function"):
            yield blocking_input.at(
                module.span(call),
                f"{facts.dotted(func)} waits for a terminal that may not be there; ask sys.stdin.isatty() first, or "
                "ask the user through the host's interaction handler.",
            )


def _is_bound(facts: Facts, call: cst.Call) -> bool:
    """Whether the name is one of the module's own."""
    name = call.func
    return isinstance(name, cst.Name) and any(name.value in scope.bound for scope in facts.scope(call).outward())


def _programs(facts: Facts) -> set[str]:
    """The functions that only run when the module is started as a program."""
    inside: set[str] = set()
    outside: set[str] = set()
    for call in facts.of(cst.Call):
        if isinstance(call.func, cst.Name):
            (outside if facts.scope(call).kind == "module" else inside).add(call.func.value)
    return outside - inside


def _looks(facts: Facts, scope: Scope) -> bool:
    """Whether a function asks for a terminal, itself or through functions that it calls."""
    seen = {scope}
    pending = [scope]
    while pending and len(seen) <= _MOST:
        one = pending.pop()
        for call in one.of(cst.Call):
            if isinstance(call.func, cst.Attribute) and call.func.attr.value == "isatty":
                return True
            callee = facts.callee(call)
            if callee is not None and callee not in seen:
                seen.add(callee)
                pending.append(callee)
    return False
