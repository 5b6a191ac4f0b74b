"""Finds what turns the meaning of a passage round against a claim, or makes it say less."""

import re
from collections.abc import Callable

from lma_forge.toolkit.verifying.features import PASSIVE, Statement, Token, denies
from lma_forge.toolkit.verifying.finding import Passage, Place, predicate
from lma_forge.toolkit.verifying.measures import Found
from lma_forge.toolkit.verifying.words import is_past, lexicon, listed

_PREPOSITION = re.compile(r"\s+(?P<word>in|into|from|to|for|by|under|with|at|on|against|over|of|as)\s+", re.IGNORECASE)
_PREPOSITIONS = frozenset(["of", "to", "by", "with", "for", "from", "on", "into", "in"])
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


_STRENGTH = {"all": 3, "most": 2, "some": 1}


def counted_less(part: Statement, here: Statement, tokens: list[Token], places: dict[int, list[Place]]) -> Found:
    """Name where the source says of fewer what the claim says of more."""
    spots = {place.token.start for token in tokens for place in places[id(token)] if place.near}
    theirs = {kind for position, kind in here.quantifiers if any(0 <= spot - position <= _REACH for spot in spots)} | (
        {"most"} if any(one.kind == "percent" and _HALF < one.value < _WHOLE for one in here.numbers) else set()
    )
    mine = max((_STRENGTH.get(kind, 0) for _, kind in part.quantifiers), default=0)
    most = max((_STRENGTH.get(kind, 0) for kind in theirs), default=0)
    if mine > 1 and mine > most:
        return Found((), ("the source says it of fewer",)) if most else Found(("that it is so many",), ())
    if most in {1, 2} and mine == 0 and not part.numbers:
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
    left = _ends(tokens, places, lambda token: token.start < predicate(part))
    right = _ends(tokens, places, lambda token: token.start > pivot.start())
    return bool(left and right) and min(left) > other.start() > max(right)


def turned_round(  # noqa: PLR0911 - each return is a case of its own
    part: Statement, here: Passage, tokens: list[Token], places: dict[int, list[Place]], taken: set[int]
) -> list[str]:
    """Tell whether two act on each other, or are compared, in the other order."""
    start = predicate(part)
    if re.search(r"\bthan\b", part.text):
        return []
    verbs = [
        place.token
        for token in tokens
        if start <= token.start and token.keys[0] in lexicon().verbs
        for place in places[id(token)]
        if place.near
    ]
    first = [token for token in tokens if token.start < start]
    rest = [token for token in tokens if token.start > start and (token.named or token.keys[0] not in lexicon().verbs)]
    if not first or not rest:
        return []
    if not verbs:
        return _reversed(part, here.said, first, rest, places)
    subject = _ends(first, places, lambda _: True)
    objects = _ends(rest[:2], places, lambda _: True)
    verb = verbs[0].start
    if any(one.senses & _SYMMETRIC for one in verbs):
        return []
    heads = _ends(first[-1:], places, lambda _: True)
    clauses = {place.token.clause for place in places[id(first[-1])] if place.near}
    if heads and not clauses & {one.clause for one in verbs}:
        own = [one for one in here.said.tokens if one.clause == verbs[0].clause and one.start < verb]
        foreign = bool(own) and id(own[-1]) not in taken and not is_past(own[-1].text.lower().split()[0])
        if (foreign and not _joined(here.said, verbs[0])) or (
            min(heads) > verb and _subordinate(here.said, min(heads))
        ):
            return ["the source says it of something else"]
    mine, theirs = _voice(part), _voice(here.said)
    if mine == "bare":
        return []
    passive = (mine == "by") != (theirs == "by")
    named = any(token.named for token in first) and any(token.named for token in rest[:2])
    if named and subject and objects:
        swapped = min(subject) > max(objects)
        return ["the source has the two the other way round"] if swapped != passive else []
    if named and objects and not subject and not passive and max(objects) < verb:
        return ["the source has the two the other way round"]
    return _reversed(part, here.said, first, rest, places)


def _reversed(
    part: Statement, here: Statement, first: list[Token], rest: list[Token], places: dict[int, list[Place]]
) -> list[str]:
    """Tell whether the one who acts in the claim is the one acted on in the source, without names to go by."""
    subject, objects = _ends(first[-1:], places, lambda _: True), _ends(rest[:1], places, lambda _: True)
    mine, theirs = _voice(part), _voice(here)
    goal = part.text[: rest[0].start].split()[-2:]
    if not subject or not objects or mine == "bare" or theirs == "bare" or set(goal) & _LEADING:
        return []
    before, after = here.text[: min(objects)].split()[-2:], here.text[: min(subject)].split()[-2:]
    if mine == theirs:
        turned = min(subject) > max(objects) and not _LEADING & {one.lower() for one in (*before, *after)}
    else:
        turned = max(subject) < min(objects) and bool({"by"} & {one.lower() for one in before}) and theirs == "by"
    return ["the source has the two the other way round"] if turned else []


_LEADING = frozenset(listed("prepositions"))


