"""The warm discovery index: the same view without parsing, whatever happened to the index."""

import json
import os
import threading
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.lcp import read
from lma_forge.runtime import LCPBinding, files
from lma_forge.runtime import index as index_module
from lma_forge.runtime.index import Index
from lma_forge.runtime.indexed import Body, _value_from, _value_to, file_from, file_to

LIBRARY = '''
"""A library."""
from typing import Literal, Optional
TOOL_LIBRARY_NAME = "Lib"
TOOL_LIBRARY_ALIASES = ["one", "two"]
TOOL_CONTRACT = {"tool_a": {"effects": ["read"], "output": {}}}
def set_confirm_handler(h): ...
def tool_a(x: int, y: Literal["a", 2, True] = "a", *rest, z: Optional[list[dict]] = None, t=(1, {2}), **more) -> dict:
    """Does a.

    Args:
        x (int): The x.
    """
    def tool_nested(): ...
async def tool_b(b=b"x", c=1 + 2j, d={"k": [None]}): ...
def tool_a_prompt(): return "text"
def tool_lib_prompt(): return str(1)
'''
BROKEN = "def tool_broken(a: int):\n    '''Is broken.'''\n    return (\n"


def _resealed(data):
    body = data.partition(b"\n")[2]
    return sha256(body).hexdigest().encode() + b"\n" + body


@pytest.fixture
def cold(tools, tmp_path):
    tools.write(lib=LIBRARY, broken=BROKEN, sub__sub="def tool_s(): return 1\n")
    return tools.binding(cache_dir=tmp_path / "cache")


def warm(tools, tmp_path, monkeypatch):
    """A second binding over the same folder, and which files it parsed."""
    parsed = []

    def spy(source, path, **options):
        parsed.append(path.rpartition("/")[2])
        return read(source, path, **options)

    monkeypatch.setattr(files, "read", spy)
    return tools.binding(cache_dir=tmp_path / "cache"), parsed


def shown(binding):
    return binding.discover_tools(), binding.notices, binding.prompts()


def test_the_second_process_parses_nothing_and_sees_the_same(tools, tmp_path, monkeypatch, cold):
    again, parsed = warm(tools, tmp_path, monkeypatch)
    assert parsed == []
    assert shown(again) == shown(cold) == shown(tools.binding())
    assert again.execute_tool("tool_s", {})["output"] == 1


def test_only_what_changed_is_parsed_and_what_is_gone_is_dropped(tools, tmp_path, monkeypatch, cold):
    tools.write(sub__sub="def tool_s(): return 2\n")
    (tools.root / "broken.py").unlink()
    again, parsed = warm(tools, tmp_path, monkeypatch)
    assert parsed == ["sub.py"]
    assert again.execute_tool("tool_s", {})["output"] == 2
    (index,) = (tmp_path / "cache").iterdir()
    assert len(json.loads(index.read_bytes().split(b"\n")[1])["files"]) == 2


@pytest.fixture
def trusting(monkeypatch):
    """Times are trusted at once, so that a test need not wait."""
    monkeypatch.setattr(index_module, "_SETTLED", -(10**18))


def opened(monkeypatch):
    """The names of the modules that are opened from now on."""
    names = []
    real = open

    def spy(path, *rest, **options):
        if str(path).endswith(".py"):
            names.append(str(path).rpartition("/")[2])
        return real(path, *rest, **options)

    monkeypatch.setattr(files, "open", spy, raising=False)
    return names


def test_a_file_whose_times_are_what_they_were_is_not_even_opened(tools, tmp_path, monkeypatch, trusting, cold):
    names = opened(monkeypatch)
    again, parsed = warm(tools, tmp_path, monkeypatch)
    assert (names, parsed) == ([], [])
    assert shown(again) == shown(tools.binding())
    names.clear()
    again.discover_tools(force_refresh=True)
    assert sorted(names) == ["broken.py", "lib.py", "sub.py"]


