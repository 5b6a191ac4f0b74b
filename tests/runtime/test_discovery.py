"""Which tools a binding finds in folders, in which order, and what it says of the rest."""

import json
import os
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding, files

TOOL = "def tool_{0}(x: int = 1) -> dict:\n    '''Says {0}.'''\n    return '{0}'\n"


def tool(*names):
    return "".join(TOOL.format(name) for name in names)


def names(binding, **options):
    return [record["name"] for record in binding.discover_tools(**options)]


def noticed(binding):
    return [(notice.kind, Path(notice.path).name, notice.line, notice.tool) for notice in binding.notices]


def test_libraries_are_read_in_sorted_order_primary_first(tools):
    tools.write(
        ("zebra", tool("init")),
        (".", tool("root")),
        zebra__zebra=tool("primary"),
        zebra__a=tool("sibling"),
        apple=tool("loose"),
        pack__two=tool("two"),
        pack__one=tool("one"),
        deep__sub__sub=tool("deep"),
    )
    assert names(tools.binding()) == ["tool_loose", "tool_one", "tool_two", "tool_primary", "tool_sibling"]


def test_the_first_definition_of_a_name_wins_and_the_loser_is_told(tools):
    tools.write(a=tool("same"), b="\n" + tool("same", "other"))
    binding = tools.binding()
    assert names(binding) == ["tool_same", "tool_other"]
    assert binding.discovered_tools[0]["_python_file_path"] == str(tools.root / "a.py")
    assert noticed(binding) == [("duplicate-tool", "b.py", 2, "tool_same")]
    assert f"{tools.root / 'a.py'}:1" in binding.notices[0].message


def test_faults_are_told_with_file_and_line(tools, tmp_path):
    tools.write(
        broken="def tool_b():\n    '''B.'''\n)(\n",
        nested="def outer():\n    def tool_in(): ...\n",
        odd="def tool_x(): ...\ntool_x = 5\ndef tool_q_prompt(n): ...\n",
    )
    (tmp_path / "file.txt").write_text("x")
    binding = LCPBinding(tools_folders=[tools.root, tmp_path / "none", tmp_path / "file.txt"], tool_files=["no.py"])
    assert noticed(binding) == [
        ("broken-file", "broken.py", 3, ""),
        ("unreachable-tool", "nested.py", 2, "tool_in"),
        ("rebound-tool", "odd.py", 1, "tool_x"),
        ("prompt-is-a-tool", "odd.py", 3, "tool_q_prompt"),
        ("missing-folder", "none", 0, ""),
        ("not-a-folder", "file.txt", 0, ""),
        ("missing-file", "no.py", 0, ""),
    ]
    assert str(binding.notices[0]).startswith(f"{tools.root / 'broken.py'}:3: does not parse: unmatched ')'")


def test_a_missing_folder_is_logged(tmp_path, caplog):
    LCPBinding(tools_folders=tmp_path / "none")
    assert "the tools folder does not exist" in caplog.text


def test_a_broken_file_is_listed_and_a_call_answers_with_the_fault(tools):
    tools.write(lib="def tool_b(a: int):\n    '''B.'''\n)(\n")
    binding = tools.binding()
    assert binding.discover_tools()[0]["_parsed_via_regex_fallback"] is True
    record = binding.execute_tool("tool_b", {"a": 1})
    assert record["status_code"] == 500
    assert record["error"] == "Tool initialization failed for 'lib'. Its file does not parse: line 3: unmatched ')'"


def test_records_are_fresh_and_json(tools):
    tools.write(lib="def tool_a(x: list = [1]):\n    '''A.'''\n    return x\n")
    binding = tools.binding()
    before = json.dumps(binding.discover_tools())
    listed = binding.discover_tools()
    listed[0]["input_schema"]["properties"]["x"]["default"].append(2)
    listed[0]["name"] = "other"
    listed.clear()
    assert json.dumps(binding.list_tools()) == json.dumps(binding.discovered_tools) == before
    assert binding.execute_tool("tool_a", {})["output"] == [1]


def test_only_named_tools_are_listed_on_request(tools):
    tools.write(lib=tool("a", "b", "c"))
    assert names(tools.binding(), specific_tool_names=["tool_c", "tool_a", "none"]) == ["tool_a", "tool_c"]


def test_relative_folders_are_anchored_when_the_binding_is_made(tools, monkeypatch, tmp_path):
    tools.write(lib=tool("a"))
    monkeypatch.chdir(tmp_path)
    binding = LCPBinding(tools_folders="tools", tool_files="tools/lib.py")
    monkeypatch.chdir("/")
    assert names(binding, force_refresh=True) == ["tool_a"]
    assert binding.tools_folder_path == tools.root


@pytest.mark.parametrize("kind", [list, tuple, set, iter])
def test_folders_may_be_any_iterable(tools, kind):
    tools.write(lib=tool("a"))
    assert names(LCPBinding(tools_folders=kind([tools.root]))) == ["tool_a"]
    assert names(LCPBinding(tools_folder_path=str(tools.root))) == ["tool_a"]


