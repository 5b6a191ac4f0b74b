"""The table of who catches what: when a linter counts as catching a fault."""

from pathlib import Path

from lma_forge.diagnostics import Rule, Severity
from tests.bench.linters import caught, examples, table

RULE = Rule("LCP999", "x", Severity.ERROR, "X.", bad="a = 1\nb = 2\n", good="a = 1\n")


def said(bad: set[tuple[int, str]], good: set[tuple[int, str]]):
    return {"lcp999_bad_0.py": frozenset(bad), "lcp999_good_0.py": frozenset(good)}


def test_a_fault_is_caught_at_its_line_and_by_what_the_good_example_does_not_have():
    assert caught(RULE, said({(2, "E1")}, set()), frozenset({2})) == {"E1"}
    assert caught(RULE, said({(2, "E1")}, {(1, "E1")}), frozenset({2})) == frozenset()
    assert caught(RULE, said({(1, "E1")}, set()), frozenset({2})) == frozenset()


def test_every_file_of_an_example_is_written():
    rule = Rule(
        "LCP998", "y", Severity.ERROR, "Y.", bad="# --- file: a/x.py\nx = 1\n# --- file: a/z.yaml\n# z\n", good=""
    )
    assert list(examples([RULE, rule])) == [
        "lcp999_bad_0.py",
        "lcp999_good_0.py",
        "lcp998_bad_0.py",
        "lcp998_good_0.py",
    ]


def test_the_table_has_a_row_for_every_rule_and_counts():
    def nothing(folder: Path):
        assert any(folder.iterdir())
        return {}

    def all_lines(folder: Path):
        return {path.name: frozenset((line, f"E{path.name}") for line in range(1, 40)) for path in folder.iterdir()}

    rows, totals = table({"none": nothing, "all": all_lines})
    assert len(rows) == totals["rules"] > 120
    assert all(row[2] == "" for row in rows)
    assert totals["none"] == 0
    assert totals["all"] + totals["caught by none"] == totals["rules"]
    assert totals["all"] > 100
