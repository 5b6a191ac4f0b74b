"""A document that was copied off a web page which shows files as a table: `| text | |` on every line."""

from dataclasses import dataclass

_LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """What stood in the table.

    Args:
        lines: The document's lines; what is no part of it is left blank, so that numbers still fit.
        shifts: How many columns stood before each line.
        strays: Numbers (from 0) of the lines above the table, which belong to the page around it.
        lost: Numbers of lines inside or below the table, or with more cells, whose text is lost.
    """

    lines: list[str]
    shifts: tuple[int, ...]
    strays: tuple[int, ...]
    lost: tuple[int, ...]


def unwrap(lines: list[str]) -> Unwrapped | None:
    """Recognise a viewer's copy and take the document out of it.

    Args:
        lines: The lines of a file.

    Returns:
        The document's lines; None when the file is no such copy.
    """
    if sum(1 for line in lines if line.lstrip()[:1] == "|") < _LEAST_ROWS:
        return None
    rows = [_row(line) for line in lines]
    whole = sum(1 for row in rows if row is not None)
    if whole < _LEAST_ROWS or 2 * whole <= sum(1 for line in lines if line.strip()):
        return None
    first = next(number for number, row in enumerate(rows) if row is not None)
    outside = [number for number, row in enumerate(rows) if row is None and lines[number].strip()]
    return Unwrapped(
        lines=[row[1] if row else "" for row in rows],
        shifts=tuple(row[0] if row else 0 for row in rows),
        strays=tuple(number for number in outside if number < first),
        lost=tuple(number for number in outside if number > first),
    )


def _row(line: str) -> tuple[int, str] | None:
    """Take the text out of a row whose last cell is empty, with the columns before it."""
    text = line.strip()
    if not (text.startswith("|") and text.endswith("|") and len(text) > 1):
        return None
    inner = text[1:-1].rstrip()
    if not inner.endswith("|"):
        return None
    content = inner[:-1]
    shift = len(line) - len(line.lstrip()) + 1
    if content.startswith((" ", "\t")):
        content = content[1:]
        shift += 1
    return shift, content.rstrip()
