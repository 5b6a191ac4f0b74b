"""The other side of a comparison, read from files and from git."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lma_forge.errors import UnreadableError, UsageError
from lma_forge.project import files
from lma_forge.project.revisions import earlier
from lma_forge.project.sources import Source

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(GIT is None, reason="git is not installed, so reading revisions is not tried")
ONE, TWO = b"# One\r\n", b"# Two\n"


def git(folder: Path, *words: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run([str(GIT), *names, *words], cwd=folder, env=clean, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with two versions of two specs, the second one not committed."""
    top = tmp_path / "top"
    (top / "specs").mkdir(parents=True)
    git(top, "init", "-q", "-b", "main")
    git(top, "config", "core.autocrlf", "false")
    (top / "specs" / "Tools.md").write_bytes(ONE)
    (top / "specs" / "Old.md").write_bytes(b"# Old\n")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "first")
    git(top, "tag", "v1")
    (top / "specs" / "Tools.md").write_bytes(TWO)
    (top / "specs" / "Old.md").unlink()
    monkeypatch.chdir(top)
    return top


def compared(against: str, *paths: Path, belongs=None):
    paths = paths or (Path("specs/Tools.md"),)
    new = [Source(path.as_posix(), files.shown(path), path.read_bytes()) for path in paths]
    return earlier(against, new, list(paths), belongs)


def data(found) -> list[tuple[str, bytes | None]]:
    return [(source.shown, source.data) for source in found.sources]


@needs_git
@pytest.mark.parametrize("against", ["HEAD", "main", "v1", "main~0", "refs/tags/v1"])
def test_a_revision_stands_for_the_same_file_in_it_byte_for_byte(repository, against):
    found = compared(against)
    assert data(found) == [(f"{against}:specs/Tools.md", ONE)]
    assert found.against == against
    assert found.sources[0].label == "specs/Tools.md"


@needs_git
def test_a_file_of_a_revision_may_have_had_another_path(repository):
    assert data(compared("HEAD:specs/Old.md")) == [("HEAD:specs/Old.md", b"# Old\n")]
    os.chdir("specs")
    assert data(compared("HEAD:./Old.md", Path("Tools.md"))) == [("HEAD:./Old.md", b"# Old\n")]


@needs_git
def test_the_index_is_a_version_too(repository):
    git(repository, "add", "specs/Tools.md")
    assert data(compared(":specs/Tools.md")) == [(":specs/Tools.md", TWO)]


@needs_git
def test_a_file_that_exists_comes_before_a_revision_of_its_name(repository):
    Path("main").write_bytes(b"# File\n")
    assert data(compared("main")) == [("main", b"# File\n")]


@needs_git
def test_a_revision_comes_before_a_folder_of_its_name(repository):
    Path("v1").mkdir()
    assert data(compared("v1")) == [("v1:specs/Tools.md", ONE)]


@needs_git
def test_a_document_that_is_gone_belongs_to_the_old_side_of_a_whole_project(repository):
    found = compared("HEAD", belongs=lambda path: path.startswith("specs/"))
    assert sorted(data(found)) == [("HEAD:specs/Old.md", b"# Old\n"), ("HEAD:specs/Tools.md", ONE)]
    assert len(compared("HEAD", belongs=lambda path: False).sources) == 1


@needs_git
def test_a_document_that_was_not_there_is_named(repository):
    Path("specs/New.md").write_bytes(b"# New\n")
    found = compared("HEAD", Path("specs/Tools.md"), Path("specs/New.md"))
    assert found.missing == ("specs/New.md",)
    with pytest.raises(UsageError, match="HEAD:that/path"):
        compared("HEAD", Path("specs/New.md"))


@needs_git
def test_it_works_from_a_folder_below_and_for_names_beyond_ascii(repository):
    Path("specs/Werkzeug ü.md").write_bytes(ONE)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "second")
    os.chdir("specs")
    assert data(compared("HEAD", Path("Werkzeug ü.md"))) == [("HEAD:specs/Werkzeug ü.md", ONE)]


@needs_git
def test_another_repository_in_the_environment_leads_nowhere(repository, monkeypatch, tmp_path):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "absent"))
    assert data(compared("HEAD")) == [("HEAD:specs/Tools.md", ONE)]


@needs_git
@pytest.mark.parametrize(
    ("against", "says"),
    [
        ("absent", "there is no revision, file or folder `absent`"),
        ("--output=x", "no revision: one cannot start with a dash"),
        ("-h", "cannot start with a dash"),
        ("HEAD:absent.md", "has no file `absent.md`"),
        ("absent:specs/Tools.md", "there is no revision `absent`"),
        ("HEAD:", "names no file"),
        ("HEAD:specs", "has no file `specs`"),
        ("", "needs a revision"),
        ("a\0b", "needs a revision"),
        ("HEAD..main", "there is no revision"),
        ("HEAD --all", "there is no revision"),
        ("$(touch owned)", "there is no revision"),
    ],
)
def test_what_cannot_be_compared_with_is_said_in_a_sentence(repository, against, says):
    with pytest.raises(UsageError, match=re.escape(says)):
        compared(against)
    assert not Path("owned").exists()


@needs_git
def test_outside_of_a_repository_that_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    Path("Tools.md").write_bytes(ONE)
    with pytest.raises(UsageError, match="is in no git repository"):
        compared("HEAD", Path("Tools.md"))


def test_without_git_that_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    Path("Tools.md").write_bytes(ONE)
    with pytest.raises(UnreadableError, match="git is not installed"):
        compared("HEAD", Path("Tools.md"))


def test_a_file_and_a_folder_need_no_git(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("Tools.md").write_bytes(TWO)
    Path("before.md").write_bytes(ONE)
    assert data(compared("before.md", Path("Tools.md"))) == [("before.md", ONE)]
    assert data(compared("./Tools.md", Path("Tools.md"))) == [("Tools.md (before)", TWO)]


@needs_git
def test_a_folder_holds_the_same_files_at_their_paths_or_by_name(repository, tmp_path):
    other = tmp_path / "other"
    (other / "specs").mkdir(parents=True)
    (other / "Tools.md").write_bytes(b"# Flat\n")
    assert data(compared(str(other)))[0][1] == b"# Flat\n"
    (other / "specs" / "Tools.md").write_bytes(ONE)
    assert data(compared(str(other)))[0][1] == ONE
    Path("specs/New.md").write_bytes(TWO)
    with pytest.raises(UsageError, match=r"holds none of specs/New\.md"):
        compared(str(other), Path("specs/New.md"))


def test_one_file_is_not_compared_with_several_specs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.md", "old.md"):
        Path(name).write_bytes(ONE)
    with pytest.raises(UsageError, match="name the SPEC as well"):
        compared("old.md", Path("a.md"), Path("b.md"))


def test_a_file_that_cannot_be_read_says_why(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("Tools.md").write_bytes(ONE)
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo("pipe")
    (found,) = compared("pipe", Path("Tools.md")).sources
    assert found.data is None
    assert "pipe" in found.diagnostics[0].message
