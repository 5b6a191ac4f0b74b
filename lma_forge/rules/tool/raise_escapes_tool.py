"""LCP413."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_DEPTH = 2


@rule("LCP413", severity=Severity.WARNING)
def raise_escapes_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool raises an exception instead of returning a failure.

    The host catches it and tells the model that the tool crashed, which reads like a fault of the
    tool and not like something to mend in the call.

    Source: LCP doctrine, section 7.6 (tools catch their own exceptions).

    Bad:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                raise ValueError("the number is negative")
            return {"success": True, "output": number**0.5}

    Good:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                return {"success": False, "error": f"{number} is negative; pass a number from 0."}
            return {"success": True, "output": number**0.5}
    """
    if "raise" not in module.source or not module.file.tools:
        return
    facts = module.facts
    seen: set[cst.Raise] = set()
    known: dict[tuple[Scope, int], tuple[cst.Raise, ...]] = {}
    for tool in facts.tools:
        escaping = [one for one in _escaping(facts, tool, _DEPTH, known) if one not in seen]
        seen.update(escaping)
        own = [one for one in escaping if facts.scope(one) is tool]
        helped = [one for one in escaping if facts.scope(one) is not tool]
        for statement in (*own, *helped[:1]):
            through = "" if statement in own else f" when {facts.scope(statement).name} raises this"
            yield raise_escapes_tool.at(
                module.span(statement),
                f"The model is told that {tool.name} crashed{through}; return "
                '{"success": False, "error": …} with what it can do about it.',
                related=[Related("here as well", module.span(one)) for one in helped[1:] if statement in helped],
            )


def _escaping(
    facts: Facts, scope: Scope, depth: int, known: dict[tuple[Scope, int], tuple[cst.Raise, ...]]
) -> tuple[cst.Raise, ...]:
    """The statements that raise what a function does not catch, itself or in helpers, each once."""
    if (scope, depth) in known:
        return known[scope, depth]
    known[scope, depth] = ()
    found: dict[cst.Raise, None] = {}
    for statement in scope.of(cst.Raise):
        if not (facts.is_guarded(statement) or _is_stub(facts.dotted(_raised(statement))) or _stops(facts, statement)):
            found[statement] = None
    helpers: set[Scope] = set()
    for call in scope.of(cst.Call) if depth > 0 else ():
        callee = facts.callee(call)
        if callee is None or callee.tool is not None or callee in helpers:
            continue
        inner = _escaping(facts, callee, depth - 1, known)
        if inner and not facts.is_guarded(call):
            helpers.add(callee)
            found |= dict.fromkeys(inner)
    known[scope, depth] = tuple(found)
    return known[scope, depth]


def _raised(statement: cst.Raise) -> cst.CSTNode:
    node: cst.CSTNode = statement.exc or statement
    return node.func if isinstance(node, cst.Call) else node


def _is_stub(name: str) -> bool:
    # What is not written yet may say so; ends of the process have a rule of their own.
    return name in {"NotImplementedError", "SystemExit"}


def _stops(facts: Facts, statement: cst.Raise) -> bool:
    """Whether it passes on what stops the process, such as KeyboardInterrupt."""
    handler = facts.handler(statement)
    return (
        statement.exc is None
        and handler is not None
        and (handler.type is None or facts.dotted(handler.type) in {"BaseException", "KeyboardInterrupt", "SystemExit"})
    )
