"""Says whether a source supports a claim, sentence by sentence, and shows what it goes by.

Every part of a claim has to be found in one place of the source: its words, names, numbers with
units, and dates; and nothing may turn the meaning round: a denial, a weaker quantifier, a mere
expectation, an exchange of who did what. In doubt a claim is not verified.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.verifying.features import PASSIVE, Statement, opposed, sentences, statement
from lma_forge.toolkit.verifying.quantities import Quantity

VERIFIED, PARTIAL, NOT = "verified", "partially verified", "not verified"

_LENGTH = 200_000
_CITATION = re.compile(
    r"^(?:\W*(?:https?://\S+|doi:\S+|\[\d+\]|(?:source|see|ref(?:erence)?|cited?|from)\s*:.{0,120})\W*)+$",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r";\s+|,?\s+(?:and|but|while|whereas)\s+(?=(?:the|it|its|they|he|she|this|that|their)\b)", re.IGNORECASE
)
_GENERIC = frozenset(
    {
        "+say",
        "also",
        "+show",
        "accord",
        "new",
        "said",
        "+person",
        "first",
        "now",
        "then",
        "+place",
        "+firm",
        "+use",
        "+contain",
    }
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a source supports a claim.

    Args:
        status: `VERIFIED`, `PARTIAL` or `NOT`.
        notes: The passages that it goes by, and what is missing or contradicted.
    """

    status: str
    notes: str


@dataclass(frozen=True, slots=True)
class _Match:
    """How far a passage supports a part of a claim.

    Args:
        passage: The passage of the source.
        share: How much of the part's content is in it, from 0 to 1.
        missing: What is not in it.
        against: What it says otherwise.
    """

    passage: str
    share: float
    missing: tuple[str, ...]
    against: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.missing and not self.against


def verify(claim: str, source: str, *, second_opinion: Callable[[str, str], str] | None = None) -> Verdict:
    """Compare a claim with its source.

    Args:
        claim: The statement to check.
        source: The source's text; of a mere citation nothing can be verified.
        second_opinion: Gives a verdict of its own, such as a language model; it can lower the
            verdict and never raise it.

    Returns:
        The verdict, with passages in quotation marks.

    Raises:
        Refusal: The claim or the source is empty, or the source is too long to be compared.
    """
    if not claim.strip():
        raise Refusal("The claim is empty.")
    if not source.strip():
        raise Refusal("The source is empty.")
    if len(claim) + len(source) > _LENGTH:
        raise Refusal(f"Claim and source have more than {_LENGTH:,} characters together.")
    if _CITATION.match(source.strip()):
        return Verdict(NOT, "Only a citation was given; without the text of the source nothing can be compared.")
    passages = [statement(text) for text in _passages(source)]
    parts = [statement(part) for sentence in sentences(claim) for part in _SPLIT.split(sentence) if part.strip(" .,")]
    if claim.rstrip().endswith("?"):
        return Verdict(NOT, "This is a question, and states nothing that could be verified.")
    matches = [_best(part, passages) for part in parts]
    verdict = _verdict(parts, matches)
    return _lowered(verdict, second_opinion(claim, source)) if second_opinion else verdict


def _passages(source: str) -> Iterator[str]:
    """Give the sentences of a source, and each with the one before it, which may hold its subject."""
    before = ""
    for sentence in sentences(source):
        yield sentence
        if before and re.match(
            r"(?:it|its|they|their|he|she|his|her|this|that|these|those|the)\b", sentence, re.IGNORECASE
        ):
            yield f"{before} {sentence}"
        before = sentence


def _best(part: Statement, passages: list[Statement]) -> _Match:
    matches = (_match(part, passage) for passage in passages)
    return max(
        matches,
        key=lambda one: (one.holds, one.share - 0.2 * len(one.against), -len(one.missing)),
        default=_Match("", 0, (part.text,), ()),
    )


