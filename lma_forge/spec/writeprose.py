"""Prose written as markdown, laid out so that no text of it can be read as structure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from lma_forge.grammar import SectionKind
from lma_forge.model import Block, BlockKind, Bullet, Prose
from lma_forge.spec.labels import Label, LabelTable, looks_titled
from lma_forge.spec.lines import tokens_of
from lma_forge.spec.outline import ends_sentence

_LINE_ENDS = re.compile(r"\s*[\r\n]+\s*")
_NUMBERED = re.compile(r"([0-9]{1,9})[.)](?=[ \t]|\Z)")
_SUSPECT = re.compile(r"[-+*#>`~=_<\[|&]|[0-9]{1,9}[.)](?:[ \t]|\Z)")
"""What a line that is more than text may start with; the parser has the last word."""
_DELIMITER_ROW = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\Z")
_RUN = re.compile(r"`+|~+")
_PARAGRAPH = ["paragraph_open", "inline", "paragraph_close"]


def flat(text: str) -> str:
    """Put text on one line, for places where something else stands before it on the line."""
    return _LINE_ENDS.sub(" ", text).replace("\0", "\ufffd").strip()


def one_line(text: str) -> str:
    """Put text on one line that markdown reads as running text.

    Args:
        text: Text of the model, which is inline markdown. Text that came from a document needs no
            change; of other text, line breaks become blanks and a start that markdown would take
            for structure is escaped.

    Returns:
        The line.
    """
    line = flat(text)
    if not is_structure(line):
        return line
    numbered = _NUMBERED.match(line)
    return f"{numbered[1]}\\{line[numbered.end(1) :]}" if numbered else "\\" + line


def is_structure(line: str, above: Iterable[str] = ()) -> bool:
    """Tell whether markdown reads a line as more than text.

    Args:
        line: The line, without blanks at its ends.
        above: The lines of the paragraph right above it; none when it begins one.
    """
    if not _SUSPECT.match(line):
        return False
    lines = [*above, line]
    tokens = tokens_of(lines)
    return [token.type for token in tokens] != _PARAGRAPH or tokens[1].content != "\n".join(lines)


def unlabelled(prose: Prose, *, bullets: bool = False, listed: bool = False) -> Prose:
    """Escape what would open a section where it stands as text of a tool.

    Args:
        prose: Text of one of a tool's sections.
        bullets: Whether a bullet may open a section too, as in the description.
        listed: Whether the reader takes the section for a list, below which more lines open one.

    Returns:
        The text; unchanged when it came from a document.
    """
    return replace(prose, blocks=tuple(_unlabelled(block, bullets, listed) for block in prose.blocks))


def without_header(prose: Prose) -> Prose:
    """Escape a first paragraph that would be taken for header lines of the document."""
    first = prose.blocks[0] if prose.blocks else None
    if first is None or first.kind is not BlockKind.PARAGRAPH or not first.text.startswith("**"):
        return prose
    label = _labels().find(first.text)
    if label is None or not label.bold:
        return prose
    return replace(prose, blocks=(replace(first, text="\\" + first.text), *prose.blocks[1:]))


def is_label(title: str) -> bool:
    """Tell whether a heading of this text, below a tool, is the label of one of its sections."""
    label = _labels().heading(title)
    return label is not None and (label.key is not None or _labels().meant(label.text) is not None)


def label_kind(label: str) -> SectionKind | None:
    """Find how the section of a label is read; None for a label that the grammar does not know."""
    key = _labels().key_of(label)
    return key.kind if key else None


def header_label(line: str) -> str:
    """Give the key that the reader finds in a header line; empty when it finds none."""
    label = _labels().find(line)
    return label.text if label is not None and label.bold else ""


def is_plain_label(label: str) -> bool:
    """Tell whether `label` opens an unknown section when it stands on a line with a colon."""
    found = _labels().find(f"{label}:")
    return found is not None and found.key is None and found.text == label and looks_titled(label)


def _meant(label: Label, text: str) -> bool:
    """Whether a label that is none is the slip of one."""
    return (_labels().meant(label.text) or _labels().meant_of(label.text, text[label.rest :])) is not None


@cache
def _labels() -> LabelTable:
    return LabelTable({}, frozenset())


def _unlabelled(block: Block, bullets: bool, listed: bool) -> Block:  # noqa: FBT001 - as unlabelled
    item = block.kind in {BlockKind.BULLET, BlockKind.STEP}
    if block.kind is not BlockKind.PARAGRAPH and not (item and bullets):
        return block
    text = one_line(block.text)
    label = _labels().find(text)
    slip = label is not None and label.key is None and _meant(label, text)
    if label is None or (label.key is None and not slip):
        loose = _labels().loose(text)
        if loose is not None and not item:
            return replace(block, text=f"\\{text}")
    if label is None or (item and not (label.bold and (label.key or slip))):
        return block
    marked = label.bold or looks_titled(label.text)
    titled = listed and looks_titled(label.text)
    if label.key is None and not slip and not (label.rest >= len(text) and marked) and not titled:
        return block
    escaped = f"\\{text}" if label.bold else f"{text[: label.end]}\\{text[label.end :].lstrip()}"
    return replace(block, text=escaped)


def code_span(text: str) -> str:
    """Write text as a code span that gives it back, whatever backticks it holds."""
    line = _LINE_ENDS.sub(" ", text).replace("\0", "\ufffd")
    runs = {len(run) for run in re.findall("`+", line)}
    length = next(size for size in range(1, len(runs) + 2) if size not in runs)
    fence = "`" * length
    blank_ends = line.startswith(" ") and line.endswith(" ") and line.strip(" ")
    pad = " " if line.startswith("`") or line.endswith("`") or blank_ends else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def fence(content: str, info: str = "") -> list[str]:
    """Write a fenced block that gives `content` back, whatever fences stand in it.

    Args:
        content: The lines of the block.
        info: What stands after the opening fence.
    """
    word = flat(info)
    letter = "~" if "`" in word else "`"
    longest = max((len(run) for run in _RUN.findall(content) if run.startswith(letter)), default=0)
    mark = letter * max(3, longest + 1)
    body = re.split(r"\r\n|\r|\n", content) if content else []
    return [f"{mark}{word}", *body, mark]


def paragraphs(prose: Prose, *, by_sentence: bool = False, above: Iterable[str] = (), heading: int = 0) -> list[str]:
    """Write running text as lines.

    Args:
        prose: The text.
        by_sentence: Whether the reader ends a paragraph at each line that ends like a sentence.
        above: Lines that stand right above, as the beginning of the first paragraph's block.
        heading: Level at which the reader takes a heading for text; 0 where it never does.

    Returns:
        Its lines, with one blank line between blocks and none at the ends; the items of a list
        stand close together.
    """
    return list(_Layout(prose.blocks, by_sentence=by_sentence, above=above, heading=heading).lines())


def heading_line(level: int, text: str) -> str:
    """Write a heading; a run of `#` at its end is escaped, which markdown would leave out."""
    title = flat(text)
    bare = title.rstrip("#")
    if bare != title and (not bare or bare[-1] in " \t"):
        title = f"{title[:-1]}\\#"
    return f"{'#' * level} {title}".rstrip()


def bullet_lines(items: Iterable[Bullet]) -> list[str]:
    """Write bullets with their details one level below them."""
    lines: list[str] = []
    for item in items:
        lines.append(f"- {one_line(item.text)}")
        lines += (f"  - {one_line(detail)}" for detail in item.details)
    return lines


class _Layout:
    """Walks over blocks and keeps the nest of lists that the next block stands in."""

    def __init__(self, blocks: Iterable[Block], *, by_sentence: bool, above: Iterable[str], heading: int) -> None:
        self._blocks = tuple(blocks)
        self._by_sentence = by_sentence
        self._heading = heading
        self._nest: list[tuple[BlockKind, int, int]] = []
        self._run = list(above)

    def lines(self) -> Iterator[str]:
        """Give the lines."""
        for index, block in enumerate(self._blocks):
            previous = self._blocks[index - 1] if index else None
            if self._continues(previous, block):
                yield flat(block.text)
                continue
            if previous is not None and not self._is_close(previous, index):
                yield ""
            if block.kind in {BlockKind.BULLET, BlockKind.STEP}:
                yield self._item(block)
            else:
                yield from self._other(block)

    def _continues(self, previous: Block | None, block: Block) -> bool:
        """Whether a paragraph that would be structure by itself is none on the line after its predecessor."""
        if block.kind is not BlockKind.PARAGRAPH or block.depth:
            return False
        line = flat(block.text)
        follows = bool(self._run) if previous is None else self._may_follow(previous)
        if follows and is_structure(line) and not is_structure(line, self._run):
            self._run.append(line)
            return True
        self._run = [one_line(line)]
        return False

    def _may_follow(self, previous: Block) -> bool:
        """Whether the reader ends a paragraph behind a block though no blank line follows it."""
        return (
            self._by_sentence
            and previous.kind is BlockKind.PARAGRAPH
            and not previous.depth
            and ends_sentence(previous.text)
        )

    def _is_close(self, previous: Block, index: int) -> bool:
        block = self._blocks[index]
        if block.kind in {BlockKind.BULLET, BlockKind.STEP}:
            return previous.kind in {BlockKind.BULLET, BlockKind.STEP} and bool(self._nest)
        if block.kind is not BlockKind.TABLE_ROW or previous.kind is not BlockKind.TABLE_ROW:
            return False
        following = self._blocks[index + 1] if index + 1 < len(self._blocks) else None
        return following is None or _DELIMITER_ROW.match(following.text) is None

    def _item(self, block: Block) -> str:
        number = 1
        while len(self._nest) > block.depth:
            kind, last, _ = self._nest.pop()
            if len(self._nest) == block.depth and kind is block.kind:
                number = last + 1
        indent = sum(width for _, _, width in self._nest)
        marker = "- " if block.kind is BlockKind.BULLET else f"{number}. "
        self._nest.append((block.kind, number, len(marker)))
        return f"{' ' * indent}{marker}{one_line(block.text)}"

    def _other(self, block: Block) -> Iterator[str]:
        del self._nest[block.depth :]
        indent = " " * sum(width for _, _, width in self._nest)
        if not block.depth:
            self._nest.clear()
        if block.kind is BlockKind.CODE:
            lines = fence(block.text, block.info)
        elif block.kind is BlockKind.QUOTE:
            lines = [f"> {one_line(block.text)}"]
        elif block.kind is BlockKind.TABLE_ROW:
            lines = [flat(block.text)]
        elif self._heading and not block.depth and is_structure(flat(block.text)):
            lines = [heading_line(self._heading, block.text)]
        else:
            lines = [one_line(block.text)]
        return (indent + line if line else "" for line in lines)
