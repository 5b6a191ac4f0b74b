"""What a field's item says beside the field: a second one, as in `- key (string), page (integer)`, or values."""

import re

from lma_forge.grammar import KIND_ALIASES
from lma_forge.spec import faults_field as faults
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import code_spans, is_lead, plain_values

_KINDS = "|".join(sorted(KIND_ALIASES, key=len, reverse=True))
_NAME = r"[`*_]{0,3}(?P<name>[A-Za-z_][A-Za-z0-9_]*)[`*_]{0,3}"
_FIELD = rf"{_NAME}\s?\(\s?(?:optional\s|required\s)?(?:{_KINDS})s?\b[^()]{{0,200}}\)"
_NEXT = re.compile(rf"\s?(?:[,;/&+]|and\b|or\b)?\s?(?:and\s)?{_FIELD}", re.IGNORECASE)
_LATER = re.compile(rf"(?<=[.;,!?])\s{_FIELD}(?=\s?[:–—]|\s-\s)", re.IGNORECASE)  # noqa: RUF001
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
