"""What a model is shown of a tool."""

import inspect
import json
import re
import textwrap

import pytest
from hypothesis import given

from lma_forge.lcp import HIDDEN, looks_like_parameter, read, schema
from lma_forge.lcp.docstring import clean, host_line
from tests.strategies import docstrings, tool_modules


def tool(source):
    return read(textwrap.dedent(source), "lib.py").tools[-1]


def properties(source, compat=None):
    return schema(tool(source), compat)["input_schema"]["properties"]


def shape(annotation, before=""):
    """The schema of one annotation, without its description."""
    source = f"import typing as t\nfrom typing import *\n{before}\ndef tool_t(p: {annotation}): ...\n"
    entry = dict(properties(source)["p"])
    del entry["description"]
    return entry


@pytest.mark.parametrize(
    ("annotation", "entry"),
    [
        ("int", {"type": "integer"}),
        ("float", {"type": "number"}),
        ("bool", {"type": "boolean"}),
        ("str", {"type": "string"}),
        ("list", {"type": "array"}),
        ("dict", {"type": "object"}),
        ("object", {"type": "object"}),
        ("list[int]", {"type": "array", "items": {"type": "integer"}}),
        ("List[List[bool]]", {"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}}),
        ("Sequence[str]", {"type": "array", "items": {"type": "string"}}),
        ("tuple[int, ...]", {"type": "array", "items": {"type": "integer"}}),
        ("tuple[int, str]", {"type": "array"}),
        ("set[str]", {"type": "array", "items": {"type": "string"}}),
        ("list[Any]", {"type": "array"}),
        ("dict[str, Any]", {"type": "object"}),
        ("Mapping[str, int]", {"type": "object"}),
        ("Optional[int]", {"type": "integer"}),
        ("int | None", {"type": "integer"}),
        ("None | list[str]", {"type": "array", "items": {"type": "string"}}),
        ("t.Optional[t.List[int]]", {"type": "array", "items": {"type": "integer"}}),
        ("'list[int] | None'", {"type": "array", "items": {"type": "integer"}}),
        ("Literal['print', 'list']", {"type": "string", "enum": ["print", "list"]}),
        ("Literal[1, 2] | None", {"type": "integer", "enum": [1, 2]}),
        ("Literal['a'] | Literal['b']", {"type": "string", "enum": ["a", "b"]}),
        ("Literal[True]", {"type": "boolean", "enum": [True]}),
        ("list[Literal['a', 'b']]", {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
        ("int | str", {"type": ["integer", "string"]}),
        ("str | list[int]", {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}),
        ("Annotated[str, 'the number of items']", {"type": "string"}),
        ("Path", {"type": "string"}),
        ("Any", {"type": "string"}),
        ("Point", {"type": "string"}),
        ("Fingerprint | None", {"type": "string"}),
        ("print(1)", {"type": "string"}),
        ("'not [ python'", {"type": "string"}),
        ("Literal[x]", {"type": "string"}),
    ],
)
def test_the_type_is_that_of_the_annotations_real_structure(annotation, entry):
    assert shape(annotation) == entry


@pytest.mark.parametrize(
    ("before", "annotation", "entry"),
    [
        ("UserId = NewType('UserId', int)", "UserId", {"type": "integer"}),
        ("Rows = list[str]", "Optional[Rows]", {"type": "array", "items": {"type": "string"}}),
        ("from typing import List as Many", "Many[int]", {"type": "array", "items": {"type": "integer"}}),
        ("class Point(TypedDict):\n    x: int", "Point", {"type": "object"}),
        ("class Point: ...", "Point", {"type": "string"}),
        ("Loop = Loop", "Loop", {"type": "string"}),
    ],
)
def test_names_of_the_module_are_followed(before, annotation, entry):
    assert shape(annotation, before) == entry


def test_nullability_is_told_by_the_shape():
    view = tool("def tool_t(a: int, b: 'int | None', c: Optional[str] = None): ...\n")
    assert [p.shape.nullable for p in view.parameters] == [False, True, True]


def test_defaults_and_required_parameters():
    source = """
        def tool_t(a, b: int, c='x', d=-1, e=None, f=[1, ('b', 2.5)], g={'k': True}, *, h, i=LIMIT * 2,
                   j={1, 2}, k=1e999, l={1: 2}): ...
    """
    found = schema(tool(source))["input_schema"]
    assert found["required"] == ["a", "b", "h"]
    assert {name: entry["default"] for name, entry in found["properties"].items() if "default" in entry} == {
        "c": "x",
        "d": -1,
        "e": None,
        "f": [1, ["b", 2.5]],
        "g": {"k": True},
        "i": "LIMIT * 2",
        "j": "{1, 2}",
        "k": "1e309",
        "l": "{1: 2}",
    }
    json.dumps(found, allow_nan=False)


def test_a_schema_shares_nothing_with_the_view():
    view = tool("def tool_t(a: list = [[1]]): ...\n")
    schema(view)["input_schema"]["properties"]["a"]["default"][0].append(2)
    assert schema(view)["input_schema"]["properties"]["a"]["default"] == [[1]]


def test_host_objects_and_variadic_parameters_are_hidden():
    source = "def tool_t(tool_context, x, lollms_client_instance=1, *args, discussion_instance=2, **kwargs): ...\n"
    assert list(properties(source)) == ["x"]
    assert list(properties("def tool_t(args: list, kwargs: dict = {}): ...\n")) == ["args", "kwargs"]


def test_the_description_is_the_first_paragraph():
    assert schema(tool("def tool_t(): '''One\n    two.\n\n    Three.'''\n"))["description"] == "One\ntwo."
    assert schema(tool("def tool_t(): '''One.\n     \n    Two.'''\n"))["description"] == "One."
    assert schema(tool("def tool_t(): ...\n"))["description"] == "No description provided."
    assert schema(tool("def tool_t(): '  '\n"))["description"] == "No description provided."


def descriptions(docstring, signature="key, max_rows, path"):
    source = f'def tool_t({signature}):\n    """T.\n\n{textwrap.indent(docstring, "    ")}\n    """\n'
    return {name: entry["description"] for name, entry in properties(source).items()}


def test_only_entries_of_the_args_block_describe_parameters():
    found = descriptions(
        "key: not this one\nArgs:\n    key (str): The key.\n    max_rows: Upper bound; see\n        path-like of it.\n"
        "    path (str):\n        On its own line.\nReturns:\n    key: nor this.\nkey-value pairs are kept.\n"
    )
    assert found == {"key": "The key.", "max_rows": "Upper bound; see", "path": "On its own line."}


@pytest.mark.parametrize(
    "docstring",
    [
        "Args:\n    - key: K.\n    * max_rows (int, optional): M.\n    1. path - P.\n",
        "Arguments:\n  key (Dict[str, Any]): K.\n  max_rows : M.\n\n  path (str): P.\n",
        "Args:\nkey: K.\nmax_rows: M.\npath: P.\nReturns:\nkey: no\n",
        "key (str): K.\nmax_rows - M.\n* path: P.\nkey: later\n",
    ],
)
def test_documented_styles_of_entries(docstring):
    assert descriptions(docstring) == {"key": "K.", "max_rows": "M.", "path": "P."}


def test_a_line_less_indented_than_the_first_entry_ends_the_block():
    found = descriptions("Args:\n        key: K.\n    max_rows: no\n        path: no\n")
    assert found == {"key": "K.", "max_rows": "Parameter 'max_rows'", "path": "Parameter 'path'"}


def test_without_an_entry_the_description_is_a_placeholder():
    assert descriptions("Args:\n    other: O.\n", "key") == {"key": "Parameter 'key'"}
    assert descriptions("key-value pairs\nkeyed: no\n", "key") == {"key": "Parameter 'key'"}


@pytest.mark.parametrize("line", ["Note: cheap.", "Returns:\n    dict: rows", "read-only", "Raises: nothing"])
def test_prose_never_becomes_a_parameter(line):
    source = f'def tool_t():\n    """T.\n\n{textwrap.indent(line, "    ")}\n    """\n'
    assert schema(tool(source))["input_schema"] == {"type": "object", "properties": {}, "required": []}
    assert schema(tool(source), "lollms")["input_schema"]["properties"]


def test_keyword_only_parameters_are_shown_unless_the_args_block_contradicts_them():
    signature = "def tool_t(*, name: str, n: int = 3):\n"
    agreeing = signature + '    """T.\n\n    Args:\n        name (str): N.\n        n (int): M.\n    """\n'
    assert properties(agreeing) == {
        "name": {"type": "string", "description": "N."},
        "n": {"type": "integer", "description": "M.", "default": 3},
    }
    contradicting = agreeing.replace('    """\n', '        tags (list, optional): T.\n    """\n')
    assert properties(contradicting) == properties(contradicting, "lollms")
    assert properties(contradicting)["tags"] == {"type": "string", "description": "T."}


def test_the_hosts_view():
    source = """
        def tool_t(a: Literal['print'], b: List[float] = [], c: 'Any' = LIMIT, args=1, *, d):
            '''T.

            Args:
                a (str): The a.
            a-b
            '''
    """
    assert schema(tool(source), "lollms")["input_schema"] == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "b"},
            "b": {"type": "number", "description": "Parameter 'b'", "default": []},
            "c": {"type": "string", "description": "Parameter 'c'", "default": "LIMIT"},
        },
        "required": ["a"],
    }
    phantom = tool(
        "def tool_t():\n    '''T.\n\n    Args:\n        n (int, optional): N.\n        m (dict): M.\n    '''\n"
    )
    assert schema(phantom, "lollms")["input_schema"] == {
        "type": "object",
        "properties": {"n": {"type": "integer", "description": "N."}, "m": {"type": "string", "description": "M."}},
        "required": ["m"],
    }


def test_an_unknown_view_is_refused():
    with pytest.raises(ValueError, match="compat"):
        schema(tool("def tool_t(): ...\n"), "other")


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("key: text", True),
        ("  key (str): text", True),
        ("- key - text", True),
        ("1. key: text", True),
        ("Use-case first", True),
        ("12: text", True),
        ("key:", False),
        ("two words: text", False),
        ("No colon here", False),
        ("`key`: text", False),
        ("**bold**: text", False),
        ("key (a) (b): text", False),
        ("é: text", False),
        ("https://example.org", True),
        ("- ", False),
        ("", False),
    ],
)
def test_lines_that_the_host_takes_for_parameters(line, counts):
    assert looks_like_parameter(line) is counts


