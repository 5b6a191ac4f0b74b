"""A baseline: what is known is not shown, what is new is, whatever happens to the lines around it."""

from pathlib import Path

import pytest

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.errors import UsageError
from lma_forge.project.baseline import compare, load, write

TEXT = "a\nb\na\n"


def finding(line: int, code: str = "LCP201", path: str = "x.py") -> Diagnostic:
    return Diagnostic(code, "name", Severity.ERROR, f"on line {line}", Span(path, line, 1, line, 2))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "baseline.json"


def after(here: Path, found: list[Diagnostic], text: str = TEXT, path: str = "x.py"):
    done = compare(found, load(here), {path: text}, here, [path])
    return [one.span.line for one in done.new], done.known, done.gone


def test_known_findings_are_not_shown(here: Path):
    assert write(here, [finding(1), finding(2)], {"x.py": TEXT}) == 2
    assert after(here, [finding(1), finding(2)]) == ([], 2, 0)


def test_a_finding_stays_known_when_lines_come_and_go(here: Path):
    write(here, [finding(2)], {"x.py": TEXT})
    assert after(here, [finding(4)], "new\nlines\nhere\n    b\n") == ([], 1, 0)


def test_another_of_its_kind_is_new(here: Path):
    write(here, [finding(1)], {"x.py": TEXT})
    assert after(here, [finding(1), finding(3)]) == ([3], 1, 0)
    assert after(here, [finding(1, "LCP202")]) == ([1], 0, 1)
    assert after(here, [finding(1, path="y.py")], path="y.py") == ([1], 0, 0)


def test_entries_of_files_that_are_not_checked_are_not_gone(here: Path):
    write(here, [finding(1), finding(1, path="y.py")], {"x.py": TEXT, "y.py": TEXT})
    assert after(here, []) == ([], 0, 1)


def test_a_baseline_holds_wherever_it_is_used_from(here: Path, monkeypatch: pytest.MonkeyPatch):
    write(here, [finding(1, path="lib/x.py")], {"lib/x.py": TEXT})
    (here.parent / "lib").mkdir()
    monkeypatch.chdir(here.parent / "lib")
    assert after(here, [finding(1)]) == ([], 1, 0)


def test_findings_about_files_are_never_known(here: Path):
    assert write(here, [finding(1, "FILE001"), finding(1, "CFG101")], {}) == 0
    assert after(here, [finding(1, "FILE001")]) == ([1], 0, 0)


def test_the_same_findings_give_the_same_file(here: Path):
    write(here, [finding(1), finding(2), finding(3)], {"x.py": TEXT})
    first = here.read_bytes()
    write(here, [finding(3), finding(2), finding(1)], {"x.py": TEXT})
    assert here.read_bytes() == first


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2, "findings": {}}', '{"version": 1, "findings": 3}'])
def test_what_is_no_baseline_is_refused(here: Path, text: str):
    here.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="no baseline"):
        load(here)


def test_a_missing_baseline_is_refused(here: Path):
    with pytest.raises(UsageError, match="--write-baseline"):
        load(here)
