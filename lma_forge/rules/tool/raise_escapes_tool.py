"""LCP413."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


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
    for scope in facts.tools:
        for statement in scope.of(cst.Raise):
            if facts.is_guarded(statement) or _is_stub(facts.dotted(_raised(statement))) or _stops(facts, statement):
                continue
            yield raise_escapes_tool.at(
                module.span(statement),
                f"The model is told that {scope.name} crashed; return "
                '{"success": False, "error": …} with what it can do about it.',
            )


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
