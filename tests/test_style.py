"""Formatting in one batch: right text per module, what is wrong with each, and no outside influence."""

import subprocess

import pytest

from lma_forge.errors import UnwritableError, UsageError
from lma_forge.project import style

GOOD = '"""One."""\n\nVALUE = 1\n'


def test_each_module_keeps_its_place():
    texts = [f'"""Module {number}."""\nVALUE={number}\n' for number in range(30)]
    styled = style.style(texts)
    assert [one.text for one in styled] == [f'"""Module {number}."""\n\nVALUE = {number}\n' for number in range(30)]
    assert all(one.problems == () for one in styled)


def test_nothing_to_format_starts_nothing(monkeypatch):
    monkeypatch.setattr(subprocess, "run", pytest.fail)
    assert style.style([]) == ()


def test_two_processes_serve_any_number_of_modules(monkeypatch):
    real, started = subprocess.run, []
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: (started.append(a[0][1]), real(*a, **k))[1])
    style.style([GOOD] * 50)
    assert started == ["format", "check"]


def test_a_module_that_is_wrong_is_told_apart():
    good, bad, broken = style.style([GOOD, "import os\n", "def (:\n"])
    assert good.problems == ()
    assert any(" F401 " in problem for problem in bad.problems)
    assert any(" D100 " in problem for problem in bad.problems)
    assert broken.problems
    assert broken.problems[0].startswith("1:")


def test_text_of_any_kind_survives():
    text = '"""Caf\u00e9 \u65e5\u672c \U0001f9e0 {{ x }} {% y %}."""\n'
    assert style.style([text])[0].text == text


def test_settings_of_the_surroundings_have_no_say(tmp_path, monkeypatch):
    (tmp_path / "ruff.toml").write_text("line-length = 20\nindent-width = 2\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "text")
    monkeypatch.setenv("RUFF_CONFIG", str(tmp_path / "ruff.toml"))
    import tempfile  # noqa: PLC0415 - its folder is looked up once

    monkeypatch.setattr(tempfile, "tempdir", None)
    (styled,) = style.style(['"""One."""\n\n\ndef f(a, b):\n    """Do."""\n    return a, b\n'])
    assert styled.text.endswith("    return a, b\n")
    assert styled.problems == ()
    assert [entry.name for entry in tmp_path.iterdir()] == ["ruff.toml"]


def test_guidance_below_the_summary_is_fine_and_other_conventions_hold():
    good = '"""One."""\n\n\ndef f() -> None:\n    """Do it.\n    Use when asked.\n    """\n'
    bad = '"""One."""\n\n\ndef f() -> None:\n    """do it"""\n'
    one, two = style.style([good, bad])
    assert one.problems == ()
    assert {problem.split()[1] for problem in two.problems} >= {"D415", "D403"}


def test_a_missing_program_is_said(monkeypatch):
    monkeypatch.setattr(style, "ruff_program", lambda: "/no/such/program")
    with pytest.raises(UsageError, match="reinstall it with `pip install ruff`"):
        style.style([GOOD])


def test_a_full_temporary_folder_is_said(monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(style, "_write", full)
    with pytest.raises(UnwritableError, match="cannot use the temporary folder: no space left"):
        style.style([GOOD])
