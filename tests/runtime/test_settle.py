"""Coroutines and generators that tools return."""

import asyncio

import pytest


@pytest.mark.parametrize(
    ("body", "output"),
    [
        ("return _later(name)", "got a"),
        ("return {'success': True, 'output': _later(name)}", "got a"),
        ("return _twice(name)", "got a"),
        ("return _Awaitable()", 7),
        ("return _agen()", [1, 2]),
        ("yield 1\n    yield name", [1, "a"]),
        ("if False: yield\n    return {'success': True, 'output': 'returned'}", "returned"),
        ("if False: yield", []),
    ],
)
def test_r15_what_is_returned_late_is_waited_for(tools, body, output):
    source = f"""
async def _later(name):
    return "got " + name
async def _twice(name):
    return _later(name)
async def _agen():
    yield 1
    yield 2
class _Awaitable:
    def __await__(self):
        if False: yield
        return 7
def tool_lookup(name: str = "a"):
    {body}
"""
    assert tools.call(source, "tool_lookup") == {"output": output, "status_code": 200, "success": True}


def test_an_async_tool_is_awaited_also_where_a_loop_runs(tools):
    source = """
    import asyncio, contextvars
    async def tool_a(x: int):
        await asyncio.sleep(0)
        return {"success": True, "output": x}
    async def tool_e(): raise KeyError("k")
    async def tool_i(): raise KeyboardInterrupt
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_a", {"x": 3})["output"] == 3

    async def host():
        return binding.execute_tool("tool_a", {"x": 4}), binding.execute_tool("tool_e", {})

    done, crashed = asyncio.run(host())
    assert done["output"] == 4
    assert crashed["error"] == "Tool 'tool_e' crashed: KeyError: 'k'"
    with pytest.raises(KeyboardInterrupt):
        binding.execute_tool("tool_i", {})


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_r15_a_coroutine_that_cannot_be_awaited_is_a_failure(tools):
    source = """
    async def _once(): return 1
    KEPT = _once()
    def tool_a(): return KEPT
    async def _forever():
        return _forever()
    def tool_f(): return _forever()
    def tool_g():
        yield 1
        raise ValueError("late")
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_a", {})["output"] == 1
    for name, said in (("tool_a", "cannot reuse"), ("tool_f", "without end"), ("tool_g", "ValueError: late")):
        record = binding.execute_tool(name, {})
        assert record["success"] is False
        assert said in record["error"]


def test_the_tools_own_dict_is_not_changed(tools):
    source = """
    async def _later(): return 1
    LAST = []
    def tool_a():
        LAST.append({"success": True, "output": _later()})
        return LAST[-1]
    def tool_b(): return type(LAST[-1]["output"]).__name__
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_a", {})["output"] == 1
    assert binding.execute_tool("tool_b", {})["output"] == "coroutine"
