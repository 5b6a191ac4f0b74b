"""What may be shown on a terminal: text without control characters, its width, and colours."""

import re
import unicodedata
from enum import StrEnum

from lma_forge.diagnostics import Severity

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e007f]"
)


class Style(StrEnum):
    """The terminal styles in use, each the sequence that switches it on."""

    BOLD = "\x1b[1m"
    DIM = "\x1b[2m"
    RED = "\x1b[1;31m"
    YELLOW = "\x1b[1;33m"
    BLUE = "\x1b[1;34m"
    CYAN = "\x1b[36m"


_RESET = "\x1b[0m"
_BY_SEVERITY = {Severity.ERROR: Style.RED, Severity.WARNING: Style.YELLOW, Severity.INFO: Style.BLUE}


def severity_style(severity: Severity) -> Style:
    """Choose the style of a severity: red, yellow or blue."""
    return _BY_SEVERITY[severity]


def paint(text: str, style: Style, *, colour: bool) -> str:
    """Put `text` in a style, or leave it plain where colour is off or there is nothing to see."""
    return f"{style}{text}{_RESET}" if colour and text else text


def visible(text: str) -> str:
    r"""Make every character that a terminal would act upon, or hide, show as an escape.

    Text of a spec reaches the screen through messages; an escape sequence or a bidirectional
    override in it must not rewrite what the reader sees.

    Args:
        text: Any text, lone surrogates included.

    Returns:
        The text with such characters written as `\n`, `\x1b` or `\u202e`.
    """
    return _UNSAFE.sub(lambda found: _escape(found.group()), text)


def _escape(character: str) -> str:
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character) or character.encode(
        "unicode_escape", "backslashreplace"
    ).decode("ascii")


def clipped(text: str, longest: int = 600) -> str:
    """Make a text visible, and leave out the middle of one that nobody would read to its end."""
    if len(text) > longest:
        half = longest // 2
        text = f"{text[:half]} … {text[-half:]}"
    return visible(text)


def width(text: str) -> int:
    """Count the terminal cells of a text made visible: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
