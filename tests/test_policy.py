"""Which wordings of a rule state which policy."""

import pytest
from hypothesis import given

from lma_forge.model import Effect, GovernanceRule
from lma_forge.spec.policy import POLICIES, policy_named, policy_of
from tests.strategies import plain_lines

PHRASINGS = [(policy.name, phrasing) for policy in POLICIES for phrasing in policy.phrasings]

REAL = {
    "Read only.": "read-only",
    "Read only unless paired with FileWriter by user approval.": "read-only",
    "Do not overwrite important memory without confirmation.": "confirm-overwrite",
    "Do not delete existing content unless instructed.": "confirm-overwrite",
    "Do not overwrite memory unless the user clearly requests it or the system rules allow it.": "confirm-overwrite",
    "Do not run destructive code or file operations without explicit approval.": "confirm-destructive",
    "Prefer creating backups before overwriting.": "backup-before-overwrite",
    "Do not access secrets or credentials.": "no-secrets",
    "Do not expose secrets unnecessarily.": "no-secrets",
    "Do not store unnecessary sensitive information.": "no-secrets",
    "Do not execute destructive commands.": "sandboxed-execution",
    "Return exact error messages when possible.": "exact-errors",
    "Do not hide errors.": "exact-errors",
    "Label current data clearly.": "label-source",
    "Label fallback results clearly.": "label-source",
    "Separate verified live data from memory-based context.": "label-source",
    "Use consistent timestamps.": "utc-timestamps",
    "Keep logs concise.": "bounded-output",
    "Do not overfill the briefing with unnecessary detail.": "bounded-output",
}

ADVISORY = [
    "Read only when asked.",
    "Read only the first page.",
    "Not read only.",
    "Read only, except for the cache.",
    "Do not overwrite important memory without confirmation unless the user is in a hurry.",
    "Do not overwrite anything except drafts without confirmation.",
    "Overwrite important memory without confirmation.",
    "Do not delete files unless full.",
    "Do not expose private system memory unless allowed by the user-facing rules.",
    "Always prefer verified sources.",
    "Log every call to the doctor.",
    "Create only what was asked for.",
    "",
]


@pytest.mark.parametrize(("name", "phrasing"), PHRASINGS, ids=[f"{name}-{text}" for name, text in PHRASINGS])
def test_each_phrasing_states_its_policy(name: str, phrasing: str):
    text = phrasing.replace("*", "the user's old notes")
    for written in (
        text,
        text.capitalize() + ".",
        text.upper(),
        f"**{text.capitalize()}!**",
        text.replace(" ", "\u00a0 "),
    ):
        assert policy_of(GovernanceRule(written)) == name


STRETCHED = [
    " ".join(text.replace("*", filler).split())
    for _, text in PHRASINGS
    if "*" in text
    for filler in ("", "a b c d e", "drafts unless told", "all except notes", "notes, pages")
]


@pytest.mark.parametrize("text", sorted(set(STRETCHED) - {text for _, text in PHRASINGS}))
def test_a_wildcard_takes_one_to_four_words_and_no_exception(text: str):
    assert policy_of(GovernanceRule(text)) == ""


@pytest.mark.parametrize(("text", "policy"), REAL.items())
def test_rules_of_the_source_document(text: str, policy: str):
    assert policy_of(GovernanceRule(text)) == policy


@pytest.mark.parametrize("text", ADVISORY)
def test_what_is_not_quite_a_policy_is_advisory(text: str):
    assert policy_of(GovernanceRule(text)) == ""


def test_a_tag_wins_over_the_wording():
    assert policy_of(GovernanceRule("Read only.", policy="no-network")) == "no-network"
    assert policy_of(GovernanceRule("Anything.", policy=" Read-Only ")) == "read-only"


def test_an_unknown_tag_enforces_nothing():
    assert policy_of(GovernanceRule("Read only.", policy="readonly")) == ""


def test_details_may_make_exceptions_so_only_a_tag_counts():
    assert policy_of(GovernanceRule("Read only", details=("except for the cache",))) == ""
    assert policy_of(GovernanceRule("Read only", details=("of course",), policy="read-only")) == "read-only"


def test_names_and_phrasings_are_distinct():
    names = [policy.name for policy in POLICIES]
    texts = [text for _, text in PHRASINGS]
    assert len(set(names)) == len(names)
    assert len(set(texts)) == len(texts)


def test_a_policy_that_asks_for_approval_says_for_which_effects():
    asking = [policy for policy in POLICIES if policy.approval]
    assert all(Effect.READ not in policy.effects for policy in asking)
    assert [policy.name for policy in asking if not policy.effects] == ["confirm"], "it asks whatever the tool does"


def test_every_policy_is_found_by_its_name():
    assert all(policy_named(policy.name) is policy for policy in POLICIES)
    assert policy_named("obedience") is None


@given(plain_lines(hostile=True))
def test_any_text_is_a_known_policy_or_none(text: str):
    assert policy_of(GovernanceRule(text)) in {"", *(policy.name for policy in POLICIES)}
