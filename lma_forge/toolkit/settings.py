"""Reads the host's configuration of a tool: each key has one type, and a wrong value is said with its key."""

from collections.abc import Callable, Mapping
from typing import Any

from lma_forge.toolkit.refusal import Refusal

Config = Mapping[str, Any]


def text(config: Config, key: str, default: str = "") -> str:
    """Take a text.

    Args:
        config: The host's configuration.
        key: The key.
        default: What holds where the key is absent or None.

    Raises:
        Refusal: The value is no text.
    """
    value = config.get(key)
    if value is None:
        return default
    if not isinstance(value, str):
        raise _wrong(key, value, "a text")
    return value


def flag(config: Config, key: str, *, default: bool = False) -> bool:
    """Take true or false; nothing else counts as either.

    Args:
        config: The host's configuration.
        key: The key.
        default: What holds where the key is absent or None.

    Raises:
        Refusal: The value is neither.
    """
    value = config.get(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise _wrong(key, value, "true or false")
    return value


def number(config: Config, key: str, default: float, *, least: float = 0) -> float:
    """Take a number.

    Args:
        config: The host's configuration.
        key: The key.
        default: What holds where the key is absent or None.
        least: The smallest number that is accepted.

    Raises:
        Refusal: The value is no finite number, or smaller than that.
    """
    value = config.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < float("inf"):
        raise _wrong(key, value, f"a number from {least:g}")
    return value


def names(config: Config, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Take a list of texts.

    Args:
        config: The host's configuration.
        key: The key.
        default: What holds where the key is absent or None.

    Raises:
        Refusal: The value is no list of texts; one text alone is none.
    """
    value = config.get(key)
    if value is None:
        return default
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise _wrong(key, value, "a list of texts")
    return tuple(value)


def function(config: Config, key: str) -> Callable[..., str] | None:
    """Take a function of the host that answers with a text.

    Args:
        config: The host's configuration.
        key: The key.

    Returns:
        A function that calls the host's; what that raises, and an answer that is no text, is a
        `Refusal` that names the key. None where the host has none.

    Raises:
        Refusal: The value cannot be called.
    """
    value = config.get(key)
    if value is None:
        return None
    if not callable(value):
        raise _wrong(key, value, "a function")

    def called(*arguments: object) -> str:
        try:
            answer = value(*arguments)
        except (Exception, SystemExit) as error:
            raise Refusal(f"The host's {key} has failed: {type(error).__name__}: {error}") from error
        if not isinstance(answer, str):
            raise Refusal(f"The host's {key} has answered with {type(answer).__name__}, not with a text.")
        return answer

    return called


def _wrong(key: str, value: object, wanted: str) -> Refusal:
    return Refusal(f"The host's configuration has {value!r} as {key}; it must be {wanted}.")