def exchanged(
    tokens: list[Token], places: dict[int, list[Place]], turned: list[tuple[Token, Token]], starts: int
) -> bool:
    """Tell whether a passage says the same with an opposite such as lend and borrow, and the two exchanged.

    Args:
        tokens: The words of the claim.
        places: Where they were found.
        turned: The words of the claim and their opposites there.
        starts: Where the claim begins to say something of its subject.
    """
    known = lexicon().turned
    pairs = [pair for pair in turned if any(known.get(sense, frozenset()) & pair[1].senses for sense in pair[0].senses)]
    if len(pairs) != 1:
        return False
    first = _ends([one for one in tokens if one.named and one.start < starts], places, lambda _: True)
    rest = _ends([one for one in tokens if one.named and one.start > starts], places, lambda _: True)
    verb = pairs[0][1].start
    return bool(first and rest) and min(first) > verb > max(rest)


def elsewhere(
    part: Statement, here: Passage, tokens: list[Token], places: dict[int, list[Place]], taken: set[int]
) -> list[str]:
    """Name what a source says of something else in the same sentence.

    Args:
        part: The part of the claim.
        here: The passage.
        tokens: The words of the claim.
        places: Where they were found.
        taken: The words of the source that stand for words of the claim, by identity.
    """
    said = here.said
    verbs = {
        place.token.clause
        for token in tokens
        if token.keys[0] in lexicon().verbs and not token.named
        for place in places[id(token)]
        if place.near
    }
    fixed = {
        said.clause(one.start): one for one in said.numbers if any(one.value == mine.value for mine in part.numbers)
    }
    for date in part.dates:
        when = [one for one in said.dates if date.parts <= one.parts]
        clauses = {said.clause(one.start) for one in when}
        if (
            when
            and verbs
            and not clauses & verbs
            and any(
                said.clause(one.start) in verbs and {kind for kind, _ in one.parts} == {kind for kind, _ in date.parts}
                for one in said.dates
            )
        ):
            return [f"it has another date for it than {part.text[date.start : date.end]}"]
    for token in tokens:
        spots = [place.token for place in places[id(token)] if place.near]
        if not spots or token.start < predicate(part):
            continue
        clauses = {one.clause for one in spots}
        if (
            fixed
            and not clauses & set(fixed)
            and any(
                said.clause(one.start) in clauses and one.kind == next(iter(fixed.values())).kind
                for one in said.numbers
            )
        ):
            return [f"it gives another number for “{token.text}”"]
        leading = part.text[: token.start].lower().split()[-1:]
        if leading and leading[0] in _LEADING and verbs and not clauses & verbs:
            for spot in spots:
                before = [one for one in said.tokens if one.clause == spot.clause and one.start < spot.start]
                if before and id(before[-1]) not in taken and is_past(before[-1].text.lower().split()[0]):
                    return [f"it has “{before[-1].text}” with “{token.text}”"]
    return []


_SYMMETRIC = frozenset(
    f"verbs.{one}" for one in ["make_up", "associate", "connect", "merge", "marry", "meet", "share", "contain"]
)


def _joined(said: Statement, verb: Token) -> bool:
    """Tell whether the clause of a verb goes on with a subject that the clause before it begins."""
    cut = said.cuts[verb.clause - 1] if verb.clause else 0
    earlier = [one for one in said.tokens if one.clause < verb.clause]
    return said.text[cut : cut + 3].lower() == "and" and not any(is_past(one.text.lower()) for one in earlier)


def _subordinate(said: Statement, position: int) -> bool:
    """Tell whether a position is in a clause that a word such as `since` or `which` begins."""
    clause = said.clause(position)
    return clause > 0 and said.text[said.cuts[clause - 1]].isalpha()


def _voice(said: Statement) -> str:
    """Tell whether a statement is passive, with the one who acts (`by`) or without (`bare`), or not (empty)."""
    if PASSIVE.search(said.text):
        return "by"
    found = re.finditer(
        r"\b(?:is|was|were|are|been|being|be)\s+(?:(?:\w+ly|not|no longer|also|now|then|already)\s+)*(\w+)", said.text
    )
    return "bare" if any(is_past(one[1].lower()) for one in found) else ""


def _ends(tokens: list[Token], places: dict[int, list[Place]], chosen: Callable[[Token], bool]) -> list[int]:
    return [place.token.start for token in tokens if chosen(token) for place in places[id(token)] if place.near]


def filled(part: Statement, here: Passage, tokens: list[Token], places: dict[int, list[Place]]) -> list[str]:
    """Tell whether the source has something else in the place of what a claim's verb goes with."""
    taken = {id(place.token) for token in tokens for place in places[id(token)]}
    for number, token in enumerate(part.tokens[:-1]):
        after = part.text[token.start + len(token.text) :]
        inside = token.text.lower().split()[-1] if len(token.keys) > 1 else ""
        found = _PREPOSITION.match(after)
        if not (found or inside in _PREPOSITIONS) or id(token) not in places:
            continue
        goal = part.tokens[number + 1]
        if id(goal) not in places:
            continue
        for place in places[id(token)]:
            if not place.near:
                continue
            theirs = here.said.text[place.token.start + len(place.token.text) :]
            same = _PREPOSITION.match(theirs)
            if inside in _PREPOSITIONS and place.token.text.lower().split()[-1] in _PREPOSITIONS:
                position = place.token.start + len(place.token.text)
            elif found and same and same["word"].lower() == found["word"].lower():
                position = place.token.start + len(place.token.text) + same.end()
            else:
                continue
            filler = next((one for one in here.said.tokens if one.start >= position), None)
            if filler is None or filler.clause != place.token.clause or id(filler) in taken:
                continue
            if any(
                one.near and one.token.clause == filler.clause and one.token.start > filler.start
                for one in places[id(goal)]
            ):
                continue
            return [f"it has “{filler.text}” where the claim has “{goal.text}”"]
    return []
