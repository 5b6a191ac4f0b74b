"""Finds the words of a claim in the sentences of a source."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.toolkit.verifying.features import STOP, Statement, Token
from lma_forge.toolkit.verifying.words import is_past, lexicon, opposed

_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|can|may|might|must|did|does|do|should|could|would|cannot)\b|n't\b",
    re.IGNORECASE,
)
_SEVERAL = 6


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of the source, and where its words stand.

    Args:
        said: What it states.
        index: The numbers of its tokens by key and by sense.
    """

    said: Statement
    index: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word of the claim stands in the source.

    Args:
        passage: The passage.
        token: Its token.
        near: Whether the passage is the compared one and not one beside it.
    """

    passage: Passage
    token: Token
    near: bool


def passage(said: Statement) -> Passage:
    """Note where the words of a sentence stand.

    Args:
        said: What the sentence states.
    """
    index: dict[str, list[int]] = {}
    for number, token in enumerate(said.tokens):
        for name in features(token):
            index.setdefault(name, []).append(number)
    return Passage(said, {name: tuple(found) for name, found in index.items()})


def features(token: Token) -> Iterator[str]:
    """Give the keys and senses by which a word of the source is found.

    Args:
        token: The word.
    """
    yield from (f"={one}" for one in token.keys)
    yield from (f"={one}" for one in token.general)
    if not token.named:
        yield from token.senses
    if len(token.keys) > 1 and not STOP & set(token.keys):
        yield from (sense for one in token.keys for sense in lexicon().senses.get(one, ()))


def wanted(token: Token) -> Iterator[str]:
    """Give the keys and senses by which a word of the claim may be found.

    Args:
        token: The word.
    """
    if len(token.keys) == 1:
        yield f"={token.keys[0]}"
    if not token.named:
        yield from token.senses


def predicate(part: Statement) -> int:
    """Find where a claim begins to say something of its subject.

    Args:
        part: The part of the claim.
    """
    helper = _VERB.search(part.text)
    places = [helper.start()] if helper else []
    for before, token in zip(part.tokens, part.tokens[1:], strict=False):
        text = token.text.lower().split()[0]
        if token.keys[0] in lexicon().verbs and (
            is_past(text)
            or (text.endswith("s") != before.text.endswith("s") and not (before.named and not text.endswith("s")))
        ):
            places.append(token.start)
            break
        if before.named and text.endswith("ed") and not token.named and before.start == part.tokens[0].start:
            places.append(token.start)
            break
    return min(places, default=0)


def places_of(token: Token, here: Passage, beside: list[Passage]) -> list[Place]:
    """Find a word in a passage, or else in those before it.

    Args:
        token: The word of the claim.
        here: The passage.
        beside: Those before it.
    """
    kept: list[Place] = []
    for passages, near in (([here], True), (beside, False)):
        found = [
            Place(one, one.said.tokens[number], near)
            for one in passages
            for name in wanted(token)
            for number in one.index.get(name, ())[:_SEVERAL]
        ]
        if not found and len(token.keys) > 1:
            inner = [one for one in token.keys if one not in STOP]
            each = [_inner(name, passages, near=near) for name in inner]
            if inner and all(each):
                found = [place for one in each for place in one]
        exact = [one for one in found if one.token.keys == token.keys]
        if exact or any(len(one.token.keys) > 1 for one in found):
            return exact or found
        kept += found
    return kept


def alone(tokens: list[Token], places: dict[int, list[Place]]) -> None:
    """See that two different words of the claim do not both stand for one word of the source.

    Args:
        tokens: The words of the claim.
        places: Where each was found; one that has to give way loses its places.
    """
    if len(tokens) > _MANY:
        return
    holder: dict[int, Token] = {}

    def place(token: Token, tried: set[int]) -> bool:
        for one in sorted(places[id(token)], key=lambda one: (token.keys != one.token.keys, not one.near)):
            spot = id(one.token)
            if spot in tried:
                continue
            tried.add(spot)
            held = holder.get(spot)
            if held is None or _alike(held, token) or len(one.token.keys) > 1 or place(held, tried):
                holder[spot] = token
                return True
        return False

    for token in tokens:
        if not place(token, set()):
            places[id(token)] = []


_MANY = 60


def _alike(one: Token, other: Token) -> bool:
    return one.keys == other.keys or bool(one.senses & other.senses) or len(one.keys) > 1 or len(other.keys) > 1


def _inner(name: str, passages: list[Passage], *, near: bool) -> list[Place]:
    names = {f"={name}", *lexicon().senses.get(name, ())}
    return [
        Place(one, one.said.tokens[number], near)
        for one in passages
        for each in names
        for number in one.index.get(each, ())[:_SEVERAL]
    ]


def opposites(token: Token, here: Passage) -> list[Token]:
    """Give the words of a passage whose senses exclude those of a word.

    Args:
        token: The word of the claim.
        here: The passage.
    """
    if token.named:
        return []
    return [
        here.said.tokens[number]
        for name in sorted(opposed(token.senses))
        for number in here.index.get(name, ())[:_SEVERAL]
    ]
