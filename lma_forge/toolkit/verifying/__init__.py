"""Says whether a source supports a claim, sentence by sentence, and shows what it goes by.

Every part of a claim has to be found in one place of the source: its words or words of like meaning,
its names, numbers with units, and dates; and nothing may turn the meaning round: a denial, a weaker
quantifier, a mere expectation, an exchange of who did what. In doubt a claim is not verified.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.verifying.comparing import Match, compare
from lma_forge.toolkit.verifying.features import Statement, sentences, statement
from lma_forge.toolkit.verifying.finding import Passage, passage, wanted
from lma_forge.toolkit.verifying.language import is_english
from lma_forge.toolkit.verifying.parts import conjuncts, shorter

VERIFIED, PARTIAL, NOT = "verified", "partially verified", "not verified"

_LENGTH, _CLAIM = 200_000, 5_000
_CITATION = re.compile(
    r"^(?:\W*(?:https?://\S+|doi:\S+|\[\d+\]|(?:source|see|ref(?:erence)?|cited?|from)\s*:.{0,120})\W*)+$",
    re.IGNORECASE,
)
_UNTRUE = re.compile(
    r"\bthis (?:web\s?)?(?:page|site|website|article|story|post|text|document|report|news)"
    r" (?:is|was|contains) (?:an? |purely |entirely )?"
    r"(?:fake|satir\w+|parody|hoax|fiction\w*|joke|spoof|false|made up|invented)\b",
    re.IGNORECASE,
)
_COMPARED = 8
"""How many sentences of the source a part is compared with: those that share most with it."""
_COMMON = 400
"""A word in more sentences than this says little about which of them to compare."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a source supports a claim.

    Args:
        status: `VERIFIED`, `PARTIAL` or `NOT`.
        notes: The passages that it goes by, and what is missing or contradicted.
    """

    status: str
    notes: str


def verify(claim: str, source: str, *, second_opinion: Callable[[str, str], str] | None = None) -> Verdict:
    """Compare a claim with its source.

    Args:
        claim: The statement to check.
        source: The source's text; of a mere citation nothing can be verified.
        second_opinion: Gives a verdict of its own, such as a language model; it can lower the
            verdict and never raise it; an answer that is no verdict makes a verified claim uncertain.

    Returns:
        The verdict, with passages in quotation marks.

    Raises:
        Refusal: The claim or the source is empty, or one of them is too long to be compared.
    """
    if not claim.strip():
        raise Refusal("The claim is empty.")
    if not source.strip():
        raise Refusal("The source is empty.")
    if len(claim) + len(source) > _LENGTH:
        raise Refusal(f"Claim and source have more than {_LENGTH:,} characters together.")
    if len(claim) > _CLAIM:
        raise Refusal(f"The claim has more than {_CLAIM:,} characters; check it in parts.")
    if why := _incomparable(claim, source):
        return Verdict(NOT, why)
    found = _Source([passage(statement(text)) for text in _pieces(source)])
    parts = [statement(part) for sentence in _pieces(claim) for part in conjuncts(sentence)]
    if len(parts) > _MANY:
        found.compared = _FEW
    matches = [found.best(part) for part in parts]
    verdict = _verdict(found, parts, matches)
    return _lowered(verdict, second_opinion(claim, source)) if second_opinion else verdict


def _incomparable(claim: str, source: str) -> str:
    """Say why two texts cannot be compared at all; empty where they can."""
    if _CITATION.match(source.strip()):
        return "Only a citation was given; without the text of the source nothing can be compared."
    if claim.rstrip().endswith("?"):
        return "This is a question, and states nothing that could be verified."
    for name, text in (("claim", claim), ("source", source)):
        if not is_english(text, table=name == "source"):
            return f"The {name} is not in English, the only language that is compared."
    if untrue := _UNTRUE.search(source):
        return f"The source says of itself that it is not to be believed: “{untrue[0]}”."
    return ""


_LONGEST, _PIECE, _MANY, _FEW = 500, 160, 12, 3


def _pieces(text: str) -> Iterator[str]:
    """Give the sentences of a text, and of one that no sentence can be as long as, its pieces."""
    for sentence in sentences(text):
        yield from textwrap.wrap(sentence, _PIECE) if len(sentence) > _LONGEST else [sentence]


class _Source:
    """The sentences of a source, and which words are in which of them."""

    def __init__(self, passages: list[Passage]) -> None:
        self.passages = passages
        self.compared = _COMPARED
        self.where: dict[str, list[int]] = {}
        for number, one in enumerate(passages):
            for name in one.index:
                self.where.setdefault(name, []).append(number)

    def best(self, part: Statement) -> Match:
        """Compare a part with the sentences that share most with it, and give the best."""
        score: Counter[int] = Counter()
        for token in part.tokens:
            spots = {spot for name in wanted(token) for spot in self.where.get(name, ())[:_COMMON]}
            score.update(spots)
        for spot in tuple(score):
            score[spot + 1] += 0
        chosen = [spot for spot, _ in score.most_common(self.compared) if spot < len(self.passages)]
        if len(self.passages) <= self.compared:
            chosen = list(range(len(self.passages)))
        return max(
            (compare(part, self.passages, spot) for spot in chosen),
            key=lambda one: (one.holds, one.near + one.share, -len(one.against), -len(one.missing)),
            default=Match("", 0, (part.text,), ()),
        )


def _verdict(found: _Source, parts: list[Statement], matches: list[Match]) -> Verdict:
    if not matches:
        return Verdict(NOT, "The claim states nothing that could be compared.")
    held = [one for one in matches if one.holds]
    notes = [_note(part, one) for part, one in zip(parts, matches, strict=True)]
    if len(held) == len(matches):
        return Verdict(VERIFIED, " ".join(notes))
    partly = bool(held)
    if not held and not any(one.against for one in matches):
        for part, one in zip(parts[:_TRIED], matches, strict=False):
            less = next((text for text in shorter(part.text) if found.best(statement(text)).holds), None)
            if less and one.share > 0:
                partly = True
                notes.append(f"Supported is: “{_clipped(less)}”.")
    if any(one.against and one.share >= _SHARE for one in matches):
        partly = False
    return Verdict(PARTIAL, "Uncertain: " + " ".join(notes)) if partly else Verdict(NOT, " ".join(notes))


_SHARE, _QUOTED, _TRIED = 0.75, 300, 20


def _note(part: Statement, one: Match) -> str:
    quote = f"“{_clipped(one.passage)}”"
    if one.holds:
        return f"Supported: “{_clipped(part.text)}” by {quote}."
    if one.against:
        return f"Not supported: “{_clipped(part.text)}”. The nearest passage is {quote}, but {'; '.join(one.against)}."
    if one.share > 0:
        return (
            f"Not fully supported: “{_clipped(part.text)}”. The nearest passage is {quote}; "
            f"missing there: {'; '.join(one.missing)}."
        )
    return f"Not supported: nothing in the source speaks of “{_clipped(part.text)}”."


def _clipped(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _lowered(verdict: Verdict, opinion: str) -> Verdict:
    """Take a second opinion: the lower of two verdicts counts; one that is no verdict leaves it uncertain."""
    order = (NOT, PARTIAL, VERIFIED)
    said = opinion.strip(" \t\r\n.!*`'\"").lower()
    if said not in order:
        if verdict.status != VERIFIED:
            return verdict
        notes = f"{verdict.notes} Uncertain: the second opinion is none of the verdicts: “{_clipped(opinion.strip())}”."
        return replace(verdict, status=PARTIAL, notes=notes)
    if order.index(said) >= order.index(verdict.status):
        return verdict
    return replace(verdict, status=said, notes=f"{verdict.notes} A second opinion says: {said}.")
