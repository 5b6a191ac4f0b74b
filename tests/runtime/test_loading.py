"""How modules are imported: when, under which name, with which neighbours, and how often."""

import gc
import sys
import textwrap
import threading
import types

import pytest

from lma_forge.runtime import LCPBinding
from lma_forge.runtime.loading import MODULE_NAME


def test_nothing_runs_before_the_first_call_and_then_once(tools):
    tools.write(
        lib="""
        import pathlib
        LOG = pathlib.Path(__file__).with_name("log.txt")
        with LOG.open("a") as log: log.write("x")
        def tool_a(): return LOG.read_text()
        def tool_a_prompt() -> str: return "dynamic"
        """
    )
    binding = tools.binding()
    binding.list_tools()
    assert not (tools.root / "log.txt").exists()
    assert binding.execute_tool("tool_a", {})["output"] == "x"
    assert binding.execute_tool("tool_a", {})["output"] == "x"
    assert not (tools.root / "__pycache__").exists()


def test_the_module_has_the_doctrines_name_when_that_is_free(tools):
    source = """
    import sys
    def tool_a(): return [__name__, sys.modules[__name__].tool_a is tool_a, __file__]
    """
    tools.write(unique_stem=source)
    first, second = tools.binding(), tools.binding()
    name = f"{MODULE_NAME}unique_stem"
    assert first.execute_tool("tool_a", {})["output"] == [name, True, str(tools.root / "unique_stem.py")]
    assert second.execute_tool("tool_a", {})["output"][0] == f"{name}_2"
    del first, second
    gc.collect()
    assert not [loaded for loaded in sys.modules if loaded.startswith(name)]


def test_two_modules_of_one_stem_are_two(tools):
    tools.write(a__util="def tool_a(): return 'A'\n", b__util="def tool_b(): return 'B'\n")
    binding = tools.binding()
    assert [binding.execute_tool(name, {})["output"] for name in ("tool_b", "tool_a")] == ["B", "A"]


def test_bindings_share_no_modules(tools):
    tools.write(lib="N = 0\ndef tool_n():\n    global N\n    N += 1\n    return N\n")
    first, second = tools.binding(), tools.binding()
    assert [first.execute_tool("tool_n", {})["output"] for _ in range(2)] == [1, 2]
    assert second.execute_tool("tool_n", {})["output"] == 1


def test_siblings_import_each_other_in_every_form(tools):
    tools.write(
        ("lib/parts", ""),
        lib__lib="""
        import helpers
        import helpers as h, json
        from helpers import VALUE
        from . import helpers as relative
        from .helpers import VALUE as other
        import parts.inner
        import parts.inner as deep
        from parts import inner
        def tool_same():
            import helpers as late
            one = helpers is h is relative is late
            return [one, VALUE, other, parts.inner.NAME, deep is inner, json.dumps(1)]
        """,
        lib__helpers="VALUE = []\nimport lib\ndef tool_helper(): return [lib.tool_same is not None, VALUE]\n",
        lib__parts__inner="from ..helpers import VALUE\nNAME = 'inner'\n",
    )
    binding = tools.binding()
    assert binding.execute_tool("tool_same", {})["output"] == [True, [], [], "inner", True, "1"]
    assert binding.execute_tool("tool_helper", {})["output"] == [True, []]


def test_siblings_of_two_libraries_stay_apart(tools):
    for name in "xy":
        tools.write(**{f"{name}__{name}": f"import helpers\ndef tool_{name}(): return helpers.ME\n"})
        tools.write(**{f"{name}__helpers": f"ME = '{name}'\n"})
    binding = tools.binding()
    assert [binding.execute_tool(f"tool_{name}", {})["output"] for name in "xy"] == ["x", "y"]
    assert "helpers" not in sys.modules


def test_the_standard_library_and_installed_packages_keep_their_names(tools):
    tools.write(
        json="import json\ndef tool_j(): return json.dumps([1])\n",
        lib__lib="import json\ndef tool_l(): return json.dumps([2])\n",
        lib__json="raise SystemExit\n",
        pytest="def tool_p(): ...\n",
        loose="import pytest\ndef tool_o(): return hasattr(pytest, 'raises')\n",
        hypothesis__hypothesis="import hypothesis\ndef tool_h(): return hasattr(hypothesis, 'given')\n",
    )
    binding = tools.binding()
    outputs = [binding.execute_tool(f"tool_{name}", {})["output"] for name in "jloh"]
    assert outputs == ["[1]", "[2]", True, True]


def test_loose_files_import_their_neighbours_when_nothing_else_has_the_name(tools):
    tools.write(
        alone="import neighbour_of_alone as n\ndef tool_a(): return n.X\n",
        neighbour_of_alone="X = 5\n",
        other="import no_such\n",
    )
    assert tools.binding().execute_tool("tool_a", {})["output"] == 5


