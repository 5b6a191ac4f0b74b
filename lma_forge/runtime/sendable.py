"""Turns the record of a call into what JSON can carry, for hosts that send it on as it comes."""

import dataclasses
import math
import os
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from lma_forge.runtime.jsonable import encodable

_DEPTH = 64
"""Levels that are kept; what lies deeper is told by its type."""

_BITS = 14_000
"""A whole number of more is longer than Python writes in decimals."""

_LISTED = (list, tuple, deque, range)


def sendable(value: object) -> Any:  # noqa: ANN401 - JSON
    """A copy of a value that `json.dumps(…, allow_nan=False)` writes as UTF-8, whatever the value is.

    Text, whole numbers, finite numbers, truth values and None stay as they are. Sequences and sets
    become lists, mappings and dataclasses objects with text for keys, enumerations their values,
    paths and dates text, arrays with a `tolist` lists, bytes their text or base64. Everything else
    becomes its text.

    Args:
        value: Anything a tool can return; never changed.
    """
    return _converted(value, _DEPTH, set())


def _converted(value: Any, depth: int, within: set[int]) -> Any:  # noqa: ANN401, PLR0911 - one form each
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return encodable(value)
    if kind is int:
        return value if value.bit_length() <= _BITS else hex(value)
    if kind is float:
        return value if math.isfinite(value) else str(value)
    if depth == 0 or id(value) in within:
        return f"<{kind.__name__}>"
    within.add(id(value))
    try:
        return _composed(value, depth - 1, within)
    except Exception:  # noqa: BLE001 - any object may come out of a tool, and do anything when asked
        return _text(value)
    finally:
        within.discard(id(value))


def _composed(value: Any, depth: int, within: set[int]) -> Any:  # noqa: ANN401, C901, PLR0911 - as above
    if isinstance(value, Mapping):
        return {_key(key): _converted(item, depth, within) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return _list(_sorted(value), depth, within)
    if isinstance(value, _LISTED):
        return _list(value, depth, within)
    if isinstance(value, bytes | bytearray | memoryview):
        return _of_bytes(bytes(value))
    if isinstance(value, str | int | float):
        # A subclass: an enumeration of such values, or a number of some library.
        base = next(base for base in (str, int, float) if isinstance(value, base))
        return _converted(base.__str__(value) if base is str else base(value), depth, within)
    if isinstance(value, os.PathLike):
        return _converted(os.fspath(value), depth, within)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return _converted(fields, depth, within)
    for name in ("isoformat", "tolist"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            return _converted(method(), depth, within)
    if _is_member(value):
        return _converted(value.value, depth, within)
    return _text(value)


def _list(values: Iterable[Any], depth: int, within: set[int]) -> list[Any]:
    return [_converted(item, depth, within) for item in values]


def _sorted(values: Iterable[Any]) -> list[Any]:
    """In an order that is the same in every run, where there is one."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def _is_member(value: object) -> bool:
    import enum  # noqa: PLC0415 - few results hold any

    return isinstance(value, enum.Enum)


def _of_bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        import base64  # noqa: PLC0415 - as above

        return base64.b64encode(value).decode("ascii")


def _key(key: object) -> str:
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return encodable(key) if type(key) is str else _text(key)


def _text(value: object) -> str:
    try:
        return encodable(str(value))
    except Exception:  # noqa: BLE001 - as above
        return f"<{type(value).__name__}>"
