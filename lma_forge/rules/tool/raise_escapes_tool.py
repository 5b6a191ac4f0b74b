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
    for tool in facts.tools:
        escaping = [one for one in _escaping(facts, tool, _DEPTH) if one not in seen]
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


def _escaping(facts: Facts, scope: Scope, depth: int) -> Iterator[cst.Raise]:
    """The statements that raise what a function does not catch, itself or in helpers."""
    for statement in scope.of(cst.Raise):
        if not (facts.is_guarded(statement) or _is_stub(facts.dotted(_raised(statement))) or _stops(facts, statement)):
            yield statement
    for call in scope.of(cst.Call) if depth > 0 else ():
        callee = facts.callee(call)
        if callee is not None and callee.tool is None and not facts.is_guarded(call):
            yield from _escaping(facts, callee, depth - 1)


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
