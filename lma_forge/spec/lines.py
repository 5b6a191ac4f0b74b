"""markdown-it's block tokens turned into pieces: leaf blocks whose lines carry their exact column.

The tokens say what a line is (heading, list item, fence, comment, quote), the line gives text and
column. Lists are flattened to a depth on each piece, because a label that stands under a list
without a blank line belongs, for CommonMark, to the list's last item.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.spec.source import Text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_NESTING = 100
"""How deep lists and quotes may be nested; a list takes two levels. Below it text is not read."""


class PieceKind(Enum):
    """What a leaf block is."""

    HEADING = auto()
    TEXT = auto()
    CODE = auto()
    HTML = auto()
    RULE = auto()
    TABLE = auto()


class Line(NamedTuple):
    """A line of a piece: number and column of its first character, both from 0, and the text."""

    number: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A leaf block of the document.

    Args:
        kind: What it is.
        start: Its first line, from 0.
        end: The line after its last one.
        lines: Its text, for headings and text.
        depth: How many lists it stands in.
        opens: Whether it is the first block of a list item.
        ordered: Whether the innermost list is numbered.
        quoted: Whether it stands in a quote.
        indent: Column at which the text of its list item begins; 0 outside of lists.
        level: The level of a heading.
        underline: The character under a setext heading.
        info: The info string of a fence.
        content: The content of a code or HTML block.
        fence: The fence's own characters; empty for indented code.
    """

    kind: PieceKind
    start: int
    end: int
    lines: tuple[Line, ...] = ()
    depth: int = 0
    opens: bool = False
    ordered: bool = False
    quoted: bool = False
    indent: int = 0
    level: int = 0
    underline: str = ""
    info: str = ""
    content: str = ""
    fence: str = ""

    @property
    def is_text(self) -> bool:
        """Whether it is a paragraph, in a list or not, outside of quotes."""
        return self.kind is PieceKind.TEXT and not self.quoted

    @property
    def text(self) -> Text:
        """Its lines joined by one space."""
        return text_of(self.lines)

    def as_text(self) -> "Piece":
        """Make the paragraph that a setext heading is when its underline is meant as a rule."""
        return replace(self, kind=PieceKind.TEXT, underline="", level=0)

    def with_lines(self, lines: tuple[Line, ...]) -> "Piece":
        """Make the paragraph outside of lists that `lines` of this piece are once a label stood before them."""
        return replace(self, lines=lines, start=lines[0].number, depth=0, opens=False)


def text_of(lines: Sequence[Line]) -> Text:
    """Join lines by one space; a backslash that breaks a line is dropped with the break."""
    if len(lines) == 1:
        line = lines[0]
        return Text(line.text, ((0, line.number, line.column),))
    values: list[str] = []
    parts: list[tuple[int, int, int]] = []
    length = 0
    last = len(lines) - 1
    for index, line in enumerate(lines):
        value = line.text
        if index < last and value.endswith("\\") and not value.endswith("\\\\"):
            value = value[:-1].rstrip()
        if value:
            parts.append((length, line.number, line.column))
            values.append(value)
            length += len(value) + 1
    return Text(" ".join(values), tuple(parts) or ((0, 0, 0),))


