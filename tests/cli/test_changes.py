"""`lma-forge changes` from its words to what it writes and the code it leaves with."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lma_forge.cli import main
from tests.projects import READER, SPEC, WRITER

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(GIT is None, reason="git is not installed, so reading revisions is not tried")
CONFIG = "[tool.lma-forge]\n"


def git(*words: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run([str(GIT), *names, *words], env=clean, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project whose spec stands beside its earlier version."""
    monkeypatch.chdir(tmp_path)
    Path("specs").mkdir()
    Path("pyproject.toml").write_text(CONFIG, encoding="utf-8")
    write(SPEC)
    Path("before.md").write_text(SPEC, encoding="utf-8")
    Path("empty.md").write_text("\n", encoding="utf-8")
    return tmp_path


def write(text: str, name: str = "specs/Tools.md") -> None:
    Path(name).write_text(text, encoding="utf-8")


def run(capsys, *arguments):
    code = main.run(["changes", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_no_change_is_code_0(project, capsys):
    assert run(capsys, "--against", "before.md") == (0, "", "Compared 1 spec with before.md: no change.\n")


def test_a_break_is_code_1_and_says_what_and_where(project, capsys):
    write(SPEC.replace("- key (string): Which note.", "- key (integer): Which note.", 1))
    code, out, err = run(capsys, "--against", "before.md")
    assert code == 1
    assert "error[CHG208] NoteReader, input `key`: `string` became `integer`" in out
    line = SPEC.splitlines().index("- key (string): Which note.") + 1
    assert f"--> specs/Tools.md:{line}:8 (input-type-changed, " in out
    assert f"before: string (before.md:{line}:8)" in out
    assert err == "Compared 1 spec with before.md: 1 change (1 B); a new major version.\n"


def test_an_addition_is_code_0_unless_additions_fail(project, capsys):
    write(
        SPEC.replace(
            "- text (string): The note.", "- text (string): The note.\n- found (boolean): Whether there is one."
        )
    )
    assert run(capsys, "--against", "before.md")[0] == 0
    assert run(capsys, "--against", "before.md", "--fail-on", "A")[0] == 0
    write(CONFIG + 'changes.levels = { A = "warning" }\n', "pyproject.toml")
    assert run(capsys, "--against", "before.md", "--fail-on", "a,B")[0] == 1


def test_what_fails_can_be_chosen(project, capsys):
    write(SPEC.replace("- Read only.\n", "- Name the note.\n"))
    assert run(capsys, "--against", "before.md")[0] == 1
    assert run(capsys, "--against", "before.md", "--fail-on", "B,R")[0] == 0
    assert run(capsys, "--against", "before.md", "--fail-on", "none")[0] == 0
    write(CONFIG + 'changes.fail-on = ["B"]\n', "pyproject.toml")
    assert run(capsys, "--against", "before.md")[0] == 0
    assert run(capsys, "--against", "before.md", "--fail-on", "G")[0] == 1


def test_a_change_is_accepted_by_its_fingerprint_for_a_time(project, capsys):
    write(SPEC.replace("- Read only.\n", "- Name the note.\n"))
    _, out, _ = run(capsys, "--against", "before.md", "--output-format", "json")
    (lost,) = [one for one in json.loads(out)["changes"] if one["code"] == "CHG508"]
    entry = f'[[tool.lma-forge.changes.accept]]\nfingerprint = "{lost["fingerprint"]}"\nreason = "agreed"\n'
    write(CONFIG + entry, "pyproject.toml")
    code, out, err = run(capsys, "--against", "before.md")
    assert code == 0
    assert "Accepted: 1" in out
    assert "1 accepted" in err
    write(f"{CONFIG}{entry}until = 2020-01-01\n", "pyproject.toml")
    code, out, _ = run(capsys, "--against", "before.md")
    assert code == 1
    assert "warning[CFG107]" in out
    assert "--> pyproject.toml:3:15 (expired-accept)" in out
    write(SPEC)
    code, out, _ = run(capsys, "--against", "before.md")
    assert code == 0
    assert "warning[CFG106] there is no change with the fingerprint" in out


def test_changes_of_words_are_counted_and_shown_when_asked_for(project, capsys):
    write(SPEC.replace("# Notes", "# Our notes"))
    code, out, err = run(capsys, "--against", "before.md")
    assert (code, out) == (0, "")
    assert "1 change (1 D); a new patch version (-v shows 1 of words only)." in err
    assert "CHG603" in run(capsys, "-v", "--against", "before.md")[1]
    assert "CHG603" in run(capsys, "--against", "before.md", "--output-format", "json")[1]


def test_a_rename_can_be_asked_for(project, capsys):
    write(SPEC.replace("Tool: NoteReader", "Tool: PageReader").replace("Reads a note from", "Looks into"))
    _, out, _ = run(capsys, "--against", "before.md")
    assert "CHG104" in out or "Renamed From: NoteReader" in out
    code, out, _ = run(capsys, "--against", "before.md", "--rename", "NoteReader=PageReader")
    assert code == 1
    assert "CHG104" in out
    assert "CHG101" not in out
    code, _, err = run(capsys, "--against", "before.md", "--rename", "Absent=PageReader", "--fail-on", "none")
    assert code == 1
    assert "fits nothing" in err


def test_errors_in_the_new_spec_are_said_and_fail(project, capsys):
    write(SPEC.replace("(string): Which note.", "(strnig): Which note.", 1))
    code, _, err = run(capsys, "--against", "before.md", "--fail-on", "none")
    assert code == 1
    assert "The specs have 1 error, so only what could be read was compared" in err


def test_errors_in_the_old_spec_are_said_and_do_not_fail(project, capsys):
    write(SPEC.replace("(string): Which note.", "(strnig): Which note.", 1), "before.md")
    code, _, err = run(capsys, "--against", "before.md", "--fail-on", "none")
    assert code == 0
    assert "The version in before.md has 1 error" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Missing option '--against'"),
        (("--against", "absent"), "there is no revision, file or folder `absent`"),
        (("--against=-x",), "cannot start with a dash"),
        (("--against", "before.md", "--fail-on", "Q"), "has no category `Q`"),
        (("--against", "before.md", "--fail-on", ","), "has nothing in it"),
        (("--against", "before.md", "--rename", "x"), "takes OLD=NEW"),
        (("--against", "before.md", "--output-format", "yaml"), "is not one of"),
        (("--against", "before.md", "absent.md"), "there is no such file"),
        (("--against", "specs", "absent.md"), "absent.md"),
        (("--against", "pyproject.toml"), "there is nothing to compare with in pyproject.toml: This is no tool spec"),
        (("--against", "empty.md"), "there is nothing to compare with in empty.md: The document is empty"),
    ],
)
def test_wrong_usage_is_code_2_and_one_sentence(project, capsys, words, says):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ('changes.fail-on = "Q"\n', "has no category `Q`"),
        ("changes.fail-on = 3\n", "takes a list of letters"),
        ('changes.levels = { CHG999 = "error" }\n', "names `CHG999`, and there is no such rule"),
        ('changes.levels = { rule-remove = "error" }\n', "did you mean `rule-removed`"),
        ('changes.levels = { CHG501 = "loud" }\n', "write error, warning, info"),
        ("changes.levels = { 3 = 4 }\n", "`3` is none"),
        ('[[tool.lma-forge.changes.accept]]\nfingerprint = "x"\nreason = "y"\n', "12 hexadecimal digits"),
        ('[[tool.lma-forge.changes.accept]]\nfingerprint = "0123456789ab"\n', "needs a `reason`"),
        ('[[tool.lma-forge.changes.accept]]\nfingerprint = "0123456789ab"\nreason = " "\n', "needs a `reason`"),
        (
            '[[tool.lma-forge.changes.accept]]\nfingerprint = "0123456789ab"\nreason = "y"\nuntil = "soon"\n',
            "takes a day as `until`",
        ),
        (
            '[[tool.lma-forge.changes.accept]]\nfingerprint = "0123456789ab"\nreason = "y"\nuntill = 2030-01-01\n',
            "did you mean `until`",
        ),
        ("changes.accept = 1\n", "takes tables"),
    ],
)
def test_a_faulty_configuration_is_code_2_with_its_place(project, capsys, config, says):
    write(CONFIG + config, "pyproject.toml")
    code, out, err = run(capsys, "--against", "before.md")
    assert (code, out) == (2, "")
    assert says in err
    assert "--> pyproject.toml:" in err


