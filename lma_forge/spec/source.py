"""The lines of a document, and the way back from any piece of text to its exact place in the file."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from lma_forge.diagnostics import Span

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def split_lines(text: str) -> list[str]:
    """Split text into lines where CommonMark does: at CR LF, LF and a lone CR.

    `str.splitlines` would also cut at U+2028, form feeds and vertical tabs, and give lines that no
    editor shows.

    Args:
        text: Any text.

    Returns:
        The lines without their ends; at least one.
    """
    if "\r" in text:
        return _LINE_ENDS.split(text)
    return text.split("\n")


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text that may have been put together from several lines.

    Args:
        value: The text, its lines joined by one space.
        parts: Where it comes from: (offset in the value, line, column), both counted from 0, in order.
    """

    value: str
    parts: tuple[tuple[int, int, int], ...]

    def place(self, offset: int) -> tuple[int, int]:
        """Find the line and column, both from 0, of the character at `offset`."""
        parts = self.parts
        index = 0 if len(parts) == 1 else bisect_right(parts, offset, key=_offset_of) - 1
        start, line, column = parts[index]
        return line, column + offset - start


def _offset_of(part: tuple[int, int, int]) -> int:
    return part[0]


def join(texts: "list[Text]") -> Text:
    """Put runs of text together with one space between them; empty ones vanish."""
    texts = [text for text in texts if text.value]
    if len(texts) == 1:
        return texts[0]
    parts: list[tuple[int, int, int]] = []
    values: list[str] = []
    length = 0
    for text in texts:
        parts.extend((length + offset, line, column) for offset, line, column in text.parts)
        values.append(text.value)
        length += len(text.value) + 1
    return Text(" ".join(values), tuple(parts) or ((0, 0, 0),))


@dataclass(frozen=True, slots=True)
class Source:
    """A document as lines.

    Args:
        path: The name under which findings speak of it.
        lines: Its lines, as they are to be read.
        shifts: How many columns of the file stand before each line, where a viewer's copy was
            unwrapped; empty when none was.
    """

    path: str
    lines: list[str]
    shifts: tuple[int, ...] = ()

    def span(self, line: int, start: int, end: int) -> Span:
        """Make the span of the columns `start` to `end` (from 0, end exclusive) of a line (from 0)."""
        shift = self.shifts[line] + 1 if self.shifts else 1
        return Span(self.path, line + 1, start + shift, line + 1, end + shift)

    def line_span(self, line: int) -> Span:
        """Make the span of a line without the blanks around it; an empty one past the end."""
        if line >= len(self.lines):
            return self.span(len(self.lines) - 1, 0, 0)
        text = self.lines[line]
        end = len(text.rstrip())
        return self.span(line, min(len(text) - len(text.lstrip()), end), end)

    def text_span(self, text: Text, start: int = 0, end: int | None = None) -> Span:
        """Make the span of the characters `start` to `end` of a run of text.

        Args:
            text: The run.
            start: Offset of the first character.
            end: Offset after the last one; the end of the run when None.

        Returns:
            The span in the file; empty when the range is.
        """
        if end is None:
            end = len(text.value)
        line, column = text.place(start)
        if end <= start:
            return self.span(line, column, column)
        if len(text.parts) == 1:
            return self.span(line, column, column + end - start)
        last_line, last_column = text.place(end - 1)
        first, last = self.span(line, column, column), self.span(last_line, last_column, last_column + 1)
        return Span(self.path, first.line, first.column, last.end_line, last.end_column)
