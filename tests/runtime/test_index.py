"""The warm discovery index: the same view without parsing, whatever happened to the index."""

import json
import threading
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.lcp import read
from lma_forge.runtime import LCPBinding, files
from lma_forge.runtime.index import Index, _file_from, _file_to, _value_from, _value_to

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
    assert len(json.loads(index.read_bytes().partition(b"\n")[2])) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"Does a.", b"Does b."),
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
    index._stored = {sha256(b"x").hexdigest(): ["no", "file"]}
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


def test_a_file_is_known_by_its_content_wherever_it_is():
    view = read(LIBRARY.encode(), "a.py", positions=False)
    kept = json.loads(json.dumps(_file_to(view)))
    assert _file_from(kept, "a.py") == view
    assert _file_from(kept, "b.py") == read(LIBRARY.encode(), "b.py", positions=False)
    broken = read(BROKEN.encode(), "a.py", positions=False)
    assert _file_from(json.loads(json.dumps(_file_to(broken))), "a.py") == broken


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
