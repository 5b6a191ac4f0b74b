"""Which tools a host finds in a file, and what it knows of the file."""

import ast
import inspect
import textwrap

import pytest
from hypothesis import example, given

from lma_forge.diagnostics import Span
from lma_forge.lcp import ToolFile, read, schema
from tests.strategies import sources


def file(source):
    return read(textwrap.dedent(source), "lib.py")


def names(found):
    return [tool.name for tool in found.tools]


def strays(found):
    return {stray.name: (stray.reason, stray.span.line) for stray in found.unreachable}


def test_tools_are_the_functions_of_the_module_that_begin_with_tool():
    found = file(
        """
        import sys
        def helper(): ...
        def TOOL_no(): ...
        def tool_plain(): ...
        async def tool_async(): ...
        if sys.platform == "nope":
            def tool_under_if(): ...
        elif sys.argv:
            def tool_under_elif(): ...
        else:
            def tool_under_else(): ...
        try:
            def tool_under_try(): ...
        except ImportError:
            def tool_under_except(): ...
        else:
            def tool_after_try(): ...
        finally:
            def tool_finally(): ...
        with open("x") as x:
            def tool_under_with(): ...
        for _ in ():
            def tool_under_for(): ...
        while True:
            def tool_under_while(): ...
        match 1:
            case 1:
                def tool_under_match(): ...
        class tool_class: ...
        """
    )
    assert names(found) == [
        "tool_plain",
        "tool_async",
        "tool_under_if",
        "tool_under_elif",
        "tool_under_else",
        "tool_under_try",
        "tool_after_try",
        "tool_under_except",
        "tool_finally",
        "tool_under_with",
        "tool_under_for",
        "tool_under_while",
        "tool_under_match",
    ]
    assert [tool.name for tool in found.tools if tool.is_async] == ["tool_async"]
    assert found.error is None
    assert not found.unreachable


def test_the_last_definition_of_a_name_is_the_tool():
    found = file(
        """
        def tool_a(first): 'One.'
        def tool_b(): ...
        def tool_a(second): 'Two.'
        try:
            def tool_q(fast: int): ...
        except ImportError:
            def tool_q(slow: str): ...
        """
    )
    assert names(found) == ["tool_a", "tool_b", "tool_q"]
    assert found.tool("tool_a").description == "Two."
    assert [p.name for p in found.tool("tool_q").parameters] == ["slow"]
    assert strays(found) == {"tool_a": ("its definition is replaced by a later one", 2)}


def test_overloads_are_not_replaced_definitions():
    found = file("import typing\n@typing.overload\ndef tool_o(x: int): ...\ndef tool_o(x): 'Real.'\n")
    assert found.tool("tool_o").description == "Real."
    assert not found.unreachable


def test_names_that_no_host_can_call_are_told_with_reason_and_line():
    found = file(
        """
        from typing import TYPE_CHECKING
        from json import dumps as tool_dumps
        tool_lambda = lambda x: x
        def outer():
            def tool_inner(): ...
            class Box:
                def tool_method(self): ...
        class Kit:
            async def tool_other(self): ...
        if TYPE_CHECKING:
            def tool_types(): ...
        if __name__ == "__main__":
            def tool_main(): ...
        if not True:
            def tool_never(): ...
        def tool_real(): ...
        """
    )
    assert names(found) == ["tool_real"]
    never = "its condition is never true when a host loads the file"
    assert strays(found) == {
        "tool_dumps": ("it is imported, not defined here", 3),
        "tool_lambda": ("it is assigned, not defined with def", 4),
        "tool_inner": ("it is defined inside function 'outer'", 6),
        "tool_method": ("it is defined inside class 'Box'", 8),
        "tool_other": ("it is defined inside class 'Kit'", 10),
        "tool_types": (never, 12),
        "tool_main": (never, 14),
        "tool_never": (never, 16),
    }


def test_a_name_that_is_bound_anew_stays_a_tool_and_is_marked():
    found = file("def tool_x(): ...\ntool_x = 5\ndef tool_y(): ...\ndel tool_y\ndef tool_z(): ...\n")
    assert [(tool.name, tool.rebound) for tool in found.tools] == [("tool_x", 2), ("tool_y", 4), ("tool_z", 0)]


def test_prompt_providers_are_no_tools():
    found = file(
        '''
        def tool_database_prompt() -> str:
            """Of the library."""
            return f"{1}"
        def tool_q_prompt(extra=1) -> "str":
            return "Of tool_q."
        def tool_q(): ...
        def tool_documented_prompt():
            """Unannotated."""
        async def tool_late_prompt() -> str: ...
        def tool_bare_prompt(): ...
        def tool_needing_prompt(x) -> str: ...
        def tool_dict_prompt() -> dict: ...
        def tool_prompt() -> str: ...
        '''
    )
    assert [(prompt.name, prompt.tool, prompt.text) for prompt in found.prompts] == [
        ("tool_database_prompt", "", None),
        ("tool_q_prompt", "tool_q", "Of tool_q."),
        ("tool_documented_prompt", "", None),
        ("tool_late_prompt", "", None),
    ]
    assert names(found) == ["tool_q", "tool_bare_prompt", "tool_needing_prompt", "tool_dict_prompt", "tool_prompt"]


