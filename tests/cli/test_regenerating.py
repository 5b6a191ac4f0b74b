"""What `generate` offers to people who have written code: force, restore, rename, prune, watch."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lma_forge.cli import main, watching
from tests.projects import READER, SPEC, Project


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path).write(SPEC)
    project.generate()
    path = project.module("note_reader")
    path.write_text(path.read_text("utf-8").replace("raise NotImplementedError", "return {'text': key}"), "utf-8")
    return project


def run(capsys, *words):
    code = main.run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_force_shows_what_it_replaced(project, capsys):
    path = project.module("note_reader")
    path.write_text(path.read_text("utf-8").replace('FAILURE = "Note not found."', 'FAILURE = "Mine."'), "utf-8")
    code, out, _ = run(capsys, "generate")
    assert code == 1
    assert '+FAILURE = "Mine."' in out
    assert "--force" in out
    assert "`_note_reader` or a function of your own" in out
    code, out, _ = run(capsys, "generate", "--force")
    assert code == 0
    assert 'FAILURE = "Mine."' in out
    assert "1 updated" in out
    assert run(capsys, "generate")[0] == 0


def test_a_deleted_module_and_the_way_back(project, capsys):
    shutil.rmtree(project.module("note_reader").parent)
    code, out, _ = run(capsys, "check")
    assert (code, "GEN110" in out, "--restore" in out) == (1, True, True)
    code, out, _ = run(capsys, "generate")
    assert (code, "GEN110" in out) == (1, True)
    assert not project.module("note_reader").exists()
    assert run(capsys, "generate", "--restore")[0] == 0
    assert project.module("note_reader").exists()


def test_a_removed_tool_is_told_by_check_set_aside_and_pruned(project, capsys):
    project.write(SPEC.replace(READER, ""))
    code, out, _ = run(capsys, "check")
    assert (code, "GEN107" in out) == (1, True)
    code, out, _ = run(capsys, "generate", "--check")
    assert (code, "hosts still offer it" in out) == (1, True)
    code, out, _ = run(capsys, "generate")
    assert code == 0
    assert out.index("GEN114") < out.index("GEN108")
    assert "  set aside generated_tools/note_reader/note_reader.py\n" in out
    assert run(capsys, "check")[0] == 0
    code, out, _ = run(capsys, "generate", "--prune")
    assert (code, "Deleted what was set aside: note_reader." in out) == (0, True)
    assert not (project.out / ".lma-orphans").exists()
    assert "Nothing was set aside." in run(capsys, "generate", "--prune")[1]


def test_a_rename_in_other_words_is_asked_for_by_name(project, capsys):
    project.write(SPEC.replace("NoteReader", "PageReader").replace("key (string)", "key (integer)", 1))
    code, out, _ = run(capsys, "generate")
    assert code == 0
    assert "`lma-forge generate --rename NoteReader=PageReader`" in out
    code, out, _ = run(capsys, "generate", "--rename", "note_reader=PageReader")
    assert (code, "renamed generated_tools/page_reader/page_reader.py" in out) == (0, True)
    assert "return {'text': key}" in project.module("page_reader").read_text("utf-8")


@pytest.mark.parametrize("words", [["--rename", "Notes"], ["--rename", "=X"], ["--check", "--prune"]])
def test_what_makes_no_sense_is_said(project, capsys, words):
    code, _, err = run(capsys, "generate", *words)
    assert (code, "Traceback" in err) == (2, False)


def test_a_conflict_fails_check_until_the_signatures_agree(project, capsys):
    path = project.module("note_reader")
    path.write_text(
        path.read_text("utf-8").replace("def _note_reader(key: str) ->", "def _note_reader(key: bytes) ->"), "utf-8"
    )
    assert run(capsys, "check")[0] == 0
    project.write(SPEC.replace("key (string)", "key (integer)", 1))
    assert run(capsys, "generate")[0] == 1
    code, out, _ = run(capsys, "check", "--output-format", "json")
    (found,) = [
        one for one in json.loads(out)["diagnostics"] if one["code"].startswith("GEN") and one["code"] != "GEN112"
    ]
    assert (code, found["code"]) == (1, "GEN104")
    path.write_text(path.read_text("utf-8").replace("(key: bytes) ->", "(key: int) ->"), "utf-8")
    assert run(capsys, "generate")[0] == 0
    assert run(capsys, "check")[0] == 0


def test_diff_shows_the_merge_and_writes_nothing(project, capsys):
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    before = project.files()
    code, out, _ = run(capsys, "generate", "--diff")
    assert code == 1
    assert "-        key (str): Which note." in out
    assert "+        key (str): Which page." in out
    assert "NotImplementedError" not in out
    assert project.files() == before


def test_check_takes_the_short_way_and_sees_every_change(project, capsys, monkeypatch):
    from lma_forge.cli import generate as command  # noqa: PLC0415 - patched only here

    assert run(capsys, "generate")[0] == 0
    real = command.preview

    def never(*_: object, **__: object) -> None:
        raise AssertionError("everything is as it was left")

    monkeypatch.setattr(command, "preview", never)
    assert run(capsys, "generate", "--check")[0] == 0
    assert run(capsys, "generate", "--diff")[:2] == (0, "")
    monkeypatch.setattr(command, "preview", real)
    project.module("note_writer").write_text("mine = 1\n", "utf-8")
    assert run(capsys, "generate", "--check")[0] == 1
    assert run(capsys, "generate", "--check", "--force")[0] == 1


def test_without_watchfiles_watching_says_what_to_install(project, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    code, _, err = run(capsys, "generate", "--watch")
    assert code == 2
    assert "pip install 'lma-forge[watch]'" in err


def test_what_is_watched(project):
    config = project.config()
    assert [folder.name for folder in watching.watched(config, ())] == ["specs"]
    assert watching.matters("specs/Tools.md", config)
    assert not watching.matters("specs/.Tools.md.swp", config)
    project.write("[tool.lma-forge]\n", "pyproject.toml")
    config = project.config()
    assert watching.matters(str(project.root / "pyproject.toml"), config)
    assert project.root in watching.watched(config, ())


@pytest.mark.skipif(os.name == "nt", reason="ends the process by a signal that POSIX has")
def test_watching_generates_after_a_change_and_ends_quietly(project):
    pytest.importorskip("watchfiles")
    words = [sys.executable, "-c", "from lma_forge.cli.main import main; main()", "generate", "--watch"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        words, cwd=project.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        lines = iter(process.stdout.readline, "")
        assert any(line.startswith("Watching specs") for line in lines)
        project.write(SPEC.replace("Which note.", "Which page.", 1))
        assert any("1 updated" in line for line in lines)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        assert "Traceback" not in rest
    finally:
        process.kill()
        process.wait()
