"""LCP226."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head

_WORDS, _CHARACTERS = 4, 20


@rule("LCP226", severity=Severity.INFO, default=False)
def weak_description(file: ToolFile) -> Iterator[Diagnostic]:
    """The description of a tool has fewer than four words or twenty characters.

    It is what a model chooses by among dozens of tools.

    Source: LCP doctrine, section 10.4 (docstrings).

    Bad:
        def tool_process(text: str) -> dict:
            \"\"\"Processes text.\"\"\"
            return {"success": True, "output": text.title()}

    Good:
        def tool_title_case(text: str) -> dict:
            \"\"\"Writes every word of a text with a capital letter.\"\"\"
            return {"success": True, "output": text.title()}
    """
    for tool in file.tools:
        text = tool.description
        if tool.has_docstring and not tool.broken and (len(text.split()) < _WORDS or len(text) < _CHARACTERS):
            yield weak_description.at(
                head(tool.span, tool.name),
                f"'{' '.join(text.split())}' is all by which a model can choose {tool.name}; "
                "say what it does, to what, and what comes back.",
            )
