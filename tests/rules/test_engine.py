"""The decorator, the documentation that it reads, and discovery."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.rules import spec as spec_rules
from lma_forge.rules import tool as tool_rules
from lma_forge.rules.engine import Check, checks, rule, sections

HERE = Span("x.md", 1, 1, 1, 2)


@rule("SPEC999", severity=Severity.WARNING)
def short_word(subject: str) -> Iterator[Diagnostic]:
    """A word is short.

    Short words say little.

    They say it to nobody.

    Source: a book, section 1.

    Bad:
        a

            indented

    Good:
        lengthy

    Fix: doubles the word.
    """
    if len(subject) < 2:
        yield short_word.at(HERE, f"{subject} is short.", help="Write more.")


def test_a_rule_is_named_as_its_function():
    assert short_word.rule.name == "short-word"
    assert short_word.rule.code == "SPEC999"
    assert short_word.rule.severity is Severity.WARNING


def test_a_rule_is_documented_by_its_docstring():
    found = short_word.rule
    assert found.summary == "A word is short."
    assert found.why == "Short words say little.\n\nThey say it to nobody."
    assert found.source == "a book, section 1."
    assert found.bad == "a\n\n    indented"
    assert found.good == "lengthy"
    assert found.fix == "doubles the word."


def test_a_check_makes_diagnostics_of_its_rule():
    (found,) = short_word("a")
    assert (found.code, found.name, found.severity) == ("SPEC999", "short-word", Severity.WARNING)
    assert (found.message, found.help, found.span) == ("a is short.", "Write more.", HERE)
    assert list(short_word("long")) == []


def test_a_diagnostic_may_be_worse_than_its_rule():
    assert short_word.at(HERE, "m", severity=Severity.ERROR).severity is Severity.ERROR


def test_a_missing_docstring_leaves_the_texts_empty():
    assert set(sections("").values()) == {""}


def test_checks_are_found_without_a_list_and_ordered_by_code():
    found = checks(spec_rules)
    codes = [check.rule.code for check in found]
    assert "SPEC106" in codes
    assert codes == sorted(codes)
    assert all(isinstance(check, Check) for check in found)


def test_every_rule_file_defines_the_rule_that_it_is_named_for():
    for package in (spec_rules, tool_rules):
        for check in checks(package):
            module = check.find.__module__.rpartition(".")[2]
            assert module == check.rule.name.replace("-", "_")


def test_a_module_that_borrows_a_rule_does_not_list_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "rules_for_this_test"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "own.py").write_text(
        "from lma_forge.diagnostics import Severity\n"
        "from lma_forge.rules.engine import rule\n"
        "@rule('SPEC998', severity=Severity.INFO)\n"
        "def own(subject):\n    yield from ()\n",
        encoding="utf-8",
    )
    (package / "user.py").write_text("from rules_for_this_test.own import own\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = checks(importlib.import_module("rules_for_this_test"))
    assert [check.rule.code for check in found] == ["SPEC998"]
