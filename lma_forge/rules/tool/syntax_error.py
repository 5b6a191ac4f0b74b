"""LCP001."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule


@rule("LCP001", severity=Severity.ERROR)
def syntax_error(file: ToolFile) -> Iterator[Diagnostic]:
    """A file does not parse as Python.

    A host that meets such a file guesses its tools from the text and offers them to the model.
    Every call of one of them then fails.

    Source: LCP doctrine, section 4.6 (fallback for files that do not parse).

    Bad:
        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(text.split())}

    Good:
        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(text.split()))}
    """
    if file.error is None:
        return
    line, column = file.error.line, file.error.column
    lost = f", and every call of {', '.join(tool.name for tool in file.tools)} fails" if file.tools else ""
    yield syntax_error.at(
        Span(file.path, line, column, line, column),
        f"The file does not parse ({file.error.message}){lost}; correct the syntax here or just before.",
    )