def _match(part: Statement, passage: Statement) -> _Match:
    missing: list[str] = []
    against: list[str] = []
    words = dict.fromkeys(part.words)
    telling = [word for word in words if word not in _GENERIC] or list(words)
    # A word that stands inside a name of the source is there as well.
    inside = {piece for name in passage.names for piece in name.split()} | set(passage.words)
    lost = [
        word for word in telling if word not in inside and not any(word.lstrip("+") in name for name in passage.names)
    ]
    for word in lost:
        against += [
            f"it speaks of “{other.lstrip('+')}” where the claim has “{word.lstrip('+')}”"
            for other in sorted(opposed(word) & set(passage.words))
        ]
    names = [name for name in part.names if not _has_name(name, passage)]
    missing += [f"the name {name.title()}" for name in names]
    numbers, wrong = _numbers(part, passage)
    missing += numbers
    against += wrong
    for date in part.dates:
        if not any(date.parts <= one.parts for one in passage.dates):
            spoken = part.text[date.start : date.end]
            if passage.dates and all(_clash(date.parts, one.parts) for one in passage.dates):
                against.append(f"its date is another one than {spoken}")
            else:
                missing.append(f"the date {spoken}")
    against += _turned(part, passage)
    total = len(telling) + len(part.names) + len(part.numbers) + len(part.dates)
    found = total - len(lost) - len(names) - len(numbers) - len(wrong) - sum(m.startswith("the date") for m in missing)
    share = found / total if total else 0.0
    allowed = 1 if len(telling) >= _LONG else 0
    if len(lost) > allowed:
        missing.append("the words " + ", ".join(f"“{word.lstrip('+')}”" for word in lost[:8]))
    if total < _LEAST:
        missing.append("enough to compare")
    return _Match(passage.text, max(share, 0.0), tuple(missing), tuple(against))


_LONG, _LEAST = 7, 2


def _has_name(name: str, passage: Statement) -> bool:
    text = passage.text.lower()
    return re.search(rf"\b{re.escape(name)}\b", text) is not None or (
        len(name) > _LEAST
        and "".join(piece[0] for piece in name.split()) in {one for one in passage.names if len(one) > 1}
    )


def _numbers(part: Statement, passage: Statement) -> tuple[list[str], list[str]]:
    missing, against = [], []
    for number, bound in zip(part.numbers, part.bounds, strict=True):
        spoken = part.text[number.start : number.end].strip()
        same = [
            (one, limit) for one, limit in zip(passage.numbers, passage.bounds, strict=True) if _comparable(number, one)
        ]
        if any(
            _satisfies(number, bound, one, limit) and _same_thing(number, part, one, passage) for one, limit in same
        ):
            continue
        if any(_satisfies(number, bound, one, limit) for one, limit in same):
            against.append(f"it gives {spoken} to something else")
        elif same:
            against.append(f"it has another number than {spoken}")
        else:
            missing.append(f"the number {spoken}")
    return missing, against


def _comparable(one: Quantity, other: Quantity) -> bool:
    return one.kind == other.kind


def _satisfies(claimed: Quantity, bound: str, found: Quantity, limit: str) -> bool:
    """Tell whether a number of the source makes that of the claim true."""
    if bound == "over":
        return (found.value > claimed.value and limit in {"", "over"}) or (
            found.value == claimed.value and limit == "over"
        )
    if bound == "under":
        return (found.value < claimed.value and limit in {"", "under"}) or (
            found.value == claimed.value and limit == "under"
        )
    if bound == "about":
        near = abs(found.value - claimed.value) <= abs(found.value) * _NEAR
        return near and limit in {"", "about"}
    return found.value == claimed.value and limit == bound


_NEAR = Decimal("0.05")


def _same_thing(claimed: Quantity, part: Statement, found: Quantity, passage: Statement) -> bool:
    """Tell whether two numbers belong to the same thing, where a sentence has several of a kind."""
    rivals = [one for one in passage.numbers if one.kind == found.kind and one.value != found.value]
    if not rivals:
        return True
    about = set(statement(_around(part, claimed)).words) | set(statement(_around(part, claimed)).names)
    here = statement(_around(passage, found))
    near = len(about & {*here.words, *here.names})
    others = [statement(_around(passage, one)) for one in rivals]
    return near > 0 and all(near >= len(about & {*other.words, *other.names}) for other in others)


