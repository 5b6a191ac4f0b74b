"""Finds what turns the meaning of a passage round against a claim, or makes it say less."""

import re

from lma_forge.toolkit.verifying.acting import ends
from lma_forge.toolkit.verifying.features import STOP, Statement, Token, denies
from lma_forge.toolkit.verifying.finding import Passage, Place, predicate
from lma_forge.toolkit.verifying.measures import Found

_LEAST = 2


def clauses_of(
    part: Statement, said: list[Token], places: dict[int, list[Place]], here: Passage
) -> set[tuple[int, int]]:
    """Give the clauses of the source that say what the claim says: passage and number of the clause."""
    weight: dict[tuple[int, int], int] = {}
    for token in part.tokens:
        for one in {(id(place.passage), place.token.clause) for place in places.get(id(token), ())}:
            weight[one] = weight.get(one, 0) + 1
    chosen = set()
    for token in said:
        options = [(id(place.passage), place.token.clause) for place in places[id(token)]]
        if options:
            chosen.add(max(options, key=lambda one: (weight[one], one[0] == id(here), -one[1])))
    return chosen


def denied(
    part: Statement, taken: set[int], clauses: set[tuple[int, int]], around: dict[int, Statement], flips: int
) -> list[str]:
    """Tell whether one of the two denies what the other says.

    Args:
        part: The part of the claim.
        taken: The words of the source that stand for words of the claim, by identity.
        clauses: The clauses that say what the claim says.
        around: The sentences that they are in.
        flips: How many words of the claim have their opposite there.
    """
    theirs = 0
    for number, clause in clauses:
        said = around[number]
        theirs += min(1, said.negations.count(clause))
        theirs += any(denies(one) and id(one) not in taken for one in said.tokens if one.clause == clause)
    mine = len(part.negations)
    return ["one of the two denies it"] if (mine + theirs + flips) % 2 else []


def left_open(part: Statement, clauses: set[tuple[int, int]], around: dict[int, Statement]) -> list[str]:
    """Name what leaves open in the source what the claim states, and the other way round."""
    mine = {kind for _, kind, _ in part.hedges}
    theirs = [
        (kind, word)
        for number, said in around.items()
        for clause, kind, word in said.hedges
        if (number, clause) in clauses or (kind == "if" and any(one == number for one, _ in clauses))
    ]
    kinds = {kind for kind, _ in theirs}
    for kind, word in theirs:
        if (
            kind not in mine
            and not (kind == "possible" and word == "can")
            and not (kind == "need" and word not in _NEEDED)
            and not (kind in {"plan", "likely", "possible"} and mine & {"plan", "likely", "possible"})
        ):
            return [f"the source leaves it open (“{word}”)"]
    for _, kind, word in part.hedges:
        if (
            kind in {"plan", "likely", "if", "alleged", "would"}
            and not kinds & {"plan", "likely", kind}
            and word not in {"will", "shall"}
        ):
            return [f"the claim leaves it open (“{word}”) and the source does not"]
    return []


_NEEDED = frozenset(["need", "needs", "must", "should", "has to", "have to", "await", "awaits", "awaiting", "pending"])


_STRENGTH = {"all": 3, "most": 2, "some": 1}


def counted_less(part: Statement, here: Statement, tokens: list[Token], places: dict[int, list[Place]]) -> Found:
    """Name where the source says of fewer what the claim says of more."""
    spots = {place.token.start for token in tokens for place in places[id(token)] if place.near}
    theirs = {kind for position, kind in here.quantifiers if any(0 <= spot - position <= _REACH for spot in spots)}
    mine = max((_STRENGTH.get(kind, 0) for _, kind in part.quantifiers), default=0)
    limit = max((_STRENGTH.get(kind, 0) for kind in theirs), default=0)
    share = any(one.kind == "percent" and _HALF < one.value < _WHOLE for one in here.numbers)
    most = max(limit, _STRENGTH["most"] if share else 0)
    if mine > 1 and mine > most:
        return Found((), ("the source says it of fewer",)) if most else Found(("that it is so many",), ())
    if limit in {1, 2} and mine == 0 and not part.numbers:
        return Found((), ("the source says it of fewer",))
    return Found((), ())


