"""Sections buried where nobody reads them: in the middle of a line, in a table of prose, in a link definition."""

import re
from collections.abc import Iterable, Iterator

from lma_forge.grammar import SectionKey, SectionKind
from lma_forge.spec import faults_tool as faults
from lma_forge.spec.fieldtables import cells
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.reading import Reading
from lma_forge.spec.slips import fits, is_value

_MIDDLE = re.compile(
    r"(?:[.;,|!?—>\t*]|\s\s)\s{0,3}(?:\*\*|__)?(?P<label>[A-Z][A-Za-z]{1,30}(?:[ -][A-Za-z]{1,30}){0,2})\s?"
    r"(?:\*\*|__)?:(?:\*\*|__)?\s{0,3}"
)
_ALONE = re.compile(
    r"[^\w\s]{0,4}\s?[xX]?[^\w\s]{0,2}\s?(?P<label>[A-Za-z]{4,14}(?: [A-Za-z]{4,14})?)(?P<gap>[^\w]{1,8})"
    r"(?P<value>.{2,60})\Z"
)
_DEFINITION = re.compile(r"[ >]{0,8}\[(?P<label>[^\]\[]{1,60})\]:\s*(?=\S)")


def check_buried(reading: Reading, piece: Piece) -> None:
    """Report sections of one value that stand in a line of text or in a table.

    Args:
        reading: The document.
        piece: A piece of a tool.
    """
    if piece.kind is PieceKind.TEXT:
        for line in piece.lines:
            for start, end in _in_line(reading, line.text) if ":" in line.text else ():
                _report(reading, line, start, end, "stands in the middle of a line")
    elif piece.kind is PieceKind.TABLE:
        for number in range(piece.start, piece.end):
            row = cells(number, reading.source.lines[number])
            label = row[0].text.strip("*_` ").rstrip(":").strip("*_` ") if len(row) > 1 else ""
            if label and _says(reading, label, row[1].text) is not None:
                _report(reading, row[0], 0, len(row[0].text), "stands in a table")


def check_line(reading: Reading, line: Line, key: SectionKey | None) -> None:
    """Report a line that is read as text though it is nothing but a label and its value, in whatever marks.

    Args:
        reading: The document.
        line: A line that opens no section.
        key: The section that it stands in.
    """
    match = _ALONE.match(line.text)
    if match is None or (reading.found and reading.found[-1].span.line == line.number + 1):
        return
    label, value = match["label"], match["value"].strip(" .!*_`'\")]")
    if _says(reading, label, value) is None or (label.islower() and key is not None and key.kind is SectionKind.FIELDS):
        return
    if match["gap"].strip() or is_value(value):
        _report(reading, line, *match.span("label"), "is text here")


def _in_line(reading: Reading, text: str) -> Iterator[tuple[int, int]]:
    for match in _MIDDLE.finditer(text):
        is_code = text.count("`", 0, match.start()) % 2
        begins = not text[: match.start("label")].strip(" *_'>")
        if not begins and not is_code and _says(reading, match["label"], text[match.end() :]) is not None:
            yield match.span("label")


def _says(reading: Reading, label: str, value: str) -> SectionKey | None:
    """Find the section of a label that is followed by what only that section says."""
    labels = reading.labels
    key = labels.key_of(label) or labels.key_of(reading.meant(label) or labels.meant_of(label, value) or "")
    return key if key is not None and fits(key, value) else None


def _report(reading: Reading, line: Line, start: int, end: int, what: str) -> None:
    reading.report(
        faults.LABEL_IN_TEXT,
        reading.source.span(line.number, line.column + start, line.column + end),
        f"`{line.text[start:end]}` {what} and sets nothing: write it at the start of a line of its own.",
    )


def check_definitions(reading: Reading, pieces: Iterable[Piece]) -> None:
    """Report link definitions that were meant as labels or footnotes: markdown shows nothing of them.

    Args:
        reading: The document.
        pieces: All of its pieces.
    """
    lines = reading.source.lines
    suspects = [number for number, line in enumerate(lines) if _DEFINITION.match(line)]
    if not suspects:
        return
    covered: set[int] = set()
    for piece in pieces:
        covered.update((line.number for line in piece.lines) if piece.lines else range(piece.start, piece.end))
    for number in suspects:
        match = _DEFINITION.match(lines[number])
        if match is None or number in covered:
            continue
        label = match["label"].strip(" :*")
        if label.startswith("^") or reading.labels.key_of(label) is not None:
            reading.report(
                faults.LABEL_IN_TEXT,
                reading.source.line_span(number),
                f"`[{label}]: …` is a link definition, which nobody sees and nothing reads: write"
                + (" the note as text." if label.startswith("^") else f" `{label}:` at the start of the line."),
            )
