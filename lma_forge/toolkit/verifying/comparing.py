"""Compares a part of a claim with a sentence of a source and those before it."""

import re
from dataclasses import dataclass

from lma_forge.toolkit.verifying.acting import elsewhere, exchanged, filled, turned_round
from lma_forge.toolkit.verifying.features import LIGHT, Statement, Token
from lma_forge.toolkit.verifying.finding import Passage, alone, opposites, places_of, predicate
from lma_forge.toolkit.verifying.measures import dated, numbered
from lma_forge.toolkit.verifying.qualifying import EXISTS, narrowed, unreliable
from lma_forge.toolkit.verifying.turning import (
    clauses_of,
    compared,
    counted_less,
    denied,
    left_open,
    misplaced,
    singled,
)
from lma_forge.toolkit.verifying.words import key

_LEAST = 2


@dataclass(frozen=True, slots=True)
class Match:
    """How far a passage supports a part of a claim.

    Args:
        passage: The passage of the source.
        share: How much of the part's content is in it, from 0 to 1.
        missing: What is not in it.
        against: What it says otherwise.
        near: How much of what is said of the subject is in the very sentence.
    """

    passage: str
    share: float
    missing: tuple[str, ...]
    against: tuple[str, ...]
    near: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether the passage supports the part."""
        return not self.missing and not self.against


def compare(part: Statement, passages: list[Passage], number: int) -> Match:
    """Compare a part of a claim with a sentence of a source.

    Args:
        part: The part of the claim.
        passages: The sentences of the source.
        number: The sentence to compare with; those beside it may hold what it refers to.
    """
    here = passages[number]
    before = [passages[one] for one in (number - 1, number - 2) if one >= 0]
    starts = predicate(part)
    tokens = _required(part)
    said = [token for token in tokens if token.start >= starts] or tokens
    refers = _REFERS.search(here.said.text) is not None
    places = {
        id(token): places_of(token, here, before if refers or token.start < starts or _definite(part, token) else [])
        for token in tokens
    }
    alone(tokens, places)
    lost = [token for token in tokens if not places[id(token)] and not _spared(token, part, here, starts)]
    far = [
        token
        for token in tokens
        if not any(one.near for one in places[id(token)])
        and (token in lost or (token.start >= starts and places[id(token)]))
    ]
    turned: list[tuple[Token, Token]] = []
    for token in far:
        free = [one for one in opposites(token, here) if id(one) not in {id(other) for _, other in turned}]
        turned += [(token, one) for one in free[:1]]
    flips = len({id(token) for token, _ in turned})
    converse = exchanged(tokens, places, turned, starts)
    clauses = clauses_of(part, said, places, here) | {(id(here), other.clause) for _, other in turned}
    around = {id(one): one.said for one in (here, *before)}
    others = [one.said for one in before]
    taken = {id(place.token) for token in tokens for place in places[id(token)]} | {id(other) for _, other in turned}
    against = denied(part, taken, clauses, around, flips + compared(part, here, tokens, places) + converse)
    numbers, dates = numbered(part, here.said, others), dated(part, here.said, others)
    against += [*numbers.against, *dates.against]
    against += left_open(part, clauses, around)
    counted = counted_less(part, here.said, tokens, places)
    against += counted.against
    against += [] if converse else turned_round(part, here, tokens, places, taken)
    against += misplaced(part, here.said, tokens, places)
    against += elsewhere(part, here, tokens, places, taken)
    against += filled(part, here, tokens, places)
    against += unreliable(part, here.said, tokens, places)
    limits = narrowed(part, here.said, tokens, places)
    against += limits.against
    if turned and any("denies" in one for one in against):
        token, other = turned[0]
        against.append(f"it speaks of “{other.text}” where the claim has “{token.text}”")
    gone = [token for token in lost if id(token) not in {id(one) for one, _ in turned}]
    missing = [*numbers.missing, *dates.missing, *counted.missing, *limits.missing]
    missing += singled(part, here.said, before, tokens, places)
    total = len(tokens) + len(part.numbers) + len(part.dates)
    found = total - len(gone) - len(numbers.missing) - len(dates.missing) - len(numbers.against) - len(dates.against)
    near = sum(any(one.near for one in places[id(token)]) for token in said) + flips
    near += len(part.numbers) + len(part.dates) - len(numbers.missing) - len(dates.missing)
    if gone:
        missing.append("the words " + ", ".join(f"“{token.text}”" for token in gone[:8]))
    if near == 0 or near < len([one for one in said if places[id(one)] and not one.named]) / 2:
        missing.append("what is said of it")
    if total + bool(part.negations) < _LEAST:
        missing.append("enough to compare")
    share = max(found / total, 0.0) if total else 0.0
    return Match(here.said.text, share, tuple(missing), tuple(against), near / max(total, 1))


def _definite(part: Statement, token: Token) -> bool:
    """Tell whether a word is told as one that was spoken of before."""
    return (
        re.search(
            r"\b(?:the|this|that|its|their|his|her)\s(?:\w+\s)?$", part.text[max(0, token.start - 24) : token.start]
        )
        is not None
    )


_REFERS = re.compile(r"\b(?:it|its|they|their|them|he|she|him|his|her|this|these|those|both|one)\b", re.IGNORECASE)
_MEASURES = {
    "second": ["last", "run", "take", "duration", "long", "need"],
    "day": ["last", "run", "take", "duration", "long", "need"],
    "month": ["last", "run", "take", "duration", "long", "need"],
    "metre": ["long", "length", "measure", "stretch", "run"],
    "gram": ["weigh", "weight"],
    "dollar": ["cost", "price", "worth"],
    "euro": ["cost", "price", "worth"],
    "percent": ["stand", "amount"],
    "": ["age", "time", "count", "total", "number"],
}
_DIMENSIONS = frozenset(
    key(one) for one in ["tall", "high", "wide", "deep", "long", "thick", "broad", "height", "width", "depth", "length"]
)
_VAGUE = frozenset(
    f"things.{one}"
    for one in [
        "firm",
        "software",
        "device",
        "product",
        "parcel",
        "app",
        "person",
        "patient",
        "participant",
        "respondent",
        "spectator",
        "user",
        "building",
        "event",
        "agency",
        "research",
        "report",
        "website",
    ]
)


_HAS = re.compile(r"\b(?:has|have|had|there (?:is|are|was|were))\b", re.IGNORECASE)


def _spared(token: Token, part: Statement, here: Passage, starts: int) -> bool:
    """Tell whether a source may do without a word: the measured dimension, or a general word for the subject."""
    if token.named:
        return False
    if "qualities.previous" in token.senses and re.search(r"\bfrom\b", here.said.text):
        return True
    if token.senses & {"verbs.contain"} and _HAS.search(here.said.text):
        return True
    kinds = {one.kind for one in part.numbers}
    if any(token.keys[0] in {key(word) for word in _MEASURES.get(kind, ())} for kind in kinds):
        return not any(one.keys[0] in _DIMENSIONS for one in here.said.tokens)
    if (
        part.numbers
        and token.senses & {"things.person", "things.spectator", "things.inhabitant"}
        and token.start > starts
    ):
        return True
    first = next(iter(part.tokens))
    return (
        token is first
        and token.start < starts
        and bool(token.senses & _VAGUE)
        and len(part.tokens) + len(part.numbers) > _LEAST
    )


def _required(part: Statement) -> list[Token]:
    counted = bool(part.numbers)
    exists = EXISTS.match(part.text)
    some = [
        token
        for token in part.tokens
        if not (token.keys[0] in LIGHT and not token.named)
        and not (counted and token.text.lower() in {"people", "persons"})
        and not (exists and token.start < exists.end() and len(token.keys) > 1)
    ]
    return some or list(part.tokens)
