"""The one writer of spec text into Python source: literals and docstrings.

Spec text is data. It enters a module only through `literal` and `docstring`, whose results hold
no character that could end the string they stand in, and give the text back when Python reads them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
"""What a literal can hold; tuples come back as tuples, lists as lists."""

WIDTH = 120
"""Line length of generated modules; a longer literal is broken as the formatter would break it."""

INDENT = " " * 4

_SHORT_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_THIRD_QUOTE = re.compile('(?<="")"')
_LINE_BREAKS = re.compile("[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")


def text_literal(text: str) -> str:
    """Write a Python string literal, in double quotes and on one line.

    Args:
        text: Any text, lone surrogates and control characters included.

    Returns:
        Source whose value is `text`; characters that a reader could not see are escaped.
    """
    if text.isprintable() and "\\" not in text and '"' not in text:
        return f'"{text}"'
    return '"' + "".join(_SHORT_ESCAPES.get(character) or _visible(character) for character in text) + '"'


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if code > 0xFFFF:  # noqa: PLR2004 - what \u can say
        return f"\\U{code:08x}"
    return f"\\u{code:04x}"


def literal(value: Value, *, column: int = 0, depth: int = 0) -> str:
    """Write a plain literal, laid out as the formatter would lay it out.

    Args:
        value: The value.
        column: How many characters stand before and after it on its line.
        depth: How many levels deep the line is indented.

    Returns:
        Source that `ast.literal_eval` turns into an equal value, over several lines when one
        would be longer than `WIDTH`.
    """
    flat = _flat(value)
    if isinstance(value, str) or not isinstance(value, Sequence | Mapping) or not value:
        return flat
    if column + len(flat) <= WIDTH:
        return flat
    outer, inner = INDENT * depth, INDENT * (depth + 1)
    if isinstance(value, Mapping):
        keys = [(f"{text_literal(key)}: ", item) for key, item in value.items()]
        opening, closing = "{", "}"
    else:
        keys = [("", item) for item in value]
        opening, closing = ("(", ")") if isinstance(value, tuple) else ("[", "]")
    items = [f"{inner}{key}{literal(item, column=len(inner) + len(key) + 1, depth=depth + 1)},\n" for key, item in keys]
    return f"{opening}\n{''.join(items)}{outer}{closing}"


def _flat(value: Value) -> str:
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{text_literal(key)}: {_flat(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence):
        items = ", ".join(_flat(item) for item in value)
        if isinstance(value, tuple):
            return f"({items},)" if len(value) == 1 else f"({items})"
        return f"[{items}]"
    return repr(value)


def one_line(text: str) -> str:
    """Fold `text` to one line: what any reader would take for a line break or a tab becomes a blank.

    A line of a docstring must stay one line to `str.splitlines`, which hosts use, and tabs do not
    survive `inspect.cleandoc`. Nothing else is changed but white space at the ends.
    """
    return _LINE_BREAKS.sub(" ", text).strip()


def docstring(lines: Sequence[str], *, depth: int = 0) -> str:
    r"""Write a docstring.

    Backslashes stand in a raw docstring where that is possible, otherwise as `\u005c`: the
    formatting rules for docstrings (pydocstyle D301) accept no other escape.

    Args:
        lines: Its lines without indentation, each on one line (see `one_line`); the first is not
            empty and ends with punctuation.
        depth: How many levels deep it stands.

    Returns:
        The literal from its first quote on; `inspect.cleandoc` of its value is the lines joined.
    """
    text = "\n".join(lines)
    escaped = text
    prefix = ""
    plain = text.replace("\n", "")
    if not plain.isprintable() or '"""' in text:
        escaped = _THIRD_QUOTE.sub(r"\\u0022", text.replace("\\", "\\u005c"))
        escaped = "".join(character if character == "\n" else _visible(character) for character in escaped)
    elif "\\" in text:
        prefix = "r"
    if len(lines) == 1:
        return f'{prefix}"""{escaped}"""'
    indent = INDENT * depth
    body = "\n".join(f"{indent}{line}".rstrip() if number else line for number, line in enumerate(escaped.split("\n")))
    return f'{prefix}"""{body}\n{indent}"""'
