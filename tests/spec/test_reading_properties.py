"""Laws of the reader: it takes any text, in linear time, and every span says where its text is."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.diagnostics import Severity, Span
from lma_forge.spec import decode, parse
from lma_forge.spec.lines import pieces_of
from lma_forge.spec.source import split_lines
from tests.spec.documents import tool
from tests.strategies import documents, glued_documents

ANY_TEXT = st.one_of(documents(), glued_documents())


def in_file(span: Span, lines: list[str]) -> bool:
    def fits(line: int, column: int) -> bool:
        return 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1

    return fits(*span.start) and fits(span.end_line, span.end_column) and span.start <= (span.end_line, span.end_column)


@given(ANY_TEXT)
def test_any_text_is_read_and_every_finding_lies_in_it(text: str):
    parsed = parse(text, "a.md")
    lines = split_lines(text.removeprefix("\ufeff"))
    for diagnostic in parsed.diagnostics:
        assert in_file(diagnostic.span, lines), diagnostic
        assert diagnostic.message.endswith((".", "?")), diagnostic
        assert diagnostic.severity in set(Severity)
        for edit in diagnostic.fix.edits if diagnostic.fix else ():
            assert in_file(edit.span, lines), diagnostic
    for suppression in parsed.suppressions:
        assert in_file(suppression.span, lines)
    assert parse(text, "b.md").spec == parsed.spec
    hash(parsed.spec)


@given(st.binary(max_size=80))
def test_any_bytes_are_text_or_one_finding(data: bytes):
    text, diagnostics = decode(data, "a.md")
    assert (text is None) == (len(diagnostics) == 1)
    if text is not None:
        assert text.encode() == data.removeprefix(b"\xef\xbb\xbf")


@given(ANY_TEXT)
def test_every_line_of_every_piece_stands_where_it_says(text: str):
    lines = split_lines(text.replace("\0", ""))
    for piece in pieces_of(lines)[0]:
        for line in piece.lines:
            assert lines[line.number][line.column : line.column + len(line.text)] == line.text


@given(ANY_TEXT)
def test_names_and_texts_stand_where_their_spans_say(text: str):
    text = text.replace("\0", "").replace("<!--", "").removeprefix("\ufeff")
    parsed = parse(text, "a.md")
    lines = split_lines(text)

    def holds(span: Span, said: str) -> bool:
        if span.line != span.end_line:
            return True
        return lines[span.line - 1][span.column - 1 : span.end_column - 1] == said

    unusable = any(diagnostic.code in {"SPEC101", "SPEC102"} for diagnostic in parsed.diagnostics)
    for made in parsed.spec.tools:
        assert unusable or holds(made.name_span, made.name)
        for rule in made.rules:
            assert rule.policy or holds(rule.span, rule.text)
        for item in (*made.use_when, *made.do_not_use_when):
            assert holds(item.span, item.text)
        for failure in made.failures:
            assert holds(failure.message_span, failure.message)
        for field in (*made.inputs, *made.outputs):
            assert holds(field.name_span, field.name)


@given(ANY_TEXT, st.sampled_from(("\r\n", "\r")))
def test_line_ends_make_no_difference(text: str, end: str):
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    plain, other = parse(text), parse(text.replace("\n", end))
    assert other.spec == plain.spec
    assert [(item.code, item.span) for item in other.diagnostics] == [
        (item.code, item.span) for item in plain.diagnostics
    ]


H = "## Tool: A\n\n"
GROWING = {
    "tools": lambda n: tool() * (n // len(tool())),
    "repeated sections": lambda n: H + "Input:\n\n- a (string): b\n\n" * (n // 24),
    "labels in one paragraph": lambda n: H + "Risk: low\n" * (n // 10),
    "unknown labels": lambda n: H + "".join(f"Notes{i}:\n\nx\n\n" for i in range(n // 14)),
    "misspelt labels": lambda n: H + "Imput:\n\nx\n\n" * (n // 11),
    "bad types": lambda n: H + "Input:\n\n" + "".join(f"- a{i} (strng{i}): b\n" for i in range(n // 20)),
    "modifiers": lambda n: H + "Input:\n\n- a (string" + ", optional" * (n // 10) + "): b\n",
    "values": lambda n: H + "Input:\n\n- a (string): " + "`a`, " * (n // 5) + "`b`.\n",
    "growing backticks": lambda n: H + "Input:\n\n- a (" + " ".join("`" * i for i in range(1, int((2 * n) ** 0.5))),
    "open parentheses": lambda n: H + "Input:\n\n- a " + "(" * n,
    "open quotes": lambda n: H + "Input:\n\n- a (string, default: " + '"a ' * (n // 3) + "): x",
    "nested list types": lambda n: H + "Input:\n\n- a (" + "list of " * (n // 8) + "): x",
    "failure verbs": lambda n: H + "Failure Behavior:\n\n- " + "return “" * (n // 8),
    "blanks behind a verb": lambda n: H + "Failure Behavior:\n\n- return" + " " * n + "x",
    "conditions": lambda n: H + "Failure Behavior:\n\n- If " + "a: " * (n // 3),
    "comments": lambda n: H + "Description:\n\nx " + "<!-- a --> b " * (n // 13),
    "open comments": lambda n: H + "Description:\n\nx " + "<!-- " * (n // 5),
    "directives": lambda n: (
        "<!-- lma: disable-file X1 -- x -->\n\n" * (n // 70) + "<!-- lma: enable X2 -->\n\n" * (n // 50)
    ),
    "paragraphs of a bullet": lambda n: H + "Rules:\n\n- a\n\n" + "  b\n\n" * (n // 5),
    "nested bullets": lambda n: H + "Rules:\n\n" + "".join("  " * (i % 30) + "- a\n" for i in range(n // 34)),
    "labels in lists": lambda n: H + "Rules:\n\n" + "- a\nUse When:\n" * (n // 14),
    "table rows": lambda n: H + "Input:\n\n| name | type |\n|--|--|\n" + "| a | string |\n" * (n // 15),
    "table cells": lambda n: H + "Input:\n\n| name | type |\n|--|--|\n|" + "a|" * (n // 2),
    "flow": lambda n: H + "## Flow\n\n" + "1. Use A and B\n" * (n // 15),
    "sections": lambda n: "".join(f"## S{i}\n\nx\n\n" for i in range(n // 12)) + H,
    "header lines": lambda n: "# T\n\n" + "**Key:** value\n" * (n // 15) + H,
    "viewer's copy": lambda n: "| ## Tool: A | |\n" + "| - a (string): b | |\n" * (n // 22),
    "long heading": lambda n: "## Tool: " + "a (" * (n // 3),
    "headings that nearly are": lambda n: "## Tool aAaAaAaAaAaAaAaAaAaAaAaAaAaA!\n\n" * (n // 40) + H,
    "setext": lambda n: H + "Rules:\n\n" + "a\n---\n" * (n // 6),
    "front matter": lambda n: "---\n" + "a: b\n" * (n // 5),
    "quotes": lambda n: H + "Description:\n\n" + "> a\n\n" * (n // 5),
}


def steps(text: str) -> int:
    """Count the lines of Python that reading `text` runs: a clock that no other process disturbs."""
    count = 0

    def count_line(_frame, event, _argument):
        nonlocal count
        if event == "line":
            count += 1
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        parse(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("make", GROWING.values(), ids=GROWING)
def test_four_times_the_text_takes_about_four_times_the_steps(make):
    parse(make(400))
    small, large = steps(make(2_000)), steps(make(8_000))
    assert large < 5 * small + 3_000
