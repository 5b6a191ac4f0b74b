"""Where the lines of a tool's docstring stand in its file."""

import ast
from dataclasses import dataclass

from lma_forge.diagnostics import Edit, Span
from lma_forge.lcp import ToolView
from lma_forge.rules.toolmodule import ToolModule

_SECTIONS = frozenset(
    {
        *("args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters"),
        *("returns", "return", "yields", "yield", "raises", "raise", "example", "examples", "note", "notes"),
        *("warning", "warnings", "see also", "attributes", "references", "todo", "usage"),
    }
)


@dataclass(frozen=True, slots=True)
class DocLine:
    """One line of a docstring.

    Args:
        text: The line without the docstring's common indentation.
        span: Where its text stands in the file; the whole docstring where that cannot be told.
        whole: From the beginning of the line in the file to the beginning of the next, for edits;
            None where the line does not stand alone in the file.
    """

    text: str
    span: Span
    whole: Span | None = None

    @property
    def indent(self) -> int:
        """How far the text is indented within the docstring."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def section(self) -> str:
        """The name of the section that the line is the heading of, in lower case; "" for other lines."""
        name, colon, rest = self.text.strip().partition(":")
        return name.lower() if colon and not rest.strip() and name.lower() in _SECTIONS else ""

    def replaced(self, text: str) -> Edit | None:
        """An edit that writes another text in the line, its indentation kept; None where it cannot be edited."""
        return Edit(self.span, text) if self.whole else None

    def removed(self) -> Edit | None:
        """An edit that takes the line out; None where it cannot be edited."""
        return Edit(self.whole, "") if self.whole else None


def doc_lines(module: ToolModule, tool: ToolView) -> tuple[DocLine, ...]:
    """The lines of a tool's docstring.

    Args:
        module: The file.
        tool: One of its tools.

    Returns:
        The lines as a host reads them, each with its place; none without a docstring.
    """
    return module.kept(_doc_lines).get((tool.name, tool.where[1]), ())


def _doc_lines(module: ToolModule) -> dict[tuple[str, int], tuple[DocLine, ...]]:
    return {(tool.name, tool.where[1]): _lines_of(module, tool) for tool in module.file.tools}


def _lines_of(module: ToolModule, tool: ToolView) -> tuple[DocLine, ...]:
    node = module.definition(tool)
    if not tool.docstring or node is None:
        return ()
    literal = node.body[0]
    if not isinstance(literal, ast.Expr) or not isinstance(literal.value, ast.Constant):
        return ()
    span = module.span(literal.value)
    raw = str(literal.value.value).split("\n")
    lines = tool.docstring.split("\n")
    source = module.lines[span.line - 1 : span.end_line]
    if len(source) != len(raw):
        # Escapes or joined literals: a line of the text is no line of the file.
        return tuple(DocLine(text, span) for text in lines)
    skipped = _first(raw) - _first(lines)
    return tuple(_placed(text, index + skipped, source, span) for index, text in enumerate(lines))


def _first(lines: list[str]) -> int:
    return next((index for index, line in enumerate(lines) if line.strip()), 0)


def _placed(text: str, index: int, source: list[str], span: Span) -> DocLine:
    number = span.line + index
    if not 0 <= index < len(source):
        return DocLine(text, span)
    stripped = text.strip()
    start = source[index].find(stripped, span.column - 1 if index == 0 else 0)
    if start < 0:
        # Written with an escape or with tabs; the line is known and its columns are not.
        return DocLine(text, Span(span.path, number, 1, number, len(source[index]) + 1))
    place = Span(span.path, number, start + 1, number, start + len(stripped) + 1)
    alone = index > 0 and (index < len(source) - 1) and source[index].strip() == stripped
    return DocLine(text, place, Span(span.path, number, 1, number + 1, 1) if alone else None)


def is_section(text: str) -> bool:
    """Whether a word is the name of a docstring section, such as `Returns`."""
    return text.lower() in _SECTIONS
