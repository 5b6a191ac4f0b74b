"""Numbers with their units, and dates, brought to one form so that two spellings can be compared."""

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from importlib import resources

_ONES = dict(
    zip(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        range(20),
        strict=True,
    )
)
_TENS = {
    word: 10 * n
    for n, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_SCALES = {
    "hundred": 100, "thousand": 10**3, "k": 10**3, "million": 10**6, "mn": 10**6, "m": 10**6, "billion": 10**9,
    "bn": 10**9, "b": 10**9, "trillion": 10**12, "tn": 10**12, "dozen": 12,
}  # fmt: skip
_FRACTIONS = {"half": Decimal("0.5"), "third": Decimal(1) / 3, "quarter": Decimal("0.25"), "fifth": Decimal("0.2")}
_TIMES = {"twice": 2, "double": 2, "doubled": 2, "triple": 3, "tripled": 3, "thrice": 3}


def _units() -> dict[str, tuple[str, str]]:
    table = tomllib.loads(resources.files(__package__ or "").joinpath("units.toml").read_text(encoding="utf-8"))
    return {spelling: (kind, factor) for kind, units in table.items() for spelling, factor in units.items()}


_UNITS = _units()
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_MONTHS.update({name[:3]: n for name, n in tuple(_MONTHS.items())} | {"sept": 9})
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True) if unit not in "$€£¥")
_NUMBER_WORD = "|".join((*_ONES, *_TENS, "hundred", "thousand", "million", "billion", "trillion", "dozen"))
_QUANTITY = re.compile(
    rf"(?P<sign>[-\u2212](?=[\d$€£¥]))?(?P<money>[$€£¥])?\s?(?:(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|"
    rf"\d+(?:\.\d+)?)|"
    rf"(?P<spelt>\b(?:{_NUMBER_WORD})(?:(?:[\s-]|\sand\s)(?:{_NUMBER_WORD}))*\b)|"
    r"(?P<single>\ban?(?=\s(?:decade|century|dozen|fortnight)\b))|"
    r"(?P<fraction>(?<!first )(?<!second )\bhalf\b(?! (?:an )?hour|-hour|[- ]time)|\b(?:an?|one|two|"
    r"three|four)[- ](?:third|quarter|fifth)s?\b)|"
    rf"(?P<times>\b(?:{'|'.join(_TIMES)})\b))"
    rf"(?:[\s-]?(?P<scale>hundred|thousand|million|billion|trillion|dozen|bn|mn|tn|[kmb](?=\b))\b)?"
    rf"(?:[\s-]?(?P<unit>{_UNIT})(?!\w))?(?P<ordinal>st|nd|rd|th)?(?!\w)",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?<![\d:.,])(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m\b\.?|"
    r"(?P<hour24>[01]?\d|2[0-4]):(?P<minute24>[0-5]\d)(?![\d:])|(?P<oclock>\d{1,2})\s?o'clock|"
    r"(?P<word>\bnoon|\bmidnight)\b)",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"\b(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})\b|\b(?P<day>\d{{1,2}})(?:st|nd|rd|"
    rf"th)?\s(?:of\s)?(?P<month>{_MONTH})\b\.?,?(?:\s(?P<year>\d{{4}}))?|"
    rf"\b(?P<month2>{_MONTH})\b\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s(?P<year2>\d{{4}}))?|"
    rf"\b(?P<month3>{_MONTH})\b\.?,?\s(?P<year3>\d{{4}})\b|\b(?P<year4>(?:1[5-9]|20)\d\d)\b(?!\s?(?:%|percent|"
    rf"{_UNIT})(?!\w))|"
    r"(?:(?<=\bin )|(?<=\bfrom )|(?<=\bsince )|(?<=\buntil )|"
    r"(?<=\bto ))(?P<year5>1[0-4]\d\d)\b(?! \w+s\b)|\b(?P<decade>1\d\d0|20\d0)s\b|"
    r"\b(?P<century>\d{1,2})(?:st|nd|rd|th)[ -](?:century|centuries)\b|"
    rf"\b(?P<month4>{'|'.join(name for name in _MONTHS if name in _MONTH_NAMES and name != 'march')})\b|"
    rf"\b(?P<weekday>{'|'.join(_DAYS)})\b|"
    r"\b(?P<quarter>q[1-4])\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts.

    Args:
        value: The number, in the unit that stands for its kind.
        kind: The kind of unit, such as `percent` or `metre`; empty for a plain number.
        start: Where it begins in its text.
        end: Where it ends.
    """

    value: Decimal
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Date:
    """A date, as exact as it was given.

    Args:
        parts: What was said, such as (("year", "2024"), ("month", "3")).
        start: Where it begins in its text.
        end: Where it ends.
    """

    parts: frozenset[tuple[str, str]]
    start: int
    end: int


def dates(text: str) -> tuple[Date, ...]:
    """Find the dates in a text.

    Args:
        text: English text, or ISO 8601 dates.
    """
    return tuple(
        _date(found) for found in _DATE.finditer(text) if found["month4"] is None or found["month4"][0].isupper()
    )


def _date(found: re.Match[str]) -> Date:
    parts: dict[str, str] = {}
    if iso := found["iso"]:
        year, month, day = iso.split("-")
        parts = {"year": year, "month": str(int(month)), "day": str(int(day))}
    for name, value in found.groupdict().items():
        if value is None or name == "iso":
            continue
        kind = name.rstrip("2345")
        parts[kind] = str(_MONTHS[value.lower()]) if kind == "month" else value.lower().lstrip("0")
    return Date(frozenset(parts.items()), found.start(), found.end())


def quantities(text: str, skip: tuple[Date, ...] = ()) -> tuple[Quantity, ...]:
    """Find the numbers in a text, those of its dates apart.

    Args:
        text: English text.
        skip: The dates in it.
    """
    clock = [_time(one) for one in _CLOCK.finditer(text)]
    taken = sorted([(one.start, one.end) for one in clock] + [(date.start, date.end) for date in skip])
    found, next_taken = list(clock), 0
    open_: re.Match[str] | None = None
    for match in _QUANTITY.finditer(text):
        while next_taken < len(taken) and taken[next_taken][1] <= match.start():
            next_taken += 1
        if next_taken < len(taken) and taken[next_taken][0] < match.end():
            continue
        if one := _quantity(match):
            if open_ and found and (one.kind or match["scale"]) and _RANGE.match(text[open_.end() : match.start()]):
                found[-1] = _likened(found[-1], open_, match) or found[-1]
            found.append(one)
            open_ = None if match["unit"] or match["scale"] else match
    return tuple(sorted(found, key=lambda one: one.start))


_RANGE = re.compile(r"\s?(?:to|and|or|[-\u2013])\s?$")


def _likened(one: Quantity, first: re.Match[str], second: re.Match[str]) -> Quantity | None:
    """Give the first number of a range such as `3 to 5 km` the unit that is written once."""
    if first["money"] and second["unit"]:
        return None
    value = one.value * (_SCALES[second["scale"].lower()] if second["scale"] else 1)
    kind = one.kind
    if second["unit"] and not first["money"]:
        kind, factor = _UNITS[second["unit"].lower()]
        value *= Decimal(factor)
    return Quantity(value.normalize(), kind, one.start, one.end)


def _time(found: re.Match[str]) -> Quantity:
    """Read a time of day as minutes from midnight."""
    if word := found["word"]:
        minutes = 720 if word.lower() == "noon" else 0
    elif found["hour24"]:
        minutes = int(found["hour24"]) * 60 + int(found["minute24"])
    elif found["oclock"]:
        minutes = int(found["oclock"]) * 60
    else:
        minutes = (
            int(found["hour"]) % 12 * 60 + int(found["minute"] or 0) + (720 if found["half"].lower() == "p" else 0)
        )
    return Quantity(Decimal(minutes), "clock", found.start(), found.end())


def _quantity(found: re.Match[str]) -> Quantity | None:
    if found["spelt"] and found["spelt"].lower() in {"one", "second"} and not (found["unit"] or found["scale"]):
        return None  # a pronoun, or an ordinal
    value = _value(found)
    if value is None:
        return None
    kind = ""
    if (scale := found["scale"]) and scale == "m" and not found["money"] and re.search(r"[\s-]m$", found[0]):
        kind = "metre"
    elif scale:
        value *= _SCALES[scale.lower()]
    if unit := found["unit"]:
        kind, factor = _UNITS[unit.lower()]
        if unit.lower() == "pounds" and found["scale"]:
            kind, factor = "pound sterling", "1"
        value *= Decimal(factor)
    if money := found["money"]:
        kind = _UNITS[money][0]
    if found["times"]:
        kind = "times"
    if found["fraction"]:
        kind = "percent"
    return Quantity((-value if found["sign"] else value).normalize(), kind, found.start(), found.end())


def _value(found: re.Match[str]) -> Decimal | None:
    if digits := found["digits"]:
        try:
            return Decimal(digits.replace(",", ""))
        except InvalidOperation:  # pragma: no cover - the pattern admits digits alone
            return None
    if found["single"]:
        return Decimal(1)
    if fraction := found["fraction"]:
        *count, part = re.split(r"[\s-]+", fraction.lower())
        share = _ONES.get(count[0], 1) if count else 1
        return (_FRACTIONS[part.removesuffix("s")] * 100 * share).quantize(Decimal("0.1"))
    if times := found["times"]:
        return Decimal(_TIMES[times.lower()])
    total, group = 0, 0
    for word in re.split(r"[\s-]+", found["spelt"].lower()):
        if word in _ONES or word in _TENS:
            group += _ONES.get(word, 0) + _TENS.get(word, 0)
        elif word in {"hundred", "dozen"}:
            group = max(group, 1) * _SCALES[word]
        elif word in _SCALES:
            total, group = total + max(group, 1) * _SCALES[word], 0
    return Decimal(total + group)
