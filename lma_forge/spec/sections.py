"""A tool's pieces cut into labelled sections."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lma_forge.diagnostics import Edit, Fix, Related, Span
from lma_forge.grammar import SECTIONS, SectionKey
from lma_forge.spec import faults_document, faults_tool
from lma_forge.spec.buried import check_buried, check_line
from lma_forge.spec.labels import Label
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.openings import Before, Openings
from lma_forge.spec.reading import Reading

_BY_LABEL = {key.label: key for key in SECTIONS}


@dataclass(slots=True)
class Opened:
    """A section of a tool as it stands in the document.

    Args:
        label: The label as written; empty for text that stands before any label.
        key: What it opens; None for a label that the language does not know.
        span: The label alone.
        pieces: Its body.
        has_items: Whether a list item stands in it.
    """

    label: str
    key: SectionKey | None
    span: Span
    pieces: list[Piece] = field(default_factory=list)
    has_items: bool = False

    def append(self, piece: Piece) -> None:
        """Add a piece to the body."""
        self.pieces.append(piece)
        self.has_items = self.has_items or piece.opens


class Cutter:
    """Cuts the pieces of one tool.

    Args:
        reading: The document.
        level: The level of the tool's heading.
        reserved: Whether the tool is known by name only, so that Purpose is its right label.
    """

    __slots__ = ("_level", "_openings", "_reading", "_reserved", "opened")

    def __init__(self, reading: Reading, level: int, *, reserved: bool) -> None:
        self._reading = reading
        self._level = level
        self._reserved = reserved
        self._openings = Openings(reading)
        self.opened: list[Opened] = []

    def heading_label(self, piece: Piece) -> Label | None:
        """Read a heading inside or after the tool as the label of one of its sections.

        Args:
            piece: A heading that opens no tool.

        Returns:
            The label; None when the heading is no label of this tool, which then ends unless the
            heading is deeper than the tool's own.
        """
        if piece.level < self._level or len(piece.lines) != 1:
            return None
        text = piece.lines[0].text
        label = self._reading.labels.heading(text)
        deeper = piece.level > self._level
        if label is None:
            return None
        if label.rest < len(text) and label.key is None and not self._openings.meant(label, text):
            return None
        if label.key is None:
            return label if deeper or self._openings.meant(label, text) else None
        if not deeper and label.alias and any(section.key is label.key for section in self.opened):
            return None
        return label

    def add_heading(self, piece: Piece, label: Label | None, *, silent: bool = False) -> None:
        """Open the section of a heading; without a label it is a section of its own title.

        Args:
            piece: The heading.
            label: Its label.
            silent: Whether something was said of the heading already.
        """
        line = piece.lines[0] if piece.lines else Line(piece.start, 0, "")
        if label is None:
            text = piece.text.value
            span = self._reading.source.text_span(piece.text)
            if not silent:
                self._report_unknown(text, span)
            self.opened.append(Opened(text, None, span))
            return
        span = self._open(label, line)
        if piece.level == self._level:
            self._reading.report(
                faults_tool.LABEL_AT_TOOL_LEVEL,
                span,
                f"`{label.text}` is a section of the tool but has a heading of the same level:"
                f" write `{label.key.label if label.key else label.text}:` as a plain line, or a deeper heading.",
            )
        if label.rest < len(line.text):
            self._reading.report(
                faults_document.TEXT_IN_LABEL_HEADING,
                self._reading.source.span(line.number, line.column + label.rest, line.column + len(line.text)),
                "The text of a section stands in its heading: write it on a line below.",
            )
            self._add_rest(piece, line, label)

    def add_nested_heading(self, piece: Piece) -> bool:
        """Open the section of a heading that stands in a list item; False when it is no label of one."""
        label = self._reading.labels.heading(piece.lines[0].text) if len(piece.lines) == 1 else None
        if label is None or (label.key is None and not self._openings.meant(label, piece.lines[0].text)):
            return False
        self._reading.report(
            faults_document.INDENTED_LABEL,
            self._reading.source.text_span(piece.text),
            f"`{label.text}` is a heading in a list item: write it at the start of the line.",
        )
        self._open(label, piece.lines[0])
        if label.rest < len(piece.lines[0].text):
            self._add_rest(piece, piece.lines[0], label)
        return True

    def add(self, piece: Piece) -> None:
        """Add a piece that is no heading, cutting it where labels stand."""
        check_buried(self._reading, piece)
        for part in self._openings.freed(piece):
            self._add(part)

    def _add(self, piece: Piece) -> None:
        lines = piece.lines
        if not piece.is_text:
            if piece.kind is not PieceKind.RULE and (self.opened or piece.kind is not PieceKind.HTML):
                self._body(piece).append(piece)
                self._openings.check_code(piece, self.opened[-1].key)
                for line in lines:
                    check_line(self._reading, line, self.opened[-1].key)
            return
        begin = 0
        inline: Line | None = None
        for index, line in enumerate(lines):
            label = self._label(piece, index, loose=begin > 0 or inline is not None)
            if label is None:
                check_line(self._reading, line, self.opened[-1].key if self.opened else None)
                continue
            self._add_lines(piece, begin, index, inline)
            self._open(label, line)
            begin = index + 1
            inline = None
            if label.rest < len(line.text):
                inline = Line(line.number, line.column + label.rest, line.text[label.rest :])
        if begin == 0:
            self._body(piece).append(piece)
        else:
            self._add_lines(piece, begin, len(lines), inline)

    def _add_lines(self, piece: Piece, begin: int, end: int, inline: Line | None) -> None:
        """Add lines `begin` to `end` of a piece, after the text that stood behind a label."""
        lines = piece.lines[begin:end] if inline is None else (inline, *piece.lines[begin:end])
        if not lines:
            return
        labelled = begin > 0 or inline is not None
        self._body(piece).append(
            piece.with_lines(lines) if labelled else replace(piece, lines=lines, end=lines[-1].number + 1)
        )

    def _add_rest(self, piece: Piece, line: Line, label: Label) -> None:
        text = Line(line.number, line.column + label.rest, line.text[label.rest :])
        body = Piece(PieceKind.TEXT, piece.start, piece.end, (text,))
        self._body(body).append(body)

    def _body(self, piece: Piece) -> Opened:
        """Give the section that is open; a piece before any label opens one."""
        if not self.opened:
            source = self._reading.source
            span = source.text_span(piece.text) if piece.lines else source.line_span(piece.start)
            self.opened.append(Opened("", _BY_LABEL["Description"], span))
        return self.opened[-1]

    def _label(self, piece: Piece, index: int, *, loose: bool) -> Label | None:
        """Decide whether line `index` of a piece opens a section."""
        last = self.opened[-1] if self.opened else None
        before = Before(last.key, last.has_items) if last is not None else None
        return self._openings.at(piece, index, before, loose=loose)

    def _open(self, label: Label, line: Line) -> Span:
        """Open a section and report what is wrong with its label."""
        span = self._reading.source.span(line.number, line.column + label.start, line.column + label.end)
        key = label.key
        if key is None:
            meant = self._openings.meant(label, line.text)
            if meant is None:
                self._report_unknown(label.text, span)
            else:
                key = self._reading.labels.key_of(meant)
                self._openings.report_misspelt(label, line, meant)
        elif label.loose:
            self._openings.report_misspelt(label, line, label.text)
        elif label.alias and not (self._reserved and key.field == "description"):
            self._reading.report(
                faults_tool.ALIAS_LABEL,
                span,
                f"`{label.text}` is another word for `{key.label}`: write `{key.label}`.",
                fix=Fix(f"Write `{key.label}`", (Edit(span, key.label),)),
            )
        self.opened.append(Opened(label.text, key, span))
        return span

    def _report_unknown(self, label: str, span: Span) -> None:
        if label.casefold() != "tool" and not self._reading.labels.is_allowed(label):
            self._reading.report(
                faults_tool.UNKNOWN_SECTION,
                span,
                f"`{label[:60]}` is no section of a tool; it is kept for people. Where that is meant, name it in"
                " `allowed-labels`.",
            )


def merged(reading: Reading, opened: Iterable[Opened]) -> dict[str, list[Opened]]:
    """Gather the sections by the field that they fill; report those that occur twice.

    Args:
        reading: The document.
        opened: The sections in the order of the document.

    Returns:
        For each field of the model its sections, those without one under the empty text.
    """
    found: dict[str, list[Opened]] = {}
    for section in opened:
        sections = found.setdefault(section.key.field if section.key else "", [])
        if section.key is not None and any(first.label for first in sections):
            reading.report(
                faults_tool.DUPLICATE_SECTION,
                section.span,
                f"This tool has a `{section.key.label}` section already: move the text there, or rename this label.",
                related=(Related(f"`{sections[0].label}` stands here", sections[0].span),),
            )
        sections.append(section)
    return found
