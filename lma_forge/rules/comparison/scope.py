"""Words of a description that hold a tool back: what it may touch, and what it does to it."""

import re

from lma_forge.rules.comparison.pairing import ToolPair
from lma_forge.rules.comparison.plain import plain
from lma_forge.rules.comparison.power import effects, is_read_only
from lma_forge.spec.effects import WRITE_VERBS, is_write_like

_HOLDING_BACK = """
    approved authorised authorized allowed permitted verified trusted official internal local own private project
    workspace sandbox sandboxed isolated controlled safe selected supplied provided public explicit explicitly only
    solely never not without must confirmed
"""
_QUALIFIERS = frozenset(_HOLDING_BACK.split())
_NEGATIONS = frozenset({"not", "never", "no", "without", "nothing", "cannot"})
_WORD = re.compile(r"[^\W\d_]+")
_REACH = 3


def new_power(pair: ToolPair) -> tuple[str, ...]:
    """Find verbs of changing that came into the description of a tool that was not known to change anything."""
    old, _ = effects(pair)
    if is_write_like(pair.old) or not (old is None or is_read_only(old)):
        return ()
    return new_write_verbs(plain(pair.old.description), plain(pair.new.description))


def lost_qualifiers(old: str, new: str) -> tuple[str, ...]:
    """Find the words that held a tool back and are gone.

    Args:
        old: The text as it was.
        new: The text as it is.

    Returns:
        The words, in their order; empty when all are still there.
    """
    still = set(_words(new))
    gone = [word for word in _words(old) if word in _QUALIFIERS and word not in still]
    return tuple(dict.fromkeys(gone))


def new_write_verbs(old: str, new: str) -> tuple[str, ...]:
    """Find the verbs that speak of changing something and are new.

    A verb that a word before it denies ("without changing anything") does not count.

    Args:
        old: The text as it was.
        new: The text as it is.

    Returns:
        The verbs, in their order.
    """
    before = {word for word, _ in _verbs(old)}
    return tuple(dict.fromkeys(word for word, denied in _verbs(new) if word not in before and not denied))


def _verbs(text: str) -> list[tuple[str, bool]]:
    words = _words(text)
    return [
        (word, bool(_NEGATIONS & set(words[max(0, index - _REACH) : index])))
        for index, word in enumerate(words)
        if word in WRITE_VERBS
    ]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
