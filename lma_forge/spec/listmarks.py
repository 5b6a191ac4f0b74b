"""Lines that were meant as list items but begin with a mark that markdown does not know: `• `, `-x`, `a)`."""

import re
from collections.abc import Iterable

from lma_forge.diagnostics import Edit, Fix
from lma_forge.spec import faults_tool as faults
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.reading import Reading

_SYMBOL = re.compile(r"[•·‣▪▫◦●○■□►▶→➤✓✔∙\u2043\uf0b7\uf0a7]\s*+")
_TIGHT = re.compile(r"[-+*–—](?=[^\W\d_]|`)|[–—]\s++(?=\S)")  # noqa: RUF001
_NUMBERED = re.compile(r"\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s++|[0-9]{1,3}[.)](?=[^\W\d_])|o\t\s*+")
_LEVELS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){2,4}[.)]?\s++|[0-9]{1,3}\.[0-9]{1,3}[.)]\s++")
_SHOWN = 20


def check_marks(reading: Reading, pieces: Iterable[Piece]) -> None:
    """Report lines of a section of items that were meant as items and are none.

    Args:
        reading: The document.
        pieces: The section's pieces.
    """
    for piece in pieces:
        if piece.kind is not PieceKind.TEXT or piece.quoted:
            continue
        listed = False
        for index, line in enumerate(piece.lines):
            if index == 0 and piece.opens:
                continue
            width = _width(line.text, first=index == 0, listed=listed)
            if width:
                listed = True
                _report(reading, line, width)


def _width(text: str, *, first: bool, listed: bool) -> int:
    """Measure the mark at the start of a line; 0 where there is none."""
    symbol = _SYMBOL.match(text)
    if symbol is not None:
        return symbol.end()
    if text[:2] in {"- ", "* ", "+ "}:
        return len(text) - len(text[2:].lstrip())
    if not (first or listed):
        return 0
    tight = _TIGHT.match(text)
    if tight is not None:
        closes = text[0] in "*+" and text[0] in text[1:]
        return 0 if closes else tight.end()
    mark = _NUMBERED.match(text) or _LEVELS.match(text)
    if mark is not None:
        return mark.end()
    return 0


def _report(reading: Reading, line: Line, width: int) -> None:
    source = reading.source
    span = source.span(line.number, line.column, line.column + width)
    mark = line.text[:width].strip()[:_SHOWN]
    reading.report(
        faults.UNREAD_LIST_MARK,
        span,
        f"`{mark}` begins no list item here, and the line is read as part of one text: write `- ` at the start of a"
        " line for each item.",
        fix=None if source.shifts or mark in {"-", "*", "+"} else Fix("Write `- `", (Edit(span, "- "),)),
    )
