"""Finds who does what to whom: whether a passage has it of somebody else, or the other way round."""

import re
from collections.abc import Callable

from lma_forge.toolkit.verifying.features import LIGHT, PASSIVE, Statement, Token
from lma_forge.toolkit.verifying.finding import Passage, Place, opposites, predicate
from lma_forge.toolkit.verifying.words import is_past, lexicon, listed

_PREPOSITION = re.compile(r"\s+(?P<word>in|into|from|to|for|by|under|with|at|on|against|over|of|as)\s+", re.IGNORECASE)


_PREPOSITIONS = frozenset(["of", "to", "by", "with", "for", "from", "on", "into", "in"])


def turned_round(  # noqa: C901, PLR0911, PLR0912 - each return is a case of its own
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
    rest = [token for token in tokens if token.start > start and (token.named or not is_past(token.text.lower()))]
    if any(one.senses & _SYMMETRIC for one in verbs):
        return []
    main = _main(part, tokens, start)
    if main and _unreal(main, part, here.said, places):
        return ["the source leaves it open"]
    found = [place.token for place in places[id(main)] if place.near] if main else []
    if main and (goal := _goal(main, part, tokens)):
        spots = [place.token for place in places[id(goal)] if place.near]
        if spots and not any(_whole(goal, one, here.said, taken) for one in spots):
            return ["the source says it of something else"]
    if (main and _apart(main, here, tokens, places, taken, start)) or (
        first and _other(here, _head(part, first), found, places, taken)
    ):
        return ["the source says it of something else"]
    if not first or not rest:
        return []
    if not verbs:
        return _reversed(part, here.said, first, rest, places)
    subject = ends(first, places, lambda _: True)
    objects = ends(rest[:2], places, lambda _: True)
    verb = verbs[0].start
    mine, theirs = _voice(part), _voice(here.said)
    if mine == "bare":
        return []
    agents = ends(
        [token for token in rest if part.text[: token.start].lower().endswith((" by ", " by the "))], places, bool
    )
    if mine == "by" and not theirs and agents and found and min(agents) > found[0].start:
        return ["the source has the two the other way round"]
    passive = (mine == "by") != (theirs == "by")
    named = any(token.named for token in first) and any(token.named for token in rest[:3])
    if named:
        subject = ends([one for one in first if one.named], places, lambda _: True)
        objects = ends([one for one in rest if one.named][:2], places, lambda _: True)
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
    subject, objects = ends([_head(part, first)], places, lambda _: True), ends(rest[:1], places, lambda _: True)
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
    first = ends([one for one in tokens if one.named and one.start < starts], places, lambda _: True)
    rest = ends([one for one in tokens if one.named and one.start > starts], places, lambda _: True)
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
        if not spots:
            continue
        leading = part.text[: token.start].lower().split()[-1:]
        clauses = {one.clause for one in spots}
        if (
            fixed
            and (token.start >= predicate(part) or (leading and leading[0] in _LEADING))
            and not clauses & set(fixed)
            and (
                any(said.clause(one.start) in clauses for one in said.numbers)
                or any(
                    one.clause in clauses and id(one) not in taken and is_past(one.text.lower()) for one in said.tokens
                )
            )
        ):
            return [f"it gives another number for “{token.text}”"]
        if token.start < predicate(part):
            continue
        if leading and leading[0] in _LEADING and verbs and not clauses & verbs:
            for spot in spots:
                before = [one for one in said.tokens if one.clause == spot.clause and one.start < spot.start]
                if before and id(before[-1]) not in taken and is_past(before[-1].text.lower().split()[0]):
                    return [f"it has “{before[-1].text}” with “{token.text}”"]
    return []


_SYMMETRIC = frozenset(
    f"verbs.{one}" for one in ["make_up", "associate", "connect", "merge", "marry", "meet", "share", "contain"]
)


def _main(part: Statement, tokens: list[Token], start: int) -> Token | None:
    """Find the main verb of a claim, where it is plain to see."""
    for token in tokens:
        before = part.text[: token.start].lower().split()[-1:]
        if token.start < start or token.named or len(token.keys) > 1:
            continue
        if (
            token.start == start
            or is_past(token.text.lower())
            or (before and before[0] in {"will", "can", "may", "must", "not", "did", "does", "do", "should", "to"})
        ):
            return token
    return None


def _head(part: Statement, first: list[Token]) -> Token:
    """Give the word of a subject that the others belong to: the last one before a preposition."""
    found = re.search(r"\s(?:of|in|from|with|for|at|on|by|near|under|over|without)\s", part.text[first[0].start :])
    limit = first[0].start + found.start() if found else len(part.text)
    return [token for token in first if token.start < limit][-1]


def _goal(main: Token, part: Statement, tokens: list[Token]) -> Token | None:
    """Find what the verb of a claim acts on, where it stands right behind it."""
    after = next((token for token in tokens if token.start > main.start), None)
    if after is None or re.search(r"[,;]", part.text[main.start : after.start]):
        return None
    between = set(part.text[main.start + len(main.text) : after.start].lower().split())
    return None if between & _LEADING or after.text.endswith(("'s", "\u2019s")) else after


def _unreal(main: Token, part: Statement, said: Statement, places: dict[int, list[Place]]) -> bool:
    """Tell whether the source has the verb of a claim as something that is still to be done (`in talks to buy`)."""
    if part.text[: main.start].rstrip().endswith(" to"):
        return False
    for place in places[id(main)]:
        if place.near:
            before = re.search(
                r"(\w+)\s+to\s+(?:\w+ly\s+)?$", said.text[max(0, place.token.start - 40) : place.token.start]
            )
            if before is None or before[1].lower() in _REAL or re.search(r"\b(?:led|forced|had|has|have)\b", said.text):
                return False
    return any(place.near for place in places[id(main)])


_REAL = frozenset(
    ["began", "started", "continued", "managed", "able", "had", "has", "have", "used", "helped", "need", "needs"]
)


def _apart(  # noqa: PLR0913, PLR0917 - what a clause is read from
    main: Token, here: Passage, tokens: list[Token], places: dict[int, list[Place]], taken: set[int], start: int
) -> bool:
    """Tell whether what the verb of a claim goes with belongs to another verb of the source."""
    clauses = {place.token.clause for place in places[id(main)] if place.near}
    opposite = {id(one) for one in opposites(main, here)}
    for token in tokens:
        near = {place.token.clause for place in places[id(token)] if place.near}
        if token is main or token.start < start or not near or not clauses or near & clauses:
            continue
        for one in here.said.tokens:
            past = is_past(one.text.lower()) and not one.named and id(one) not in taken
            if one.clause in near and (past or (id(one) in opposite and not one.text.endswith("ing"))):
                return True
    return False


def _other(here: Passage, head: Token, verbs: list[Token], places: dict[int, list[Place]], taken: set[int]) -> bool:
    """Tell whether the verb of a claim has another subject in the source."""
    there = [place.token for place in places[id(head)] if place.near]
    near = [one for one in there if _whole(head, one, here.said, taken)]
    if there and not near:
        return True
    if not verbs:
        return False
    verb = verbs[0]
    if not places[id(head)] or verb.clause in {one.clause for one in near}:
        return False
    own = [
        one
        for one in here.said.tokens
        if one.clause == verb.clause and one.start < verb.start and not one.text.lower().startswith("there")
    ]
    foreign = bool(own) and id(own[-1]) not in taken and not is_past(own[-1].text.lower().split()[0])
    if foreign and not own[-1].degree and not _joined(here.said, verb):
        return True
    return bool(near) and min(one.start for one in near) > verb.start and _subordinate(here.said, near[0].start)


def _whole(head: Token, place: Token, said: Statement, taken: set[int]) -> bool:
    """Tell whether a word is spoken of itself, and not something that belongs to it or that it belongs to."""
    if place.text.endswith(("'s", "\u2019s")) and not head.text.endswith(("'s", "\u2019s")):
        return next((id(one) in taken for one in said.tokens if one.start > place.start), False)
    if re.search(r"\bof (?:the |an? |his |her |their |its )?$", said.text[: place.start]):
        before = [one for one in said.tokens if one.start < place.start]
        return not before or id(before[-1]) in taken or before[-1].keys[0] in LIGHT or before[-1].text in _GROUPS
    return True


_GROUPS = frozenset(["team", "group", "majority", "amount", "city", "town", "number", "end", "top", "kind", "type"])


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


def ends(tokens: list[Token], places: dict[int, list[Place]], chosen: Callable[[Token], bool]) -> list[int]:
    """Give where the words that are chosen stand in a passage.

    Args:
        tokens: The words of the claim.
        places: Where they were found.
        chosen: Tells which of them count.
    """
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
