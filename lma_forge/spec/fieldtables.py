"""Fields that are written as a table with columns for name, type, required, default and description."""

import re
from collections.abc import Iterator

from lma_forge.spec.lines import Line, Piece
from lma_forge.spec.source import Source

_COLUMNS = {
    "name": "name", "field": "name", "parameter": "name", "param": "name", "argument": "name",
    "input": "name", "output": "name", "key": "name", "property": "name",
    "type": "type", "kind": "type",
    "required": "required", "required?": "required", "mandatory": "required",
    "optional": "optional", "optional?": "optional",
    "default": "default", "default value": "default",
    "description": "description", "meaning": "description", "details": "description", "notes": "description",
    "purpose": "description",
    "values": "values", "allowed": "values", "allowed values": "values",
}  # fmt: skip
_USUAL = "Name, Type, Required, Default and Description"
_YES = frozenset({"yes", "true", "y", "x", "✓", "✔", "✅", "required", "always"})
_NO = frozenset({"no", "false", "n", "", "-", "–", "—", "✗", "✘", "❌", "optional", "never"})  # noqa: RUF001
_NOTHING = frozenset({"", "-", "–", "—", "none", "n/a"})  # noqa: RUF001
_MARGIN = re.compile(r"[\s>]*+\|?+")


def cells(number: int, line: str) -> list[Line]:
    """Cut a row at its unescaped bars.

    Args:
        number: The row's line number.
        line: The row.

    Returns:
        Its cells, each with the place of its text.
    """
    found: list[Line] = []
    margin = _MARGIN.match(line)
    begin = margin.end() if margin else 0
    end = len(line.rstrip())
    if end > begin and line[end - 1] == "|" and line[end - 2 : end - 1] != "\\":
        end -= 1
    for stop in (*_bars(line, begin, end), end):
        text = line[begin:stop]
        bare = text.strip()
        found.append(Line(number, begin + len(text) - len(text.lstrip()) if bare else begin, bare))
        begin = stop + 1
    return found


def _bars(line: str, start: int, end: int) -> Iterator[int]:
    position = line.find("|", start, end)
    while position >= 0:
        if line[position - 1] != "\\":
            yield position
        position = line.find("|", position + 1, end)


def columns(source: Source, piece: Piece) -> list[str]:
    """Read the header of a table.

    Args:
        source: The document.
        piece: The table.

    Returns:
        What each column holds: name, type, required, optional, default, description, values, or
        nothing known; empty when no column holds names.
    """
    header = cells(piece.start, source.lines[piece.start])
    known = [_COLUMNS.get(cell.text.strip("*_` ").casefold(), "") for cell in header]
    return known if "name" in known else []


def unread(source: Source, piece: Piece, names: list[str]) -> Iterator[tuple[Line, str]]:
    """Find what a table says that is not read.

    Args:
        source: The document.
        piece: The table.
        names: What its columns hold.

    Yields:
        A cell with what is wrong with it: the head of an unknown or repeated column that is not
        empty, a cell beyond the last column, and the text of a row without a name.
    """
    header = cells(piece.start, source.lines[piece.start])
    body = [cells(number, source.lines[number]) for number in range(piece.start + 2, piece.end)]
    for index, head in enumerate(header):
        filled = any(row[index].text for row in body if index < len(row))
        if filled and (not names[index] or names[index] in names[:index]):
            what = "is no column of fields" if not names[index] else f"is a second column for the {names[index]}"
            yield head, f"`{head.text[:40]}` {what}, and what stands under it is not read: use the columns {_USUAL}."
    place = names.index("name")
    for row in body:
        for cell in row[len(header) :]:
            if cell.text:
                yield cell, "This cell has no column and is not read: add a column, or write a bar in text as `\\|`."
        texts = [cell for cell in row[: len(header)] if cell.text]
        if texts and (len(row) <= place or not row[place].text):
            yield texts[0], "This row names no field and is not read: write the field's name, or put the text above."


def rows(source: Source, piece: Piece, names: list[str]) -> Iterator[dict[str, Line]]:
    """Give the cells of each row below the header by what their columns hold; missing cells are blank."""
    for number in range(piece.start + 2, piece.end):
        line = source.lines[number]
        found = dict(zip(names, cells(number, line), strict=False))
        end = Line(number, len(line.rstrip()), "")
        yield {name: found.get(name, end) for name in names}


def says_yes(text: str) -> bool | None:
    """Read a cell that says yes or no; None when it says neither."""
    word = text.strip("*_` .").casefold()
    return True if word in _YES else False if word in _NO else None


def says_nothing(text: str) -> bool:
    """Tell whether a default's cell is left blank, perhaps by a dash."""
    return text.strip().casefold() in _NOTHING
