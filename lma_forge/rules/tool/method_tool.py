"""LCP105."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head


@rule("LCP105", severity=Severity.ERROR)
def method_tool(file: ToolFile) -> Iterator[Diagnostic]:
    """A tool is defined as a method of a class.

    Some hosts register it all the same, with `self` as an argument that the model has to fill, and
    every call fails.

    Source: LCP doctrine, section 1.4 (tool functions); lollms_client 1.21.1, tool discovery.

    Bad:
        TOOL_LIBRARY_NAME = "Notes"


        class Notes:
            def tool_read_note(self, key: str) -> dict:
                \"\"\"Reads a note.\"\"\"
                return {"success": True, "output": key}

    Good:
        TOOL_LIBRARY_NAME = "Notes"


        def tool_read_note(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": key}
    """
    for stray in file.unreachable:
        if "inside class" in stray.reason:
            yield method_tool.at(
                head(stray.span, stray.name),
                f"Every call of {stray.name} fails: {stray.reason}; define it at the top level of the module.",
            )
