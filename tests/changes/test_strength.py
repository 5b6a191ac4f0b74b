"""Which way an edit takes a rule."""

import pytest
from hypothesis import given

from lma_forge.rules.comparison.strength import (
    Direction,
    asks_for_confirmation,
    folded,
    grants,
    is_normative,
    strength,
)
from tests.strategies import plain_lines

WEAKER, STRONGER, UNKNOWN, SAME = Direction.WEAKER, Direction.STRONGER, Direction.UNKNOWN, Direction.SAME


@pytest.mark.parametrize(
    ("old", "new", "direction", "undone"),
    [
        ("Missing data must be reported.", "Missing data should be reported.", WEAKER, STRONGER),
        ("Missing data should be reported.", "Missing data may be reported.", WEAKER, STRONGER),
        ("Missing data must be reported.", "Missing data need not be reported.", WEAKER, UNKNOWN),
        ("Report missing data.", "Try to report missing data.", WEAKER, UNKNOWN),
        ("Do not hide errors.", "Hide errors.", WEAKER, UNKNOWN),
        ("Never delete files.", "Do not delete files.", WEAKER, STRONGER),
        ("Don't delete files.", "Delete files.", WEAKER, UNKNOWN),
        ("Use only approved sources.", "Use approved sources.", WEAKER, UNKNOWN),
        ("Use only approved sources.", "Use only sources.", WEAKER, UNKNOWN),
        ("Overwrite files only with confirmation.", "Overwrite files.", WEAKER, UNKNOWN),
        ("Do not overwrite files without confirmation.", "Do not overwrite files.", WEAKER, UNKNOWN),
        ("Do not delete files.", "Do not delete files unless they are old.", WEAKER, STRONGER),
        ("Do not delete files.", "Do not delete files, except drafts.", WEAKER, STRONGER),
        ("Label data.", "Label data where possible.", WEAKER, STRONGER),
        ("Label data.", "Label data if there is time.", WEAKER, UNKNOWN),
        ("Do not expose secrets.", "Do not expose secrets unnecessarily.", WEAKER, STRONGER),
        ("Log all calls.", "Log important calls.", WEAKER, UNKNOWN),
        ("Keep at most 5 entries.", "Keep at most 50 entries.", WEAKER, STRONGER),
        ("Keep at least 30 days of logs.", "Keep at least 10 days of logs.", WEAKER, STRONGER),
        ("Read no more than ten files.", "Read no more than 1,000 files.", WEAKER, UNKNOWN),
        ("Retry 3 times.", "Retry 5 times.", WEAKER, UNKNOWN),
        ("Keep at most 5 entries.", "Keep entries.", WEAKER, UNKNOWN),
        ("Use approved sources only.", "Use only verified sources.", WEAKER, WEAKER),
        ("Save memory.", "Save memory only when asked.", UNKNOWN, WEAKER),
        ("Old data never outranks new data.", "New data never outranks old data.", UNKNOWN, UNKNOWN),
        ("Errors must be hidden.", "Errors must not be hidden.", UNKNOWN, WEAKER),
        ("Name the source.", "Name the shelf.", UNKNOWN, UNKNOWN),
        ("Do not stop, ask.", "Do not stop ask.", UNKNOWN, UNKNOWN),
        ("You MUST ask.", "You must ask.", UNKNOWN, UNKNOWN),
        ("Read only.", "read-only", SAME, SAME),
        ("Do **not** guess", "Do not   guess!", SAME, SAME),
        ("Don\u2019t guess.", "Don't guess.", SAME, SAME),
    ],
)
def test_the_direction_of_an_edit(old, new, direction, undone):
    assert strength(old, new).direction is direction, strength(old, new).reasons
    assert strength(new, old).direction is undone, strength(new, old).reasons


def test_reasons_name_the_words():
    assert strength("Files must be kept.", "Files may be kept.").reasons == (
        "`must` (binding) became `may` (leave to do it)",
    )
    assert strength("Keep at most 5 files.", "Keep at most 9 files.").reasons == ("at most 5 became at most 9",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Drafts may be deleted without asking.", True),
        ("No approval is needed for drafts.", True),
        ("The tool can write drafts.", True),
        ("Do not delete drafts.", False),
        ("Agents may only read.", False),
        ("Name the source.", False),
    ],
)
def test_a_rule_that_allows_is_told_from_one_that_forbids(text, expected):
    assert grants(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ask before overwriting.", True),
        ("Do not delete anything unless instructed.", True),
        ("Never write without the user's consent.", True),
        ("Use only approved sources.", False),
        ("Read only.", False),
    ],
)
def test_a_rule_that_waits_for_somebody(text, expected):
    assert asks_for_confirmation(text) is expected


def test_prose_binds_where_it_speaks_like_a_rule():
    assert is_normative("A tool helps to decide; it never decides.")
    assert is_normative("Tools must follow these rules.")
    assert not is_normative("This page tells what the tools are for.")


@given(plain_lines(), plain_lines())
def test_any_two_texts_have_a_direction_and_what_is_won_one_way_is_not_won_the_other(one, other):
    there, back = strength(one, other).direction, strength(other, one).direction
    assert (there is SAME) == (back is SAME)
    assert not there is back is STRONGER


@given(plain_lines())
def test_a_text_is_as_strong_as_itself(text):
    assert strength(text, text).direction is SAME
    assert strength(text, folded(text)).direction in {SAME, UNKNOWN}


def test_long_texts_take_no_long_time():
    long = "do not write 5 files unless the user asks " * 3_000
    assert strength(long, f"{long} never").direction is UNKNOWN
