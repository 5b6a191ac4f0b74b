"""Compares the numbers and dates of a claim with those of a source."""

import re
from dataclasses import dataclass
from decimal import Decimal

from lma_forge.toolkit.verifying.features import Statement
from lma_forge.toolkit.verifying.quantities import Date, Quantity

_NEAR = Decimal("0.05")
_ALIKE = (
    frozenset({"celsius", "fahrenheit"}), frozenset({"dollar", "euro", "pound sterling", "yen"}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What came of the numbers or dates of a claim.

    Args:
        missing: Those that the source lacks.
        against: What it has instead.
    """

    missing: tuple[str, ...]
    against: tuple[str, ...]


def numbered(part: Statement, here: Statement, beside: list[Statement]) -> Found:
    """Look for the numbers of a claim.

    Args:
        part: The part of the claim.
        here: The sentence of the source.
        beside: The sentences beside it.
    """
    missing, against = [], []
    for number, bound in zip(part.numbers, part.bounds, strict=True):
        spoken = part.text[number.start : number.end].strip()
        same = [one for one in _all(here) if one[0].kind == number.kind]
        fits = [one for one, limit in same if _satisfies(number, bound, one, limit)]
        if any(_same_thing(number, part, one, here) for one in fits):
            continue
        if fits:
            against.append(f"it gives {spoken} to something else")
            continue
        there = [pair for one in beside for pair in _all(one) if pair[0].kind == number.kind]
        if (not same or not number.kind) and any(_satisfies(number, bound, one, limit) for one, limit in there):
            continue
        alike = [one for one, _ in _all(here) if one.value == number.value and _confusable(one.kind, number.kind)]
        if same and (number.kind or _same_head(number, part, here)):
            against.append(f"it has another number than {spoken}")
        elif alike or any(_dimension(one.kind, number.kind) for one, _ in _all(here)):
            against.append(f"it has another unit than {spoken}")
        else:
            missing.append(f"the number {spoken}")
    return Found(tuple(missing), tuple(against))


def _all(said: Statement) -> list[tuple[Quantity, str]]:
    return list(zip(said.numbers, said.bounds, strict=True))


def _confusable(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


def _dimension(one: str, other: str) -> bool:
    return one != other and any({one, other} <= group for group in _ALIKE)


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


def _same_thing(  # noqa: PLR0911 - each return is a case of its own
    claimed: Quantity, part: Statement, found: Quantity, said: Statement
) -> bool:
    """Tell whether two numbers belong to the same thing, where a sentence has several of a kind."""
    if {_before(part, claimed), _before(said, found)} == {"by", "to"}:
        return False
    mine, theirs = _direction(part, claimed), _direction(said, found)
    if (mine and theirs and mine != theirs) or (theirs == "from" and not mine and not _FORMER.search(part.text)):
        return False
    if theirs == "from" and _FORMER.search(part.text):
        return True
    if theirs == "to" and not mine:
        return True
    rivals = [one for one in said.numbers if one.kind == found.kind and one.value != found.value]
    if not rivals:
        return True
    if {one.value for one in part.numbers if one.kind == found.kind} >= {found.value, *(one.value for one in rivals)}:
        return [one.value for one in part.numbers] == [one.value for one in said.numbers]
    about = _around(part, claimed)
    near = len(about & _around(said, found))
    return all(near >= len(about & _around(said, one)) for one in rivals) and (
        near > 0 or len(about) == 0 or bool(_direction(part, claimed))
    )


_FORMER = re.compile(
    r"\b(?:previous(?:ly)?|former(?:ly)?|before|earlier|was|were|had|used to|from|between|range)\b", re.IGNORECASE
)


def _before(said: Statement, number: Quantity) -> str:
    return (said.text[: number.start].lower().rstrip(" $€£¥").split() or [""])[-1]


def _direction(said: Statement, number: Quantity) -> str:
    """Tell whether a number is where a change begins (`from`) or ends (`to`)."""
    before = said.text[max(0, number.start - 14) : number.start].lower().rstrip(" $€£¥")
    after = said.text[number.end : number.end + 10].lower()
    if before.endswith("from") and re.match(r"\W*(?:to|until)\b", after):
        return "from"
    return "to" if re.search(r"\b(?:to)$", before) and re.search(r"\bfrom\b", said.text) else ""


_LIMIT, _BESIDE = re.compile(r"[,;]|\b(?:and|compared|from|to|while|but)\b"), 120


def _around(said: Statement, number: Quantity) -> set[str]:
    """Give the words around a number, up to the next number or comma on either side."""
    before = _LIMIT.split(said.text[max(0, number.start - _BESIDE) : number.start])[-1]
    after = _LIMIT.split(said.text[number.end : number.end + _BESIDE], maxsplit=1)[0]
    low, high = number.start - len(before), number.end + len(after)
    others = [one for one in said.numbers if one.start != number.start]
    low = max([low, *(one.end for one in others if one.end <= number.start)])
    high = min([high, *(one.start for one in others if one.start >= number.end)])
    inside = [one for one in said.tokens if low <= one.start < high]
    return {name for one in inside for name in (*one.keys, *one.senses)}


def _same_head(number: Quantity, part: Statement, here: Statement) -> bool:
    """Tell whether what a number counts is counted by another number."""
    about = _around(part, number)
    return any(about & _around(here, one) for one in here.numbers if not one.kind)


def dated(part: Statement, here: Statement, beside: list[Statement]) -> Found:
    """Look for the dates of a claim.

    Args:
        part: The part of the claim.
        here: The sentence of the source.
        beside: The sentences beside it.
    """
    missing, against = [], []
    for date in part.dates:
        spoken = part.text[date.start : date.end]
        if any(_full(date) <= _full(one) for one in here.dates):
            continue
        if not any(_kinds(date) <= _kinds(one) for one in here.dates) and any(
            _full(date) <= _full(one) for said in beside for one in said.dates
        ):
            continue
        if any(_clash(date, one) for one in here.dates):
            against.append(f"its date is another one than {spoken}")
        else:
            missing.append(f"the date {spoken}")
    return Found(tuple(missing), tuple(against))


def _full(date: Date) -> frozenset[tuple[str, str]]:
    """Add the decade and the century of a year."""
    parts = dict(date.parts)
    if year := parts.get("year"):
        parts["decade"] = f"{year[:3]}0"
    if decade := parts.get("decade"):
        parts["century"] = str(int(decade[:-2]) + 1)
    return frozenset(parts.items())


def _kinds(date: Date) -> set[str]:
    return {kind for kind, _ in _full(date)}


def _clash(one: Date, other: Date) -> bool:
    mine, theirs = dict(_full(one)), dict(_full(other))
    return any(theirs.get(kind, value) != value for kind, value in mine.items())
