"""Every rule is documented, and its examples do what they say."""

import pytest

from lma_forge import spec
from lma_forge.diagnostics import Diagnostic, Rule, Severity
from lma_forge.rules import RULES, check_spec
from lma_forge.spec import faults
from tests.rules import examples

READER_RULES = tuple(rule for rule in faults.RULES if rule.bad)


def findings(rule: Rule, text: str) -> tuple[Diagnostic, ...]:
    if rule.code.startswith(("LCP", "GOV")):
        return examples.findings(text, "bad.py")
    return check_spec(spec.parse(text, "bad.md"))


@pytest.mark.parametrize("rule", [*RULES, *READER_RULES], ids=lambda rule: rule.code)
def test_the_bad_example_is_flagged_and_the_good_one_is_not(rule: Rule):
    bad = [found for found in findings(rule, rule.bad) if found.code == rule.code]
    assert bad, f"{rule.code} does not flag its own bad example"
    assert [found for found in findings(rule, rule.good) if found.code == rule.code] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_says_what_why_and_whence(rule: Rule):
    for text in (rule.name, rule.summary, rule.why, rule.source, rule.bad, rule.good):
        assert text.strip()
    assert rule.summary.endswith(".")
    assert rule.severity in set(Severity)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_finding_says_where_and_what_to_do(rule: Rule):
    for found in findings(rule, rule.bad):
        if found.code == rule.code:
            assert found.name == rule.name
            assert found.message.endswith((".", "?")), found.message
            assert found.span.path.startswith("bad.") or f"# --- file: {found.span.path}" in rule.bad
            assert found.span.line >= 1


def test_codes_and_names_are_distinct_over_reader_and_rules():
    everything = [*RULES, *faults.RULES]
    codes = [rule.code for rule in everything]
    names = [rule.name for rule in everything]
    assert sorted(codes) == sorted(set(codes))
    assert sorted(names) == sorted(set(names))
