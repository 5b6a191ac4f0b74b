"""Libraries by name, and tools from code."""

import sys

import pytest

from lma_forge.runtime import LCPBinding

TOOL = "def tool_{0}():\n    '''Says {0}.'''\n    return '{0}'\n"


def tool(*names):
    return "".join(TOOL.format(name) for name in names)


def names(binding, **options):
    return [record["name"] for record in binding.list_tools(**options)]


@pytest.fixture
def library(tools):
    head = "TOOL_LIBRARY_NAME = 'Database Operations'\nTOOL_LIBRARY_ALIASES = ('sql', 'sqlite-tools')\n"
    return tools.write(db_ops__db_ops=head + tool("query"), db_ops__more=tool("more"), loose=tool("loose"))


@pytest.mark.parametrize(
    "name", ["db_ops", "tool_db_ops", "DB-Ops", "Database Operations", "SQL", "sqlite tools", "db_opss", " db_ops "]
)
def test_a_library_is_mounted_by_any_name_that_means_it(library, name):
    binding = library.binding()
    assert binding.unregister_tools_by_prefix("query") == binding.unregister_tools_by_prefix("more") == 1
    assert not binding.is_library_mounted("db_ops")
    assert binding.mount_tool_library(name)
    assert binding.is_library_mounted("db_ops")
    assert names(binding) == ["tool_loose", "tool_query", "tool_more"]
    assert binding.mount_tool_library(name)


@pytest.mark.parametrize("name", ["", ".", "..", "zzzzzz", "../tools", "db_ops/db_ops", "\0"])
def test_other_names_mount_nothing(library, name):
    binding = library.binding()
    binding.unregister_tools_by_prefix("query")
    assert not binding.mount_tool_library(name)
    assert not binding.mount_tool_library_if_absent(name)
    assert not binding.is_library_mounted(name)


def test_loose_files_are_libraries(library):
    binding = library.binding()
    assert binding.is_library_mounted("loose")
    binding.unregister_tools_by_prefix("loose")
    assert not binding.is_library_mounted("loose")
    assert binding.mount_tool_library_if_absent("loose")
    assert binding.mount_tool_library_if_absent("loose")
    assert binding.execute_tool("tool_loose", {})["output"] == "loose"


def test_mounting_brings_what_lies_below(library):
    library.write(db_ops__sub__sub=tool("deep"))
    binding = library.binding()
    assert "tool_deep" not in names(binding)
    assert binding.mount_tool_library("db_ops")
    assert names(binding)[-1] == "tool_deep"
    assert "tool_deep" in names(binding, force_refresh=True)


def test_a_folder_whose_modules_all_lie_below_it_can_be_mounted(tools):
    binding = tools.write(group__inner__inner=tool("deep")).binding()
    assert names(binding) == []
    assert binding.find_library_for_tool("group") == "group"
    assert binding.mount_tool_library("group")
    assert names(binding) == ["tool_deep"]
    assert binding.is_library_mounted("group")
    binding.unregister_tools_by_prefix("deep")
    assert binding.load_tool_by_name("group")["name"] == "tool_deep"
    (tools.root / "empty").mkdir()
    assert not binding.mount_tool_library("empty")


def test_a_folder_goes_before_a_loose_file_of_its_name(tools, tmp_path):
    (tmp_path / "more" / "lib").mkdir(parents=True)
    (tmp_path / "more" / "lib" / "lib.py").write_text(tool("folder"), encoding="utf-8")
    tools.write(lib="X = 1\n")
    binding = LCPBinding(tools_folders=[tools.root, tmp_path / "more"])
    binding.unregister_tools_by_prefix("folder")
    assert binding.mount_tool_library("lib")
    assert names(binding) == ["tool_folder"]


def test_a_folder_without_a_module_of_its_name_is_known_by_what_any_of_its_modules_says(tools):
    tools.write(
        pack__a=tool("a"), pack__b="TOOL_LIBRARY_NAME = 'The Pack'\nTOOL_LIBRARY_ALIASES = ['bundle']\n" + tool("b")
    )
    tools.write(lib__lib=tool("l"), lib__z="TOOL_LIBRARY_ALIASES = ['hidden one']\n" + tool("z"))
    binding = tools.binding()
    for name in ("the pack", "Bundle"):
        binding.unregister_tools_by_prefix("a")
        binding.unregister_tools_by_prefix("b")
        assert binding.mount_tool_library(name)
        assert {"tool_a", "tool_b"} <= set(names(binding))
    assert not binding.mount_tool_library("hidden one")


