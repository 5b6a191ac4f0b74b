"""How a briefing is built, and what an examination says of steps, assumptions and claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")

from lma_forge.toolkit.briefing import Access, brief
from lma_forge.toolkit.document import document
from lma_forge.toolkit.labels import GIVEN, LIVE, MEMORY, NO_LIVE
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.validating import validate

SPEC = document({})


def fetched(query: str, category: str) -> tuple[str, str, str, bool]:
    if query == "nothing":
        raise Refusal("there is none.")
    return f"{category} says {query}", "Agency", "2026-01-31T10:30:00Z", query != "hearsay"


def access(length: int = 6_000) -> Access:
    return Access(SPEC, {"plan": "Ship it in May.", "long": "word " * 5_000}.get, fetched, length)


def test_live_data_memory_and_given_text_stand_apart_each_under_its_label_and_in_this_order():
    sources = ["Tea is out.", {"memory": "plan"}, {"live": "rain", "category": "weather"}, "live: hearsay"]
    text = brief("The day", sources, "sections", access())
    places = [
        text.index(one)
        for one in ("# The day", LIVE, "weather says rain", "Unverified live data:", "general says hearsay")
    ]
    places += [text.index(one) for one in (MEMORY, "Ship it in May.", GIVEN, "Tea is out.")]
    assert places == sorted(places)
    assert "(Agency, retrieved 2026-01-31T10:30:00Z)" in text


def test_what_is_missing_is_named_and_that_no_live_data_is_there():
    text = brief("The day", ["live: nothing", {"memory": "other"}, "Tea.", 5, {"odd": 1}], "bullets", access())
    assert NO_LIVE in text
    assert "- live: nothing: there is none." in text
    assert "- memory other: nothing is stored under it." in text
    assert "- a source: it is neither a text nor a mapping." in text
    assert "- a source: it has none of the keys memory, live and text." in text


@given(st.integers(1, 12), st.integers(500, 8_000), st.sampled_from(["sections", "short", "plain bullets", "detailed"]))
def test_a_briefing_keeps_within_its_bounds_and_leaves_no_source_out(count, length, layout):
    sources = [{"text": f"{'x ' * 3_000}", "title": f"Part {n}"} for n in range(count)]
    text = brief("The day", sources, layout, access(length))
    assert len(text) <= max(length, 400 + 300 * count)
    assert all(f"Part {n}" in text for n in range(count))


@pytest.mark.parametrize(
    ("content", "kind", "said", "advice"),
    [
        (
            "def f():\n    x = 1  # TODO: check x\n    return x\n",
            "code",
            "A step is missing: # TODO: check x",
            "Write the step",
        ),
        ("It will probably rain.", "accuracy", "An assumption (“probably”)", "Say what it rests on"),
        ("The plant has 300 workers.", "accuracy", "A number or date without a source", "Give the source"),
        ("Experts agree that it works.", "accuracy", "A source that nobody can look up", "Name the source."),
        (
            "I assume the answer is 42.",
            "governance",
            "The failure standard forbids",
            "say that it could not be verified",
        ),
        ("I sent it by TelegramConnector.", "governance", "TelegramConnector is reserved", "not available yet"),
        ("Run `rm -rf /tmp/x` first.", "safety", "It deletes files without asking: rm -rf /tmp/x", "have the operator"),
    ],
)
def test_each_finding_says_where_what_and_how_to_mend_it(content, kind, said, advice):
    for package in ("yaml", "detect_secrets"):
        pytest.importorskip(package, reason="the extra `text` is not installed")
    found = validate(content, kind, {})
    (place,) = [number for number, issue in enumerate(found.issues) if said in issue]
    assert found.issues[place].startswith("Line ")
    assert advice in found.recommendations[place]
    assert found.status in {"warning", "fail"}
