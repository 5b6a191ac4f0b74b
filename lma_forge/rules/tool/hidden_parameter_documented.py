"""LCP228."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules.docparams import args_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP228", severity=Severity.INFO, default=False)
def hidden_parameter_documented(module: ToolModule) -> Iterator[Diagnostic]:
    """A docstring describes a parameter that the host injects.

    The model never fills it. Where the docstring reaches the model, it is told of an argument
    that it cannot pass.

    Source: LCP doctrine, section 4.5 (hidden parameters).

    Bad:
        def tool_greet(name: str, tool_context: dict | None = None) -> dict:
            \"\"\"Greets a person.

            Args:
                name (str): Who to greet.
                tool_context (dict): What the host passes.
            \"\"\"
            return {"success": True, "output": f"Hello {name}"}

    Good:
        def tool_greet(name: str, tool_context: dict | None = None) -> dict:
            \"\"\"Greets a person.

            Args:
                name (str): Who to greet.
            \"\"\"
            return {"success": True, "output": f"Hello {name}"}

    Fix: removes the entry.
    """
    for tool in module.file.tools:
        names = {one.name for one in tool.parameters if one.hidden}
        for entry in args_lines(module, tool):
            if entry.name in names and entry.name in INJECTED:
                removed = entry.removed()
                yield hidden_parameter_documented.at(
                    entry.line.span,
                    f"The host fills {entry.name} and the model never sees it; leave it out of the docstring.",
                    fix=Fix("Remove the entry", removed) if removed else None,
                )
