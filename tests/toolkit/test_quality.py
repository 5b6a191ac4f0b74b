"""How good the judging tools are on texts that nobody tuned them on; `quality.py` shows the whole tables."""

import pytest

for package in ("snowballstemmer", "yaml"):
    pytest.importorskip(package, reason="the extra `text` is not installed")

from tests.toolkit.quality import SETS, Measure, measure, rows


def measured(name: str) -> tuple[Measure, Measure]:
    label, answer, plain = SETS[name]
    data = rows(name)
    return measure(data, label, answer), measure(data, label, plain)


@pytest.mark.parametrize(
    ("name", "size", "least"),
    [("requests", 150, 0.85), ("actions", 60, 0.9), ("errors", 80, 0.9), ("claims", 120, 0.6)],
)
def test_most_answers_are_right_and_many_more_than_by_words_alone(name, size, least):
    ours, plain = measured(name)
    assert ours.pairs.total() >= size
    assert ours.accuracy >= least
    assert ours.accuracy > 1.5 * plain.accuracy


def test_what_is_called_verified_and_what_is_approved_can_mostly_be_relied_upon():
    claims, by_words = measured("claims")
    assert claims.precision("verified") >= 0.8 > by_words.precision("verified")
    actions, _ = measured("actions")
    assert actions.precision("approved") >= 0.95
    assert actions.pairs["blocked", "approved"] == 0
