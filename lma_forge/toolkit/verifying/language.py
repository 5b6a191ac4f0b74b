"""Tells whether a text is English, as far as the comparison can be trusted with it."""

import re
from itertools import pairwise

from lma_forge.toolkit.verifying.features import STOP
from lma_forge.toolkit.verifying.words import key, lexicon, listed

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_FOREIGN = frozenset(listed("foreign"))
_PARTICLES = frozenset(
    ["van", "von", "de", "la", "le", "el", "los", "las", "di", "da", "del", "du", "des", "der", "den"]
)
_SHARED = frozenset(
    ["on", "in", "a", "an", "is", "so", "me", "no", "do", "to", "was", "at", "as", "he", "had", "i", "am"]
)
_READ = 20_000
_LATIN, _FEW = 0.7, 3


def is_english(text: str, *, table: bool = False) -> bool:
    """Tell whether a text is English, by its letters and by the small words that each language has its own of.

    Args:
        text: A text; of a long one the beginning is read. One with hardly a word counts as English.
        table: Whether it may be notes or a table, without a word that is known.
    """
    start = text[:_READ]
    letters = [char for char in start if char.isalpha()]
    if letters and sum(char.isascii() for char in letters) < _LATIN * len(letters):
        return False
    words = [found[0] for found in _WORD.finditer(start)]
    foreign, small, own = 0, False, 0
    for word, following in pairwise([*words, ""]):
        lower = word.lower()
        if lower in _FOREIGN and not (lower in _PARTICLES and following[:1].isupper()):
            foreign += 1
            small = small or word == lower
        own += lower in STOP and lower not in _SHARED
    if foreign > own and (foreign > 1 or small):
        return False
    if table:
        return True
    plain = [word for word in words if word == word.lower() and len(word) > 1]
    return len(plain) < _FEW - 1 or own > 0 or (foreign == 0 and any(_known(word) for word in plain))


def _known(word: str) -> bool:
    return word not in _SHARED and (word in STOP or key(word) in lexicon().senses or key(word) in lexicon().verbs)
