"""Lines, and the way back from text to its place in the file."""

from lma_forge.diagnostics import Span
from lma_forge.spec.lines import pieces_of, text_of
from lma_forge.spec.source import Source, Text, join, split_lines


def test_lines_end_where_editors_end_them():
    assert split_lines("a\r\nb\rc\nd\u2028e\x0cf") == ["a", "b", "c", "d\u2028e\x0cf"]
    assert split_lines("") == [""]
    assert split_lines("a\n") == ["a", ""]


def test_text_from_several_lines_knows_its_places():
    source = Source("a.md", ["- one", "  two \\", "  three"])
    pieces, too_deep = pieces_of(source.lines)
    text = pieces[0].text
    assert too_deep == []
    assert text.value == "one two three"
    assert source.text_span(text) == Span("a.md", 1, 3, 3, 8)
    assert source.text_span(text, 4, 7) == Span("a.md", 2, 3, 2, 6)
    assert source.text_span(text, 2, 5) == Span("a.md", 1, 5, 2, 4)
    assert source.text_span(text, 4, 4) == Span("a.md", 2, 3, 2, 3)
    assert source.text_span(text, 8) == Span("a.md", 3, 3, 3, 8)


def test_only_a_backslash_that_breaks_a_line_is_dropped():
    lines = ["a\\", "b \\\\", "c:\\"]
    assert pieces_of(lines)[0][0].text.value == "a b \\\\ c:\\"
    assert text_of(()).value == ""


def test_joined_texts_keep_their_places():
    source = Source("a.md", ["ab", "", "cd"])
    joined = join([Text("ab", ((0, 0, 0),)), Text("", ((0, 1, 0),)), Text("cd", ((0, 2, 0),))])
    assert joined.value == "ab cd"
    assert source.text_span(joined, 3, 5) == Span("a.md", 3, 1, 3, 3)


def test_lines_of_blanks_that_python_strips_leave_the_columns_alone():
    for blank in ("\x0c", "\u2028", "\x85", "\x1c"):
        lines = [blank, blank, "  text", blank, "more"]
        (piece,) = pieces_of(lines)[0]
        places = [(line.number, line.column, line.text) for line in piece.lines if line.text]
        assert places == [(2, 2, "text"), (4, 0, "more")]


def test_spans_of_lines():
    source = Source("a.md", ["  x ", ""], shifts=(2, 0))
    assert source.line_span(0) == Span("a.md", 1, 5, 1, 6)
    assert source.line_span(1) == Span("a.md", 2, 1, 2, 1)
    assert source.line_span(7) == Span("a.md", 2, 1, 2, 1)
