"""LCP224."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules.docparams import args_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP224", severity=Severity.WARNING)
def multi_line_parameter_doc(module: ToolModule) -> Iterator[Diagnostic]:
    """The description of a parameter goes on in a second line.

    Hosts read one line for each parameter. What stands in the lines after it does not reach the
    model.

    Source: LCP doctrine, section 4.2 (descriptions of parameters).

    Bad:
        def tool_sort_lines(text: str, order: str = "up") -> dict:
            \"\"\"Sorts the lines of a text.

            Args:
                text (str): The text.
                order (str): The order of the lines,
                    'up' for ascending or 'down' for descending.
            \"\"\"
            return {"success": True, "output": text}

    Good:
        def tool_sort_lines(text: str, order: str = "up") -> dict:
            \"\"\"Sorts the lines of a text.

            Args:
                text (str): The text.
                order (str): The order of the lines, 'up' for ascending or 'down' for descending.
            \"\"\"
            return {"success": True, "output": text}

    Fix: joins the lines, unless they are too many for one.
    """
    for tool in module.file.tools:
        names = {one.name for one in tool.parameters if not one.hidden and not one.variadic}
        for entry in args_lines(module, tool):
            if entry.name not in names or not entry.more:
                continue
            edits = entry.joined()
            said = f"'{entry.text}'" if entry.text else "nothing"
            yield multi_line_parameter_doc.at(
                entry.line.span,
                f"Of {entry.name} the model reads {said} and nothing of the "
                f"{'line that follows' if len(entry.more) == 1 else f'{len(entry.more)} lines that follow'}; "
                "write the description in one line.",
                fix=Fix("Join the lines", edits) if edits else None,
            )
