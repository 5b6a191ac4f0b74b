"""LCP811."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.hostobjects import aliases, handler_calls, is_checked
from lma_forge.rules.reach import reached
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP811", severity=Severity.ERROR)
def interaction_handler_not_checked(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool asks the user without looking whether there is anybody to ask.

    Hosts without a user set no handler. The tool crashes where it should say that nobody answers.

    Source: LCP doctrine, section 13 (user interaction).

    Bad:
        _USER_INTERACTION_HANDLER = None


        def tool_setup(service: str) -> dict:
            \"\"\"Sets a service up with the user.\"\"\"
            name = _USER_INTERACTION_HANDLER({"type": "text", "title": "Name", "prompt": "Which name?"})
            if name is None:
                return {"success": False, "error": "The user cancelled the question."}
            return {"success": True, "output": service + name.strip()}

    Good:
        _USER_INTERACTION_HANDLER = None


        def tool_setup(service: str) -> dict:
            \"\"\"Sets a service up with the user.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            name = _USER_INTERACTION_HANDLER({"type": "text", "title": "Name", "prompt": "Which name?"})
            if name is None:
                return {"success": False, "error": "The user cancelled the question."}
            return {"success": True, "output": service + name.strip()}

    Fix: returns a failure before the question; unsafe.
    """
    if "interaction_handler" not in module.source.lower():
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        for call, name in handler_calls(facts, scope):
            around = [one for one in scope.outward() if one.kind == "function"]
            if any(is_checked(facts, one, aliases(one, name) | _copied(one, name)) for one in around):
                continue
            if _is_always_set(facts, scope, name) or facts.is_guarded(call) or _is_checked_before(facts, scope, name):
                continue
            yield interaction_handler_not_checked.at(
                module.span(call.func),
                f"{name} is None where the host has no user to ask, and {tool.name} crashes here; look first and "
                "return a failure.",
                fix=_fix(module, call, name) if scope is tool else None,
            )


def _copied(scope: Scope, name: str) -> frozenset[str]:
    """The names of which a name is a copy."""
    found: set[str] = set()
    for binding in scope.bound.get(name, ()):
        if isinstance(binding, cst.Assign) and isinstance(binding.value, cst.Name):
            found.add(binding.value.value)
    return frozenset(found)


def _is_always_set(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether the module sets the handler to something else than None from the start."""
    if name in scope.bound and name not in scope.shared:
        return False
    for binding in facts.module.bound.get(name, ()):
        value = binding.value if isinstance(binding, cst.Assign | cst.AnnAssign) else None
        return value is not None and not (isinstance(value, cst.Name) and value.value == "None")
    return False


def _is_checked_before(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether each call of a helper stands where the handler was looked at."""
    if scope.tool is not None:
        return False
    calls = [call for call in facts.of(cst.Call) if facts.callee(call) is scope]
    return bool(calls) and all(is_checked(facts, facts.scope(call), frozenset({name})) for call in calls)


def _fix(module: ToolModule, call: cst.Call, name: str) -> Fix | None:
    at = module.span(module.facts.statement(call))
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip():
        return None
    text = (
        f'if {name} is None:\n{indent}    return {{"success": False, "error": "No user is there to answer."}}\n{indent}'
    )
    place = type(at)(at.path, at.line, at.column, at.line, at.column)
    return Fix("Look first", (Edit(place, text),), Applicability.UNSAFE)
