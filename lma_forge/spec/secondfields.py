"""What a field's item says beside the field: a second one, as in `- key (string), page (integer)`, or values."""

import re

from lma_forge.grammar import KIND_ALIASES
from lma_forge.spec import faults_field as faults
from lma_forge.spec.lines import Line, Piece
from lma_forge.spec.parentheses import Typing
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import code_spans, is_lead, plain_values

_KINDS = "|".join(sorted(KIND_ALIASES, key=len, reverse=True))
_NAME = r"[`*_]{0,3}(?P<name>[A-Za-z_][A-Za-z0-9_]*)[`*_]{0,3}"
_FIELD = rf"{_NAME}\s?\(\s?(?:optional\s|required\s)?(?:{_KINDS})s?\b[^()]{{0,200}}\)"
_NEXT = re.compile(rf"\s?(?:[,;/&+]|and\b|or\b)?\s?(?:and\s)?{_FIELD}", re.IGNORECASE)
_LATER = re.compile(rf"(?<=[.;,!?])\s{_FIELD}(?=\s?[:–—]|\s-\s)", re.IGNORECASE)  # noqa: RUF001
_WHOLE = re.compile(rf"{_FIELD}\s?(?=[:：–—-]|\Z)", re.IGNORECASE)  # noqa: RUF001
_OPTIONAL = re.compile(r"(?P<word>optional|nullable)(?=\s?[,:;]|\s-\s)")
_ASIDE = re.compile(r"[\[(](?P<word>optional|nullable)[\])]", re.IGNORECASE)
_NAMES = re.compile(rf"\s?(?:[,;/&+]|and\b)\s?{_NAME}\s?(?:[,;/&+(:]|and\b|\Z)")


def second_field(text: str, start: int) -> tuple[int, int] | None:
    """Find a second field in what follows the first one.

    Args:
        text: The item.
        start: Offset after the parentheses of the first field.

    Returns:
        Offsets of the second field's name; None when there is none.
    """
    match = _NEXT.match(text, start) or _LATER.search(text, start)
    return match.span("name") if match is not None else None


def report_lazy_fields(reading: Reading, piece: Piece) -> None:
    """Report lines that are fields of their own but belong to the item above them, because no dash begins them.

    Args:
        reading: The document.
        piece: The item.
    """
    for line in piece.lines[1:]:
        match = _WHOLE.match(line.text)
        if match is not None and not ends_inside(piece, line):
            report_second(reading, Text(line.text, ((0, line.number, line.column),)), match.span("name"))


def ends_inside(piece: Piece, line: Line) -> bool:
    """Whether a second field is found at that line anyway, because the text above it ends a sentence."""
    above = next(one for one in piece.lines if one.number == line.number - 1)
    return above.text.endswith((".", ";", ",", "!", "?"))


def second_name(text: str, end: int) -> tuple[int, int] | None:
    """Find a second name right behind the first one, as in `key, page (string)`.

    Args:
        text: The item.
        end: Offset after the first name.

    Returns:
        Offsets of the second name; None when there is none.
    """
    match = _NAMES.match(text, end)
    return match.span("name") if match is not None else None


def report_second(reading: Reading, text: Text, place: tuple[int, int]) -> None:
    """Report a second field.

    Args:
        reading: The document.
        text: The item.
        place: Offsets of its name.
    """
    name = text.value[place[0] : place[1]]
    reading.report(
        faults.SECOND_FIELD,
        reading.source.text_span(text, *place),
        f"`{name}` is a second field on one list item and is not read: write `- {name} (type): description` on a line"
        " of its own.",
    )


def report_outside(reading: Reading, text: Text, place: tuple[str, int], typing: Typing) -> None:
    """Report what is said of a field in its description and belongs in its parentheses.

    Args:
        reading: The document.
        text: The item.
        place: The field's name, and the offset at which its description starts.
        typing: What its parentheses say.
    """
    name, start = place
    match = _OPTIONAL.match(text.value, start) or _ASIDE.search(text.value, start)
    if match is None or typing.required is not None or typing.default is not None or not typing.stated:
        return
    word = match["word"].lower()
    reading.report(
        faults.UNKNOWN_MODIFIER,
        reading.source.text_span(text, *match.span("word")),
        f"`{match['word']}` stands outside of the parentheses and has no effect: write"
        f" `{name} ({typing.kind}, {word})`.",
    )


def report_prose(reading: Reading, text: Text, place: tuple[str, int], description: str) -> None:
    """Report values that a description names in a sentence or as plain words.

    Args:
        reading: The document.
        text: The item.
        place: The field's name, and the offset at which its description starts.
        description: The description.
    """
    name, start = place
    named = [span.value for span in code_spans(description)]
    if not named and not is_lead(description):
        named = plain_values(description) or []
    if len(named) < 2:  # noqa: PLR2004 - one value is no choice
        return
    form = ", ".join(f"`{value[:20]}`" for value in dict.fromkeys(named[:3]))
    reading.report(
        faults.VALUES_IN_PROSE,
        reading.source.text_span(text, start),
        "Values named in a sentence are no enumeration: where only these are allowed, let the description"
        f" consist of them in backticks, as in {name} (string): {form}.",
    )
