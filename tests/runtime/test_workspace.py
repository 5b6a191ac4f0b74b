"""The working directory during a call."""

import threading
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding

CWD = """
import os
def tool_cwd(leave: bool = False):
    here = os.getcwd()
    if leave:
        os.chdir("..")
    return here
def tool_fail():
    os.chdir("/")
    raise ValueError
"""


def test_a_call_is_inside_the_workspace_and_the_host_stays_where_it_is(tools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ws").mkdir()
    binding = tools.write(lib=CWD).binding(workspace="ws")
    for params in ({}, {"leave": True}, {}):
        assert binding.execute_tool("tool_cwd", params)["output"] == str(tmp_path / "ws")
        assert Path.cwd() == tmp_path
    assert binding.execute_tool("tool_fail", {})["success"] is False
    assert Path.cwd() == tmp_path


def test_without_a_workspace_the_host_decides(tools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert tools.call(CWD, "tool_cwd")["output"] == str(tmp_path)


def test_a_workspace_that_is_gone_is_a_failure(tools, tmp_path):
    record = tools.call(CWD, "tool_cwd", workspace=tmp_path / "none")
    assert record["success"] is False
    assert "the workspace cannot be used" in record["error"]


def test_calls_in_two_workspaces_take_turns_and_in_one_do_not(tools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    source = """
    import os, threading
    def init_tools_library(config):
        global BARRIER
        BARRIER = config["barrier"]
    def tool_meet():
        before = os.getcwd()
        BARRIER.wait(20)
        return [before, os.getcwd()]
    """
    tools.write(lib=source)
    bindings = []
    for folder in folders:
        configs = {"lib": {"barrier": threading.Barrier(2)}}
        bindings.append(LCPBinding(configs, tools_folders=tools.root, workspace=folder))
    outputs = []
    threads = [
        threading.Thread(target=lambda b=binding: outputs.append(b.execute_tool("tool_meet", {}).get("output")))
        for _ in range(2)
        for binding in bindings
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(outputs) == sorted([[str(folder)] * 2 for folder in folders] * 2)
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize("same", [True, False])
def test_a_tool_may_call_a_tool_in_another_workspace(tools, tmp_path, monkeypatch, same):
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).mkdir()
    tools.write(lib=CWD + "def tool_nest(tool_context): return [tool_context(), os.getcwd()]\n")
    outer = tools.binding(workspace=tmp_path / "a")
    inner = tools.binding(workspace=tmp_path / ("a" if same else "b"))
    record = outer.execute_tool("tool_nest", {}, tool_context=lambda: inner.execute_tool("tool_cwd", {})["output"])
    assert record["output"] == [str(tmp_path / ("a" if same else "b")), str(tmp_path / "a")]
    assert Path.cwd() == tmp_path
