"""Why a document without tools is no tool spec, said without repeating what may be secret in it."""

import re
from collections.abc import Sequence

from lma_forge.model import Spec
from lma_forge.spec.lines import Piece, PieceKind
from lma_forge.spec.reading import Reading
from lma_forge.spec.values import MISSING, json_value

_PAIR = re.compile(r"\s*+(?:- )?[\w.-]{1,60}\s*+:(?:\s|\Z)")
_LINK = re.compile(r"(?:\[[^\[\]]{0,300}\]\([^()]{0,600}\)|<?https?://\S+)[ .,;]*\Z")
_PLACEHOLDER = re.compile(
    r"\{\{[^{}]{0,80}\}\}|\{%|<(?:your|insert|the|name|tool|todo)[^<>]{0,40}>|\[(?:your|insert|name|tool|todo)[^\[\]]{0,40}\]",
    re.IGNORECASE,
)
_DIALECT = re.compile(
    r"(?:[0-9]+[.)]\s++)?`[^`]{1,80}`\Z|[A-Za-z_][\w.]{0,80}\([^()]{0,300}\)\Z|[a-z]+(?:[_.][a-z0-9]+)++\Z"
)
_GOODS = frozenset(
    {
        "price",
        "prices",
        "sku",
        "stock",
        "quantity",
        "qty",
        "product",
        "products",
        "inventory",
        "item",
        "cost",
        "warehouse",
    }
)
_DESIGN = frozenset(
    {
        "design",
        "architecture",
        "proposal",
        "requirements",
        "overview",
        "goals",
        "milestones",
        "roadmap",
        "rationale",
        "component",
        "components",
    }
)
_LOOKED_AT = 400
"""Pieces that are looked at; the reason shows in the first of them."""


def reason(reading: Reading, spec: Spec, pieces: Sequence[Piece]) -> str:
    """Say what a document without tools holds instead.

    Args:
        reading: The document.
        spec: What was read of it.
        pieces: Its pieces.

    Returns:
        The reason, which reads on after "it holds"; none of the document's own text is in it.
    """
    pieces = pieces[:_LOOKED_AT]
    texts = [piece.text.value for piece in pieces if piece.lines]
    words = [word for text in texts for word in re.findall(r"[a-z]+", text[:400].lower())]
    headings = [piece.text.value for piece in pieces if piece.kind is PieceKind.HEADING]
    for found in (
        _data(reading, pieces),
        _template(reading, texts),
        _links(pieces),
        _table(pieces, words),
        _dialect(headings),
    ):
        if found:
            return found
    if spec.global_rules:
        return "rules only"
    if len(_GOODS.intersection(words)) > 1:
        return "what looks like a list of goods"
    if len(_DESIGN.intersection(words)) > 1:
        return "what looks like a design text"
    if any(piece.kind is PieceKind.CODE for piece in pieces) and not headings:
        return "code only"
    return "notes or other prose"


def _data(reading: Reading, pieces: Sequence[Piece]) -> str:
    lines = [line for line in reading.source.lines[:_LOOKED_AT] if line.strip()]
    first = lines[0].lstrip()[:1]
    if first in {"{", "["} and json_value("\n".join(reading.source.lines)) is not MISSING:
        return "JSON, not markdown"
    pairs = sum(1 for line in lines if _PAIR.match(line) or line.strip() in {"---", "..."})
    if any(piece.kind is PieceKind.HEADING and not piece.underline for piece in pieces):
        return ""
    return "YAML or other settings, not markdown" if pairs * 4 >= len(lines) * 3 else ""


def _template(reading: Reading, texts: list[str]) -> str:
    del reading
    marked = sum(1 for text in texts if _PLACEHOLDER.search(text[:2000]))
    return "a template whose places are not filled in" if marked > 1 or (marked and len(texts) <= marked * 4) else ""


def _links(pieces: Sequence[Piece]) -> str:
    items = [piece for piece in pieces if piece.kind is PieceKind.TEXT]
    lines = [line.text for piece in items for line in piece.lines]
    linked = sum(1 for line in lines if _LINK.search(line[-1000:]) is not None)
    return "links only" if lines and linked * 5 >= len(lines) * 4 else ""


def _table(pieces: Sequence[Piece], words: list[str]) -> str:
    tables = [piece for piece in pieces if piece.kind is PieceKind.TABLE]
    if not tables:
        return ""
    if all(piece.end - piece.start <= 2 for piece in tables):  # noqa: PLR2004 - header and delimiter
        return "a table without rows"
    del words
    return "a table of something else, such as goods"


def _dialect(headings: list[str]) -> str:
    named = sum(1 for heading in headings if _DIALECT.match(heading))
    return "tools in another form, under headings without `Tool:`" if named else ""