def test_a_gated_library_cannot_be_mounted(tools, caplog):
    tools.write(g__g="TOOL_LIBRARY_LOAD_FLAG = 'enable_g'\n" + tool("g"), g__more=tool("more"))
    binding = tools.binding()
    assert not binding.mount_tool_library("g")
    assert "enable_g=True" in caplog.text
    assert binding.load_tool_by_name("tool_g") is None
    assert not binding.is_tool_available("tool_more")
    assert tools.binding(enable_g=True).is_library_mounted("g")


def test_a_library_without_tools_cannot_be_mounted(tools):
    tools.write(lib__lib="x = 1\n")
    binding = tools.binding()
    assert not binding.mount_tool_library("lib")
    assert not binding.is_library_mounted("lib")


def test_tools_are_found_by_name_and_loaded_with_their_library(library):
    binding = library.binding()
    assert binding.find_library_for_tool("tool_query") == binding.find_library_for_tool("db_ops") == "db_ops"
    assert binding.find_library_for_tool("tool_loose") == "loose"
    assert binding.find_library_for_tool("tool_none") is None
    binding.unregister_tools_by_prefix("query")
    binding.unregister_tools_by_prefix("loose")
    assert binding.is_tool_available("tool_query")
    assert binding.find_library_for_tool("tool_query") == "db_ops"
    assert binding.load_tool_by_name(" tool_query ")["description"] == "Says query."
    assert binding.load_tool_by_name("loose")["name"] == "tool_loose"
    assert binding.load_tool_by_name("tool_none_at_all") is None


def test_registered_code_replaces_stays_and_goes(tools):
    tools.write(lib=tool("a", "b"))
    binding = tools.binding()
    before = set(sys.modules)
    assert binding.register_tool_from_code("dyn", tool("a", "c").replace("Says", "New"))
    assert names(binding) == ["tool_b", "tool_a", "tool_c"]
    assert binding.list_tools()[1]["_python_file_path"] is None
    assert names(binding, force_refresh=True) == ["tool_b", "tool_a", "tool_c"]
    assert binding.list_tools()[1]["description"] == "New a."
    assert binding.unregister_tools_by_prefix("a") == binding.unregister_tools_by_prefix("tool_c") == 1
    assert not [name for name in set(sys.modules) - before if name.startswith("dynamic_tool_")]
    assert names(binding, force_refresh=True) == ["tool_a", "tool_b"]


@pytest.mark.parametrize("code", ["def tool_x(:\n", "x = 1\n", "raise ValueError\ndef tool_x(): ...\n", "\0"])
def test_bad_code_registers_nothing(tools, code):
    binding = tools.write(lib=tool("a")).binding()
    assert not binding.register_tool_from_code("x", code)
    assert names(binding) == ["tool_a"]


def test_code_that_only_nests_a_tool_is_listed_and_a_call_says_why_it_fails():
    binding = LCPBinding()
    assert binding.register_tool_from_code("n", "def outer():\n    def tool_in(): ...\n")
    assert names(binding) == ["tool_in"]
    assert "defined inside another function" in binding.execute_tool("tool_in", {})["error"]


def test_an_interrupt_in_registered_code_reaches_the_host():
    with pytest.raises(KeyboardInterrupt):
        LCPBinding().register_tool_from_code("k", "raise KeyboardInterrupt\ndef tool_x(): ...\n")


def test_removed_tools_stay_away_until_the_folders_are_read_anew(tools):
    binding = tools.write(lib=tool("a")).binding()
    assert binding.unregister_tools_by_prefix("a") == 1
    assert names(binding) == []
    assert binding.execute_tool("tool_a", {})["status_code"] == 404
    assert names(binding, force_refresh=True) == ["tool_a"]


def test_the_empty_prefix_starts_anew(tools):
    binding = tools.write(lib=tool("a", "b")).binding()
    binding.register_tool_from_code("c", tool("c"))
    assert binding.unregister_tools_by_prefix("") == 3
    assert binding.execute_tool("tool_a", {})["status_code"] == 404
    assert names(binding) == ["tool_a", "tool_b"]
