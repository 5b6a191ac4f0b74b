"""Which findings are shown: exact words beat families, the command line beats the configuration."""

from pathlib import Path

import pytest

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.errors import UsageError
from lma_forge.project.config import Lint, load
from lma_forge.project.results import RuleLine
from lma_forge.project.selection import Chosen, Selection, check_words

RULES = (
    RuleLine("LCP201", "missing-annotation", default=True),
    RuleLine("LCP214", "missing-coercion", default=False),
    RuleLine("LCP301", "missing-library-metadata", default=False),
    RuleLine("SPEC204", "unknown-type", default=True),
)


def shown(lint: Lint | None = None, chosen: Chosen | None = None) -> set[str]:
    selection = Selection(lint or Lint(), RULES, chosen or Chosen())
    return {rule.code for rule in RULES if selection.has(rule.code, rule.name)}


@pytest.mark.parametrize(
    ("lint", "chosen", "expected"),
    [
        ({}, {}, {"LCP201", "SPEC204"}),
        ({"select": ("ALL",)}, {}, {"LCP201", "LCP214", "LCP301", "SPEC204"}),
        ({"select": ("LCP2",)}, {}, {"LCP201", "LCP214"}),
        ({"select": ("LCP2xx",)}, {}, {"LCP201", "LCP214"}),
        ({"select": ("missing-coercion",)}, {}, {"LCP214"}),
        ({"extend_select": ("LCP214",)}, {}, {"LCP201", "LCP214", "SPEC204"}),
        ({"ignore": ("LCP",)}, {}, {"SPEC204"}),
        ({"ignore": ("LCP",), "extend_select": ("LCP2",)}, {}, {"LCP201", "LCP214", "SPEC204"}),
        ({"select": ("LCP",), "ignore": ("LCP2",)}, {}, {"LCP301"}),
        ({"select": ("LCP201",), "ignore": ("LCP201",)}, {}, set()),
        ({"select": ("SPEC",)}, {"select": ("LCP3",)}, {"LCP301"}),
        ({"ignore": ("LCP201",)}, {"select": ("LCP201",)}, {"LCP201"}),
        ({"ignore": ("LCP201",)}, {"select": ("LCP2",)}, {"LCP214"}),
        ({"extend_select": ("LCP214",)}, {"ignore": ("LCP214",)}, {"LCP201", "SPEC204"}),
        ({}, {"ignore": ("ALL",)}, set()),
        ({}, {"select": ("ALL",), "ignore": ("ALL",)}, set()),
        ({}, {"extend_select": ("LCP3",), "ignore": ("unknown-type",)}, {"LCP201", "LCP301"}),
    ],
)
def test_which_rules_are_on(lint: dict, chosen: dict, expected: set[str]):
    assert shown(Lint(**lint), Chosen(**chosen)) == expected


def finding(path: str, code: str = "LCP201", name: str = "missing-annotation") -> Diagnostic:
    return Diagnostic(code, name, Severity.WARNING, "m", Span(path))


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [("tools/*.py", False), ("a.py", False), ("*", False), ("lib/tools/*", False), ("*.md", True), ("tools", True)],
)
def test_files_may_have_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, wanted: bool):
    monkeypatch.chdir(tmp_path)
    lint = Lint(per_file_ignores=((pattern, ("LCP2", "unknown-type")),))
    selection = Selection(lint, RULES, Chosen(), tmp_path / "lib")
    assert selection.wants(finding("lib/tools/a.py")) is wanted
    assert selection.wants(finding("lib/tools/a.py", "FILE001", "no-such-file"))


def test_findings_about_files_and_configuration_are_always_shown():
    selection = Selection(Lint(ignore=("ALL",)), RULES, Chosen(select=("LCP201",)))
    assert selection.wants(finding("a", "FILE001", "no-such-file"))
    assert selection.wants(finding("a", "CFG104", "wrong-value"))


def test_a_word_of_the_command_line_that_is_no_rule_is_wrong_usage(tmp_path: Path):
    config = load(tmp_path)
    with pytest.raises(UsageError, match="no rule or family `LCP9x9`"):
        check_words(config, RULES, Chosen(select=("LCP9x9",)))
    with pytest.raises(UsageError, match="did you mean missing-annotation"):
        check_words(config, RULES, Chosen(ignore=("mising-annotation",)))
    assert check_words(config, RULES, Chosen(select=("ALL", "LCP", "LCP2xx", "unknown-type"))) == ()


def test_a_word_of_the_configuration_that_is_no_rule_is_shown_where_it_stands(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.lma-forge.lint]\nselect = ["ALL", "LCP2"]\nignore = [\n  "LCP201",\n  "LCP777",\n]\n'
        '[tool.lma-forge.lint.per-file-ignores]\n"a*" = ["unknwon-type"]\n',
        "utf-8",
    )
    found = check_words(load(tmp_path), RULES, Chosen())
    assert [(one.code, one.span.line, one.span.column) for one in found] == [("CFG104", 5, 3), ("CFG104", 8, 9)]
    assert "did you mean unknown-type?" in found[1].message