def test_an_edit_that_keeps_size_and_time_is_seen(tools, tmp_path, monkeypatch, trusting, cold):
    path = tools.root / "sub" / "sub.py"
    before = path.stat()
    path.write_text("def tool_t(): return 1\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    if path.stat().st_ctime_ns == before.st_ctime_ns:
        pytest.skip("this system does not tell when a file was last changed")
    assert "tool_t" in {tool["name"] for tool in warm(tools, tmp_path, monkeypatch)[0].discover_tools()}


def test_the_times_of_a_file_that_was_just_written_are_not_trusted(tools, tmp_path, monkeypatch, cold):
    names = opened(monkeypatch)
    warm(tools, tmp_path, monkeypatch)
    assert sorted(names) == ["broken.py", "lib.py", "sub.py"]


def test_details_of_another_form_are_read_anew(tmp_path):
    path = tmp_path / "lib.py"
    path.write_text(LIBRARY, encoding="utf-8")
    wanted = read(path.read_bytes(), str(path), positions=False)
    head, _ = file_to(wanted)
    for body in (b"", b"[]", b"[[1], [[1]]]", b"\0"):
        assert file_from(head, str(path), Body(body, 0, len(body), str(path))) == wanted
    path.unlink()
    lost = file_from(head, str(path), Body(b"", 0, 0, str(path)))
    assert (lost.tools[0].name, lost.tools[0].parameters, lost.contract) == ("tool_a", (), None)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"Does a.", b"Does b."),
        lambda data: _resealed(data.replace(b'"files"', b'"other"')),
        lambda data: _resealed(data.replace(b"tool_", b"loot_").replace(b"[", b"{")),
        lambda data: b"\0" * 100,
        lambda data: b"x" * 64 + data[64:],
        lambda data: b"[" * 100_000,
    ],
)
def test_a_spoilt_index_counts_as_none(tools, tmp_path, monkeypatch, cold, spoil):
    (index,) = (tmp_path / "cache").iterdir()
    index.write_bytes(spoil(index.read_bytes()))
    again, parsed = warm(tools, tmp_path, monkeypatch)
    assert len(parsed) == 3
    assert shown(again) == shown(cold)
    assert warm(tools, tmp_path, monkeypatch)[1] == []


def test_entries_of_another_form_are_read_anew(tmp_path):
    index = Index(str(tmp_path), "x")
    for kept in (["no", "file"], [0, 0, [[1]], [], [], [1], None], None, 5):
        index._files = {sha256(b"x").hexdigest(): kept}
        assert index.get(b"x", "p") is None


def test_a_folder_that_cannot_be_written_is_no_fault(tools, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    tools.write(lib="def tool_x(): return 1\n")
    assert tools.binding(cache_dir=tmp_path / "file" / "cache").execute_tool("tool_x", {})["output"] == 1


def test_bindings_in_parallel_do_not_spoil_it(tools, tmp_path, monkeypatch):
    for number in range(20):
        tools.write(**{f"lib{number}": f"def tool_{number}(): return {number}\n"})
    seen = []

    def make():
        seen.append(len(LCPBinding(tools_folders=tools.root, cache_dir=tmp_path / "cache").discover_tools()))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [20] * 8
    assert len(list((tmp_path / "cache").iterdir())) == 1
    assert warm(tools, tmp_path, monkeypatch)[1] == []


@pytest.mark.parametrize("source", [LIBRARY, BROKEN])
def test_a_file_is_known_by_its_content_wherever_it_is(source):
    head, body = file_to(read(source.encode(), "a.py", positions=False))
    head = json.loads(json.dumps(head))
    for path in ("a.py", "b.py"):
        again = file_from(head, path, Body(b"##" + body + b"##", 2, 2 + len(body), path))
        assert again == read(source.encode(), path, positions=False)
        assert (again.later, [tool.later for tool in again.tools]) == (None, [None] * len(again.tools))


LITERALS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(LITERALS)
def test_every_literal_survives(value):
    again = _value_from(json.loads(json.dumps(_value_to(value))))
    assert again == value
    assert type(again) is type(value)
