"""Paths that a model gives stay inside the workspace."""

import os
from pathlib import Path

import pytest

from lma_forge.model import Effect, Failure, Field, Kind, Tool
from tests.emit.conftest import Build
from tests.emit.samples import field, prose

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and such names want a POSIX system")

ECHO = 'return {"seen": [given]}'


def reader(given: Field) -> Tool:
    return Tool(
        "PageReader",
        description=prose("Reads a page."),
        inputs=(given,),
        outputs=(field("seen", Kind.LIST),),
        failures=(Failure("Page could not be read."),),
        effects=(Effect.READ,),
    )


GIVEN = field("given", Kind.PATH)


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("notes.md", "notes.md"),
        ("./notes.md", "notes.md"),
        ("sub/ok.txt", "sub/ok.txt"),
        ("new/deep/file.txt", "new/deep/file.txt"),
        ("sub/../notes.md", "notes.md"),
        ("../ws/ok.txt", "ok.txt"),
        ("a:b.txt.md", None),
        pytest.param("12:30.txt", "12:30.txt", marks=POSIX),
        ("naïve 日本.txt", "naïve 日本.txt"),
        ("-rf", "-rf"),
    ],
)
def test_a_path_inside_is_given_relative_to_the_workspace(build: Build, path: str, seen: str | None):
    (result,) = [build(reader(GIVEN), ECHO).tool_page_reader(path)]
    assert result["success"] is (seen is not None)
    if seen is not None:
        assert result["output"] == {"seen": [seen]}


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../outside.md",
        "..",
        "sub/../../outside.md",
        "a\0b",
        "~/.ssh/id",
        "~root",
        "",
        ".",
        "./",
        "sub/..",
        "..\\..\\outside.md",
        "sub\\ok.txt",
        "C:\\Windows\\x",
        "C:/Windows/x",
        "c:x",
        "//server/share",
        "./~/x",
        "./C:/x",
        "sub/../~root/x",
        5,
        None,
        ["notes.md"],
    ],
)
def test_a_path_outside_is_refused(build: Build, path: object, tmp_path: Path):
    result = build(reader(GIVEN), 'open(given, "w").close()\n' + ECHO).tool_page_reader(path)
    assert result["success"] is False
    assert result["error"].startswith("Page could not be read. The argument given is ")
    assert sorted(found.name for found in tmp_path.iterdir()) == ["tools", "ws"]
    assert list((tmp_path / "ws").iterdir()) == []


@POSIX
def test_a_link_that_leaves_is_refused_and_one_that_stays_is_followed(build: Build, tmp_path: Path):
    module = build(reader(GIVEN), ECHO)
    outside = tmp_path / "secret"
    outside.mkdir()
    (tmp_path / "ws" / "out").symlink_to(outside)
    (tmp_path / "ws" / "real").mkdir()
    (tmp_path / "ws" / "in").symlink_to("real")
    assert module.tool_page_reader("out/key.txt")["success"] is False
    assert module.tool_page_reader("out/new/key.txt")["success"] is False
    assert module.tool_page_reader("in/new.txt")["output"] == {"seen": ["real/new.txt"]}


@POSIX
def test_a_loop_of_links_is_refused_or_harmless(build: Build, tmp_path: Path):
    module = build(reader(GIVEN), ECHO)
    (tmp_path / "ws" / "a").symlink_to("b")
    (tmp_path / "ws" / "b").symlink_to("a")
    assert module.tool_page_reader("a/../../x")["success"] is False


@POSIX
def test_a_workspace_reached_through_a_link(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    module = build(reader(GIVEN), ECHO)
    (tmp_path / "lnk").symlink_to(tmp_path / "ws")
    monkeypatch.chdir(tmp_path / "lnk")
    assert module.tool_page_reader("sub/ok.txt")["output"] == {"seen": ["sub/ok.txt"]}
    assert module.tool_page_reader(str(tmp_path / "lnk" / "ok.txt"))["output"] == {"seen": ["ok.txt"]}


@pytest.mark.parametrize("name", ["path", "file_path", "Path", "FILE_PATH", "target_path"])
def test_a_string_that_is_named_as_a_path_is_one(build: Build, name: str):
    module = build(reader(field(name)), f'return {{"seen": [{name}]}}')
    assert module.tool_page_reader("../x")["success"] is False
    assert module.tool_page_reader("a/../x")["output"] == {"seen": ["x"]}


@pytest.mark.parametrize("name", ["file", "pathology", "path_count", "key"])
def test_other_strings_are_not(build: Build, name: str):
    module = build(reader(field(name)), f'return {{"seen": [{name}]}}')
    assert module.tool_page_reader("../x")["output"] == {"seen": ["../x"]}


@pytest.mark.parametrize("name", ["folder", "folder_path", "target_dir", "directory"])
def test_a_folder_may_be_the_workspace_itself(build: Build, name: str):
    module = build(reader(field(name, Kind.PATH)), f'return {{"seen": [{name}]}}')
    assert module.tool_page_reader(".")["output"] == {"seen": ["."]}
    assert module.tool_page_reader("")["success"] is False
    assert module.tool_page_reader("..")["success"] is False


def test_paths_in_lists_and_objects_are_held_too(build: Build):
    paths = build(reader(field("given", Kind.LIST, item=Kind.PATH)), ECHO)
    assert paths.tool_page_reader(["a/../b"])["output"] == {"seen": [["b"]]}
    assert "given[1] is '../b'" in paths.tool_page_reader(["a", "../b"])["error"]
    member = build(reader(field("given", Kind.OBJECT, members=(field("file_path"),))), ECHO)
    assert "given.file_path is '../b'" in member.tool_page_reader({"file_path": "../b"})["error"]


def test_an_optional_path_may_be_left_out(build: Build):
    module = build(reader(field("given", Kind.PATH, required=False)), ECHO)
    assert module.tool_page_reader()["output"] == {"seen": [None]}
    assert module.tool_page_reader("../x")["success"] is False
