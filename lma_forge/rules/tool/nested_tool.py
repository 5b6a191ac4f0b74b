"""LCP104."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head


@rule("LCP104", severity=Severity.ERROR)
def nested_tool(file: ToolFile) -> Iterator[Diagnostic]:
    """A tool is defined inside a function.

    Hosts call tools as attributes of the module. A nested function is none: the model is either
    never told of it, or every call of it fails.

    Source: LCP doctrine, section 1.4 (tool functions); lollms_client 1.21.1, tool discovery.

    Bad:
        TOOL_LIBRARY_NAME = "Notes"


        def make_tools() -> None:
            def tool_read_note(key: str) -> dict:
                \"\"\"Reads a note.\"\"\"
                return {"success": True, "output": key}

    Good:
        TOOL_LIBRARY_NAME = "Notes"


        def tool_read_note(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": key}
    """
    for stray in file.unreachable:
        if "inside function" in stray.reason:
            yield nested_tool.at(
                head(stray.span, stray.name),
                f"No host can call {stray.name}: {stray.reason}; define it at the top level of the module.",
            )