_PATTERN = re.compile(r"(?:[-*\d.]+\s*)?([a-zA-Z0-9_]+)\s*(?:\(([^)]+)\))?\s*[:\-]\s*(.+)")


@given(docstrings())
def test_a_line_is_read_as_the_hosts_pattern_reads_it(text):
    for line in text.splitlines():
        found = _PATTERN.match(line.strip())
        assert host_line(line) == (found and (found[1].strip(), found[2], found[3].strip()))


def test_reading_a_long_line_takes_linear_time():
    for line in (
        "1" * 200_000,
        "1" * 200_000 + ":",
        "-1" * 100_000 + " x",
        "a(" * 100_000 + ":",
        "a" + " " * 200_000 + "-",
    ):
        looks_like_parameter(line)


@given(docstrings())
def test_indentation_is_cleaned_as_the_standard_library_does(text):
    assert clean(text) == inspect.cleandoc(text)


@given(tool_modules())
def test_the_schema_is_that_of_the_signature(made):
    source, wanted = made
    space = {}
    exec(compile(source, "made", "exec"), space)
    signature = inspect.signature(space["tool_made"])
    found = schema(read(source).tools[0])["input_schema"]
    visible = {
        name: parameter
        for name, parameter in signature.parameters.items()
        if name not in HIDDEN and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    }
    assert list(found["properties"]) == list(visible) == list(wanted)
    assert found["required"] == [name for name, p in visible.items() if p.default is p.empty]
    documented = "Args:" in source
    for name, parameter in visible.items():
        entry = dict(found["properties"][name])
        assert entry.pop("description") == (f"About {name}." if documented else f"Parameter '{name}'")
        if parameter.default is not parameter.empty:
            assert entry.pop("default") == parameter.default
        assert entry == wanted[name]
