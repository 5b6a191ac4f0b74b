"""Which files a check looks at: excluded ones, what git ignores, text on stdin, parts of a run."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lma_forge.errors import UsageError
from lma_forge.project import gitignore
from lma_forge.project.check import Options, check
from lma_forge.project.collect import Wish, collect
from lma_forge.project.config import Config

TOOL = "def tool_{}(b: str) -> dict:\n    '''Does it.'''\n    return {{}}\n"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("tools/a/a.py", "tools/b/b.py", "tools/b/helper.py", "tools/build/c.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TOOL.format(path.stem), "utf-8")
    (tmp_path / "tools/a/description.yaml").write_text("x", "utf-8")
    return tmp_path


def names(config: Config, *paths: str, force: bool = False) -> list[str]:
    wish = Wish(tuple(Path(path) for path in paths), force)
    return sorted(file.shown for file in collect(config, wish).files if file.data is not None)


def test_excluded_files_are_not_below_their_folder(here: Path):
    config = Config(root=here, exclude=("build", "tools/b/*"))
    assert names(config, "tools") == ["tools/a/a.py"]
    assert names(config, "tools/b/b.py") == ["tools/b/b.py"]
    assert names(config, "tools/b/b.py", "tools/a/a.py", force=True) == ["tools/a/a.py"]


def test_a_project_can_say_that_it_has_tools_and_no_spec(here: Path):
    done = check(Config(root=here, source=here / "pyproject.toml", specs=(), tools=("tools",)))
    assert done.files == 4
    assert {one.code[:3] for one in done.diagnostics} <= {"LCP"}
    with pytest.raises(UsageError, match=r"specs/\*\.md in .*; `specs = \[\]` says that there is none, only `tools`"):
        check(Config(root=here, source=here / "pyproject.toml", tools=("tools",)))
    with pytest.raises(UsageError, match="an empty list"):
        check(Config(root=here, source=here / "pyproject.toml", specs=()))


@needs_git
def test_what_git_ignores_is_not_below_its_folder(here: Path):
    subprocess.run(["git", "init", "-q"], check=True)
    (here / ".gitignore").write_text("build/\nhelper.py\n", "utf-8")
    config = Config(root=here)
    assert names(config, "tools") == ["tools/a/a.py", "tools/b/b.py"]
    assert names(config, "tools/b/helper.py") == ["tools/b/helper.py"]
    assert names(config, "tools/b/helper.py", "tools/b/b.py", force=True) == ["tools/b/b.py"]
    assert names(config, "tools/build") == ["tools/build/c.py"]
    (here / "tools" / "\u00e9 \n.py").write_text("", "utf-8")
    assert len(names(config, "tools")) == 3


def test_without_git_nothing_is_ignored(here: Path, monkeypatch: pytest.MonkeyPatch):
    (here / ".git").mkdir()
    (here / ".gitignore").write_text("*\n", "utf-8")
    monkeypatch.setattr(gitignore, "_program", lambda: None)
    assert len(names(Config(root=here), "tools")) == 4
    monkeypatch.setattr(gitignore, "_program", lambda: os.fspath(here / "no-such-program"))
    assert len(names(Config(root=here), "tools")) == 4


def test_files_beside_the_checked_ones_are_known(here: Path):
    found = collect(Config(root=here), Wish((Path("tools/b/b.py"), Path("tools/a/a.py"))))
    assert found.beside == {"tools/b/helper.py", "tools/a/description.yaml"}
    assert found.roots == ()
    assert collect(Config(root=here), Wish((Path("tools"),))).roots == ("tools",)


def test_text_on_stdin_goes_by_its_name(here: Path):
    (file,) = collect(Config(root=here), Wish(stdin=(b"x", "tools/a/new.py"))).files
    assert (file.shown, file.label, file.is_spec, file.path) == ("tools/a/new.py", "tools/a/new.py", False, None)
    assert collect(Config(root=here), Wish(stdin=(b"x", "new.md"))).files[0].is_spec


def test_the_project_s_specs_are_known_and_not_asked_for(here: Path):
    (here / "specs").mkdir()
    (here / "specs/x.md").write_text("## Tool: X\n", "utf-8")
    found = collect(Config(root=here), Wish((Path("tools/a"),)))
    assert [(file.shown, file.wanted) for file in found.files] == [("tools/a/a.py", True), ("specs/x.md", False)]
    checked = check(Config(root=here), [Path("tools/a")])
    assert checked.files == 1
    assert not any(one.code.startswith("SPEC") for one in checked.diagnostics)


def test_parts_of_a_run_are_the_whole_together(here: Path):
    (here / "tools/b/b.py").write_text(TOOL.format("a"), "utf-8")
    config = Config(root=here, cache_dir="")
    whole = check(config, [Path("tools")])
    parts = [check(config, [Path("tools")], Options(shard=(number, 3))) for number in (1, 2, 3)]
    together = [one for part in parts for one in part.diagnostics]
    assert sorted(together, key=lambda one: (one.span, one.code)) == list(whole.diagnostics)
    assert sum(part.files for part in parts) == whole.files
    assert "LCP109" in {one.code for one in together}


def test_nothing_to_check_is_said(here: Path):
    (here / "empty").mkdir()
    (one,) = check(Config(root=here), [Path("empty")]).diagnostics
    assert one.code == "FILE006"
    with pytest.raises(UsageError, match="mend `tools`"):
        check(Config(root=here, tools=("absent",)))
