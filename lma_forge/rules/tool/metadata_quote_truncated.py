"""LCP305."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.metadata import literal, read_by_host, written
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP305", severity=Severity.WARNING)
def metadata_quote_truncated(module: ToolModule) -> Iterator[Diagnostic]:
    """The name of a library holds a quotation mark.

    lollms reads the text up to the first quotation mark of either kind.

    Source: lollms_client 1.21.1, library metadata.

    Bad:
        TOOL_LIBRARY_NAME = "The Writer's Desk"


        def tool_write_note(text: str) -> dict:
            \"\"\"Formats a note for the notebook.\"\"\"
            return {"success": True, "output": text}

    Good:
        TOOL_LIBRARY_NAME = "The Desk of Writers"


        def tool_write_note(text: str) -> dict:
            \"\"\"Formats a note for the notebook.\"\"\"
            return {"success": True, "output": text}
    """
    node = written(module).get("TOOL_LIBRARY_NAME")
    text = literal(node.value) if node else None
    if node is None or text is None or node.value is None or not any(quote in text for quote in "\"'"):
        return
    seen = read_by_host(module, "TOOL_LIBRARY_NAME")
    reads = f"reads '{seen}' as the name of the library" if seen else "does not find the name of the library"
    yield metadata_quote_truncated.at(
        module.span(node.value),
        f"lollms {reads}, since it stops at the first quotation mark; write the name without one.",
    )