def test_library_metadata_is_read_as_the_literals_they_are():
    found = file(
        """
        '''The module.'''
        NAME = "Database Operations"
        TOOL_LIBRARY_NAME = NAME
        TOOL_LIBRARY_DESC: str = "Runs " "queries."
        TOOL_LIBRARY_ICON = "🗄️"
        TOOL_LIBRARY_ALIASES = ["sql", 'sqlite-tools']
        if True:
            TOOL_LIBRARY_LOAD_FLAG = "enable-db"
        def init_tools_library(config=None): ...
        def set_confirm_handler(handler): ...
        """
    )
    library = found.library
    assert (library.name, library.desc, library.icon) == ("Database Operations", "Runs queries.", "🗄️")
    assert library.aliases == ("sql", "sqlite-tools")
    assert library.load_flag == "enable-db"
    assert library.gated
    assert not library.unreadable
    assert found.hooks == ("init_tools_library", "set_confirm_handler")
    assert found.docstring == "The module."


@pytest.mark.parametrize("value", ["FLAG", "f'x'", "1", "['x']", "'a' + x", "flag()"])
def test_a_load_flag_that_is_no_text_gates_the_library_all_the_same(value):
    library = file(f"TOOL_LIBRARY_LOAD_FLAG = {value}\n").library
    assert library.load_flag is None
    assert library.unreadable == ("TOOL_LIBRARY_LOAD_FLAG",)
    assert library.gated


def test_a_changed_constant_is_unreadable():
    assert file("TOOL_LIBRARY_LOAD_FLAG = 'x'\nTOOL_LIBRARY_LOAD_FLAG += y\n").library.gated
    assert file("TOOL_LIBRARY_NAME = 1\nTOOL_LIBRARY_ALIASES = 'x'\n").library.unreadable == (
        "TOOL_LIBRARY_NAME",
        "TOOL_LIBRARY_ALIASES",
    )


@pytest.mark.parametrize("value", ["None", "''"])
def test_an_empty_load_flag_is_no_gate(value):
    assert not file(f"TOOL_LIBRARY_LOAD_FLAG = {value}\n").library.gated


def test_the_contract_is_taken_as_a_literal():
    assert file("TOOL_CONTRACT: dict = {'tool_a': {'effects': ['read'], 'approval': False}}\n").contract == {
        "tool_a": {"effects": ["read"], "approval": False}
    }
    assert file("TOOL_CONTRACT = {'a': build()}\n").contract is None
    assert file("TOOL_CONTRACT = ['a']\n").contract is None
    assert file("").contract is None


def test_a_view_holds_the_signature():
    tool = file(
        """
        @registered
        @cache(maxsize=3)
        def tool_t(a, /, b: "list[int]" = [1], *args: int, c: float = 1e3, tool_context=None, **kw) -> dict: ...
        """
    ).tools[0]
    assert [(p.name, p.kind, p.annotation, p.default_text) for p in tool.parameters] == [
        ("a", "positional-only", "", ""),
        ("b", "positional", "'list[int]'", "[1]"),
        ("args", "var-positional", "int", ""),
        ("c", "keyword-only", "float", "1000.0"),
        ("tool_context", "keyword-only", "", "None"),
        ("kw", "var-keyword", "", ""),
    ]
    assert [(p.has_default, p.literal, p.default) for p in tool.parameters][:4] == [
        (False, False, None),
        (True, True, [1]),
        (False, False, None),
        (True, True, 1000.0),
    ]
    assert [p.name for p in tool.visible] == ["a", "b", "c"]
    assert tool.takes_any
    assert tool.decorators == ("registered", "cache(maxsize=3)")
    assert tool.returns == "dict"
    assert not tool.has_docstring


def test_spans_count_code_points_from_one_and_skip_decorators():
    source = '"""Ünï."""\n\n\n@é\ndef tool_ä(ö: int, ü="😀", x=1): return 1\n'
    for given_source in (source, source.encode(), source.replace("\n", "\r\n"), "\ufeff" + source):
        tool = read(given_source, "lib.py").tools[0]
        assert tool.span == Span("lib.py", 5, 1, 5, 41)
        assert [p.span.column for p in tool.parameters] == [12, 20, 27]
    (stray,) = read("tool_x = 'é'; tool_y = lambda: 0; \n", "p").unreachable[1:]
    assert stray.span == Span("p", 1, 15, 1, 33)


