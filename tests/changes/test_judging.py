"""What a project makes of changes: levels, accepts with a day, and what fails."""

from datetime import date

import pytest

from lma_forge import spec
from lma_forge.change import Accept, Category, Change, ChangePolicy
from lma_forge.diagnostics import Severity, Span
from lma_forge.rules.changes import compare
from lma_forge.rules.judging import judge

BEFORE = "# T\n**Version:** v1.0\n## Tool: NoteReader\nInput:\n- key (string): The key.\nRules:\n- Read only.\n"
AFTER = BEFORE.replace("(string)", "(integer)").replace("- Read only.\n", "- Name the note.\n")
TODAY = date(2030, 5, 1)
CHANGES = compare(spec.parse(BEFORE).spec, spec.parse(AFTER).spec)
BY_CODE = {change.code: change for change in CHANGES}
HERE = Span("pyproject.toml", 7, 3)


def failing(policy: ChangePolicy) -> set[str]:
    return {one.change.code for one in judge(CHANGES, policy, TODAY).judged if one.fails}


def accept(change: Change, until: date | None = None) -> Accept:
    return Accept(change.fingerprint, "agreed", until, HERE)


def test_what_changes_here():
    assert set(BY_CODE) == {"CHG208", "CHG504", "CHG508", "CHG701"}


def test_what_breaks_or_weakens_fails():
    assert failing(ChangePolicy()) == {"CHG208", "CHG508"}


def test_other_categories_may_fail():
    assert failing(ChangePolicy(fail_on=frozenset({Category.GOVERNANCE}))) == {"CHG508"}
    assert failing(ChangePolicy(fail_on=frozenset())) == set()
    levels = {"CHG504": Severity.WARNING}
    assert failing(ChangePolicy(fail_on=frozenset({Category.TIGHTENING}), levels=levels)) == {"CHG504"}


@pytest.mark.parametrize("word", ["CHG208", "input-type-changed", "B"])
def test_a_level_by_code_name_or_category_turns_a_failure_into_a_remark(word):
    report = judge(CHANGES, ChangePolicy(levels={word: Severity.INFO}), TODAY)
    (judged,) = [one for one in report.judged if one.change.code == "CHG208"]
    assert (judged.level, judged.fails) == (Severity.INFO, False)


def test_a_code_that_is_made_an_error_fails_whatever_its_category():
    assert failing(ChangePolicy(fail_on=frozenset(), levels={"CHG701": Severity.ERROR})) == {"CHG701"}
    assert failing(ChangePolicy(fail_on=frozenset(), levels={"D": Severity.ERROR})) == set()


def test_an_accepted_change_fails_nothing_and_is_kept():
    report = judge(CHANGES, ChangePolicy(accepts=(accept(BY_CODE["CHG208"], TODAY),)), TODAY)
    assert {one.change.code for one in report.judged if one.fails} == {"CHG508"}
    assert [one.change.code for one in report.accepted] == ["CHG208"]
    assert report.remarks == ()
    assert report.bump == "major"


def test_an_accept_that_is_over_counts_no_more_and_is_reported():
    report = judge(CHANGES, ChangePolicy(accepts=(accept(BY_CODE["CHG208"], date(2030, 4, 30)),)), TODAY)
    assert {one.change.code for one in report.judged if one.fails} == {"CHG208", "CHG508"}
    (remark,) = report.remarks
    assert (remark.code, remark.span) == ("CFG107", HERE)
    assert "2030-04-30" in remark.message


def test_an_accept_that_matches_nothing_is_reported():
    report = judge(CHANGES, ChangePolicy(accepts=(Accept("0" * 12, "old", None, HERE),)), TODAY)
    (remark,) = report.remarks
    assert (remark.code, remark.name, remark.severity) == ("CFG106", "unused-accept", Severity.WARNING)
    assert report.fails


def test_fingerprints_are_twelve_hexadecimal_digits_that_stay():
    assert BY_CODE["CHG208"].fingerprint == "158106928385"
    assert len({change.fingerprint for change in CHANGES}) == len(CHANGES)


def test_a_report_without_changes_asks_for_no_version():
    report = judge((), ChangePolicy(), TODAY)
    assert (report.bump, report.fails) == ("", False)
