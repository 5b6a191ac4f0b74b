"""LCP218."""

from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.docsource import DocLine, doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP218", severity=Severity.WARNING)
def description_swallows_sections(module: ToolModule) -> Iterator[Diagnostic]:
    """A section of the docstring follows the description without an empty line.

    Hosts send everything up to the first empty line as the description. Without one before
    `Args:` the model reads the whole block as part of it; and a line of blanks is not empty.

    Source: LCP doctrine, section 4.1 (description from the docstring).

    Bad:
        def tool_upper(text: str) -> dict:
            \"\"\"Writes a text in capital letters.
            Args:
                text (str): The text.
            \"\"\"
            return {"success": True, "output": text.upper()}

    Good:
        def tool_upper(text: str) -> dict:
            \"\"\"Writes a text in capital letters.

            Args:
                text (str): The text.
            \"\"\"
            return {"success": True, "output": text.upper()}

    Fix: inserts the empty line, or empties the line of blanks.
    """
    for tool in module.file.tools:
        paragraph: list[DocLine] = []
        for line in doc_lines(module, tool):
            if line.text == "" and paragraph:
                break
            if line.section or line.text.strip().startswith((":param ", ":return", ":returns:", ":raises ")):
                yield _finding(module, tool.name, paragraph, line)
                break
            if line.text or paragraph:
                paragraph.append(line)


def _finding(module: ToolModule, name: str, paragraph: list[DocLine], line: DocLine) -> Diagnostic:
    heading = line.text.strip().partition(" ")[0]
    text = [one for one in paragraph if one.text.strip()]
    if not text:
        return description_swallows_sections.at(
            line.span,
            f"The description of {name} that the model reads is '{heading}' and what follows, for want of a summary; "
            "begin the docstring with what the tool does, then an empty line.",
        )
    blank = next((one for one in reversed(paragraph) if not one.text.strip()), None)
    fix = _emptied(module, blank) if blank else _inserted(line)
    why = "a line of blanks does not end it" if blank else "there is no empty line before it"
    return description_swallows_sections.at(
        line.span,
        f"The description of {name} that the model reads goes on with '{heading}': {why}; "
        "put an empty line before the section.",
        fix=fix,
    )


def _inserted(line: DocLine) -> Fix | None:
    if line.whole is None:
        return None
    start = replace(line.whole, end_line=line.whole.line, end_column=line.whole.column)
    return Fix("Insert an empty line", (Edit(start, "\n"),))


def _emptied(module: ToolModule, blank: DocLine) -> Fix | None:
    text = module.lines[blank.span.line - 1]
    if text.strip():
        return None
    span = replace(blank.span, column=1, end_line=blank.span.line, end_column=len(text) + 1)
    return Fix("Empty the line of blanks", (Edit(span, ""),))
