"""Reading a document from text: the one entry point."""

import re

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity, Span, sort
from lma_forge.model import Spec
from lma_forge.spec import faults_document
from lma_forge.spec.decoding import MAX_SIZE, oversized
from lma_forge.spec.document import read_document
from lma_forge.spec.labels import LabelTable
from lma_forge.spec.reading import Parsed, Reading, ReadOptions
from lma_forge.spec.source import Source, split_lines
from lma_forge.spec.viewer import Unwrapped, unwrap

_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_NO_BREAK = "\N{NO-BREAK SPACE}"
_BEFORE_NO_BREAK = re.compile(r"^[ \t>|]*+(?:#{1,6}|[-*+]|[0-9]{1,9}[.)])[ \N{NO-BREAK SPACE}]{1,4}")
"""A heading's or list item's mark and the blanks behind it: to CommonMark a no-break space is none."""
_DEFAULTS = ReadOptions()


def parse(text: str, path: str = "<string>", options: ReadOptions = _DEFAULTS) -> Parsed:
    """Read a document.

    Never raises, whatever the text; what is wrong with it is among the diagnostics.

    Args:
        text: The document.
        path: The name under which findings speak of it.
        options: What the project adds to the language.

    Returns:
        Its meaning as far as it could be read, the findings of the reader, and the comments that
        accept findings.
    """
    if len(text) > MAX_SIZE:
        return Parsed(Spec(path=path), (oversized(path, len(text), "characters"),))
    lines = split_lines(text.removeprefix(_BYTE_ORDER_MARK))
    found: list[Diagnostic] = []
    if "\0" in text:
        lines = _without_nul(lines, path, found)
    if _NO_BREAK in text:
        lines = [_BEFORE_NO_BREAK.sub(_plain_blanks, line, count=1) if _NO_BREAK in line else line for line in lines]
    copied = unwrap(lines)
    source = Source(path, lines) if copied is None else Source(path, copied.lines, copied.shifts)
    above = copied.strays[-1] + 1 if copied is not None and copied.strays else 0
    spaced = any(not line.strip() for line in source.lines[above:-1])
    reading = Reading(source, LabelTable(options.aliases, options.allowed_labels), spaced, found)
    if copied is not None:
        _report_copy(reading, lines, copied)
    spec, suppressions = read_document(reading)
    return Parsed(spec, sort(reading.found), suppressions)


def _plain_blanks(match: re.Match[str]) -> str:
    return match[0].replace(_NO_BREAK, " ")


def _without_nul(lines: list[str], path: str, found: list[Diagnostic]) -> list[str]:
    """Report the first NUL and put the replacement character in the place of each."""
    number = next(number for number, line in enumerate(lines) if "\0" in line)
    column = lines[number].index("\0")
    found.append(
        faults_document.NUL_CHARACTER.at(
            Source(path, lines).span(number, column, column + 1),
            "The document holds a NUL: it is no text, or it was damaged.",
        )
    )
    return [line.replace("\0", "\N{REPLACEMENT CHARACTER}") for line in lines]


def _report_copy(reading: Reading, lines: list[str], copied: Unwrapped) -> None:
    """Report a document that was copied off a viewer, as an error where text of it is lost."""
    message = "This was copied off a page that shows files as a table: keep the text of its rows alone."
    if copied.strays:
        message += f" The {len(copied.strays)} line(s) above the table are left out."
    first = next(number for number, line in enumerate(lines) if line.lstrip().startswith("|"))
    kept = copied.lines[first:]
    whole = Span(reading.source.path, 1, 1, len(lines), len(lines[-1]) + 1)
    fix = None if copied.lost else Fix("Take the document out of the table", (Edit(whole, "\n".join(kept)),))
    reading.report(faults_document.VIEWER_COPY, reading.source.line_span(first), message, fix=fix)
    for number in copied.lost:
        line = lines[number]
        reading.report(
            faults_document.VIEWER_COPY,
            Source(reading.source.path, lines).span(number, len(line) - len(line.lstrip()), len(line.rstrip())),
            "This line is no row of the copied table, and its text is lost: copy the file itself.",
            severity=Severity.ERROR,
        )
