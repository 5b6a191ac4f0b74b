"""`lma-forge init`: a project that passes its own checks, and nothing of anybody's replaced."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lma_forge.cli.main import program
from lma_forge.errors import UsageError
from lma_forge.project.starter import lay, starter
from lma_forge.spec.layout import lay_out
from tests.projects import READER


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(program, words, standalone_mode=False)


def test_a_new_project_passes_its_own_checks(here: Path):
    result = run("init")
    assert result.exception is None
    assert (here / "specs/Tools.md").is_file()
    text = (here / "specs/Tools.md").read_text(encoding="utf-8")
    assert lay_out(text).text == text
    for words in (["check"], ["fmt", "--check"], ["generate"], ["generate", "--check"], ["check"]):
        result = run(*words)
        assert (result.exception, result.return_value) == (None, 0), result.output


def test_an_existing_spec_is_taken(here: Path):
    (here / "mine.md").write_text(READER, encoding="utf-8")
    assert run("init", "project", "--from", "mine.md").exception is None
    assert (here / "project/specs/Tools.md").read_text(encoding="utf-8") == READER


def test_a_spec_with_errors_is_not_taken(here: Path):
    (here / "mine.md").write_text(READER.replace("(string)", "(strnig)", 1), encoding="utf-8")
    result = run("init", "--from", "mine.md")
    assert isinstance(result.exception, UsageError)
    assert "has 1 error, the first in line 14: `strnig` is no type" in result.exception.message
    assert [path.name for path in here.iterdir()] == ["mine.md"]


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_configuration_that_is_there_keeps_every_byte(here: Path, newline: bytes, end: bytes):
    before = b"[project]" + newline + b'name = "mine"' + end
    (here / "pyproject.toml").write_bytes(before)
    written, kept = lay(here, starter())
    assert "pyproject.toml" in written
    assert kept == []
    after = (here / "pyproject.toml").read_bytes()
    assert after.startswith(before)
    assert after.count(b"[tool.lma-forge]") == 1
    assert run("check").return_value == 0


def test_what_is_there_is_left_alone(here: Path):
    for name in ("pyproject.toml", ".pre-commit-config.yaml"):
        (here / name).write_bytes(b"[tool.lma-forge]\n")
    written, kept = lay(here, starter())
    assert kept == [".pre-commit-config.yaml", "pyproject.toml"]
    assert {(here / name).read_bytes() for name in kept} == {b"[tool.lma-forge]\n"}
    assert "specs/Tools.md" in written


def test_a_second_start_is_refused(here: Path):
    run("init")
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    assert isinstance(run("init").exception, UsageError)
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_a_file_is_no_folder(here: Path):
    (here / "file").write_text("x", encoding="utf-8")
    assert isinstance(run("init", "file").exception, UsageError)
