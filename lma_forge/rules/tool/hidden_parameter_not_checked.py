"""LCP802."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.lcp import HIDDEN
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import statements
from lma_forge.rules.hostobjects import aliases, is_checked, is_used, reads_of
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_NEEDS = {
    "tool_context": "a context",
    "lollms_client_instance": "a client",
    "discussion_instance": "a discussion",
    "user_interaction_handler": "a user",
}


@rule("LCP802", severity=Severity.ERROR)
def hidden_parameter_not_checked(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool uses an object of the host without looking whether there is one.

    Hosts that have none pass None, and the tool crashes.

    Source: LCP doctrine, section 12 (host injection).

    Bad:
        def tool_branch(label: str, discussion_instance=None) -> dict:
            \"\"\"Names the branch of the discussion.\"\"\"
            return {"success": True, "output": label + discussion_instance.branch}

    Good:
        def tool_branch(label: str, discussion_instance=None) -> dict:
            \"\"\"Names the branch of the discussion.\"\"\"
            if discussion_instance is None:
                return {"success": False, "error": "This tool needs a discussion from the host."}
            return {"success": True, "output": label + discussion_instance.branch}

    Fix: returns a failure at the start of the tool where there is none; unsafe.
    """
    names = {name for tool in module.file.tools for one in tool.parameters if (name := one.name) in HIDDEN}
    if not names:
        return
    facts = module.facts
    for scope in facts.tools:
        for name in names & scope.parameters.keys():
            known = aliases(scope, name)
            uses = [read for read in reads_of(scope, known) if is_used(facts, read)]
            if not uses or len(scope.bound.get(name, ())) > 1 or is_checked(facts, scope, known):
                continue
            if all(facts.is_guarded(read) for read in uses):
                continue
            first = min(uses, key=facts.order)
            yield hidden_parameter_not_checked.at(
                module.span(first),
                f"{scope.name} crashes here where the host has no {name} to give; return a failure if it is None.",
                fix=_fix(module, scope, name),
            )


def _fix(module: ToolModule, scope: Scope, name: str) -> Fix | None:
    body = [*statements(scope.node)]
    if scope.tool is not None and scope.tool.has_docstring:
        body = body[1:]
    if not body or isinstance(body[0], cst.FunctionDef | cst.ClassDef):
        return None
    at = module.span(body[0])
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip():
        return None
    error = f"This tool needs {_NEEDS[name]} from the host."
    text = f'if {name} is None:\n{indent}    return {{"success": False, "error": "{error}"}}\n{indent}'
    place = type(at)(at.path, at.line, at.column, at.line, at.column)
    return Fix("Return a failure where there is none", (Edit(place, text),), Applicability.UNSAFE)