def test_no_folders_are_no_tools():
    assert names(LCPBinding()) == names(LCPBinding(tools_folders=[])) == []


@pytest.mark.parametrize(
    ("options", "error", "part"),
    [
        ({"tool_folders": ["x"]}, TypeError, "Did you mean 'tools_folders'?"),
        ({"confirm_handlr": None}, TypeError, "Did you mean 'confirm_handler'?"),
        ({"tools_folders": 3}, TypeError, "tools_folders must be a path"),
        ({"tools_folders": [b"x"]}, TypeError, "tools_folders must hold paths, not bytes"),
        ({"host_tool_configs": []}, TypeError, "host_tool_configs must be a dict"),
        ({"arguments": "lax"}, ValueError, "pass, coerce, strict"),
        ({"compat": "other"}, ValueError, "'lollms'"),
    ],
)
def test_an_option_that_is_wrong_is_named(options, error, part):
    with pytest.raises(error, match=part.replace("?", "\\?")):
        LCPBinding(**options)


def test_options_of_the_hosts_base_class_are_accepted():
    assert names(LCPBinding(debug=True, enable_later=True, wait_for_server=False, model_name="", cwd=".")) == []


GATED = "TOOL_LIBRARY_LOAD_FLAG = 'enable-db'\n" + tool("gated")


@pytest.mark.parametrize(
    ("options", "open_"),
    [
        ({}, False),
        ({"enable-db": True}, True),
        ({"enable-db": "on"}, True),
        ({"enable-db": "off"}, False),
        ({"host_tool_configs": {"lib": {"enable-db": 1}}}, True),
        ({"host_tool_configs": {"lib": {"enable-db": False}}, "enable-db": True}, False),
        ({"host_tool_configs": {"lib": None}, "enable-db": True}, True),
    ],
)
def test_a_load_flag_opens_its_library(tools, options, open_):
    tools.write(lib__lib=GATED, lib__more=tool("more"))
    binding = tools.binding(**options)
    assert names(binding) == (["tool_gated", "tool_more"] if open_ else [])
    assert open_ or noticed(binding) == [("gated-library", "lib.py", 0, "")]


def test_an_unreadable_load_flag_is_closed(tools):
    tools.write(lib="FLAGS = {}\nTOOL_LIBRARY_LOAD_FLAG = FLAGS.get('x')\n" + tool("a"))
    assert names(tools.binding()) == []


def test_a_folder_that_is_a_library_is_gated_as_one(tools):
    tools.write(lib__lib=GATED, lib__more=tool("more"))
    assert names(LCPBinding(tools_folders=tools.root / "lib")) == []


def test_reading_anew_sees_changes_and_parses_only_them(tools, monkeypatch):
    tools.write(lib=tool("a"), other=tool("o"))
    binding = tools.binding()
    parsed = []
    real = files.read
    monkeypatch.setattr(files, "read", lambda source, path, **kw: parsed.append(path) or real(source, path, **kw))
    tools.write(lib=tool("b"))
    (tools.root / "other.py").touch()
    assert names(binding) == ["tool_a", "tool_o"]
    assert names(binding, force_refresh=True) == ["tool_b", "tool_o"]
    assert parsed == [str(tools.root / "lib.py")]
    (tools.root / "lib.py").unlink()
    binding._discover_local_tools()
    assert names(binding) == ["tool_o"]


def test_tools_that_come_later_are_found_when_there_were_none(tools):
    binding = tools.binding()
    assert names(binding) == []
    tools.write(lib=tool("a"))
    assert names(binding) == ["tool_a"]


def test_symbolic_links_are_one_module(tools, tmp_path):
    tools.write(real__real=tool("a"))
    try:
        (tools.root / "alias.py").symlink_to(tools.root / "real" / "real.py")
    except OSError:
        pytest.skip("no symbolic links here")
    binding = tools.binding()
    assert names(binding) == ["tool_a"]
    assert noticed(binding) == []
    assert binding.discovered_tools[0]["_python_file_path"] == str(tools.root / "real" / "real.py")


def test_only_regular_files_are_read(tools):
    (tools.root / "folder.py").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tools.root / "pipe.py")
    assert names(tools.binding()) == []


def test_what_the_lollms_host_shows(tools):
    tools.write(
        lib="async def tool_a(): ...\ndef tool_b(p: 'list[int]', *, k):\n    '''B.\n\n    Note: x.\n    '''\n",
        excel_tools=tool("x"),
        docx_mastery=tool("d"),
    )
    binding = tools.binding(compat="lollms")
    assert names(binding) == ["tool_b"]
    assert binding.list_tools()[0]["input_schema"]["properties"] == {
        "p": {"type": "integer", "description": "Parameter 'p'"}
    }
    binding.set_session_flags({"enable_excel": True})
    assert names(binding) == ["tool_d", "tool_x", "tool_b"]
    assert names(tools.binding()) == ["tool_d", "tool_x", "tool_a", "tool_b"]
