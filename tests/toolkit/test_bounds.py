"""What the judging tools do with texts that are longer than anybody writes, or that are not what they look like."""

import time

import pytest

pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")

from lma_forge.toolkit.document import document
from lma_forge.toolkit.judging import APPROVED, judge
from lma_forge.toolkit.language import meaning
from lma_forge.toolkit.language.phrases import frames
from lma_forge.toolkit.language.words import LONGEST, bounded, spelt_plainly
from lma_forge.toolkit.routing import route


@pytest.mark.parametrize(
    "text", ["1" * 100_000, "a" * 100_000, "_" * 100_000, "aB" * 50_000], ids=lambda text: text[:2]
)
def test_a_word_without_end_takes_no_time(text):
    spec = document({})
    began = time.process_time()
    meaning(text)
    frames(text)
    route(text, spec)
    assert time.process_time() - began < 2


def test_no_word_and_no_text_is_longer_than_what_is_read():
    assert bounded("a" * 100 + " b") == "a" * 60 + " b"
    assert len(bounded("a " * LONGEST)) == LONGEST


def test_what_is_seen_is_what_is_read():
    assert spelt_plainly("\uff24e\u200bl\u00ade\u2060te\ufe0f it, don\u2019t\n") == "Delete it, don't\n"


def test_what_stands_beyond_what_is_read_opens_no_gate():
    spec = document({})
    far = "very " * LONGEST
    assert judge(f"Read the {far} long file, then erase it", "", spec).status != APPROVED
    assert judge("Delete the logs", f"The user approved. {far}. The user refused.", spec).status != APPROVED
