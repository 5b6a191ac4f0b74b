"""Splits a claim into what can be true by itself."""

import re
from collections.abc import Iterator

from lma_forge.toolkit.verifying.quantities import dates, quantities
from lma_forge.toolkit.verifying.words import is_past, key, lexicon, listed

_SPLIT = re.compile(
    r";\s+|,?\s+(?:and|but|while|whereas)\s+(?=(?:the|it|its|they|he|she|this|that|their|these|there|a|an)\b)|,\s+(?:but|while|whereas)\s+",
    re.IGNORECASE,
)
_HELPERS = frozenset(listed("helpers"))
_PRONOUN = re.compile(r"^(?:it|they|he|she|this|that)\b(?!\s+(?:year|month|week|day)\b)", re.IGNORECASE)
_AND = re.compile(r",?\s+(?:and|but)\s+(?=(?P<next>[\w'-]+))")
_BUT_NOT = re.compile(r",?\s+(?:but|and)\s+not\s+")
_CUT = re.compile(
    r",?\s+(?:after|before|because|when|while|although|since|until|which|who|where|so that|in order to|if)\s+|,\s+\w+|"
    r"\s+(?:in|on|at|for|from|with|without|during|among|between|near|within|over|under|into|through|against|about|"
    r"including|as|and)\s+|\s+(?=\w+ly\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",\s[^,]{3,120},\s")
_MOST = 12


def conjuncts(sentence: str) -> tuple[str, ...]:
    """Split a sentence where another statement begins, and give each its subject.

    Args:
        sentence: A sentence of a claim.
    """
    pieces: list[str] = []
    begin = 0
    for cut in [*_SPLIT.finditer(sentence), None]:
        piece = sentence[begin : cut.start() if cut else len(sentence)]
        if pieces and not _subject(piece):
            pieces[-1] = f"{pieces[-1]} and {piece}"
        else:
            pieces.append(piece)
        begin = cut.end() if cut else begin
    found = [one for piece in pieces for one in _verb_phrases(piece)]
    subject = _subject(found[0]) if found else ""
    return tuple(
        _PRONOUN.sub(lambda _: subject, one, count=1) if number and subject else one
        for number, one in enumerate(found)
        if one.strip(" .,")
    )


def _verb_phrases(piece: str) -> list[str]:
    """Split where a second verb has the same subject."""
    subject = _subject(piece)
    if not subject:
        return [piece]
    if (found := _BUT_NOT.search(piece)) and found.start() > len(subject):
        verb = piece[len(subject) :].strip(" ,").split()[0]
        return [piece[: found.start()], f"{subject} not {verb} {piece[found.end() :]}"]
    parts, begin = [], 0
    for found in _AND.finditer(piece):
        if found.start() > len(subject) and _is_verb(found["next"]):
            parts.append(piece[begin : found.start()])
            begin = found.end()
    parts.append(piece[begin:])
    helper = re.match(r"(?:\w+\s+)?(?:is|are|was|were|has|have|had|will|can|may)\b", piece[len(subject) :].strip())
    out = [parts[0]]
    for one in parts[1:]:
        first = one.split()[0].lower()
        lead = (
            f" {helper[0].split()[-1]}"
            if helper
            and first not in _HELPERS
            and helper[0].split()[-1] not in {"has", "had", "have"}
            and is_past(first)
            else ""
        )
        out.append(f"{subject}{lead} {one}")
    return out


def _is_verb(word: str) -> bool:
    lower = word.lower()
    return (
        lower in _HELPERS
        or (key(word) in lexicon().verbs and word == lower and (is_past(lower) or lower.endswith("s")))
        or (lower.endswith("ed") and word == lower)
    )


def _subject(piece: str) -> str:
    """Give what stands before the first verb."""
    words = list(re.finditer(r"[\w'\u2019-]+", piece))
    for number, word in enumerate(words[1:14], 1):
        lower = word[0].lower()
        if lower in _HELPERS or (
            key(lower) in lexicon().verbs
            and (is_past(lower) or (lower.endswith("s") and not words[number - 1][0].endswith("s")))
        ):
            return piece[: word.start()].strip(" ,")
    return ""


def shorter(part: str) -> Iterator[str]:
    """Give what is left of a statement without what it adds in the end or aside.

    Args:
        part: A statement.
    """
    if _ASIDE.search(part):
        yield _ASIDE.sub(" ", part, count=1)
        head, aside, *_ = part.split(",")
        yield f"{head} is {aside.strip().removeprefix('which ').removeprefix('who ')}"
    if counted := quantities(part, dates(part)):
        less = list(part)
        for one in counted:
            less[one.start : one.end] = " " * (one.end - one.start)
        yield "".join(less)
    if (subject := _subject(part)) and re.search(r"\d|\w-\w", subject):
        yield subject
    cuts = [found.start() for found in _CUT.finditer(part)]
    for cut in reversed(cuts[:_MOST]):
        yield part[:cut]
