"""How alike texts are, and what belongs together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.spec.likeness import ALIKE, likeness, pair
from tests.strategies import plain_lines


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Do not hide errors.", "Errors are not hidden.", False),
        ("Do not delete old files.", "Do not delete files.", True),
        ("Reads files.", "read file", True),
        ("Read only.", "Name the source.", False),
    ],
)
def test_likeness(one, other, alike):
    assert (likeness(one, other) >= ALIKE) is alike


@given(plain_lines(), plain_lines())
def test_likeness_is_the_same_from_both_sides_and_between_none_and_all(one, other):
    assert likeness(one, other) == likeness(other, one)
    assert 0 <= likeness(one, other) <= 1


def test_the_strictest_key_comes_first():
    found = pair(["a b", "A b"], ["A b", "a c"], (lambda text: text, lambda text: text.lower()[0]))
    assert found.pairs == (("A b", "A b"), ("a b", "a c"))
    assert found.order == (1, 0)
    assert not found.keeps_order


def test_the_likest_are_paired_first():
    old = ["one two three four", "one two three five"]
    found = pair(old, ["one two three five six"], (), str)
    assert found.pairs == ((old[1], "one two three five six"),)
    assert found.removed == (old[0],)


def test_repeats_are_paired_one_by_one():
    found = pair(["a", "a"], ["a"], (lambda text: text,))
    assert (found.pairs, found.removed, found.added) == ((("a", "a"),), ("a",), ())


def test_a_flood_is_left_unpaired_and_complete():
    old, new = [f"x{index} a" for index in range(300)], [f"y{index} a" for index in range(300)]
    found = pair(old, new, (), str)
    assert (len(found.pairs), len(found.removed), len(found.added)) == (0, 300, 300)


@given(st.lists(plain_lines(), max_size=6), st.lists(plain_lines(), max_size=6))
def test_pairing_loses_nothing_and_turns_around(old, new):
    there = pair(old, new, (lambda text: text,), str)
    back = pair(new, old, (lambda text: text,), str)
    assert sorted([one for one, _ in there.pairs] + list(there.removed)) == sorted(old)
    assert sorted([other for _, other in there.pairs] + list(there.added)) == sorted(new)
    assert sorted(there.pairs) == sorted((other, one) for one, other in back.pairs)
