"""Bytes become text, or one finding about the file."""

import pytest

from lma_forge.spec import decode, parse
from lma_forge.spec.decoding import MAX_SIZE
from tests.spec.documents import tool


def test_utf8_with_and_without_a_byte_order_mark():
    assert decode("né".encode(), "a.md") == ("né", ())
    assert decode(b"\xef\xbb\xbf" + "né".encode(), "a.md") == ("né", ())
    assert decode(b"", "a.md") == ("", ())


@pytest.mark.parametrize(
    ("data", "code", "place", "said"),
    [
        (b"a\nb\xffc", "SPEC002", (2, 2), "Byte 0xff at offset 3"),
        (b"\xef\xbb\xbfa\r\n\xc3", "SPEC002", (2, 1), "offset 6"),
        (b"ab\0c", "SPEC003", (1, 3), "NUL at offset 2"),
        ("é\r\n\0".encode(), "SPEC003", (2, 1), "NUL at offset 4"),
        ("x".encode("utf-16"), "SPEC002", (1, 1), "UTF-16"),
        ("x".encode("utf-32"), "SPEC002", (1, 1), "UTF-32"),
        (b"x" * (MAX_SIZE + 1), "SPEC006", (1, 1), "split it"),
    ],
    ids=["latin-1", "cut off", "NUL", "NUL behind CRLF", "UTF-16", "UTF-32", "too large"],
)
def test_everything_else_is_one_finding(data: bytes, code: str, place: tuple[int, int], said: str):
    text, (diagnostic,) = decode(data, "a.md")
    assert text is None
    assert (diagnostic.code, diagnostic.span.path) == (code, "a.md")
    assert diagnostic.span.start == place
    assert said in diagnostic.message


def test_a_text_that_is_too_large_is_not_read():
    parsed = parse("x" * (MAX_SIZE + 1), "a.md")
    assert [item.code for item in parsed.diagnostics] == ["SPEC006"]
    assert parsed.spec.tools == ()


def test_a_text_with_a_nul_is_read_and_reported():
    parsed = parse(tool(Rules="- Read\0only."), "a.md")
    assert [item.code for item in parsed.diagnostics] == ["SPEC003"]
    assert parsed.diagnostics[0].span.column == 7
    assert parsed.spec.tools[0].rules[0].text == "Read\N{REPLACEMENT CHARACTER}only."


def test_only_real_line_ends_end_a_line():
    parsed = parse(tool(Rules="- One\u2028still one\x0b\x0cand \x85one.\n- Two."), "a.md")
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["One\u2028still one\x0b\x0cand \x85one.", "Two."]
