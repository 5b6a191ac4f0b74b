"""Text of a spec: prose, bullets, and where they stand."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lma_forge.diagnostics import Span

NOWHERE = Span("<built>")
"""The span of a value that comes from no file."""

GUESS = re.compile(
    r"\b(probably|presumably|most likely|I (?:assume|guess|suppose|believe|think)|"
    r"should (?:still )?be (?:current|up to date|correct|accurate|fine|ok(?:ay)?))\b",
    re.IGNORECASE,
)
"""Words by which a failure guesses (Tools.md, section 7, incorrect response style)."""


def where() -> Any:  # noqa: ANN401 - what dataclasses.field returns depends on the field
    """Declare a span field: it starts as nowhere and takes no part in equality."""
    return field(default=NOWHERE, compare=False, repr=False)


class BlockKind(StrEnum):
    """What a piece of prose is."""

    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    STEP = "step"
    CODE = "code"
    QUOTE = "quote"
    TABLE_ROW = "table-row"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of prose.

    Args:
        kind: What it is.
        text: Its text; wrapped lines are joined, but for code, which keeps its lines.
        depth: 0 for a top-level piece, 1 for a bullet inside a bullet, and so on.
        info: The info string of a fence.
        span: Where it stands.
    """

    kind: BlockKind
    text: str
    depth: int = 0
    info: str = ""
    span: Span = where()


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text: paragraphs, bullets and code in their order."""

    blocks: tuple[Block, ...] = ()
    span: Span = where()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text meant for a reader, one item a paragraph or bullet; code is left out."""
        return tuple(block.text for block in self.blocks if block.kind is not BlockKind.CODE)

    def __bool__(self) -> bool:
        """Whether there is any text."""
        return bool(self.blocks)


@dataclass(frozen=True, slots=True)
class Bullet:
    """An item of a list such as Use When: its text, and the bullets nested in it.

    Args:
        text: The item's own text on one line.
        details: The nested bullets' texts, in order, whatever their depth.
        span: Where the text stands, without the marker.
    """

    text: str
    details: tuple[str, ...] = ()
    span: Span = where()

    @property
    def full_text(self) -> str:
        """The text and its details on one line."""
        return " ".join((self.text, *self.details))
