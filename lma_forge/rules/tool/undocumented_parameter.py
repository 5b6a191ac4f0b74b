"""LCP219."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.docparams import documented, other_forms
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED, parameters_of
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP219", severity=Severity.WARNING)
def undocumented_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A docstring says more than what the tool does, and nothing of one of its parameters.

    All that the model is told of that one is "Parameter 'width'". A docstring of one paragraph is
    left alone: it may say it all.

    Source: LCP doctrine, section 4.2 (descriptions of parameters).

    Bad:
        def tool_pad(text: str, width: int) -> dict:
            \"\"\"Pads a text to a width.

            Args:
                text (str): The text.
            \"\"\"
            return {"success": True, "output": text.ljust(width)}

    Good:
        def tool_pad(text: str, width: int) -> dict:
            \"\"\"Pads a text to a width.

            Args:
                text (str): The text.
                width (int): How many characters the result has at least.
            \"\"\"
            return {"success": True, "output": text.ljust(width)}
    """
    for tool in module.file.tools:
        known = documented(module, tool)
        others = other_forms(module, tool)
        names = {one.view.name for one in parameters_of(module, tool)}
        if not names & {*known, *others} and "\n\n" not in tool.docstring:
            continue
        for one in parameters_of(module, tool):
            name = one.view.name
            if name in known or name in others or one.view.variadic or name in INJECTED:
                continue
            yield undocumented_parameter.at(
                module.span(one.node),
                f"All the model reads of {name} is \"Parameter '{name}'\"; "
                f"add a line '{name} ({one.view.annotation or 'str'}): …' to the Args of {tool.name}.",
            )
