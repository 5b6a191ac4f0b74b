"""Whether a JSON value fits declared fields, and where it does not."""

import re
from collections.abc import Iterator

from lma_forge.model import Field, JsonValue, Kind, Limits
from lma_forge.names import nearest
from lma_forge.spec.values import is_moment

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_SHOWN = 40
"""Characters of a value that a message quotes."""


def misfits(value: JsonValue, fields: tuple[Field, ...], place: str) -> Iterator[str]:
    """Compare a JSON object with the fields that it should have.

    Args:
        value: What stands in the example.
        fields: The declared fields.
        place: What messages call the object, such as `input`.

    Yields:
        One sentence without its full stop for each difference, saying what would fit.
    """
    if not isinstance(value, dict):
        yield f"its {place} must be a JSON object"
        return
    known = {field.name: field for field in fields}
    for name in value:
        if name not in known:
            meant = nearest(name, known)
            advice = f"did you mean {meant}" if meant else f"the fields are {', '.join(known) or 'none'}"
            yield f"{place} has no field {name} ({advice})"
    for field in fields:
        if field.name in value:
            yield from _misfits(value[field.name], field, f"{place}.{field.name}")
        elif field.required:
            yield f"{place} lacks the required field {field.name}"


def _misfits(value: JsonValue, field: Field, place: str) -> Iterator[str]:
    kind = field.type.kind
    if value is None and (field.type.nullable or kind is Kind.ANY or (not field.required and field.default is None)):
        return
    if not _is(value, kind):
        yield f"{place} is {_shown(value)}, which is not {_ARTICLES[kind]}"
        return
    if isinstance(value, list):
        yield from _list_misfits(value, field, place)
    elif field.allowed and not _is_allowed(value, field):
        yield f"{place} is {_shown(value)}, which is not one of {_listed(field)}"
    elif isinstance(value, dict) and field.type.members:
        yield from misfits(value, field.type.members, place)
    size = len(value) if isinstance(value, str | list) else value
    if isinstance(size, int | float) and not isinstance(size, bool) and not _within(size, field.limits):
        unit = " characters" if isinstance(value, str) else " items" if isinstance(value, list) else ""
        yield f"{place} is {size}{unit}, which is outside {_range(field.limits)}"


def _list_misfits(items: list[JsonValue], field: Field, place: str) -> Iterator[str]:
    for index, item in enumerate(items):
        here = f"{place}[{index}]"
        if field.type.item is not None and not _is(item, field.type.item):
            yield f"{here} is {_shown(item)}, which is not {_ARTICLES[field.type.item]}"
        elif field.allowed and not _is_allowed(item, field):
            yield f"{here} is {_shown(item)}, which is not one of {_listed(field)}"
        elif field.type.members:
            yield from misfits(item, field.type.members, here)


def _is(value: JsonValue, kind: Kind) -> bool:
    if kind is Kind.ANY:
        return True
    if isinstance(value, bool):
        return kind is Kind.BOOLEAN
    if kind is Kind.INTEGER:
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if kind in _CLASSES:
        return isinstance(value, _CLASSES[kind])
    return isinstance(value, str) and _is_text_of(value, kind)


_CLASSES: dict[Kind, type | tuple[type, ...]] = {
    Kind.BOOLEAN: bool,
    Kind.NUMBER: (int, float),
    Kind.LIST: list,
    Kind.OBJECT: dict,
}


def _is_text_of(value: str, kind: Kind) -> bool:
    if kind in {Kind.DATE, Kind.DATETIME, Kind.TIMESTAMP}:
        return is_moment(value, kind)
    return kind is not Kind.URL or _URL.fullmatch(value) is not None


def _is_allowed(value: JsonValue, field: Field) -> bool:
    return any(value == allowed.value for allowed in field.allowed)


def _within(size: float, limits: Limits) -> bool:
    low, high = limits.minimum, limits.maximum
    return (low is None or size >= low) and (high is None or size <= high)


def _range(limits: Limits) -> str:
    if limits.minimum is None:
        return f"at most {limits.maximum}"
    if limits.maximum is None:
        return f"at least {limits.minimum}"
    return f"{limits.minimum} to {limits.maximum}"


def _listed(field: Field) -> str:
    return ", ".join(_shown(allowed.value) for allowed in field.allowed)


def _shown(value: JsonValue) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = {None: "null", True: "true", False: "false"}.get(value) if value is None or isinstance(value, bool) else None
    if text is None:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


_ARTICLES = {
    Kind.STRING: "a string",
    Kind.INTEGER: "an integer",
    Kind.NUMBER: "a number",
    Kind.BOOLEAN: "a boolean",
    Kind.LIST: "a list",
    Kind.OBJECT: "an object",
    Kind.PATH: "a path",
    Kind.URL: "a URL",
    Kind.DATE: "a date (ISO 8601, such as 2024-01-31)",
    Kind.DATETIME: "a date and time (ISO 8601)",
    Kind.TIMESTAMP: "a timestamp (ISO 8601)",
    Kind.ANY: "a value",
}
