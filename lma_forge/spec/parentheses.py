"""What stands in a field's parentheses: the type, and modifiers such as `optional` or `1 to 100`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.grammar import KIND_ALIASES
from lma_forge.model import Kind
from lma_forge.spec import faults_field as faults
from lma_forge.spec.labels import fold
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import Literal, code_span, code_spans, quoted

_OPENERS = {"(": ")", "[": "]", "{": "}"}
_CLOSERS = {'"': '"', "“": "”"}
_NOT_PLAIN = frozenset('(`"')
_MARKS = frozenset('`"“')
_LIST = re.compile(r"(?:list|array)\s*(?:of\s+(?P<of>.+)|\[(?P<square>.*)\]|<(?P<angle>.*)>)?\Z")
_MAP = re.compile(r"(?:dict|map|object)\s*(?:of\s+.+|\[.*\]|<.*>)\Z")
_NULL = re.compile(r"\s*+(?:\||\bor\b)\s*+(?:null|none)\Z|\?\Z")
_NULL_FIRST = re.compile(r"(?:null|none)\s*(?:\||\bor\b)\s*")
_DEFAULT = re.compile(r"(?:defaults?(?:\s+(?:to|is)\b)?\s*[:=]?\s*|=\s*)", re.IGNORECASE)
_NUMBER = r"(-?[0-9][0-9_]*(?:\.[0-9]+)?)"
_UNIT = r"(?:\s*(?:characters?|chars?|items?|entries|elements?|values?))?"
_SIZE = r"(?:\s+(?:length|value|size|items|count))?\s*(?:[:=]|of|is)?\s*"
_RANGE = re.compile(rf"(?:(?:from|between)\s+)?{_NUMBER}{_UNIT}\s*(?:to|and|-|–|\.\.\.?|…)\s*{_NUMBER}{_UNIT}\Z")  # noqa: RUF001
_MOST = re.compile(rf"(?:max(?:imum|\.)?{_SIZE}|at most\s+|up to\s+|no more than\s+|<=\s*|≤\s*){_NUMBER}{_UNIT}\Z")
_LEAST = re.compile(rf"(?:min(?:imum|\.)?{_SIZE}|at least\s+|no less than\s+|>=\s*|≥\s*){_NUMBER}{_UNIT}\Z")
_LIMIT_WORDS = re.compile(r"(?:max|min|at most|at least|up to|between|from|no more|no less|<|>|≤|≥|-?[0-9])")
_LONGEST = 200
"""Characters of a type or modifier that are looked at; what is longer is none."""
_MODIFIERS = {
    "optional": "optional",
    "required": "required",
    "nullable": "nullable",
    "default": "default: x",
    "minimum": "min 1",
    "maximum": "max 100",
    "at most": "at most 100",
    "at least": "at least 1",
}
"""Modifiers, each as it is written."""


@dataclass(slots=True)
class Typing:
    """What the parentheses say.

    Args:
        kind: The type.
        item: The type of a list's items, when stated.
        nullable: Whether None is a value.
        required: What is said of being required; None when nothing is.
        default: The default as written, with its offsets.
        minimum: The lower limit as written, with its offsets.
        maximum: The upper limit.
        allowed: The values of an enumeration in the parentheses.
        stated: Whether a type is stated at all.
    """

    kind: Kind = Kind.STRING
    item: Kind | None = None
    nullable: bool = False
    required: bool | None = None
    default: tuple[str, int, int] | None = None
    minimum: tuple[str, int, int] | None = None
    maximum: tuple[str, int, int] | None = None
    allowed: tuple[Literal, ...] = ()
    stated: bool = False


def closing(text: str, start: int) -> int:
    """Find the parenthesis that closes the one at `start`; -1 when there is none.

    Parentheses in code spans and quotes do not count.
    """
    position = text.find(")", start)
    if position < 0 or not _NOT_PLAIN.intersection(text[start + 1 : position]):
        return position
    depth = 0
    position = start
    skips = _skips(text, start, len(text))
    while position < len(text):
        letter = text[position]
        if letter in '`"':
            position = skips.get(position, position + 1)
            continue
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return -1


def parts(text: str, start: int, end: int, separators: str = ",;") -> Iterator[tuple[int, int]]:
    """Cut at separators outside of quotes, code spans and brackets; blank parts are left out."""
    begin = start
    position = start
    nest: list[str] = []
    skips = _skips(text, start, end)
    while position < end:
        if position in skips:
            position = skips[position]
            continue
        letter = text[position]
        if nest and letter == nest[-1]:
            nest.pop()
        elif letter in _OPENERS:
            nest.append(_OPENERS[letter])
        elif letter in separators and not nest:
            yield from _stripped(text, begin, position)
            begin = position + 1
        position += 1
    yield from _stripped(text, begin, end)


def _skips(text: str, start: int, end: int) -> dict[int, int]:
    """Map the start of each code span and quoted text between two offsets to its end."""
    region = text[start:end]
    if not _MARKS.intersection(region):
        return {}
    found = {start + span.start: start + span.end for span in code_spans(region)}
    position = start
    while position < end:
        closer = _CLOSERS.get(text[position])
        close = text.find(closer, position + 1, end) if closer is not None else -1
        if position in found:
            position = found[position]
        elif close >= 0:
            found[position] = position = close + 1
        else:
            position += 1
    return found


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def read_typing(reading: Reading, text: Text, start: int, end: int) -> Typing:
    """Read what stands between a field's parentheses.

    Args:
        reading: The document.
        text: The field's text.
        start: Offset after the opening parenthesis.
        end: Offset of the closing one.

    Returns:
        What it says; faults are reported, and what cannot be read is left out.
    """
    typing = Typing()
    for first, last in parts(text.value, start, end):
        if first == start or not typing.stated:
            if _literals(reading, typing, text, first, last) or _type(reading, typing, text, first, last):
                continue
        elif text.value[first] == "`" and _literals(reading, typing, text, first, last):
            continue
        _modifier(reading, typing, text, first, last)
    return typing


def _literals(reading: Reading, typing: Typing, text: Text, start: int, end: int) -> bool:
    """Read values in backticks or quotes, such as `a` | `b`."""
    found: list[Literal] = []
    for first, last in parts(text.value, start, end, "|/"):
        value = text.value
        literal = code_span(value, first) if value[first] == "`" else quoted(value, first)
        if literal is None or literal.end != last:
            return False
        found.append(literal)
    alone = len(found) == 1 and not typing.allowed
    if alone and (fold(found[0].value) in KIND_ALIASES or reading.nearest(found[0].value, KIND_ALIASES)):
        return False
    typing.allowed += tuple(found)
    typing.stated = True
    return bool(found)


def _type(reading: Reading, typing: Typing, text: Text, start: int, end: int) -> bool:
    """Read a type word; False when the text is a modifier that stands where a type is expected."""
    word = fold(text.value[start:end].strip("`"))
    if len(word) > _LONGEST:
        word = word[:_LONGEST]
    for modifier in ("optional", "required", "nullable"):
        if word.startswith(modifier + " "):
            _flag(typing, modifier)
            word = word.removeprefix(modifier).strip()
    if word in {"optional", "required", "nullable"} or _DEFAULT.match(word) or _LIMIT_WORDS.match(word):
        return False
    typing.stated = True
    bare = _NULL_FIRST.sub("", _NULL.sub("", word), count=1)
    typing.nullable = typing.nullable or bare != word
    kind, item, lost = _kind(bare)
    if kind is None:
        _report_unknown(reading, text, start, end, bare)
        return True
    typing.kind, typing.item = kind, item
    if lost:
        reading.report(
            faults.UNKNOWN_MODIFIER,
            reading.source.text_span(text, start, end),
            f"What `{text.value[start:end]}` says of the values inside is not kept: write `object` or `list of"
            " objects` and nest a bullet per member.",
        )
    if kind is Kind.ANY:
        reading.report(
            faults.UNCHECKED_TYPE,
            reading.source.text_span(text, start, end),
            "A value of type `any` is never checked: name the type that is meant.",
        )
    return True


def _kind(word: str) -> tuple[Kind | None, Kind | None, bool]:
    """Find the type of a word, of a list's items, and whether the word says more than is kept."""
    kind = KIND_ALIASES.get(word)
    if kind is not None:
        return kind, None, False
    inner = _inside(word)
    if inner is None:
        return (Kind.OBJECT, None, True) if _MAP.match(word) is not None else (None, None, False)
    item = _named(inner)
    if item is not None or not inner:
        return Kind.LIST, item, False
    first = Kind.OBJECT if _MAP.match(inner) is not None else Kind.LIST
    deepest: str | None = inner
    while deepest is not None and _named(deepest) is None and _MAP.match(deepest) is None:
        deepest = _inside(deepest)
    return (Kind.LIST, first, True) if deepest is not None else (None, None, False)


