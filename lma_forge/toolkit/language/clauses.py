"""Takes what somebody means to do apart into its acts, each with the word that says what is done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SPLIT = re.compile(
    r"(?P<end>[.;!?]+(?:\s+|$)|\n+|:\s+)|(?P<next>,\s*(?:(?:and|then|but|or)\s+)*|\b(?:and then|and|then|but|or)\s+)|"
    r"\b(?P<way>by|before|after|while|when|which|who|in order to|so as to|with|using|via|through)\s+|"
    r"\b(?P<no>without|instead of|rather than|do not|don't|never|not|no longer)\s+",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:\W+|(?i:please|now|also|just|first|simply|quickly|immediately|directly|automatically|again|only|later|"
    r"finally|then|silently|quietly|secretly|carefully|fully|completely|temporarily|permanently|partially|"
    r"go ahead and|"
    r"(?:the )?(?:agent|assistant|lma|model)\b|i|we|let|will|would|should|shall|is going to|wants? to|plans? to|"
    r"intends? to|to|"
    r"try(?:ing)? to|start(?:ing)? to|begin(?:ning)? to|continue(?:s)? to|continue|keep(?= \w+ing))|"
    r"(?i:use|using|call|calling|run|running|invoke|let|have|with) (?:the )?(?:tool )?(?:tool_\w+|"
    r"(?:[A-Z][a-z]+){2,6})(?: to| and| for|,)?)(?=\W|$)\s*",
)
_NO_ACTS = frozenset(
    {"nothing", "something", "anything", "everything", "thing", "during", "king", "morning", "evening"}
)
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?(?: [^\W\d_]+){0,3}")
_TAKEN = re.compile(
    r"^(?:the|a|an|it|them|him|her|his|their|its|all|every|any|this|that|these|those|my|our|some|"
    r"each)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One act.

    Args:
        head: Its first words, the first of which says what is done.
        text: All of it.
        leads: Whether it opens a sentence; what opens one is always an act.
        denied: Whether it says what is not done.
        acting: Whether its form is that of an act: a word with what it is done to.
        way: The word that ties it to what stands before, such as `before`.
    """

    head: str
    text: str
    leads: bool
    denied: bool
    acting: bool
    way: str = ""


def clauses(action: str) -> tuple[Clause, ...]:
    """Take an action apart.

    Args:
        action: What somebody means to do, in English.

    Returns:
        Its clauses in order; what is quoted belongs to the clause around it.
    """
    return tuple(_clauses(action[:20_000]))


def _clauses(action: str) -> Iterator[Clause]:
    plain = re.sub(r"\"[^\"\n]{1,2000}\"|(?<!\w)'[^'\n]{1,300}'(?!\w)", lambda found: "_" * len(found[0]), action)
    leads, denied, way, start = True, False, "", 0
    for found in (*_SPLIT.finditer(plain), None):
        end = found.start() if found else len(plain)
        text = action[start:end].strip()
        if text:
            one = _clause(text, leads=leads, denied=denied, way=way)
            if one is not None:
                yield one
            leads = leads and one is None
        if found is None:
            return
        start = found.end()
        if found["end"]:
            leads, denied, way = True, False, ""
        else:
            # “Without saving or sending it” denies both.
            denied = bool(found["no"]) or (denied and bool(found["next"]) and found[0].strip().lower() in {"or", "and"})
            way = (found["way"] or "").lower()


def _clause(text: str, *, leads: bool, denied: bool, way: str) -> Clause | None:
    rest = text
    while (filler := _FILLER.match(rest)) and filler.end():
        rest = rest[filler.end() :]
    words = _WORDS.match(rest)
    if words is None:
        return None
    tail = words[0].split(" ", 1)
    ing = tail[0].lower().endswith("ing") and tail[0].lower() not in _NO_ACTS
    acting = leads or ing or (not way and len(tail) > 1 and _TAKEN.match(tail[1]) is not None)
    denied = denied or (len(tail) > 1 and re.match(r"(?:nothing|no|none|nobody)\b", tail[1]) is not None)
    return Clause(words[0].lower(), text, leads, denied, acting, way)
