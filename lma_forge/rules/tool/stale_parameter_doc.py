"""LCP221."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.names import nearest
from lma_forge.rules.docparams import args_lines
from lma_forge.rules.docsource import is_section
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP221", severity=Severity.WARNING)
def stale_parameter_doc(module: ToolModule) -> Iterator[Diagnostic]:
    """A docstring describes a parameter that the tool does not have.

    A reader takes it for one that can be given. Where the tool has no parameter at all, lollms
    even makes one of it.

    Source: LCP doctrine, section 10.4 (docstrings).

    Bad:
        def tool_strip(text: str) -> dict:
            \"\"\"Strips the blanks around a text.

            Args:
                text (str): The text.
                chars (str): Characters to strip.
            \"\"\"
            return {"success": True, "output": text.strip()}

    Good:
        def tool_strip(text: str) -> dict:
            \"\"\"Strips the blanks around a text.

            Args:
                text (str): The text.
            \"\"\"
            return {"success": True, "output": text.strip()}

    Fix: removes the entry.
    """
    for tool in module.file.tools:
        names = [one.name for one in tool.parameters]
        if tool.takes_any or "args" in names or module.definition(tool) is None:
            continue
        entries = args_lines(module, tool)
        described = {entry.name for entry in entries}
        left = [name for name in names if name not in described]
        for entry in entries:
            if entry.name in names or entry.name in INJECTED or is_section(entry.name):
                continue
            close = nearest(entry.name, left)
            removed = entry.removed()
            yield stale_parameter_doc.at(
                entry.line.span,
                f"{tool.name} has no parameter {entry.name}; "
                + (f"it is called {close}." if close else "remove this line, or add the parameter."),
                fix=Fix("Remove the entry", removed) if removed and not close else None,
            )
