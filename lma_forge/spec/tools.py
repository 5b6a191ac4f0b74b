"""A tool from its heading and its sections."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lma_forge.diagnostics import Severity, Span
from lma_forge.grammar import SectionKey, SectionKind
from lma_forge.model import ExtraSection, Field, GovernanceRule, ReservedTool, Tool
from lma_forge.spec import faults_field, faults_tool
from lma_forge.spec.attributes import read_line
from lma_forge.spec.examples import read_examples
from lma_forge.spec.failures import read_failures
from lma_forge.spec.fields import read_field, read_table, report_duplicates, starts_field
from lma_forge.spec.headings import ToolHeading
from lma_forge.spec.labels import fold
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.listmarks import check_marks
from lma_forge.spec.outline import Entry, bullet, outline, prose
from lma_forge.spec.reading import Reading
from lma_forge.spec.rulelines import read_rules
from lma_forge.spec.secondfields import report_lazy_fields
from lma_forge.spec.sections import Opened, merged

_NONE = frozenset(
    {
        "none", "null", "n/a", "nothing", "no input", "no inputs", "no output", "no outputs", "no parameters",
        "no arguments", "none required", "none needed",
    }
)  # fmt: skip
_RESERVED = frozenset({"reserved", "planned", "future"})


@dataclass(frozen=True, slots=True)
class ToolPlace:
    """Where a tool stands and under which heading.

    Args:
        heading: Its heading.
        name_span: The name alone.
        span: The whole heading.
        group: The text of the nearest heading above that holds tools.
    """

    heading: ToolHeading
    name_span: Span
    span: Span
    group: str


def build(reading: Reading, place: ToolPlace, opened: list[Opened]) -> Tool | ReservedTool:
    """Make a tool of its sections.

    Args:
        reading: The document.
        place: Its heading.
        opened: Its sections in the order of the document.

    Returns:
        The tool, or the reserved tool when its heading or status says so.
    """
    status = _status(reading, opened)
    if place.heading.prefix in {"future", "reserved", "planned"} or fold(status).strip(" .") in _RESERVED:
        return _reserved(reading, place, opened, status)
    sections = merged(reading, opened)
    _report_lead(reading, opened)
    values: dict[str, Any] = {}
    for field, parts in sections.items():
        key = parts[0].key
        if key is not None:
            value = _value(reading, key, parts)
            if value is not None:
                values[field] = value
    if place.heading.prefix == "deprecated":
        values.setdefault("status", "deprecated")
    return Tool(
        place.heading.name,
        **values,
        extra=_extra(reading, sections.get("", [])),
        group=place.group,
        span=place.span,
        name_span=place.name_span,
        section_spans=tuple((section.key.field, section.span) for section in opened if section.key is not None),
    )


def _report_lead(reading: Reading, opened: list[Opened]) -> None:
    if opened and not opened[0].label:
        reading.report(
            faults_tool.TEXT_BEFORE_LABEL,
            opened[0].span,
            "This text stands before any label and is read as the description: put `Description:` above it.",
        )


def _status(reading: Reading, opened: list[Opened]) -> str:
    section = next((section for section in opened if section.key is not None and section.key.field == "status"), None)
    return str(read_line(reading, section.key, outline(section.pieces))) if section and section.key else ""


def _reserved(reading: Reading, place: ToolPlace, opened: list[Opened], status: str) -> ReservedTool:
    purpose = [section for section in opened if section.key is not None and section.key.field == "description"]
    others = [
        section for section in opened if section.key is None or section.key.field not in {"description", "status"}
    ]
    return ReservedTool(
        place.heading.name,
        prose(reading.source, [piece for section in purpose for piece in section.pieces]),
        status,
        _extra(reading, others),
        place.group,
        place.span,
        place.name_span,
    )


def _extra(reading: Reading, sections: list[Opened]) -> tuple[ExtraSection, ...]:
    return tuple(
        ExtraSection(section.label, prose(reading.source, section.pieces), section.span) for section in sections
    )


def _value(reading: Reading, key: SectionKey, parts: list[Opened]) -> Any:  # noqa: ANN401 - one type per section
    """Read the body of a section, however often it occurs."""
    pieces = [piece for part in parts for piece in part.pieces]
    if key.kind is SectionKind.PROSE:
        text = prose(reading.source, pieces)
        if not text:
            _report_empty(reading, key, parts)
        return text
    if key.kind is SectionKind.EXAMPLES:
        if not any(piece.kind is PieceKind.CODE for piece in pieces):
            _report_empty(reading, key, parts)
        else:
            _report_examples(reading, pieces)
        return read_examples(reading, pieces)
    if key.kind is SectionKind.LINE:
        value = read_line(reading, key, outline(parts[0].pieces))
        if not any(piece.lines for piece in parts[0].pieces):
            _report_empty(reading, key, parts)
        return value
    check_marks(reading, pieces)
    entries = [entry for entry in outline(pieces) if _is_read(reading, key, entry)]
    if not entries or _says_none(entries):
        if not entries or key.kind is SectionKind.FAILURES:
            _report_empty(reading, key, parts)
        return ()
    return _READERS[key.kind](reading, key, entries)


def _report_examples(reading: Reading, pieces: list[Piece]) -> None:
    """Report what stands under Examples and is no fenced block, but for the sentences that introduce one."""
    for index, piece in enumerate(pieces):
        following = pieces[index + 1].kind if index + 1 < len(pieces) else None
        introduces = piece.is_text and following is PieceKind.CODE and "{" not in piece.text.value
        if piece.kind in {PieceKind.CODE, PieceKind.HTML} or introduces:
            continue
        reading.report(
            faults_tool.IGNORED_BLOCK,
            reading.source.text_span(piece.text) if piece.lines else reading.source.line_span(piece.start),
            "This is no example that is read: examples are JSON objects, each in a fence of its own.",
        )


def _report_empty(reading: Reading, key: SectionKey, parts: list[Opened]) -> None:
    needed = key.kind in {SectionKind.PROSE, SectionKind.FAILURES}
    advice = {
        SectionKind.FIELDS: "write its fields, or `None` where there are none",
        SectionKind.FAILURES: "write ``- Return: `Message.` ``",
        SectionKind.PROSE: "write what the tool does",
        SectionKind.EXAMPLES: 'write fenced JSON objects such as `{"input": {}, "output": {}}`',
    }.get(key.kind, "fill it, or remove the label")
    reading.report(
        faults_tool.EMPTY_SECTION,
        parts[0].span,
        f"`{parts[0].label or key.label}` says nothing that is read: {advice}.",
        severity=Severity.ERROR if needed else None,
    )


def _says_none(entries: list[Entry]) -> bool:
    first = entries[0]
    return len(entries) == 1 and not first.children and fold(first.text.value[:40]).strip(" .*_()`") in _NONE


def _is_read(reading: Reading, key: SectionKey, entry: Entry) -> bool:
    """Tell whether a block belongs to a list section; report the blocks that do not."""
    piece = entry.piece
    if piece.is_text:
        for child in entry.children:
            if key.kind is SectionKind.FIELDS and child.piece.kind is PieceKind.TABLE:
                reading.report(
                    faults_tool.IGNORED_BLOCK,
                    reading.source.line_span(child.piece.start),
                    "A table below a field is not read: write its members as list items below the field.",
                )
            elif not (child.piece.quoted and child.piece.depth) or key.kind is SectionKind.FAILURES:
                _is_read(reading, key, child)
        return bool(entry.lines)
    if key.kind is SectionKind.FIELDS and piece.kind is PieceKind.TABLE:
        return True
    if piece.kind is PieceKind.HTML:
        return False
    what = {PieceKind.CODE: "code block", PieceKind.HEADING: "heading", PieceKind.TABLE: "table"}.get(
        piece.kind, "quote"
    )
    reading.report(
        faults_tool.IGNORED_BLOCK,
        reading.source.line_span(piece.start),
        f"A {what} under `{key.label}` is not read: write list items, or move it to the description.",
    )
    return False


def _bullets(reading: Reading, key: SectionKey, entries: list[Entry]) -> Any:  # noqa: ANN401 - by section
    if key.field != "permissions":
        return tuple(bullet(reading.source, entry) for entry in entries)
    texts = [entry.text.value for entry in entries]
    if len(entries) == 1 and not entries[0].is_item:
        texts = [part.strip() for part in texts[0].split(",") if part.strip()]
    return tuple(texts)


def _rules(reading: Reading, key: SectionKey, entries: list[Entry]) -> tuple[GovernanceRule, ...]:
    del key
    return read_rules(reading.source, entries)


def _failures(reading: Reading, key: SectionKey, entries: list[Entry]) -> Any:  # noqa: ANN401 - as its siblings
    del key
    return read_failures(reading, entries)


def _fields(reading: Reading, key: SectionKey, entries: list[Entry]) -> tuple[Field, ...]:
    fields: list[Field] = []
    for entry in entries:
        if entry.piece.kind is PieceKind.TABLE:
            fields.extend(read_table(reading, entry.piece))
        elif entry.is_item:
            report_lazy_fields(reading, entry.piece)
            field = read_field(reading, entry.text, entry.children)
            fields.extend([field] if field is not None else [])
        else:
            fields.extend(_paragraph_fields(reading, key, entry.piece))
    report_duplicates(reading, fields)
    return tuple(fields)


def _paragraph_fields(reading: Reading, key: SectionKey, piece: Piece) -> list[Field]:
    """Read a paragraph as fields, one for each line that begins like one."""
    runs: list[list[Line]] = []
    for line in piece.lines:
        if not runs or starts_field(line.text):
            runs.append([])
        runs[-1].append(line)
    fields: list[Field] = []
    for run in runs:
        text = piece.with_lines(tuple(run)).text
        usable = starts_field(run[0].text)
        reading.report(
            faults_field.FIELD_AS_PARAGRAPH,
            reading.source.text_span(text),
            "A field is a list item: put `- ` before it."
            if usable
            else f"This text under `{key.label}` is no field: write `- name (type): description`, or move it to the"
            " description.",
            severity=None if usable else Severity.ERROR,
        )
        field = read_field(reading, text, []) if usable else None
        fields.extend([field] if field is not None else [])
    return fields


_READERS: dict[SectionKind, Callable[[Reading, SectionKey, list[Entry]], Any]] = {
    SectionKind.BULLETS: _bullets,
    SectionKind.RULES: _rules,
    SectionKind.FIELDS: _fields,
    SectionKind.FAILURES: _failures,
}