@cache
def _markdown() -> "MarkdownIt":
    """Make the block parser: CommonMark and tables; inline text is read by this package itself."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - paid for only when a document is read

    return MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table").disable("inline")


def tokens_of(lines: list[str]) -> "list[Token]":
    """Run markdown-it over `lines`; `Token.map` then counts in them."""
    return _markdown().parse("\n".join(lines))


def pieces_of(lines: list[str]) -> tuple[list[Piece], list[int]]:
    """Flatten a document.

    Args:
        lines: The document's lines, free of NUL.

    Returns:
        Its pieces in the order of their lines, and the lines (from 0) of lists and quotes that are
        nested so deep that their text was not read.
    """
    flattener = _Flattener(lines)
    tokens = tokens_of(lines)
    tokens.reverse()
    pieces: list[Piece] = []
    while tokens:  # each token is let go at once: a large document has millions of them
        piece = flattener.feed(tokens.pop())
        if piece is not None:
            pieces.append(piece)
    return pieces, flattener.too_deep


class _Flattener:
    """Keeps where in the nest of lists and quotes the walk over the tokens stands."""

    __slots__ = ("_heading", "_indents", "_lines", "_opens", "_ordered", "_quotes", "_table", "too_deep")

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._ordered: list[bool] = []
        self._indents: list[int | None] = []
        self._quotes = 0
        self._opens = False
        self._table = False
        self._heading: Token | None = None
        self.too_deep: list[int] = []

    def feed(self, token: "Token") -> Piece | None:
        """Take the next token; give the piece that it completes."""
        kind = token.type
        if kind == "inline":
            return None if self._table else self._text(token)
        if token.nesting == 0:
            return self._leaf(token)
        if kind == "heading_open":
            self._heading = token
        elif kind == "heading_close":
            self._heading = None
        elif not kind.startswith("paragraph"):
            return self._container(token)
        return None

    def _container(self, token: "Token") -> Piece | None:
        kind = token.type
        if token.level >= MAX_NESTING - 1 and token.nesting == 1 and token.map:
            self.too_deep.append(token.map[0])
        if kind == "list_item_open":
            self._opens = True
            self._indents.append(None)
        elif kind == "list_item_close":
            self._opens = False
            self._indents.pop()
        elif kind in {"bullet_list_open", "ordered_list_open"}:
            self._ordered.append(kind == "ordered_list_open")
        elif kind in {"bullet_list_close", "ordered_list_close"}:
            self._ordered.pop()
        elif kind == "blockquote_open":
            self._quotes += 1
        elif kind == "blockquote_close":
            self._quotes -= 1
        elif kind == "table_open":
            self._table = True
            return self._piece(PieceKind.TABLE, token, ())
        elif kind == "table_close":
            self._table = False
        return None

    def _leaf(self, token: "Token") -> Piece:
        if token.type == "hr":
            return self._piece(PieceKind.RULE, token, ())
        kind = PieceKind.HTML if token.type == "html_block" else PieceKind.CODE
        fence = token.markup if token.type == "fence" else ""
        return replace(self._piece(kind, token, ()), info=token.info.strip(), content=token.content, fence=fence)

    def _text(self, token: "Token") -> Piece:
        heading = self._heading
        first = token.map[0] if token.map else 0
        if heading is not None and not heading.markup.startswith("#"):
            heading_end = heading.map[1] if heading.map else first + 1
            piece = self._piece(PieceKind.HEADING, token, self._content(token, first))
            return replace(piece, end=heading_end, level=int(heading.tag[1]), underline=heading.markup)
        if heading is not None:
            source = self._lines[first]
            column = source.find(token.content, source.find("#") + len(heading.markup))
            line = Line(first, max(column, 0), token.content)
            return replace(self._piece(PieceKind.HEADING, token, (line,)), level=int(heading.tag[1]))
        return self._piece(PieceKind.TEXT, token, self._content(token, first))

    def _content(self, token: "Token", first: int) -> tuple[Line, ...]:
        """Find each content line in its source line, of which it is the end but for trailing blanks."""
        content = token.content
        parts = content.split("\n") if "\n" in content else [content]
        if token.map and token.map[1] - first != len(parts):
            first += self._lost_lines(first, token.map[1], parts)
        return tuple(self._line(first + index, part) for index, part in enumerate(parts))

    def _lost_lines(self, first: int, end: int, parts: list[str]) -> int:
        """Count the lines lost at the start of a paragraph: they hold only what Python calls blanks."""
        index, text = next(((index, part.strip()) for index, part in enumerate(parts) if part.strip()), (0, ""))
        for number in range(first + index, end):
            if self._lines[number].rstrip().endswith(text):
                return number - index - first
        return 0

    def _line(self, number: int, part: str) -> Line:
        text = part.strip()
        source = self._lines[number]
        if not source.endswith(text):
            source = source.rstrip()
        return Line(number, len(source) - len(text), text)

    def _piece(self, kind: PieceKind, token: "Token", lines: tuple[Line, ...]) -> Piece:
        start, end = token.map or (0, 1)
        opens, self._opens = self._opens, False
        depth = len(self._ordered)
        indent = 0
        if depth and self._indents:
            known = self._indents[-1]
            indent = known if known is not None else lines[0].column if lines else 0
            self._indents[-1] = indent
        return Piece(
            kind,
            start,
            end,
            lines,
            depth,
            opens,
            ordered=self._ordered[-1] if depth else False,
            quoted=self._quotes > 0,
            indent=indent,
        )
