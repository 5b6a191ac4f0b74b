"""Every rule about changes: its own examples, its mirror, and the pair of documents that shows it."""

from pathlib import Path

import pytest

from lma_forge import spec
from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity, Span
from lma_forge.model import Spec
from lma_forge.rules.changes import CHECKS, RULES, compare, mirrors
from lma_forge.rules.comparison.fieldfinding import INPUT_CODES, OUTPUT_CODES
from lma_forge.rules.comparison.finding import BECOMES, ChangeCheck

CORPUS = Path(__file__).parent.parent / "corpus" / "changes"
CASES = sorted(folder.name for folder in CORPUS.iterdir())
BY_CODE = {check.rule.code: check for check in CHECKS}
VERSION = "metadata.Version"


def read(text: str, path: str) -> Spec:
    return spec.parse(text, path).spec


def found(before: str, after: str) -> list[str]:
    changes = compare(read(before, "before.md"), read(after, "after.md"), layout="category")
    return [change.code for change in changes]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.rule.code)
def test_the_bad_example_is_found_and_the_good_one_is_not(check: ChangeCheck):
    assert check.rule.code in found(*check.rule.bad.split(BECOMES))
    assert check.rule.code not in found(*check.rule.good.split(BECOMES))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.rule.code)
def test_every_code_names_its_mirror_or_says_why_it_has_none(check: ChangeCheck):
    assert bool(check.mirror) != bool(check.unmirrored)
    assert set(check.mirror) <= set(BY_CODE)
    if check.mirror:
        before, after = check.rule.bad.split(BECOMES)
        assert set(check.mirror) & set(found(after, before)), "undoing the example gives none of its mirrors"


def test_a_mirror_knows_of_what_it_mirrors():
    """Undoing a change and undoing that again leads back: some mirror of each mirror is the code itself."""
    table = mirrors()
    for code, codes in table.items():
        assert not codes or any(code in table[other] for other in codes), code


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_says_what_why_and_whence(rule):
    for text in (rule.name, rule.summary, rule.why, rule.source, rule.bad, rule.good):
        assert text.strip()
    assert rule.summary.endswith(".")
    assert f"Category {BY_CODE[rule.code].category}:" in rule.why


def test_the_catalogue_is_whole():
    stated = {
        *range(101, 112), *range(201, 220), *range(301, 312), *range(401, 406), *range(501, 527), *range(601, 609),
        *range(701, 704),
    }  # fmt: skip
    assert {rule.code for rule in RULES} == {f"CHG{number}" for number in stated}


@pytest.mark.parametrize(
    ("letter", "codes"),
    [
        ("B", "101 102 104 201 202 203 205 207 208 210 212 216"),
        ("R", "109 301 302 304 306 308 401"),
        ("G", "106 107 213 402 501 502 503 505 508 509 510"),
        ("T", "504 506"),
        ("W", "214 507 601 602"),
        ("A", "103 105 108 204 206 209 211 303 305 307 403"),
        ("D", "603 604"),
    ],
)
def test_categories_are_those_of_the_catalogue(letter, codes):
    for number in codes.split():
        assert BY_CODE[f"CHG{number}"].category == letter, number


def test_what_needs_a_person_is_a_warning_and_what_breaks_an_error():
    for number in "207 306 401 503 510".split():  # noqa: SIM905 - codes
        assert BY_CODE[f"CHG{number}"].rule.severity is Severity.WARNING
    for number in "101 201 301 501 502 508 509".split():  # noqa: SIM905 - codes
        assert BY_CODE[f"CHG{number}"].rule.severity is Severity.ERROR
    for number in "701 702 703".split():  # noqa: SIM905 - codes
        assert BY_CODE[f"CHG{number}"].rule.severity is Severity.INFO


@pytest.mark.parametrize("codes", [INPUT_CODES, OUTPUT_CODES])
def test_fields_inside_others_are_weighed_as_the_same_change_of_one_by_itself(codes):
    for code, category, level in codes.values():
        assert (BY_CODE[code].category, BY_CODE[code].rule.severity) == (category, level), code


# --- the pairs of documents ---------------------------------------------------------------------


def documents(name: str) -> tuple[Spec, Spec]:
    folder = CORPUS / name
    before, after = ((folder / f"{side}.md").read_text(encoding="utf-8") for side in ("before", "after"))
    return read(before, "before.md"), read(after, "after.md")


def line(change: Change) -> str:
    places = (
        f"{span.line}:{span.column}-{span.end_line}:{span.end_column}" for span in (change.old_span, change.new_span)
    )
    old, new = places
    return f"{change.code} {change.category} {old} {new} {change.fingerprint} {change.tool or '-'} {change.field}"


@pytest.mark.parametrize("name", CASES)
def test_a_pair_of_documents_gives_its_changes_at_their_places(name):
    before, after = documents(name)
    expected = (CORPUS / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    changes = compare(before, after, layout="category")
    assert [line(change) for change in changes] == expected
    for change in changes:
        assert (change.old_span.path, change.new_span.path) == ("before.md", "after.md")


@pytest.mark.parametrize("name", CASES)
def test_a_pair_turned_around_gives_the_mirrors(name):
    before, after = documents(name)
    undone = {change.code for change in compare(after, before, layout="category")}
    for change in compare(before, after, layout="category"):
        check = BY_CODE[change.code]
        assert check.unmirrored or set(check.mirror) & undone, change.code


def test_every_code_has_a_pair_of_documents():
    shown = {one.split()[0] for name in CASES for one in (CORPUS / name / "expected.txt").read_text().splitlines()}
    assert shown == set(BY_CODE)


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith(("rule-weakened", "rule-changed"))])
def test_a_rule_that_lost_force_is_never_filed_as_words(name):
    before, after = documents(name)
    assert Category.GOVERNANCE in {change.category for change in compare(before, after)}


def test_both_sides_of_a_change_are_places_in_their_documents():
    before, after = documents("input-enum-value-removed")
    change = compare(before, after)[0]
    assert change.old_span == Span("before.md", 30, 39, 30, 42)
    assert change.new_span.start == (30, 3)
    finding = change.diagnostic()
    assert finding.span == change.new_span
    assert finding.related[0].span == change.old_span
    assert finding.fingerprint == change.fingerprint
