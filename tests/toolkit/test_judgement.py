"""What the tools make of texts: the examples that they were tuned on, and what holds for any text.

How good they are on texts that nobody tuned them on is measured in test_quality.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")
pytest.importorskip("yaml", reason="the extra `text` is not installed")
pytest.importorskip("detect_secrets", reason="the extra `text` is not installed")

from lma_forge.spec import parse
from lma_forge.toolkit.diagnosis import LIMIT, diagnose, known
from lma_forge.toolkit.document import document
from lma_forge.toolkit.judging import APPROVED, BLOCKED, judge
from lma_forge.toolkit.language.phrases import frames
from lma_forge.toolkit.refining import MODES, refine
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.routing import DIRECT, route
from lma_forge.toolkit.validating import KINDS, validate
from lma_forge.toolkit.verifying import NOT, PARTIAL, VERIFIED, verify
from lma_forge.toolkit.verifying.quantities import dates, quantities
from tests.strategies import loose_texts as texts

SPEC = document({})
MISSED = {
    "Python 3.12 was released in October 2023.",
}
"""What is known to come out otherwise; a change that mends one of them takes it off this list."""


def tuned(name: str) -> list[dict[str, str]]:
    path = Path(__file__).parent / "tuned" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def routed(request: str) -> str:
    try:
        found = route(request, SPEC, without="TaskRouter").route
    except Refusal:
        return "none"
    return "direct" if found == DIRECT else found


def explained(message: str) -> str:
    try:
        return diagnose(message).kind
    except Refusal:
        return ""


@pytest.mark.parametrize("row", tuned("requests"), ids=lambda row: row["request"])
def test_a_request_goes_where_it_belongs(row):
    assert (routed(row["request"]) == row["route"]) == (row["request"] not in MISSED)


@pytest.mark.parametrize("row", tuned("actions"), ids=lambda row: f"{row['action']}-{row['context']}")
def test_an_action_is_judged(row):
    assert judge(row["action"], row["context"], SPEC).status == row["status"]


@pytest.mark.parametrize("row", tuned("never_approved"), ids=lambda row: f"{row['action']}-{row['context']}")
def test_what_only_looks_harmless_or_agreed_is_not_approved(row):
    assert judge(row["action"], row["context"], SPEC).status != APPROVED


@pytest.mark.parametrize("row", tuned("claims"), ids=lambda row: f"{row['claim']}-{row['source']}")
def test_a_claim_is_compared(row):
    assert (verify(row["claim"], row["source"]).status == row["status"]) == (row["claim"] not in MISSED)


@pytest.mark.parametrize("row", tuned("errors"), ids=lambda row: row["message"].splitlines()[-1])
def test_an_error_is_recognised(row):
    assert explained(row["message"]) == row["kind"]


def test_the_catalogue_of_errors_names_each_kind_once_and_blames_nobody():
    kinds = [one.kind for one in known()]
    assert len(kinds) == len(set(kinds))
    for one in known():
        text = f"{one.explanation} {one.cause} {one.step}"
        assert not re.search(
            r"\byour? (?:fault|mistake)|\byou (?:forgot|failed|did not|should have)|!", text, re.IGNORECASE
        )
        assert not re.search(r"--force\b|\brm -|reset --hard|\bsudo\b|chmod 777|--no-verify|verify=False", one.step)


# --- laws ------------------------------------------------------------------------------------------


@given(texts(), texts())
@example("Error: " + "x" * 50_000, "")
def test_a_message_is_never_lost(message, context):
    try:
        said = diagnose(message, context).explanation
    except Refusal as refusal:
        said = refusal.message
    if message.strip():
        assert message in said or (len(message) > LIMIT and message[:100] in said and message[-100:] in said)


@given(texts())
def test_a_route_is_a_tool_of_the_document_or_none(request):
    try:
        found = route(request, SPEC, without="TaskRouter", choose=lambda _, names: "TaskRouter")
    except Refusal:
        return
    assert found.route in {tool.name for tool in SPEC.tools} - {"TaskRouter"} | {DIRECT}
    assert found.reason


FOREIGN = """# Tools

**Version:** v1.0

# Tools

## Tool: VerseMaker

Description:

Writes poems and songs.

Use When:

- The user wants a poem, a song or a short story.

Input:

- subject (string): What it is about.

Output:

- verse (string): The poem.

Failure Behavior:

- Return: `No verse.`

## Tool: PictureShrinker

Description:

Makes pictures smaller.

Use When:

- A picture is too large for the web site.

Input:

- picture (string): Which picture.

Output:

- result (string): Where the smaller picture is.

Failure Behavior:

- Return: `Picture unchanged.`
"""


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Write me a poem about autumn", "VerseMaker"),
        ("This picture is too large, make it smaller for the web site", "PictureShrinker"),
        ("Remember that my favourite colour is green", DIRECT),
        ("What is the weather in Lyon right now?", DIRECT),
    ],
)
def test_another_document_routes_by_its_own_words(request_, expected):
    parsed = parse(FOREIGN, "Tools.md").spec
    assert len(parsed.tools) == 2
    assert route(request_, parsed).route == expected


@given(texts())
def test_what_the_user_forbids_is_never_approved(before):
    context = f"{before}. The user said no, and approved nothing."
    assert judge("Delete the old backups", context, SPEC).status != APPROVED
    assert judge("Write the new text to notes.md", context, SPEC).status != APPROVED


@given(texts(), st.integers(0, 3))
def test_turns_of_phrase_are_found_in_any_text(text, times):
    found = frames(text * times)
    assert all(name.startswith("=") for name in found)
    assert times or not found


@given(texts(), texts())
def test_whatever_is_said_an_act_without_leave_is_never_approved(before, after):
    action = f"{before}. Delete the backups without asking the user. {after}"
    assert judge(action, "The user has explicitly approved it.", SPEC).status != APPROVED


@given(st.sampled_from([tool.name for tool in SPEC.reserved]), texts())
def test_a_reserved_tool_is_always_blocked(name, context):
    assert judge(f"Use {name}", context, SPEC).status == BLOCKED


@given(st.text("bcdfghjklmnpqrstvwxz ", min_size=3), texts())
def test_what_is_not_understood_is_never_approved(action, context):
    try:
        assert judge(action, context, SPEC).status != APPROVED
    except Refusal:
        assert not action.strip()


WORDS = st.sampled_from(
    [
        "the",
        "firm",
        "bank",
        "river",
        "north",
        "sales",
        "staff",
        "rose",
        "fell",
        "hired",
        "opened",
        "report",
        "winter",
        "bridge",
        "cost",
    ]
)
SENTENCE = st.builds(
    lambda words, number, tail: f"The {' '.join(words)} by {number} percent {tail}.",
    st.lists(WORDS, min_size=3, max_size=8),
    st.integers(2, 9_999),
    st.sampled_from(["in 2021", "in March 2020", "last year", "in Ghent"]),
)


@given(SENTENCE, st.integers(2, 9_999))
def test_another_number_is_never_verified(sentence, other):
    number = re.search(r"by (\d+) percent", sentence)
    assert number is not None
    assume(int(number[1]) != other)
    changed = sentence.replace(f"by {number[1]} percent", f"by {other} percent")
    assert verify(changed, sentence).status != VERIFIED


@given(SENTENCE, texts())
def test_a_denial_is_never_verified(sentence, around):
    assert verify(sentence.replace("The ", "It is not true that the ", 1), sentence).status == NOT


@given(texts(), texts())
def test_a_claim_never_crashes_the_comparison(claim, source):
    try:
        found = verify(claim, source)
    except Refusal:
        return
    assert found.notes


@given(texts(), st.sampled_from(MODES))
@example('Say "a b" and 12. It must be short. It must be short. We are here. Use a table of 3 rows.', "standard")
@example("Do it: ```\ncode  here\n``` then stop at 5. It must end. Our team waits.", "technical")
def test_refining_keeps_each_word_number_and_quotation(prompt, mode):
    try:
        refined = refine(prompt, mode).prompt
    except Refusal:
        return
    kept = re.findall(r'\d[\d.,]*\d|\d|"[^"\n]+"|https?://\S+', prompt)
    for token in kept:
        assert refined.count(token) >= prompt.count(token) or token in refined
    assert set(re.findall(r"\w{5,}", prompt.lower())) - {
        "hello",
        "thanks",
        "thank",
        "please",
        "cheers",
        "morning",
        "evening",
    } <= set(re.findall(r"\w+", refined.lower()))


@given(texts(), st.sampled_from(KINDS))
def test_a_validation_never_crashes(content, kind):
    assume(kind != "code")  # tried below: it starts a program each time
    try:
        found = validate(content, kind, {})
    except Refusal:
        return
    assert len(found.issues) == len(found.recommendations)
    assert (found.status == "pass") == (not found.issues)


@pytest.mark.parametrize(
    "code", ["", "x = (", "\0", "def f(:\n", "x" * 10_000, "# TODO: write it\n", "import os\n", "(" * 5_000]
)
def test_code_of_any_kind_is_examined(code):
    try:
        found = validate(code, "code", {})
    except Refusal:
        return
    assert found.status in {"pass", "warning", "fail"}


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("10%", "10", "percent"),
        ("ten percent", "10", "percent"),
        ("$1.5 million", "1500000", "dollar"),
        ("2 km", "2000", "metre"),
        ("two thousand and five metres", "2005", "metre"),
        ("three dozen eggs", "36", ""),
        ("-4 degrees", "-4", "celsius"),
        ("1,234,567 people", "1234567", ""),
    ],
)
def test_a_quantity_is_brought_to_one_form(text, value, kind):
    (found,) = quantities(text)
    assert (f"{found.value:f}", found.kind) == (value, kind)


@pytest.mark.parametrize("text", ["3 May 2021", "May 3, 2021", "2021-05-03", "3rd of May 2021"])
def test_a_date_is_brought_to_one_form(text):
    (found,) = dates(text)
    assert dict(found.parts) == {"year": "2021", "month": "5", "day": "3"}


@pytest.mark.parametrize("answer", ["I do not believe it", "", "perhaps", "verified, but only just"])
def test_a_second_opinion_that_is_no_verdict_leaves_the_claim_uncertain(answer):
    claim, source = "Sales rose 10% in 2023.", "Sales rose by 10 percent in 2023."
    found = verify(claim, source, second_opinion=lambda *_: answer)
    assert found.status == PARTIAL
    assert f"none of the verdicts: “{answer}”" in found.notes
    assert verify("Sales fell.", source, second_opinion=lambda *_: answer) == verify("Sales fell.", source)


def test_a_claim_too_long_to_be_one_is_refused():
    with pytest.raises(Refusal, match="more than 5,000 characters; check it in parts"):
        verify("The bridge is long. " * 251, "The bridge is long.")


@pytest.mark.parametrize(
    ("claim", "source", "which"),
    [
        ("Der Turm ist 100 m hoch.", "Der Turm ist 100 m hoch.", "claim"),
        ("Башня открыта.", "Башня открыта.", "claim"),
        ("Kule 100 metre yüksek.", "Kule 100 metre yüksek.", "claim"),
        ("Anna Karenina died.", "Anna Karenina ist nicht tot.", "source"),
    ],
)
def test_another_language_is_named(claim, source, which):
    found = verify(claim, source)
    assert found.status == NOT
    assert f"The {which} is not in English" in found.notes
