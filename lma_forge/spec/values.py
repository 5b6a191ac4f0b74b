"""Literals: code spans and quoted text, enumerations made of them, and values of a type."""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from lma_forge.model import JsonValue, Kind

_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}  # noqa: RUF001 - typographic quotes are what is meant
_LEAD = re.compile(
    r"(?:(?:must be |should be )?(?:one of|either|any of)|must be|can be|(?:allowed|possible|valid) values(?: are)?)"
    r"(?: the following)?\s*+:?+\s*+",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*+(?:,\s*+or\b|,|/|\||\bor\b)\s*+", re.IGNORECASE)
_DEFAULT_MARK = re.compile(r"\s*+\((?:the )?default\)", re.IGNORECASE)
_END = re.compile(r"\s*+\.?+\s*+\Z")
_BACKTICKS = re.compile("`+")
_LEAD_INSIDE = re.compile(
    r"\b(?:one of|either|any of|must be|can be|(?:allowed|possible|valid) values(?: are)?)(?: the following)?:?\s+",
    re.IGNORECASE,
)
_LISTED_WORD = r"(?:[\"'“‘]?(?!(?:or|and|the|an?|of|in|to)\b)[\w-]{1,40}[\"'”’]?)"  # noqa: RUF001
_WORDS_LISTED = re.compile(
    rf"{_LISTED_WORD}(?:(?:\s?,\s?(?:or\s)?|\s?[/|]\s?|\sor\s){_LISTED_WORD}){{1,40}}(?=\s?(?:[.;)]|\Z))", re.IGNORECASE
)
_SENTENCE = 3
"""Words from which a list that begins like a sentence is one all the same."""
_WORD = re.compile(r"(?<![\w-])(?!or\b)[\w-]+")
_BOOLEANS = {"true": True, "false": False, "yes": True, "no": False}
_INTEGER = re.compile(r"[+-]?[0-9][0-9_]*\Z")
_DAY = "[0-9]{4}(?:-[0-9]{2}){2}"
_TIME = r"T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?"
_OFFSET = "(?:Z|[+-][0-9]{2}:[0-9]{2})"
_MOMENTS = {
    Kind.DATE: re.compile(_DAY),
    Kind.DATETIME: re.compile(f"{_DAY}{_TIME}{_OFFSET}?"),
    Kind.TIMESTAMP: re.compile(f"{_DAY}{_TIME}{_OFFSET}"),
}
_DEEPEST = 50
"""Nesting up to which JSON is read; deeper than this nobody writes an example or a default."""
_MOST_DIGITS = 400
"""Digits of a number that is read at all; no limit, default or allowed value needs more."""


class Missing:
    """The type of `MISSING`, for which None will not do: null is a value."""


MISSING: Final = Missing()
"""Says that a text is no value of the type."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A code span or quoted text.

    Args:
        value: Its content.
        start: Offset of its first mark.
        end: Offset after its last mark.
        inner: Offset of the content.
        is_default: Whether `(default)` follows it.
    """

    value: str
    start: int
    end: int
    inner: int
    is_default: bool = False


def code_span(text: str, start: int) -> Literal | None:
    """Read the code span that begins at `start`, as CommonMark does.

    Args:
        text: The text.
        start: Offset of a backtick.

    Returns:
        The span without the one blank on either side that CommonMark strips; None when it never closes.
    """
    run = start
    while run < len(text) and text[run] == "`":
        run += 1
    mark = text[start:run]
    close = text.find(mark, run)
    while close >= 0:
        after = close + len(mark)
        if (after == len(text) or text[after] != "`") and text[close - 1] != "`":
            break
        while after < len(text) and text[after] == "`":
            after += 1
        close = text.find(mark, after)
    if not mark or close < 0:
        return None
    return _trimmed(text, start, run, close, close + len(mark))


def quoted(text: str, start: int) -> Literal | None:
    """Read the quoted text that begins at `start`; None when there is none or it never closes."""
    closer = _QUOTES.get(text[start : start + 1])
    if closer is None:
        return None
    close = text.find(closer, start + 1)
    return None if close < 0 else Literal(text[start + 1 : close], start, close + 1, start + 1)


def code_spans(text: str) -> list[Literal]:
    """Find all code spans of `text`, in order, in linear time."""
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    found: list[Literal] = []
    index = 0
    while index < len(runs):
        start, run = runs[index]
        closers = later[run - start]
        while closers and closers[-1] <= index:
            closers.pop()
        if not closers:
            index += 1
            continue
        close, end = runs[closers[-1]]
        found.append(_trimmed(text, start, run, close, end))
        index = closers[-1] + 1
    return found


def _trimmed(text: str, start: int, run: int, close: int, end: int) -> Literal:
    """Make a code span, without the one blank on either side that CommonMark strips."""
    value = text[run:close]
    if len(value) > 1 and value[0] == value[-1] == " " and value.strip(" "):
        return Literal(value[1:-1], start, end, run + 1)
    return Literal(value, start, end, run)


def is_lead(text: str) -> bool:
    """Tell whether `text` only announces values, as `One of:` does."""
    return _LEAD.fullmatch(text.strip().rstrip(":") + ":") is not None


def enumeration(text: str, start: int = 0) -> list[Literal] | None:
    """Read a text that consists of allowed values.

    Args:
        text: The text, such as "`create`, `update`, or `append`."
        start: Where it begins.

    Returns:
        The values; None when there is anything else in the text.
    """
    if "`" not in text:
        return None
    position = start
    if text[position : position + 1] != "`":
        lead = _LEAD.match(text, position)
        if lead is None:
            return None
        position = lead.end()
    found: list[Literal] = []
    while True:
        literal = code_span(text, position) if text[position : position + 1] == "`" else None
        if literal is None:
            if not text.startswith("``", position) or text[position + 2 : position + 3] == "`":
                return None
            literal = Literal("", position, position + 2, position + 1)
        position = literal.end
        mark = _DEFAULT_MARK.match(text, position)
        if mark is not None:
            literal = Literal(literal.value, literal.start, literal.end, literal.inner, is_default=True)
            position = mark.end()
        found.append(literal)
        if _END.match(text, position) is not None:
            return found
        separator = _SEPARATOR.match(text, position)
        if separator is None:
            return None
        position = separator.end()


def plain_values(text: str) -> list[str] | None:
    """Find values that a sentence lists as plain or quoted words, such as "One of open, closed.".

    Args:
        text: A description without code.

    Returns:
        The words; None when the text lists none.
    """
    for lead in _LEAD_INSIDE.finditer(text):
        match = _WORDS_LISTED.match(text, lead.end())
        if match is not None:
            return _WORD.findall(match[0])
    match = _WORDS_LISTED.match(text)
    if match is None or match.end() < len(text.rstrip(" .")):
        return None
    words = _WORD.findall(match[0])
    if text[:1].isupper() and len(words) < _SENTENCE:
        return None
    sure = re.search(r"\bor\b|[|/]", match[0]) or all(part.strip()[:1] in _QUOTES for part in match[0].split(","))
    return words if sure else None


def unquoted(text: str) -> tuple[str, bool]:
    """Take the backticks or quotes off a value.

    Args:
        text: A value as written in a modifier or a table cell.

    Returns:
        The value, and whether it was in backticks or quotes.
    """
    text = text.strip()
    literal = code_span(text, 0) if text.startswith("`") else quoted(text, 0)
    if literal is not None and literal.end == len(text):
        return literal.value, True
    return text, False


def value_of(text: str, kind: Kind, *, literal: bool = False) -> "JsonValue | Missing":
    """Read a text as a value of a type.

    Args:
        text: The text without marks.
        kind: The type.
        literal: Whether the text stood in quotes, so that a string is a string whatever it says.

    Returns:
        The value; MISSING when the text is none of that type.
    """
    if kind is Kind.BOOLEAN:
        return _BOOLEANS.get(text.lower(), MISSING)
    if kind in {Kind.INTEGER, Kind.NUMBER}:
        found = number(text)
        return found if kind is Kind.NUMBER or isinstance(found, int) else MISSING
    if kind.is_text:
        return text if _fits(text, kind) else MISSING
    value = json_value(text)
    if kind is Kind.ANY:
        return text if literal or value is MISSING else value
    return value if isinstance(value, list if kind is Kind.LIST else dict) else MISSING


def number(text: str) -> int | float | Missing:
    """Read a finite number: an int when it is written as one."""
    if len(text) > _MOST_DIGITS:
        return MISSING
    if _INTEGER.match(text):
        return int(text)
    try:
        value = float(text)
    except ValueError:
        return MISSING
    return value if value - value == 0 else MISSING


def json_value(text: str) -> "JsonValue | Missing":
    """Read finite JSON; MISSING when the text is none."""
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return MISSING
    if text.count("[") + text.count("{") > _DEEPEST and _depth(value) > _DEEPEST:
        return MISSING
    return value


def _depth(value: JsonValue) -> int:
    """Count how deep lists and objects are nested, without recursion."""
    deepest = 0
    waiting = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        deepest = max(deepest, depth)
        below = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        waiting.extend((child, depth + 1) for child in below)
    return deepest


def _refuse(name: str) -> JsonValue:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if value - value != 0:
        raise ValueError(text)
    return value


def is_moment(text: str, kind: Kind) -> bool:
    """Tell whether a text is a date, or a date with a time, in the extended form of ISO 8601.

    Generated modules take no other form, so a default or an example of another one would be refused.

    Args:
        text: Such as `2024-01-31` or `2024-01-31T09:30:00Z`.
        kind: DATE, DATETIME, or TIMESTAMP, which has an offset from UTC.
    """
    try:
        return bool(_MOMENTS[kind].fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _fits(text: str, kind: Kind) -> bool:
    """Tell whether a string is one of the special kind."""
    if kind in _MOMENTS:
        return is_moment(text, kind)
    if kind is Kind.URL:
        return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:\S+\Z", text) is not None
    return kind is not Kind.PATH or bool(text)