def test_without_any_spec_that_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(SPEC, "before.md")
    code, _, err = run(capsys, "--against", "before.md")
    assert code == 2
    assert "there is no spec here to compare" in err


def test_files_that_cannot_be_read_are_code_2(project, capsys):
    Path("before.md").write_bytes(b"\xff\xfe\x00")
    code, out, err = run(capsys, "--against", "before.md")
    assert (code, out) == (2, "")
    assert "before.md" in err


@needs_git
def test_a_project_is_compared_with_a_revision_of_itself(project, capsys):
    git("init", "-q", "-b", "main")
    write(f"# Writing\n{WRITER}", "specs/Writing.md")
    write(f"# Reading\n{READER}")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    code, _, err = run(capsys, "--against", "main")
    assert (code, err) == (0, "Compared 2 specs with main: no change.\n")
    # A tool that goes from one document to another is the same tool.
    write(f"# Writing\n{WRITER}{READER}", "specs/Writing.md")
    Path("specs/Tools.md").unlink()
    code, out, _ = run(capsys, "-v", "--against", "main")
    assert code == 0
    assert "CHG101" not in out
    assert "NoteReader: document is another" in out
    # A document that is gone takes its tools with it.
    write(f"# Writing\n{WRITER}", "specs/Writing.md")
    code, out, _ = run(capsys, "--against", "main")
    assert code == 1
    assert "error[CHG101] NoteReader is gone" in out
    assert "main:specs/Tools.md" in out


@needs_git
def test_a_new_document_is_said_to_be_new(project, capsys):
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    write(
        f"# More\n{READER.replace('NoteReader', 'PageReader').replace('Reads a note', 'Opens pages')}", "specs/More.md"
    )
    code, out, err = run(capsys, "--against", "HEAD")
    assert code == 0
    assert "specs/More.md is not in HEAD: all of it counts as new." in err
    assert "CHG105" in out


@needs_git
def test_an_annotation_stands_at_the_new_place(project, capsys):
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    write(SPEC.replace("- Read only.\n", "- Name the note.\n"))
    code, out, _ = run(capsys, "--against", "HEAD", "--output-format", "github")
    assert code == 1
    assert out.startswith("::error file=specs/Tools.md,line=")
    assert "title=CHG508 read-only-lost::" in out
