"""LCP107."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule


@rule("LCP107", severity=Severity.ERROR)
def assigned_tool(file: ToolFile) -> Iterator[Diagnostic]:
    """A name that looks like a tool is assigned or imported.

    Hosts find tools by reading the file for function definitions. An assigned or imported function
    has no definition there, so the model is never told of it.

    Source: LCP doctrine, section 1.4 (tool functions).

    Bad:
        def _shout(text: str) -> dict:
            return {"success": True, "output": text.upper()}


        tool_shout = _shout

    Good:
        def tool_shout(text: str) -> dict:
            \"\"\"Writes a text in capital letters.\"\"\"
            return {"success": True, "output": text.upper()}
    """
    for stray in file.unreachable:
        if "not defined" in stray.reason:
            yield assigned_tool.at(
                stray.span, f"The model never sees {stray.name}: {stray.reason}; write a function of that name."
            )
