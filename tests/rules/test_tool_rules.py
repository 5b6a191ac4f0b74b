"""Rules about a Python file of tools beyond their own examples."""

import pytest

from lma_forge import lcp
from lma_forge.diagnostics import Diagnostic
from lma_forge.rules import check_tool_file

GOOD = 'def tool_read_note(key: str) -> dict:\n    """Reads a note."""\n    return {"success": True, "output": key}\n'


def check(source: str) -> tuple[Diagnostic, ...]:
    return check_tool_file(lcp.read(source, "x.py"), source)


def codes(source: str) -> list[str]:
    return [found.code for found in check(source)]


def test_a_complete_tool_has_no_finding():
    assert check(GOOD) == ()


@pytest.mark.parametrize(
    "source",
    [
        "",
        "import os\n",
        "def helper(x):\n    return x\n",
        "class Box:\n    def tool_kit(self, x):\n        return x\n",
        "def outer():\n    def tool_inner(x):\n        return x\n    return tool_inner\n",
    ],
)
def test_a_file_that_is_no_tool_library_is_left_alone(source: str):
    assert check(source) == ()


def test_a_file_that_does_not_parse_has_one_finding_at_the_fault():
    (found,) = check(GOOD + "def tool_x(:\n")
    assert (found.code, found.span.line, found.span.column) == ("LCP001", 4, 12)
    assert "tool_read_note" in found.message


def test_a_nul_byte_and_deep_nesting_do_not_parse():
    assert codes("x = '\0'\n") == ["LCP001"]
    assert codes("x = " + "(" * 5_000 + ")" * 5_000 + "\n") == ["LCP001"]


def test_positions_are_those_of_the_name():
    source = GOOD + "\n\ndef tool_écho(text, times=1):\n    raise NotImplementedError\n"
    found = [(d.code, d.span.line, d.span.column, d.span.end_line, d.span.end_column) for d in check(source)]
    assert found == [
        ("LCP113", 6, 1, 6, 14),
        ("LCP216", 6, 1, 6, 14),
        ("LCP201", 6, 15, 6, 19),
        ("LCP201", 6, 21, 6, 26),
    ]


def test_hidden_and_variadic_parameters_need_no_annotation():
    assert "LCP201" not in codes(GOOD.replace("key: str", "key: str, tool_context=None, *args, **kwargs"))


def test_nested_tools_and_methods_of_a_library():
    source = GOOD + "class Box:\n    def tool_kit(self):\n        def tool_inner():\n            pass\n"
    assert codes(source) == ["LCP105", "LCP104"]


@pytest.mark.parametrize(
    "line", ["tool_other = tool_read_note", "from other import tool_other", "from x import y as tool_other"]
)
def test_names_that_are_only_assigned_or_imported(line: str):
    (found,) = [one for one in check(f"{line}\n{GOOD}") if one.code == "LCP107"]
    assert found.span.line == 1
    assert "tool_other" in found.message


def test_a_prompt_provider_with_and_without_its_tool():
    provider = 'def tool_read_note_prompt() -> str:\n    """Describes."""\n    return "x"\n'
    (beside,) = check(GOOD + provider)
    (alone,) = check(provider)
    assert beside.code == alone.code == "LCP111"
    assert "there is no tool" in alone.message
    assert "there is no tool" not in beside.message


def test_a_long_name_says_how_long():
    (found,) = check(GOOD.replace("tool_read_note", "tool_" + "x" * 60))
    assert found.code == "LCP113"
    assert "65 characters" in found.message
