"""Which lines of a tool open a section: labels, and what was most likely meant as one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lma_forge.diagnostics import Edit, Fix
from lma_forge.grammar import SectionKey, SectionKind
from lma_forge.spec import faults_document, faults_tool
from lma_forge.spec.labels import Label, looks_titled
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.outline import ends_sentence
from lma_forge.spec.reading import Reading
from lma_forge.spec.slips import DECIDING, fits

_QUOTING = ("`", '"', "“")
_SAYING = frozenset({"outputs", "failures"})
"""Sections with labels that are also verbs of a failure: Return, Respond, Error."""


@dataclass(frozen=True, slots=True)
class Before:
    """The section in which a line stands.

    Args:
        key: The section; None for one that the language does not know.
        has_items: Whether a list item stands in it already.
    """

    key: SectionKey | None
    has_items: bool

    @property
    def is_description(self) -> bool:
        """Whether it is the description, below which a tool may go on as one list of labels."""
        return self.key is not None and self.key.field == "description"

    @property
    def takes_fields(self) -> bool:
        """Whether its lines are fields."""
        return self.key is not None and self.key.kind is SectionKind.FIELDS


class Openings:
    """Decides, line by line, what opens a section of one tool.

    Args:
        reading: The document.
    """

    __slots__ = ("_list_bold", "_list_depth", "_reading")

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._list_depth: int | None = None
        self._list_bold = False

    def meant(self, label: Label, text: str) -> str | None:
        """Find the label of which an unknown one is a slip.

        Args:
            label: The label.
            text: The line that it stands in.
        """
        found = self._reading.meant(label.text)
        return found or self._reading.labels.meant_of(label.text, text[label.rest :])

    def at(self, piece: Piece, index: int, before: Before | None, *, loose: bool) -> Label | None:
        """Decide whether line `index` of a piece opens a section.

        Args:
            piece: A paragraph.
            index: The line in it.
            before: The section that is open; None before the first.
            loose: Whether a label stood above it in the same piece.

        Returns:
            The label; None when the line is text.
        """
        line = piece.lines[index]
        label = self._found(line.text)
        if label is None or self._is_failure(label, line, before):
            return None
        if loose or piece.depth == 0 or (index > 0 and line.column < piece.indent):
            return self._plain(piece, index, label, before)
        if index == 0 and piece.opens:
            return self._item(piece, label, before)
        return self._indented(line, label, before, blank="" if index == 0 else "\n")

    def _found(self, text: str) -> Label | None:
        label = self._reading.labels.find(text)
        if label is not None and (label.key is not None or self.meant(label, text)):
            return label
        return self._reading.labels.loose(text, self._reading.meant) or label

    def _is_failure(self, label: Label, line: Line, before: Before | None) -> bool:
        """Whether a line gives the message of a failure, such as ``Return: `Message.` ``."""
        if before is None or before.key is None or before.key.kind is not SectionKind.FAILURES:
            return False
        key = self._key(label, line)
        return key is not None and key.field in _SAYING and line.text.startswith(_QUOTING, label.rest)

    def _key(self, label: Label, line: Line) -> SectionKey | None:
        if label.key is not None:
            return label.key
        meant = self.meant(label, line.text)
        return self._reading.labels.key_of(meant) if meant is not None else None

    def _plain(self, piece: Piece, index: int, label: Label, before: Before | None) -> Label | None:
        line = piece.lines[index]
        alone = label.rest >= len(line.text)
        in_fields = before is not None and before.takes_fields
        lower = label.text.islower()
        if label.key is not None and not label.loose:
            is_field = in_fields and not alone and lower and piece.depth == 0 and label.key.kind is SectionKind.LINE
            return None if is_field else label
        if label.loose or self.meant(label, line.text):
            is_field = in_fields and lower and not alone and piece.depth == 0
            begins = not lower or index == 0 or self._begins(piece.lines[index - 1], line, label)
            return label if not is_field and (label.bold or alone or begins) else None
        return label if self._is_unknown(piece, index, label, before) else None

    def _begins(self, above: Line, line: Line, label: Label) -> bool:
        """Whether a line of small letters is most likely more than the rest of the sentence above it."""
        key = self._key(label, line)
        return (
            above.text.endswith(")")
            or ends_sentence(above.text)
            or (key is not None and fits(key, line.text[label.rest :]))
        )

    def _is_unknown(self, piece: Piece, index: int, label: Label, before: Before | None) -> bool:
        """Whether words before a colon, near no label, open a section that is kept for people."""
        titled = looks_titled(label.text)
        if label.rest >= len(piece.lines[index].text):
            return label.bold or titled
        if not titled or before is None or before.key is None or before.key.kind is SectionKind.PROSE:
            return False
        if before.key.kind is SectionKind.LINE:
            return True
        return piece.depth == 0 and index == 0 and (not before.takes_fields or before.has_items)

    def _item(self, piece: Piece, label: Label, before: Before | None) -> Label | None:
        """Decide whether a list item is a section, as in a tool that is one nested list."""
        line = piece.lines[0]
        alone = label.rest >= len(line.text)
        key = self._key(label, line)
        if self._list_depth is None:
            described = before is not None and before.is_description and label.bold
            if key is not None and not label.loose and (before is None or described):
                self._list_depth, self._list_bold = piece.depth, label.bold
                return label
        elif piece.depth == self._list_depth:
            if key is not None:
                return label if label.bold or alone or not self._list_bold else None
            return label if label.bold or (alone and looks_titled(label.text)) else None
        if key is None or (before is not None and before.takes_fields):
            return None
        says = fits(key, line.text[label.rest :])
        if says and label.bold:
            return label
        if says or (alone and key.field in DECIDING):
            self._report_text(line, label, "is a list item here")
        return None

    def _indented(self, line: Line, label: Label, before: Before | None, blank: str) -> Label | None:
        """Decide whether a line that is part of the list item above it opens a section all the same."""
        key = self._key(label, line)
        alone = label.rest >= len(line.text)
        if key is None:
            return None
        if alone and label.key is not None and not label.loose:
            source = self._reading.source
            edit = Edit(source.span(line.number, 0, line.column), blank)
            self._reading.report(
                faults_document.INDENTED_LABEL,
                source.span(line.number, line.column + label.start, line.column + label.end),
                f"`{label.text}:` is indented into the list item above it: write it at the start of the line.",
                fix=None if source.shifts else Fix("Move the label to the start of its line", (edit,)),
            )
            return label
        if label.key is None and (alone or not label.text.islower()):
            return label
        if key.kind is SectionKind.LINE and not (before is not None and before.takes_fields and label.text.islower()):
            self._report_text(line, label, "is indented into the list item above it")
        return None

    def _report_text(self, line: Line, label: Label, what: str) -> None:
        self._reading.report(
            faults_tool.LABEL_IN_TEXT,
            self._reading.source.span(line.number, line.column + label.start, line.column + label.end),
            f"`{label.text}` {what} and sets nothing: write it at the start of a line, with a blank line above it.",
        )

    def report_misspelt(self, label: Label, line: Line, meant: str) -> None:
        """Report a label that is nearly one, or not written as one.

        Args:
            label: The label.
            line: Its line.
            meant: The label to write.
        """
        source = self._reading.source
        span = source.span(line.number, line.column + label.start, line.column + label.end)
        if not label.loose:
            self._reading.report(
                faults_tool.MISSPELT_LABEL,
                span,
                f"`{label.text}` is no section: did you mean `{meant}`?",
                fix=Fix(f"Write `{meant}`", (Edit(span, meant),)),
            )
            return
        alone = label.rest >= len(line.text)
        whole = source.span(line.number, line.column, line.column + label.rest)
        edit = Edit(whole, f"{meant}:" if alone else f"{meant}: ")
        self._reading.report(
            faults_tool.MISSPELT_LABEL,
            span,
            f"`{line.text[: label.rest].strip()}` is not how a section begins: write"
            f" `{meant}:`{'' if alone else ' before the text'}.",
            fix=Fix(f"Write `{meant}:`", (edit,)),
        )

    def freed(self, piece: Piece) -> Iterator[Piece]:
        """Take the labels out of a table or a quote that they only belong to because no blank line stands between.

        Args:
            piece: Any piece of the tool.

        Yields:
            The piece; where a label stands below it, the piece above and the paragraph from there on.
        """
        cut = None
        if piece.kind is PieceKind.TABLE:
            lines = [self._table_line(number) for number in range(piece.start, piece.end)]
            cut = next((at for at in range(2, len(lines)) if "|" not in lines[at].text and self._is_sure(lines[at])), 0)
            if cut:
                rest = Piece(PieceKind.TEXT, piece.start + cut, piece.end, tuple(lines[cut:]))
                yield replace(piece, end=piece.start + cut)
                yield rest
                return
        elif piece.kind is PieceKind.TEXT and piece.quoted:
            lines = list(piece.lines)
            cut = next((at for at in range(1, len(lines)) if self._is_lazy(lines[at]) and self._is_sure(lines[at])), 0)
            if cut:
                yield replace(piece, lines=tuple(lines[:cut]), end=lines[cut].number)
                yield replace(piece.with_lines(tuple(lines[cut:])), quoted=False)
                return
        yield piece

    def _table_line(self, number: int) -> Line:
        text = self._reading.source.lines[number]
        return Line(number, len(text) - len(text.lstrip()), text.strip())

    def _is_lazy(self, line: Line) -> bool:
        return ">" not in self._reading.source.lines[line.number][: line.column]

    def _is_sure(self, line: Line) -> bool:
        """Whether a line can be nothing else than a label."""
        label = self._found(line.text)
        if label is None:
            return False
        alone = label.rest >= len(line.text)
        return self._key(label, line) is not None or (alone and (label.bold or looks_titled(label.text)))

    def check_code(self, piece: Piece, key: SectionKey | None) -> None:
        """Report the labels in a block that is code only because it is indented.

        Args:
            piece: A block that is no paragraph.
            key: The section that it stands in.
        """
        if piece.kind is not PieceKind.CODE or piece.fence or (key is not None and key.kind is SectionKind.EXAMPLES):
            return
        for number in range(piece.start, piece.end):
            line = self._table_line(number)
            label = self._found(line.text)
            if label is not None and (label.text[:1].isupper() or label.bold) and self._key(label, line) is not None:
                self._report_text(line, label, "is indented so far that it is code")