def _inside(word: str) -> str | None:
    """Take the items' type out of `list of T`, `list[T]` or `T[]`; None when the word is no list."""
    if word.endswith("[]"):
        return word[:-2].strip()
    match = _LIST.match(word)
    return (match["of"] or match["square"] or match["angle"] or "").strip() if match is not None else None


def _named(word: str) -> Kind | None:
    """Find the type of a word that may be a plural."""
    return KIND_ALIASES.get(word) or KIND_ALIASES.get(word.removesuffix("s"))


def _report_unknown(reading: Reading, text: Text, start: int, end: int, word: str) -> None:
    known = reading.nearest(word, KIND_ALIASES)
    written = text.value[start:end]
    if "|" in word or " or " in word:
        advice = "a field has one type; write the one that is meant, as in `name (string): description`, or `any`"
    elif known is not None:
        advice = f"did you mean `{known}`? Write `name ({known}): description`"
    else:
        advice = (
            "write one of string, integer, number, boolean, list, object, path, url, date, datetime, timestamp, any,"
            " as in `name (string): description`"
        )
    reading.report(
        faults.UNKNOWN_TYPE,
        reading.source.text_span(text, start, end),
        f"`{_short(written)}` is no type: {advice}" + ("" if advice.endswith("?") else "."),
    )


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"  # noqa: PLR2004 - what fits in a message


