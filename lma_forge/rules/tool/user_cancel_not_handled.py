"""LCP810."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.hostobjects import aliases, handler_calls, is_checked, reads_of
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP810", severity=Severity.ERROR)
def user_cancel_not_handled(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool uses the answer of the user without thinking of a cancelled question.

    The answer is then None. The tool crashes, or goes on with the text "None".

    Source: LCP doctrine, section 13 (None when the user cancels).

    Bad:
        _USER_INTERACTION_HANDLER = None


        def tool_setup(service: str) -> dict:
            \"\"\"Sets a service up with the user.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            name = _USER_INTERACTION_HANDLER({"type": "text", "title": "Name", "prompt": "Which name?"})
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

    Fix: returns a failure after the question; unsafe.
    """
    if "interaction_handler" not in module.source.lower():
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        for call, _ in handler_calls(facts, scope):
            statement = facts.statement(call)
            targets = [one.target for one in statement.targets] if isinstance(statement, cst.Assign) else []
            if isinstance(facts.parent(call), cst.Attribute):
                yield user_cancel_not_handled.at(
                    module.span(call),
                    f"The user can cancel, and {tool.name} then takes None for an answer; keep the answer and look at "
                    "it first.",
                )
            elif len(targets) == 1 and isinstance(targets[0], cst.Name) and isinstance(statement, cst.Assign):
                name = targets[0].value
                known = aliases(scope, name)
                if statement.value is not call or is_checked(facts, scope, known) or not [*reads_of(scope, known)]:
                    continue
                if any(isinstance(facts.parent(read), cst.Return) for read in reads_of(scope, known)):
                    continue
                yield user_cancel_not_handled.at(
                    module.span(targets[0]),
                    f"{name} is None where the user cancels, and {tool.name} uses it all the same; return a failure "
                    "then.",
                    fix=_fix(module, statement, name) if scope is tool else None,
                )


def _fix(module: ToolModule, statement: cst.CSTNode, name: str) -> Fix | None:
    at = module.span(statement)
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip() or module.lines[at.end_line - 1][at.end_column - 1 :].strip():
        return None
    text = (
        f"\n{indent}if {name} is None:\n"
        f'{indent}    return {{"success": False, "error": "The user cancelled the question."}}'
    )
    place = type(at)(at.path, at.end_line, at.end_column, at.end_line, at.end_column)
    return Fix("Return a failure where the user cancels", (Edit(place, text),), Applicability.UNSAFE)
