"""Which tools stand together in one module."""

from dataclasses import replace

import pytest

from lma_forge import emit
from lma_forge.emit.library import category_stem
from lma_forge.model import Approval, Effect, GovernanceRule, Spec, Tool
from tests.emit.conftest import load
from tests.emit.samples import FILE_WRITER, MEMORY_READER, TEMPLATES, with_body


def filed(tool: Tool, category: str) -> Tool:
    return replace(tool, category=category)


def test_each_tool_has_its_own_module():
    spec = Spec(tools=(filed(FILE_WRITER, "Storage"), filed(MEMORY_READER, "Storage")))
    found = emit.libraries(spec)
    assert [(library.stem, library.title, library.icon) for library in found] == [
        ("file_writer", "File Writer", "🔧"),
        ("memory_reader", "Memory Reader", "🧠"),
    ]
    assert found[0].description == "Creates or updates approved project files."


def test_an_explicit_category_makes_one_module_and_a_group_makes_none():
    spec = Spec(
        tools=(
            filed(FILE_WRITER, "File Storage"),
            replace(FILE_WRITER, name="PageWriter", group="File Storage"),
            filed(MEMORY_READER, "file-storage"),
        )
    )
    first, second = emit.libraries(spec, "category")
    assert (first.stem, first.title, first.icon) == ("file_storage", "File Storage", "🧠")
    assert first.description == "Tools of the category File Storage: File Writer, Memory Reader."
    assert [tool.name for tool in first.tools] == ["FileWriter", "MemoryReader"]
    assert second.stem == "page_writer"


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match='layout is "tool" or "category"'):
        emit.libraries(Spec(), "group")


@pytest.mark.parametrize(
    ("category", "stem"),
    [
        ("Files", "files"),
        ("File Tools", "file_tools"),
        ("Import", "import_library"),
        ("Word Tools", "word_tools_library"),
        ("Json", "json_library"),
        ("COM 1", "com_1"),
        ("com1", "com1_library"),
        ("Nul", "nul_library"),
        ("3D", "n3_d"),
        ("Café & Co.", "cafe_co"),
        ("value", "value"),
    ],
)
def test_the_module_of_a_category(category: str, stem: str):
    assert category_stem(category) == stem


def test_categories_without_letters_stay_apart_and_long_ones_stay_short():
    assert category_stem("日本") != category_stem("中国")
    assert category_stem("日本").isidentifier()
    assert len(category_stem("x" * 10_000)) <= 64
    assert category_stem("x" * 10_000) != category_stem("x" * 10_001)


def test_what_the_spec_leaves_open_is_settled():
    rules = (GovernanceRule("Read only.", 1),)
    open_ = replace(MEMORY_READER, effects=None, approval=None, rules=rules)
    (library,) = emit.libraries(Spec(tools=(open_,)))
    assert library.tools[0].effects == (Effect.READ,)
    assert library.tools[0].approval == Approval(required=False)


def test_tools_of_one_module_share_what_they_need(tmp_path):
    spec = Spec(tools=(filed(MEMORY_READER, "Storage"), filed(FILE_WRITER, "Storage")))
    (library,) = emit.libraries(spec, "category")
    text = emit.render(library, TEMPLATES)
    assert emit.verify(text, library) == ()
    path = tmp_path / "storage.py"
    path.write_text(with_body(text, 'raise ToolFailure("x")'), encoding="utf-8")
    module = load(path)
    assert (module.FAILURE_MEMORY_READER, module.FAILURE_FILE_WRITER) == (
        "Memory key not found.",
        "File write failed. No changes were made.",
    )
    module.init_tools_library({"autonomy_level": "full_access"})
    assert module.tool_memory_reader("a")["error"] == "MemoryReader is not implemented yet."
    assert module.tool_memory_reader(5)["error"].startswith("Memory key not found. The argument key is 5")
    assert module.tool_file_writer("a", "b", "create")["error"] == "File write failed. No changes were made. x"
    assert list(module.TOOL_CONTRACT) == ["tool_memory_reader", "tool_file_writer"]


@pytest.mark.parametrize("name", ["Approve", "Text", "Failed", "Passthrough", "Configure", "Shown", "Is", "Path"])
def test_a_tool_may_have_the_name_of_a_part_of_the_module(name: str, tmp_path):
    tool = filed(replace(FILE_WRITER, name=name), "Parts")
    (library,) = emit.libraries(Spec(tools=(tool, filed(MEMORY_READER, "Parts"))), "category")
    text = emit.render(library, TEMPLATES)
    assert emit.verify(text, library) == ()
    assert emit.implementation_name(tool) == f"_{name.lower()}_"
    path = tmp_path / "parts.py"
    path.write_text(text, encoding="utf-8")
    module = load(path)
    module.init_tools_library({"autonomy_level": "full_access"})
    result = getattr(module, f"tool_{name.lower()}")("a", "b", "create")
    assert result["error"] == f"{name} is not implemented yet."


def test_the_quotes_of_a_category_do_not_cut_the_librarys_name():
    (library,) = emit.libraries(Spec(tools=(filed(FILE_WRITER, 'Bob\'s "own" files'),)), "category")
    assert library.title == "Bob’s ”own” files"  # noqa: RUF001 - the quotes are the point


def test_a_rule_for_all_tools_asks_for_approval_where_its_effect_is():
    rule = GovernanceRule("No destructive operation without approval.", 1, policy="confirm-destructive")
    deleter = replace(FILE_WRITER, name="FileDeleter", effects=(Effect.WRITE, Effect.DESTRUCTIVE), approval=None)
    found = emit.libraries(Spec(tools=(deleter, replace(MEMORY_READER, approval=None)), global_rules=(rule,)))
    assert [library.tools[0].approval for library in found] == [
        Approval(required=True, condition="No destructive operation without approval."),
        Approval(required=False),
    ]
