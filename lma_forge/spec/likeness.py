"""How alike two texts are, and which texts of two lists belong together."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

ALIKE = 0.6
"""From here on two texts are taken for versions of one."""

_MOST_PAIRS = 40_000
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_ENDINGS = ("s", "ing", "ed", "e")
_SHORTEST_STEM = 3

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Paired(Generic[Item]):
    """What became of the items of a list.

    Args:
        pairs: Items that belong together, the old one first, in the order of the new list.
        removed: Old items without a partner, in their order.
        added: New items without a partner, in their order.
        order: Where the old item of each pair stood, from 0.
    """

    pairs: tuple[tuple[Item, Item], ...] = ()
    removed: tuple[Item, ...] = ()
    added: tuple[Item, ...] = ()
    order: tuple[int, ...] = ()

    @property
    def keeps_order(self) -> bool:
        """Whether the pairs stand in the same order on both sides."""
        return all(one < other for one, other in zip(self.order, self.order[1:], strict=False))


def likeness(one: str, other: str) -> float:
    """Tell how alike two texts are, from 0 to 1: the share of words that they have in common.

    The order of words takes no part, and neither do case and the commonest endings. The answer is
    the same whichever text comes first.
    """
    return _shared(_bag(one), _bag(other))


def pair(
    old: Iterable[Item],
    new: Iterable[Item],
    keys: Sequence[Callable[[Item], Hashable]],
    text: Callable[[Item], str] | None = None,
) -> Paired[Item]:
    """Find which items of two lists belong together.

    Args:
        old: The old items.
        new: The new items.
        keys: What makes two items one, the strictest first; a key of None matches nothing.
        text: The text by whose likeness the rest is paired, the likest first; None for not at all.

    Returns:
        The pairs and what is left over. Turning the lists around turns the answer around.
    """
    olds, news = list(old), list(new)
    partner: dict[int, int] = {}
    left = dict.fromkeys(range(len(olds)))
    free = dict.fromkeys(range(len(news)))

    def join(before: int, after: int) -> None:
        partner[after] = before
        del left[before], free[after]

    for key in keys:
        waiting: dict[Hashable, list[int]] = {}
        for index in left:
            waiting.setdefault(key(olds[index]), []).append(index)
        waiting.pop(None, None)
        for index in tuple(free):
            found = waiting.get(key(news[index]))
            if found:
                join(found.pop(0), index)
    if text is not None:
        for before, after in _alike([(i, text(olds[i])) for i in left], [(i, text(news[i])) for i in free]):
            join(before, after)
    order = tuple(partner[index] for index in sorted(partner))
    pairs = tuple((olds[partner[index]], news[index]) for index in sorted(partner))
    return Paired(pairs, tuple(olds[index] for index in left), tuple(news[index] for index in free), order)


def _alike(old: list[tuple[int, str]], new: list[tuple[int, str]]) -> list[tuple[int, int]]:
    """Pair the likest texts first; a flood of them is not paired at all, which loses no difference."""
    if len(old) * len(new) > _MOST_PAIRS:
        return []
    bags = [(index, _bag(text)) for index, text in new]
    found = []
    for before, text in old:
        bag = _bag(text)
        for after, other in bags:
            share = _shared(bag, other)
            if share >= ALIKE:
                # The rest of the key settles ties in the same way when old and new change places.
                found.append((-share, abs(before - after), before + after, before, after))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    chosen = []
    for *_, before, after in sorted(found):
        if before not in taken_old and after not in taken_new:
            taken_old.add(before)
            taken_new.add(after)
            chosen.append((before, after))
    return chosen


def _bag(text: str) -> Counter[str]:
    return Counter(_stem(word) for word in _WORD.findall(text.lower()))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
    return word


def _shared(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    if not total:
        return 0.0
    return 2 * (one & other).total() / total