def test_tracebacks_show_the_line_of_the_file(tools):
    record = tools.call("import os\n\n\ndef tool_a():\n    raise ValueError('boom')\n", "tool_a")
    assert f'File "{tools.root / "lib.py"}", line 5, in tool_a' in record["traceback"]
    assert "raise ValueError('boom')" in record["traceback"]
    assert "caller.py" not in record["traceback"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise ValueError('no disk')", "ValueError: no disk"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import no_such_module_at_all", "ModuleNotFoundError"),
        ("def init_tools_library(config): raise RuntimeError('no key')", "RuntimeError: no key"),
        ("def init_tools_library(a, b): ...", "TypeError"),
        ("async def init_tools_library(c): raise KeyError('x')", "KeyError: 'x'"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "E"),
    ],
)
def test_a_module_that_cannot_be_loaded_is_a_failure_with_its_reason_and_is_tried_again(tools, source, reason):
    tools.write(lib=f"def tool_a(): return 1\n{source}\n")
    binding = tools.binding()
    before = set(sys.modules)
    for _ in range(2):
        record = binding.execute_tool("tool_a", {})
        assert record.keys() == {"error", "status_code"}
        assert record["error"].startswith(f"Tool initialization failed for 'lib'. {reason}")
    assert not [name for name in set(sys.modules) - before if name.endswith((".lib", "persistent_lib"))]
    tools.write(lib="def tool_a(): return 1\n")
    assert binding.discover_tools(force_refresh=True)
    assert binding.execute_tool("tool_a", {})["output"] == 1


def test_an_interrupt_while_loading_reaches_the_host(tools):
    tools.write(lib="raise KeyboardInterrupt\ndef tool_a(): ...\n")
    with pytest.raises(KeyboardInterrupt):
        tools.binding().execute_tool("tool_a", {})


def test_changed_code_is_loaded_anew_when_the_folders_are_read(tools):
    tools.write(
        lib__lib="from helpers import V\nN = []\ndef tool_v(x=1): N.append(1); return [V, len(N)]\n",
        lib__helpers="V = 1\n",
    )
    binding = tools.binding()
    assert binding.execute_tool("tool_v", {})["output"] == [1, 1]
    assert binding.execute_tool("tool_v", {})["output"] == [1, 2]
    binding.discover_tools(force_refresh=True)
    assert binding.execute_tool("tool_v", {})["output"] == [1, 3]
    tools.write(lib__helpers="V = 2\n")
    binding.discover_tools(force_refresh=True)
    assert binding.execute_tool("tool_v", {})["output"] == [2, 1]


@pytest.fixture
def gate(monkeypatch):
    """A module that modules under test can import to wait in the middle of their own import."""
    module = types.ModuleType("gate_of_the_test")
    module.doors = {name: threading.Event() for name in ("inside", "go", "a", "b")}
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module.doors


def run(calls):
    """Run the calls side by side and give their records."""
    records = []
    threads = [threading.Thread(target=lambda call=call: records.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    return threads, records


def test_first_calls_from_many_threads_load_once_and_see_it_initialised(tools, gate):
    tools.write(
        lib="""
        from gate_of_the_test import doors
        LOADS = []
        READY = False
        LOADS.append(1)
        def init_tools_library(config=None):
            global READY
            doors["inside"].set()
            doors["go"].wait(20)
            READY = True
        def tool_a(): return [len(LOADS), READY]
        """
    )
    binding = tools.binding()
    first, records = run([lambda: binding.execute_tool("tool_a", {})])
    assert gate["inside"].wait(20)
    others, more = run([lambda: binding.execute_tool("tool_a", {})] * 8)
    gate["go"].set()
    for thread in (*first, *others):
        thread.join(20)
    assert [record["output"] for record in (*records, *more)] == [[1, True]] * 9


def test_modules_that_import_each_other_load_from_two_threads(tools, gate):
    for me, other in (("a", "b"), ("b", "a")):
        source = f"""
        from gate_of_the_test import doors
        doors["{me}"].set()
        doors["{other}"].wait(20)
        import {other}
        def tool_{me}(): return {other}.__name__
        """
        tools.write(**{f"lib__{me}": source})
    binding = tools.binding()
    threads, records = run([lambda n=name: binding.execute_tool(f"tool_{n}", {}) for name in "ab"])
    for thread in threads:
        thread.join(20)
    assert [record["success"] for record in records] == [True, True]
    assert gate["a"].is_set()


def test_a_library_that_calls_itself_while_it_loads_is_told_so(tools):
    box = []
    tools.write(lib="def init_tools_library(config): config['call']()\ndef tool_a(): return 1\n")
    binding = tools.binding(host_tool_configs={"lib": {"call": lambda: box.append(binding.execute_tool("tool_a", {}))}})
    assert binding.execute_tool("tool_a", {})["output"] == 1
    assert "while it is being loaded" in box[0]["error"]


def test_a_stem_with_dots_or_dashes_is_no_matter(tools):
    (tools.root / "my-tool.v2.py").write_text("def tool_a(): return __name__\n")
    assert tools.binding().execute_tool("tool_a", {})["output"] == f"{MODULE_NAME}my-tool.v2"


def test_main_blocks_do_not_run(tools):
    assert tools.call("def tool_a(): return 1\nif __name__ == '__main__':\n    raise SystemExit\n", "tool_a")["success"]


def test_dataclasses_with_postponed_annotations_work(tools):
    source = """
    from __future__ import annotations
    from dataclasses import KW_ONLY, dataclass
    @dataclass
    class P:
        _: KW_ONLY
        x: int = 1
    def tool_a(): return P(x=3).x
    """
    assert tools.call(source, "tool_a")["output"] == 3
    binding = LCPBinding()
    assert binding.register_tool_from_code("d", textwrap.dedent(source))
    assert binding.execute_tool("tool_a", {})["output"] == 3