def _flag(typing: Typing, word: str) -> bool:
    if word == "nullable":
        typing.nullable = True
    elif word in {"optional", "required"}:
        typing.required = word == "required"
    else:
        return False
    return True


def _modifier(reading: Reading, typing: Typing, text: Text, start: int, end: int) -> None:
    written = text.value[start:end]
    word = fold(written[:_LONGEST])
    if word in {"optional", "required"} and typing.required not in {None, word == "required"}:
        reading.report(
            faults.CONTRADICTING_MODIFIERS,
            reading.source.text_span(text, start, end),
            "The field is called both optional and required: keep one of the two.",
        )
        return
    if _flag(typing, word) or _limits(typing, start, end, word):
        return
    default = _DEFAULT.match(written)
    if default is not None:
        typing.default = (written[default.end() :], start + default.end(), end)
        return
    if _LIMIT_WORDS.match(word):
        reading.report(
            faults.BAD_LIMIT,
            reading.source.text_span(text, start, end),
            f"`{_short(written)}` is no limit: write `1 to 100`, `min 1` or `max 100`.",
        )
        return
    known = reading.nearest(word, _MODIFIERS)
    advice = (
        f"did you mean `{known}`? Write `(string, {_MODIFIERS[known]})`."
        if known
        else "write optional, required, nullable, a default or a limit, as in `(integer, optional)`,"
        " `(integer, default: 5)` or `(integer, 1 to 100)`."
    )
    reading.report(
        faults.UNKNOWN_MODIFIER,
        reading.source.text_span(text, start, end),
        f"`{_short(written)}` says nothing that is understood here: {advice}",
    )


def _limits(typing: Typing, start: int, end: int, word: str) -> bool:
    """Read a limit; False when the words are none."""
    both, most, least = _RANGE.match(word), _MOST.match(word), _LEAST.match(word)
    if both is not None:
        typing.minimum, typing.maximum = (both[1], start, end), (both[2], start, end)
    elif most is not None:
        typing.maximum = (most[1], start, end)
    elif least is not None:
        typing.minimum = (least[1], start, end)
    else:
        return False
    return True
