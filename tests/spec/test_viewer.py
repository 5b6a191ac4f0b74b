"""A document copied off a page that shows files as a table."""

import pytest

from lma_forge.spec.viewer import unwrap
from tests.spec.documents import found, read, tool

COMPACT = "\n".join(line for line in tool(Input="- key (`a` | `b`): Which note.").split("\n") if line)


def wrapped(text: str, before: str = "| ", after: str = " | |") -> str:
    return "\n".join(before + line + after for line in text.split("\n"))


@pytest.mark.parametrize(("before", "after"), [("| ", " | |"), ("|", "||"), ("  | ", "  |  |  "), ("|\t", " | |")])
def test_gives_the_model_of_the_document(before: str, after: str):
    parsed = read(wrapped(COMPACT, before, after))
    assert found(parsed) == ["SPEC001 warning"]
    assert parsed.spec == read(COMPACT).spec


def test_blank_rows_are_blank_lines():
    parsed = read(wrapped(tool()))
    assert found(parsed) == ["SPEC001 warning"]
    assert parsed.spec == read(tool()).spec


def test_lines_above_belong_to_the_page():
    text = "Spaces:\nSleeping\n" + wrapped(COMPACT)
    parsed = read(text)
    assert found(parsed) == ["SPEC001 warning"]
    assert "2 line(s) above" in parsed.diagnostics[0].message
    assert parsed.diagnostics[0].span.line == 3
    assert parsed.spec.tools[0].name_span.line == 3


@pytest.mark.parametrize("stray", ["lost text", "| a | b |"])
def test_text_that_would_be_lost_is_an_error(stray: str):
    rows = wrapped(COMPACT).split("\n")
    parsed = read("\n".join([*rows[:4], stray, *rows[4:]]))
    assert found(parsed) == ["SPEC001 warning", "SPEC001 error"]
    assert parsed.diagnostics[1].span.line == 5
    assert parsed.diagnostics[0].fix is None


def test_columns_count_in_the_file():
    text = wrapped(COMPACT)
    span = read(text).spec.tools[0].name_span
    assert text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1] == "NoteReader"


def test_the_fix_is_the_document():
    text = "Sleeping\n" + wrapped(COMPACT)
    (edit,) = read(text).diagnostics[0].fix.edits
    assert edit.text == COMPACT
    assert (edit.span.line, edit.span.end_line) == (1, len(text.split("\n")))


def test_an_ordinary_table_is_no_copy():
    assert unwrap(["| a | b |", "|---|---|", "| c | d |"]) is None
    assert unwrap(tool(Input="| name | type |\n|---|---|\n| key | |").split("\n")) is None
    assert unwrap([""]) is None