def test_positions_can_be_left_out():
    tool = read("\n\ndef tool_x(a): return 1\n", "lib.py", positions=False).tools[0]
    assert tool.span == Span("lib.py", 3, 1, 3, 1)


@pytest.mark.parametrize(
    ("source", "description"),
    [
        ("# -*- coding: latin-1 -*-\ndef tool_c(n: int = 5):\n    'Café.'\n".encode("latin-1"), "Café."),
        ("\ufeffdef tool_c():\n    'Café.'\n".encode(), "Café."),
        ("\ufeffdef tool_c():\n    'Café.'\n", "Café."),
        ("def tool_c():\r\n\t'Café.'\r\n".encode(), "Café."),
    ],
)
def test_files_are_decoded_as_python_decodes_them(source, description):
    found = read(source, "lib.py")
    assert found.error is None
    assert found.tools[0].description == description


@pytest.mark.parametrize(
    ("source", "line", "column", "part"),
    [
        ("def tool_a():\n    return 1\n\n)(\n", 4, 1, "unmatched"),
        ("def tool_a(): 1\nx = (:\n", 2, 6, "invalid"),
        ("def tool_a():\n    'é'; !\n", 2, 10, "invalid"),
        (b"def tool_a(): 1\n# \xe9\n", 2, 3, "0xE9"),
        ("def tool_a(): 1\n\0\n", 2, 1, "NUL"),
        (b"# -*- coding: klingon -*-\ndef tool_a(): 1\n", 1, 1, "klingon"),
        ("def tool_a(): 1\n" + "(" * 300 + "\n", 2, 200, "nested"),
    ],
)
def test_a_file_that_does_not_parse_is_reported_with_its_place_and_its_tools_are_broken(source, line, column, part):
    found = read(source, "lib.py")
    assert (found.error.line, found.error.column) == (line, column) or part == "nested"
    assert part in found.error.message
    assert names(found) == ["tool_a"]
    assert found.tools[0].broken


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_guesses_see_paragraphs_whatever_ends_a_line(end):
    source = 'def tool_x(a: int):\n    """One.\n\n    Two.\n    """\ndef broken(:\n'.replace("\n", end)
    (found,) = read(source).tools
    assert (found.description, found.docstring) == ("One.", "One.\n\n    Two.")


def test_guesses_at_a_broken_file_are_those_of_the_host():
    found = file(
        '''
        """
        def tool_in_text(x): ...
        """
        # def tool_in_comment(x):
        def tool_ok(a: int, b: str = 'x', n: int = 5, *args, tool_context=None) -> dict:
            """Good part.

            Args: none."""
        async def tool_second(x=1): ...
        def tool_ok(other): ...
        )(
        '''
    )
    assert names(found) == ["tool_ok", "tool_second"]
    assert found.tools[1].is_async
    assert [tool.span.line for tool in found.tools] == [6, 10]
    assert schema(found.tools[0]) == {
        "name": "tool_ok",
        "description": "Good part.",
        "input_schema": {
            "type": "object",
            "properties": {
                "a": {"type": "integer", "description": "Parameter 'a'"},
                "b": {"type": "string", "description": "Parameter 'b'", "default": "x"},
                "n": {"type": "integer", "description": "Parameter 'n'", "default": "5"},
                "*args": {"type": "string", "description": "Parameter '*args'"},
            },
            "required": ["a", "*args"],
        },
    }
    assert schema(found.tools[1])["description"] == "Executes tool_second."


def test_long_chains_and_deep_nesting_are_no_matter():
    chain = "if a: pass\n" + "".join(f"elif a{i}: pass\n" for i in range(3000)) + "else:\n    def tool_last(): ...\n"
    found = read(chain)
    assert found.error or names(found) == ["tool_last"]
    assert read("x = " + "-" * 50_000 + "1\ndef tool_a(): ...\n").error
    union = " | ".join(f"A{i}" for i in range(2000))
    assert read(f"def tool_u(x: {union} = {'+'.join('1' * 2000)}): ...\n").path == "<string>"


@given(sources())
@example("def tool_a(x: '" + "(" * 500 + "'): ...")
@example("def tool_a(x: 'a[b' = 1): ...")
@example("\ud800")
@example(b"\xff\xfe")
def test_reading_never_raises(source):
    found = read(source, "lib.py")
    assert isinstance(found, ToolFile)
    for tool in found.tools:
        assert tool.broken is (found.error is not None)
        assert tool.span.line >= 1
        schema(tool)
        schema(tool, "lollms")
    if found.error is None and isinstance(source, bytes):
        ast.parse(source)


def test_reading_runs_nothing_and_warns_of_nothing(recwarn):
    found = read("raise SystemExit\ndef tool_a(): '\\d'\n", "lib.py")
    assert names(found) == ["tool_a"]
    assert not recwarn.list
    assert not inspect.getmodule(found).__dict__.get("tool_a")
