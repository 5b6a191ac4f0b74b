"""LCP227."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.docsource import doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_LONGEST = 1024


@rule("LCP227", severity=Severity.WARNING)
def description_too_long(module: ToolModule) -> Iterator[Diagnostic]:
    """The description of a tool has more than 1,024 characters.

    Providers cut or refuse longer ones, and it takes room in every request.

    Source: LCP doctrine, section 4.1 (description from the docstring); OpenAI, function descriptions.

    Bad:
        def tool_guide(topic: str) -> dict:
            \"\"\"Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here. Explains a topic with many words, none of which would be missed if it were not here.\"\"\"
            return {"success": True, "output": topic}

    Good:
        def tool_guide(topic: str) -> dict:
            \"\"\"Explains a topic in two sentences.\"\"\"
            return {"success": True, "output": topic}
    """  # noqa: E501 - it takes a long line to show one
    for tool in module.file.tools:
        if tool.broken or len(tool.description) <= _LONGEST:
            continue
        lines = doc_lines(module, tool)
        first = next((line for line in lines if line.text.strip()), None)
        yield description_too_long.at(
            first.span if first else tool.span,
            f"The description of {tool.name} has {len(tool.description):,} characters, of which providers keep "
            f"{_LONGEST:,}; say it shorter, and leave the rest to later paragraphs.",
        )
