"""Brings an argument to the declared type of its parameter, where nothing is lost by it.

Models send text for numbers and booleans, and JSON text for lists and objects (doctrine 10.2).
Text for a text parameter is never parsed (report R29).
"""

import math
import re
from typing import Any

from lma_forge.lcp import Shape

_INTEGER = re.compile(r"[+-]?\d{1,400}\Z")
_TRUE, _FALSE = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})
_NONE = frozenset({"null", "none"})
_SHOWN = 80


class RefusedError(Exception):
    """A value that cannot be brought to the declared type without loss."""


def coerce(name: str, value: object, shape: Shape, *, nullable: bool) -> Any:  # noqa: ANN401
    """Bring a value to the shape of its parameter.

    Args:
        name: The parameter, for the message.
        value: What the caller sent; never changed.
        shape: What the parameter takes.
        nullable: Whether None is allowed.

    Returns:
        The value, or an equal one of the declared type.

    Raises:
        RefusedError: Naming the parameter, the value and what is accepted.
    """
    if not shape.exact or not all(each.exact for each in shape.also):
        return value
    choices = (shape, *shape.also)
    may_be_none = nullable or shape.nullable
    if value is None or (may_be_none and _says_none(value, choices)):
        if may_be_none:
            return None
    else:
        # A value that fits one of several types as it is must not be turned into another.
        ordered = [each for each in choices if _fits(value, each)] + [
            each for each in choices if not _fits(value, each)
        ]
        for each in ordered:
            try:
                return _to(name, value, each)
            except _MismatchError:
                continue
    raise RefusedError(f"parameter '{name}' got {_show(value)}; it takes {accepted(shape, nullable=nullable)}")


def _says_none(value: object, choices: tuple[Shape, ...]) -> bool:
    """Whether a text stands for null: only where no text is taken, so that nothing is lost by it."""
    return (
        isinstance(value, str)
        and value.strip().lower() in _NONE
        and not any(shape.type == "string" for shape in choices)
    )


def accepted(shape: Shape, *, nullable: bool = False) -> str:
    """What a shape accepts, in words for a model."""
    said = " or ".join(dict.fromkeys(_said(each) for each in (shape, *shape.also)))
    return f"{said} or null" if nullable or shape.nullable else said


class _MismatchError(Exception):
    """The value is not of this alternative."""


def _to(name: str, value: Any, shape: Shape) -> Any:  # noqa: ANN401
    converted: Any = _CONVERSIONS[shape.type](value)
    if shape.enum:
        for allowed in shape.enum:
            if type(allowed) is type(converted) and allowed == converted:
                return allowed
        raise _MismatchError
    if shape.items is not None:
        item = shape.items
        return [coerce(f"{name}[{index}]", each, item, nullable=False) for index, each in enumerate(converted)]
    return converted


def _fits(value: object, shape: Shape) -> bool:
    return type(value) in _EXACT[shape.type] and (not shape.enum or value in shape.enum)


def _integer(value: Any) -> int:  # noqa: ANN401
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        text = value.strip()
        if _INTEGER.match(text):
            return int(text)
        number = _number(text)
        if number.is_integer() and abs(number) < 2**53:
            return int(number)
    raise _MismatchError


def _number(value: Any) -> float:  # noqa: ANN401
    if isinstance(value, float):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) <= 2**53:
            return float(value)
        raise _MismatchError
    if isinstance(value, str) and "_" not in value:
        try:
            number = float(value.strip())
        except ValueError:
            raise _MismatchError from None
        if math.isfinite(number):
            return number
    raise _MismatchError


def _boolean(value: Any) -> bool:  # noqa: ANN401
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        text = value.strip().lower()
        if text in _TRUE:
            return True
        if text in _FALSE:
            return False
    raise _MismatchError


def _string(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return str(value)
        except ValueError:
            # A number of more digits than Python writes.
            raise _MismatchError from None
    raise _MismatchError


def _array(value: Any) -> list[Any]:  # noqa: ANN401
    if isinstance(value, list):
        return value
    if isinstance(value, tuple):
        return list(value)
    parsed = _parsed(value, "[")
    if isinstance(parsed, list):
        return parsed
    raise _MismatchError


def _object(value: Any) -> dict[str, Any]:  # noqa: ANN401
    if isinstance(value, dict):
        return value
    parsed = _parsed(value, "{")
    if isinstance(parsed, dict):
        return parsed
    raise _MismatchError


def _parsed(value: object, opening: str) -> Any:  # noqa: ANN401
    import json  # noqa: PLC0415 - only for text where a list or object is wanted

    if not isinstance(value, str) or not value.lstrip().startswith(opening):
        raise _MismatchError
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise _MismatchError from None


_CONVERSIONS = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "string": _string,
    "array": _array,
    "object": _object,
}
_EXACT: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (float, int),
    "boolean": (bool,),
    "string": (str,),
    "array": (list, tuple),
    "object": (dict,),
}
_WORDS = {
    "integer": "a whole number such as 3",
    "number": "a number such as 2.5",
    "boolean": "true or false",
    "string": "text",
    "array": 'a list such as ["a", "b"]',
    "object": 'an object such as {"key": "value"}',
}


def _said(shape: Shape) -> str:
    if shape.enum:
        return "one of " + ", ".join(_show(value) for value in shape.enum)
    if shape.type == "array" and shape.items is not None:
        return f"a list, each item {accepted(shape.items)}"
    return _WORDS[shape.type]


def _show(value: object) -> str:
    try:
        text = "null" if value is None else repr(value)
    except Exception:  # noqa: BLE001 - any object may be passed in
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