_REACH, _HALF, _WHOLE = 28, 50, 100


def singled(
    part: Statement, here: Statement, beside: list[Passage], tokens: list[Token], places: dict[int, list[Place]]
) -> list[str]:
    """Name what singles out in the claim and not in the source: only, first, a superlative, a comparison."""
    around = [here, *(one.said for one in beside)]
    for kind in ("only", "first", "still"):
        if part.quantified(kind) and not any(one.quantified(kind) for one in around):
            return ["what singles it out"]
    for token in tokens:
        if (
            token.degree
            and places[id(token)]
            and not any(
                place.token.degree == token.degree
                or any(sense.startswith(("things.maximum", "things.minimum")) for sense in place.token.senses)
                for place in places[id(token)]
            )
        ):
            return [f"the degree of “{token.text}”"]
    if re.search(r"\bthan\b", part.text) and not re.search(r"\bthan\b", here.text) and not part.numbers:
        return ["the comparison"]
    if (
        "est" in {token.degree for token in tokens}
        and re.search(r"\bone of the\b", here.text)
        and not re.search(r"\bone of the\b", part.text)
    ):
        return ["that it is the one"]
    return []


def compared(part: Statement, here: Passage, tokens: list[Token], places: dict[int, list[Place]]) -> bool:
    """Tell whether two are compared in the other order."""
    pivot, other = re.search(r"\bthan\b", part.text), re.search(r"\bthan\b", here.said.text)
    if not pivot or not other:
        return False
    left = ends(tokens, places, lambda token: token.start < predicate(part))
    right = ends(tokens, places, lambda token: token.start > pivot.start())
    return bool(left and right) and min(left) > other.start() > max(right)


_PAIRED = (("before", "after"), ("above", "below"), ("inside", "outside"), ("since", "until"))


_LEADS = re.compile(r"\b(from|to|into|for|against)\s+(?:the |an? |his |her |their |its )?$", re.IGNORECASE)
_CONTRARY = {"from": {"to", "into"}, "to": {"from"}, "into": {"from"}, "for": {"against"}, "against": {"for"}}
_BARRING = re.compile(
    r"\b(?:except|apart from|other than|with the exception|but (?:one|two|three)|all but|"
    r"nearly all|almost all|excluding)\b",
    re.IGNORECASE,
)


def misplaced(part: Statement, said: Statement, tokens: list[Token], places: dict[int, list[Place]]) -> list[str]:
    """Name an opposite preposition in the source, an exception, or a denial of something narrower.

    Args:
        part: The part of the claim.
        said: The sentence of the source.
        tokens: The words of the claim.
        places: Where they were found.
    """
    if part.quantified("all") and _BARRING.search(said.text) and not _BARRING.search(part.text):
        return ["the source makes an exception"]
    taken = {place.token.start for token in tokens for place in places[id(token)] if place.near}
    for token in tokens:
        lead_in = _LEADS.search(part.text[: token.start])
        spots = [place.token.start for place in places[id(token)] if place.near]
        leads = [_LEADS.search(said.text[:spot]) for spot in spots]
        if lead_in and spots and all(lead and lead[1].lower() in _CONTRARY[lead_in[1].lower()] for lead in leads):
            return [f"it has another preposition with “{token.text}”"]
        for spot in spots:
            narrow = re.search(r"\b(?:no|any|without)\s+(\w+)\s+$", said.text[:spot], re.IGNORECASE)
            if part.negations and narrow and narrow.start(1) not in taken and narrow[1].lower() not in STOP:
                return [f"the source denies it of “{narrow[1]}” ones alone"]
    mine, theirs = set(part.text.lower().split()), set(said.text.lower().split())
    for pair in _PAIRED:
        for one, other in (pair, pair[::-1]):
            if one in mine and other in theirs and not {one} & theirs and other not in mine:
                return [f"it has “{other}” where the claim has “{one}”"]
    return []
