"""Comments that address the reader: `<!-- lma: disable SPEC203 -- why -->`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

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
    _open: dict[str, list[Suppression]] = field(default_factory=dict)

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
            whole = Suppression(codes, reason, span, 1, len(self.reading.source.lines))
            for code in codes:
                self._open.setdefault(code, []).append(whole)
        return True

    def _enable(self, codes: tuple[str, ...], last: int) -> None:
        """End the file-wide suppressions of `codes`, or all of them, at line `last`."""
        for code in codes or tuple(self._open):
            self._close(code, last)

    def _close(self, code: str, last: int) -> None:
        for whole in self._open.pop(code, ()):
            self.made.append(Suppression((code,), whole.reason, whole.span, 1, min(last, whole.last_line)))

    def finish(self) -> tuple[Suppression, ...]:
        """Give all suppressions in the order of their comments, those of one comment and reach in one."""
        for code in tuple(self._open):
            self._close(code, len(self.reading.source.lines))
        joined: dict[tuple[Span, int, int], Suppression] = {}
        for made in self.made:
            key = (made.span, made.first_line, made.last_line)
            before = joined.get(key)
            joined[key] = made if before is None else replace(made, codes=before.codes + made.codes)
        return tuple(sorted(joined.values(), key=lambda made: (made.span, made.last_line)))


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


class Blocks:
    """Finds the block of which a comment speaks: the one that follows it.

    Args:
        labels: The labels that open sections.
        pieces: The document.
    """

    __slots__ = ("_ends", "_following", "_labels", "_pieces")

    def __init__(self, labels: LabelTable, pieces: Sequence[Piece]) -> None:
        self._labels = labels
        self._pieces = pieces
        self._following: list[int] = []
        self._ends: list[int] = []

    def after(self, index: int) -> tuple[int, int]:
        """Find the block after piece `index`.

        Returns:
            First and last line, from 1, of the next block: a list item with those that follow it in
            its list, a paragraph, or a label with the block that it opens; (0, 0) at the end of the
            document.
        """
        if not self._following:
            self._measure()
        place = self._following[index + 1]
        if place >= len(self._pieces):
            return 0, 0
        piece = self._pieces[place]
        behind = self._following[place + 1]
        if self._is_label(piece) and behind < len(self._pieces):
            return piece.start + 1, self._ends[behind]
        return piece.start + 1, self._ends[place]

    def _measure(self) -> None:
        """Find, from the end backwards, the next block of text after each piece, and where each block ends."""
        count = len(self._pieces)
        self._following = [count] * (count + 1)
        self._ends = [0] * count
        run: list[tuple[int, int]] = []
        for place in range(count - 1, -1, -1):
            piece = self._pieces[place]
            hidden = piece.kind in {PieceKind.HTML, PieceKind.RULE}
            self._following[place] = self._following[place + 1] if hidden else place
            broken = self._broken(piece)
            if not piece.depth or broken:
                run.clear()
            while run and run[-1][0] >= piece.depth:
                end = run.pop()[1]
                self._ends[place] = max(self._ends[place], end)
            self._ends[place] = max(self._ends[place], broken or piece.end)
            if piece.depth:
                run.append((piece.depth, self._ends[place]))

    def _broken(self, piece: Piece) -> int:
        """Give the line (from 1) before a label that stands in a list without a blank line; 0 without one."""
        if piece.depth:
            for line in piece.lines[1:]:
                found = self._labels.find(line.text) if line.column < piece.indent else None
                if found is not None and found.key is not None:
                    return line.number
        return 0

    def _is_label(self, piece: Piece) -> bool:
        if not piece.lines or piece.depth:
            return False
        text = piece.lines[-1].text
        found = self._labels.heading(text) if piece.kind is PieceKind.HEADING else self._labels.find(text)
        return found is not None and found.key is not None and found.rest >= len(text)
