"""Comments that address the reader: `<!-- lma: disable SPEC203 -- why -->`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lma_forge.diagnostics import Span
from lma_forge.spec import faults_document as faults
from lma_forge.spec.labels import LabelTable
from lma_forge.spec.lines import Piece, PieceKind
from lma_forge.spec.reading import Reading, Suppression

_DIRECTIVE = re.compile(r"lma\s*+:\s*+(?P<verb>[A-Za-z-]*+)\s*+(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_CODES = re.compile(r"[\s,]*+([A-Za-z][A-Za-z0-9]*+(?:-[A-Za-z0-9]++)*+)")
_REASON = re.compile(r"[\s,]*+(?:--|—|–|:)\s*+(?P<reason>.*)", re.DOTALL)  # noqa: RUF001


@dataclass(slots=True)
class Directives:
    """The comments of a document that address the reader.

    Args:
        reading: The document.
        made: The suppressions so far.
    """

    reading: Reading
    made: list[Suppression] = field(default_factory=list)
    _file_wide: list[Suppression] = field(default_factory=list)

    def take(self, comment: str, span: Span, first: int, last: int) -> bool:
        """Read a comment.

        Args:
            comment: What stands between its marks.
            span: The comment with its marks.
            first: The first line (from 1) of the block that it speaks of.
            last: The last one.

        Returns:
            Whether it addresses the reader at all.
        """
        match = _DIRECTIVE.match(comment.strip())
        if match is None:
            return False
        verb = match["verb"].lower()
        codes, reason = _codes(match["rest"])
        if verb == "enable":
            self._enable(codes, span.line - 1)
        elif verb not in {"disable", "disable-file"} or not codes:
            self.reading.report(
                faults.MALFORMED_DIRECTIVE,
                span,
                "This comment addresses lma-forge but is not understood: write `<!-- lma: disable CODE -- reason -->`,"
                " `disable-file` or `enable`.",
            )
        elif verb == "disable":
            self.made.append(Suppression(codes, reason, span, first, last))
        else:
            self._file_wide.append(Suppression(codes, reason, span, 1, len(self.reading.source.lines)))
        return True

    def _enable(self, codes: tuple[str, ...], last: int) -> None:
        """End the file-wide suppressions of `codes`, or all of them, at line `last`."""
        open_still: list[Suppression] = []
        for suppression in self._file_wide:
            ended = tuple(code for code in suppression.codes if not codes or code in codes)
            left = tuple(code for code in suppression.codes if code not in ended)
            if ended:
                self.made.append(Suppression(ended, suppression.reason, suppression.span, 1, last))
            if left:
                open_still.append(Suppression(left, suppression.reason, suppression.span, 1, suppression.last_line))
        self._file_wide = open_still

    def finish(self) -> tuple[Suppression, ...]:
        """Give all suppressions in the order of their comments."""
        return tuple(sorted([*self.made, *self._file_wide], key=lambda made: made.span))


def _codes(text: str) -> tuple[tuple[str, ...], str]:
    """Read codes or names, and the reason behind the dashes."""
    codes: list[str] = []
    position = 0
    while True:
        reason = _REASON.match(text, position)
        if reason is not None:
            return tuple(codes), " ".join(reason["reason"].split())
        code = _CODES.match(text, position)
        if code is None:
            return tuple(codes), ""
        codes.append(code[1].upper() if any(letter.isdigit() for letter in code[1]) else code[1].lower())
        position = code.end()


def comments(content: str) -> Iterator[tuple[int, int, str]]:
    """Find the comments in a text: start, end, and what stands between the marks."""
    start = content.find("<!--")
    while start >= 0:
        close = content.find("-->", start + 2)
        if close < 0:
            return
        yield start, close + 3, content[start + 4 : close]
        start = content.find("<!--", close + 3)


def block_after(labels: LabelTable, pieces: Sequence[Piece], index: int) -> tuple[int, int]:
    """Find the block that a comment before it speaks of.

    Args:
        labels: The labels that open sections.
        pieces: The document.
        index: The comment's place in it.

    Returns:
        First and last line, from 1, of the next block: a list with all its items, a paragraph, or a
        label with the block that it opens. Empty (0, 0) at the end of the document.
    """
    place = index + 1
    while place < len(pieces) and pieces[place].kind in {PieceKind.HTML, PieceKind.RULE}:
        place += 1
    if place >= len(pieces):
        return 0, 0
    first = pieces[place].start + 1
    if _is_label(labels, pieces[place]):
        place += 1
        if place >= len(pieces):
            return first, pieces[-1].end
    last = pieces[place].end
    while pieces[place].depth and place < len(pieces):
        for line in pieces[place].lines[1:]:
            found = labels.find(line.text)
            if line.column < pieces[place].indent and found is not None and found.key is not None:
                return first, line.number
        last = pieces[place].end
        place += 1
        if place == len(pieces):
            break
    return first, last


def _is_label(labels: LabelTable, piece: Piece) -> bool:
    if not piece.lines or piece.depth:
        return False
    text = piece.lines[-1].text
    found = labels.heading(text) if piece.kind is PieceKind.HEADING else labels.find(text)
    return found is not None and found.key is not None and found.rest >= len(text)
