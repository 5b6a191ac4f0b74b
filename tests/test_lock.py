"""The lock: exact, sorted, mergeable by git, and never trusted further than its text can be."""

import json
import shutil
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given

from lma_forge.diagnostics import Span
from lma_forge.model import Field, Limits, Prose, Tool
from lma_forge.project import lock
from tests.strategies import tools

ENTRY = lock.Entry(
    tool="MemoryReader",
    source="specs/Tools.md",
    path="memory_reader/memory_reader.py",
    layout="tool",
    spec="0" * 32,
    module="1" * 32,
    contract=lock.contract_of({"tool_memory_reader": "4" * 32, "FAILURE": "3" * 32}),
    definitions={"tool_memory_reader": "4" * 32, "FAILURE": "3" * 32},
    signature="_memory_reader(key: str) -> MemoryReaderOutput",
    stub="5" * 32,
)


def entries(count: int) -> dict[str, lock.Entry]:
    return {f"tool_t{n:02}": replace(ENTRY, tool=f"T{n:02}", path=f"t{n:02}/t{n:02}.py") for n in range(count)}


def test_one_line_per_tool_sorted():
    text = lock.write(dict(reversed(entries(3).items())))
    lines = [line for line in text.splitlines() if line.startswith('"tool_')]
    assert [line.split('"')[1] for line in lines] == ["tool_t00", "tool_t01", "tool_t02"]
    assert json.loads(text)["tools"]["tool_t01"]["definitions"] == dict(ENTRY.definitions)
    assert text == lock.write(entries(3))
    assert "pending" not in text


def test_reading_gives_back_what_was_written():
    some = entries(3) | {"tool_p": replace(ENTRY, pending="9" * 32, signature="")}
    assert lock.read(lock.write(some)) == some
    assert lock.read(lock.write({})) == {}
    for made in ("", "0" * 16):
        assert lock.read_all(lock.write(some, made)) == (some, made)
        assert lock.read_all(lock.write({}, made)) == ({}, made)


def test_a_pending_module_counts_as_written():
    entry = replace(ENTRY, pending="9" * 32)
    assert entry.wrote("1" * 32)
    assert entry.wrote("9" * 32)
    assert not entry.wrote("8" * 32)
    assert not ENTRY.wrote("")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"tools": []}',
        '{"tools": {"tool_x": 3}}',
        '{"tools": {"tool_x": {}}}',
        "<<<<<<< HEAD\n",
        "[" * 100_000,
        lock.write({"tool_x": ENTRY}).replace('"module": "1', '"module": 1, "x": "1'),
        lock.write({"tool_x": ENTRY}).replace('"FAILURE": "3', '"FAILURE": 3, "x": "3'),
        lock.write({"tool_x": replace(ENTRY, definitions={})}),
        lock.write({"tool_x": replace(ENTRY, definitions={"FAILURE": "3" * 32})}),
        lock.write({"tool_x": ENTRY}, "m").replace('"made": "m"', '"made": 1'),
        *(
            lock.write({"tool_x": replace(ENTRY, path=path)})
            for path in ("../x.py", "/etc/x.py", "a/../../x.py", "C:/x.py", "a\\..\\x.py", "a//x.py", "x", "./x.py")
        ),
    ],
)
def test_a_broken_lock_is_told(text):
    with pytest.raises(lock.BrokenLockError):
        lock.read(text)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_merges_two_branches_that_touch_neighbours(tmp_path):
    def git(*arguments: str) -> str:
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
        done = subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)
        return done.stdout.decode()

    path = tmp_path / lock.NAME
    base = entries(4)

    def commit(some: dict[str, lock.Entry]) -> None:
        path.write_text(lock.write(some), encoding="utf-8", newline="\n")
        git("add", lock.NAME)
        git("commit", "-m", "x")

    git("init", "-q")
    commit(base)
    git("checkout", "-q", "-b", "other")
    commit(base | {"tool_t02": replace(base["tool_t02"], module="a" * 32)})
    git("checkout", "-q", "main")
    commit(base | {"tool_t01": replace(base["tool_t01"], module="b" * 32)})
    git("merge", "-q", "--no-edit", "other")
    merged = lock.read(path.read_text(encoding="utf-8"))
    assert (merged["tool_t01"].module, merged["tool_t02"].module) == ("b" * 32, "a" * 32)


TOOL = Tool("X", inputs=(Field("a", limits=Limits(0, None)),), idempotent=False, description=Prose())


@pytest.mark.parametrize(
    "other",
    [
        replace(TOOL, name="Y"),
        replace(TOOL, idempotent=None),
        replace(TOOL, inputs=(Field("a", limits=Limits(None, None)),)),
        replace(TOOL, inputs=(Field("a", limits=Limits(0, None), required=False),)),
        replace(TOOL, inputs=()),
        replace(TOOL, owner="me"),
    ],
)
def test_another_meaning_has_another_hash(other):
    assert lock.meaning(TOOL) != lock.meaning(other)


def test_places_have_no_part_in_the_meaning():
    assert lock.meaning(TOOL) == lock.meaning(replace(TOOL, span=Span("f", 3, 4, 5, 6)))


@given(tools(), tools())
def test_equal_hashes_mean_equal_tools(one, other):
    assert (lock.meaning(one) == lock.meaning(other)) == (one == other)