def _around(stated: Statement, number: Quantity) -> str:
    """Give the words around a number, up to the next number or comma on either side."""
    before = re.split(r"[,;]|\band\b|\bcompared\b|\bfrom\b", stated.text[: number.start])[-1]
    after = re.split(r"[,;]|\band\b|\bcompared\b|\bfrom\b", stated.text[number.end :])[0]
    return f"{before} {after}"


def _clash(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> bool:
    mine, theirs = dict(one), dict(other)
    return any(theirs.get(kind, value) != value for kind, value in mine.items())


_STRENGTH = {"all": 3, "most": 2, "some": 1}


def _turned(part: Statement, passage: Statement) -> list[str]:
    """Name what turns the meaning of a passage round against the part of a claim."""
    against = []
    if (part.negated % 2) != (passage.negated % 2):
        against.append("one of the two denies it")
    open_ = [word for word in passage.hedged if word not in part.hedged]
    if open_ and not part.hedged:
        against.append(f"the source leaves it open (“{open_[0]}”)")
    if part.hedged and not passage.hedged and {"if", "unless"} & set(part.hedged):
        against.append("the claim has a condition")
    mine = max((_STRENGTH.get(name, 0) for name in part.quantifiers), default=0)
    theirs = max((_STRENGTH.get(name, 0) for name in passage.quantifiers), default=0)
    if (mine > theirs and mine > 1) or (theirs and mine > theirs) or (theirs == 1 and mine == 0):
        against.append("the source says it of fewer")
    for name in ("only", "first", "extreme"):
        if name in part.quantifiers and name not in passage.quantifiers:
            against.append("the source does not single it out so")
            break
    if _exchanged(part, passage):
        against.append("the source has the two the other way round")
    return against


def _exchanged(part: Statement, passage: Statement) -> bool:
    """Tell whether two names act on each other in the other order."""
    shared = [name for name in part.names if name in passage.names]
    if len(shared) < _LEAST or part.names.count(shared[0]) > 1:
        return False
    mine = [part.text.lower().index(name) for name in shared[:2]]
    theirs = [passage.text.lower().index(name) for name in shared[:2]]
    order = (mine[0] < mine[1]) == (theirs[0] < theirs[1])
    passive = bool(PASSIVE.search(part.text)) != bool(PASSIVE.search(passage.text))
    return order == passive


def _verdict(parts: list[Statement], matches: list[_Match]) -> Verdict:
    if not matches:
        return Verdict(NOT, "The claim states nothing that could be compared.")
    held = [one for one in matches if one.holds]
    notes = []
    for part, one in zip(parts, matches, strict=True):
        quote = f"“{_clipped(one.passage)}”"
        if one.holds:
            notes.append(f"Supported: “{_clipped(part.text)}” by {quote}.")
        elif one.against:
            notes.append(
                f"Not supported: “{_clipped(part.text)}”. The nearest passage is {quote}, but {'; '.join(one.against)}."
            )
        elif one.share > 0:
            notes.append(
                f"Not fully supported: “{_clipped(part.text)}”. The nearest passage is {quote}; "
                f"missing there: {'; '.join(one.missing)}."
            )
        else:
            notes.append(f"Not supported: nothing in the source speaks of “{_clipped(part.text)}”.")
    if len(held) == len(matches):
        return Verdict(VERIFIED, " ".join(notes))
    partly = any(one.share >= _SHARE and not one.against for one in matches)
    contradicted = any(one.against and one.share >= _SHARE for one in matches)
    status = PARTIAL if held or (partly and not contradicted) else NOT
    return Verdict(status, "Uncertain: " + " ".join(notes) if status == PARTIAL else " ".join(notes))


_SHARE, _QUOTED = 0.55, 300


def _clipped(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _lowered(verdict: Verdict, opinion: str) -> Verdict:
    """Take a second opinion: the lower of two verdicts counts; an unknown one counts as none."""
    order = (NOT, PARTIAL, VERIFIED)
    said = opinion.strip().lower().rstrip(".")
    if said not in order or order.index(said) >= order.index(verdict.status):
        return verdict
    return replace(verdict, status=said, notes=f"{verdict.notes} A second opinion says: {said}.")
