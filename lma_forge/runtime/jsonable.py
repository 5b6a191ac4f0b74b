"""Whatever a tool gives, as JSON can carry it in UTF-8."""

import json
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=str)


def held(value: object) -> tuple[Any, str]:
    """A value as JSON can hold it, and as text.

    Args:
        value: Anything.

    Returns:
        The value and its JSON; a text is both by itself. What JSON cannot hold becomes its `str`,
        and half a surrogate pair, which UTF-8 cannot, the replacement character.
    """
    if isinstance(value, str):
        text = encodable(value)
        return text, text
    try:
        text = encodable(_ENCODER.encode(value))
        return json.loads(text), text
    except Exception:  # noqa: BLE001 - cycles, NaN, depth, huge numbers, objects that fail to be text
        text = encodable(_described(value))
        return text, text


def plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """A value as JSON can hold it."""
    return held(value)[0]


def encodable(text: str) -> str:
    """A text without what UTF-8 cannot hold."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _described(value: object) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - as above
        return f"<{type(value).__name__} that cannot be written as text>"
