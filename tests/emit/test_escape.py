"""Spec text goes into Python source and comes back equal."""

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.emit.escape import docstring, literal, one_line, text_literal
from tests.strategies import CONCEALED, TRICKS, json_values

HARD = (
    *TRICKS,
    *CONCEALED,
    "\0",
    "\r\n",
    "\x1b[2J",
    "\ud800",
    "\\",
    '"',
    '""',
    '"""',
    "'''",
    "\\N{x}",
    "a\\",
    "é\u0301",
)


@pytest.mark.parametrize("text", HARD, ids=ascii)
def test_text_comes_back(text: str):
    source = text_literal(text)
    assert ast.literal_eval(source) == text
    assert source.isprintable()
    assert source.startswith('"')


@given(st.text(st.characters()))
def test_any_text_comes_back(text: str):
    assert ast.literal_eval(text_literal(text)) == text


@given(json_values())
def test_any_value_comes_back(value: object):
    assert ast.literal_eval(literal(value)) == value
    assert ast.literal_eval(literal(value, column=110)) == value


def test_tuples_stay_tuples():
    assert literal(("a",)) == '("a",)'
    assert ast.literal_eval(literal(("a", ["b"], {"c": ()}), column=120)) == ("a", ["b"], {"c": ()})


def test_a_long_literal_is_broken_as_the_formatter_breaks_it():
    assert literal({"a": ["x" * 60, "y" * 60], "b": 1}) == (
        f'{{\n    "a": [\n        "{"x" * 60}",\n        "{"y" * 60}",\n    ],\n    "b": 1,\n}}'
    )


def _value(source: str) -> str:
    (statement,) = ast.parse(f"def f():\n    {source}\n").body
    assert isinstance(statement, ast.FunctionDef)
    assert len(statement.body) == 1
    return ast.get_docstring(statement) or ""


@pytest.mark.parametrize("text", HARD, ids=ascii)
def test_docstring_text_comes_back(text: str):
    line = one_line(f"A {text} b.")
    for lines in ((line,), (line, "", line, f"    {line}")):
        source = docstring(lines, depth=1)
        assert _value(source) == "\n".join(lines)
        assert source.replace("\n", "").isprintable()


@given(st.lists(st.text(st.characters()).map(lambda text: one_line(f"A {text} b.")), min_size=1, max_size=4))
def test_any_docstring_text_comes_back(lines: list[str]):
    assert _value(docstring(lines, depth=1)) == inspect.cleandoc("\n".join(lines))


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("A path C:\\users.", r'r"""A path C:\users."""'),
        ("A path C:\\users and \u202e.", r'"""A path C:\u005cusers and \u202e."""'),
        ('Quotes """ here.', r'"""Quotes ""\u0022 here."""'),
        ('Five """"" here.', r'"""Five ""\u0022\u0022\u0022 here."""'),
        ("Nothing special: é 🧠.", '"""Nothing special: é 🧠."""'),
    ],
)
def test_how_a_docstring_is_written(line: str, source: str):
    assert docstring((line,)) == source


@given(st.text(st.characters()))
def test_one_line_is_one_line_to_every_reader(text: str):
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert line.expandtabs() == line
    assert one_line(line) == line


def test_one_line_keeps_blanks_and_other_characters():
    assert one_line(" two  blanks\u00a0and\tone\r\nline ") == "two  blanks\u00a0and one line"
