"""The body of a section as an outline: paragraphs, bullets with what is nested in them, and blocks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lma_forge.model import Block, BlockKind, Bullet, Prose
from lma_forge.spec.lines import Line, Piece, PieceKind, text_of
from lma_forge.spec.source import Source, Text

_SENTENCE_ENDS = (".", "!", "?", ":", "…")
_CLOSERS = "*_`\"')]”’"  # noqa: RUF001 - typographic quotes are what is meant


@dataclass(slots=True)
class Entry:
    """A paragraph, a bullet or another block of a section.

    Args:
        piece: The block that it begins with.
        lines: The lines of its text; none for code, tables, rules and HTML.
        children: What is nested in a bullet.
    """

    piece: Piece
    lines: list[Line]
    children: "list[Entry]" = field(default_factory=list)

    @property
    def text(self) -> Text:
        """Its lines as one run of text."""
        return text_of(self.lines)

    @property
    def is_item(self) -> bool:
        """Whether it is a bullet."""
        return self.piece.opens and self.piece.is_text


def outline(pieces: Iterable[Piece]) -> list[Entry]:
    """Nest the bullets of a section.

    Args:
        pieces: The section's pieces in order.

    Returns:
        The entries at the top. A further paragraph of a bullet is joined to the bullet's text.
    """
    top: list[Entry] = []
    nest: list[tuple[int, Entry]] = []
    for piece in pieces:
        entry = Entry(piece, list(piece.lines))
        if piece.depth == 0:
            nest.clear()
            top.append(entry)
            continue
        while nest and (nest[-1][0] > piece.depth or (piece.opens and nest[-1][0] == piece.depth)):
            nest.pop()
        if piece.is_text and not piece.opens and nest and not nest[-1][1].children:
            nest[-1][1].lines += piece.lines
            continue
        (nest[-1][1].children if nest else top).append(entry)
        if piece.opens and piece.is_text:
            nest.append((piece.depth, entry))
    return top


def texts_below(entry: Entry) -> Iterator[Text]:
    """Give the texts nested in a bullet, in order, whatever their depth."""
    for child in entry.children:
        if child.lines:
            yield child.text
        yield from texts_below(child)


def bullet(source: Source, entry: Entry) -> Bullet:
    """Make the bullet of an entry."""
    text = entry.text
    details = tuple(text.value for text in texts_below(entry)) if entry.children else ()
    return Bullet(text.value, details, source.text_span(text))


def prose(source: Source, pieces: Iterable[Piece], *, by_sentence: bool = False) -> Prose:
    """Make running text.

    Args:
        source: The document.
        pieces: The pieces of the text.
        by_sentence: Whether a line of a paragraph that ends like a sentence ends the paragraph too:
            so a document's prose reads the same with and without blank lines in it.

    Returns:
        The blocks; comments, other HTML and rules are no text.
    """
    runs: list[_Run] = []
    base: list[int] = []
    for piece in pieces:
        depth = _relative(base, piece.depth)
        if piece.kind is PieceKind.CODE:
            runs.append(_Run(BlockKind.CODE, depth, piece=piece))
        elif piece.kind is PieceKind.TABLE:
            runs.extend(_table_rows(source, piece, depth))
        elif piece.kind in {PieceKind.TEXT, PieceKind.HEADING}:
            _add_text(runs, piece, depth, by_sentence=by_sentence)
    blocks = tuple(block for block in (run.block(source) for run in runs) if block is not None)
    return Prose(blocks, blocks[0].span) if blocks else Prose()


@dataclass(slots=True)
class _Run:
    """A block in the making: bullets still gather the paragraphs that belong to them."""

    kind: BlockKind
    depth: int
    lines: list[Line] = field(default_factory=list)
    piece: Piece | None = None

    def block(self, source: Source) -> Block | None:
        """Finish the block; None when it says nothing."""
        if self.piece is not None:
            content = self.piece.content.removesuffix("\n")
            return Block(self.kind, content, self.depth, self.piece.info, source.line_span(self.piece.start))
        text = text_of(self.lines)
        if not text.value:
            return None
        return Block(self.kind, text.value, self.depth, span=source.text_span(text))


def _relative(base: list[int], depth: int) -> int:
    """Turn a list depth in the document into one below the section's first bullets."""
    if depth == 0:
        base.clear()
        return 0
    while base and base[-1] > depth:
        base.pop()
    if not base or base[-1] < depth:
        base.append(depth)
    return len(base) - 1


def _table_rows(source: Source, piece: Piece, depth: int) -> Iterator[_Run]:
    for number in range(piece.start, piece.end):
        line = source.lines[number]
        text = line.lstrip("> \t")
        yield _Run(BlockKind.TABLE_ROW, depth, [Line(number, len(line) - len(text), text.rstrip())])


def _add_text(runs: list[_Run], piece: Piece, depth: int, *, by_sentence: bool) -> None:
    kind = BlockKind.PARAGRAPH
    if piece.quoted:
        kind = BlockKind.QUOTE
    elif piece.opens:
        kind = BlockKind.STEP if piece.ordered else BlockKind.BULLET
    elif piece.depth and runs and runs[-1].kind in {BlockKind.BULLET, BlockKind.STEP}:
        runs[-1].lines.extend(piece.lines)
        return
    parts = _sentences(piece.lines) if by_sentence and not piece.depth else [piece.lines]
    runs.extend(_Run(kind, depth, list(lines)) for lines in parts)


def ends_sentence(text: str) -> bool:
    """Tell whether a line ends like a sentence, closing marks and quotes aside."""
    return text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS)


def _sentences(lines: tuple[Line, ...]) -> list[tuple[Line, ...]]:
    """Cut a paragraph after each line that ends like a sentence."""
    runs: list[tuple[Line, ...]] = []
    begin = 0
    for index, line in enumerate(lines):
        if ends_sentence(line.text):
            runs.append(lines[begin : index + 1])
            begin = index + 1
    if begin < len(lines):
        runs.append(lines[begin:])
    return runs
