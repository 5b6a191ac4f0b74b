"""LCP421."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule

_ASKS = frozenset({"input", "getpass.getpass"})


@rule("LCP421", severity=Severity.WARNING)
def print_in_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool prints.

    No model reads what is printed; it goes to the terminal of the host, if there is one.

    Source: LCP doctrine, section 7.7 (the output is what the model reads).

    Bad:
        def tool_greet(name: str) -> dict:
            \"\"\"Greets a person.\"\"\"
            print("Hello", name)
            return {"success": True, "output": "done"}

    Good:
        def tool_greet(name: str) -> dict:
            \"\"\"Greets a person.\"\"\"
            return {"success": True, "output": f"Hello {name}"}
    """
    if "print" not in module.source or not module.file.tools:
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        calls = [(call, facts.dotted(call.func)) for call in scope.of(cst.Call)]
        if any(name in _ASKS for _, name in calls):
            # It speaks with the operator at the terminal.
            continue
        for call, name in calls:
            if name == "print" and "print" not in scope.bound and "file" not in facts.arguments(call):
                yield print_in_tool.at(
                    module.span(call),
                    f"What {tool.name} prints reaches no model; return it in `output`, or write it to the log.",
                )
