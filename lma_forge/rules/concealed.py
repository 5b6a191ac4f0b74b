"""Which characters of a text people cannot see."""

import re
import unicodedata

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_BEYOND = "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17))
"""The last two code points of each plane, which are no characters."""
_CONCEALED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    f"\U0001d173-\U0001d17a\U000e0000-\U000e0fff{_BEYOND}]"
)
"""Form feeds and the like are not among them: they are blanks, and read as blanks by everybody."""
_KINDS = {"Cc": "CONTROL CHARACTER", "Cn": "NO CHARACTER"}
_EMOJI_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
"""A flag of a region, such as Scotland's: a black flag spelled out in tag characters."""

_JOINING_SCRIPTS = (
    *("ARABIC", "SYRIAC", "THAANA", "NKO", "MANDAIC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI"),
    *("ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN"),
)


def concealed(text: str) -> tuple[tuple[int, str], ...]:
    """Find the characters that a reader cannot see and that have no visible effect to justify them.

    Args:
        text: Any text.

    Returns:
        Offset (in code points) and name, such as `U+202E RIGHT-TO-LEFT OVERRIDE`, of each.
    """
    if text.isascii() and text.isprintable():
        return ()
    flags = [match.span() for match in _EMOJI_FLAG.finditer(text)]
    return tuple(
        (match.start(), _named(match.group()))
        for match in _CONCEALED.finditer(text)
        if not any(start < match.start() < end for start, end in flags) and not _is_needed(text, match.start())
    )


def _named(character: str) -> str:
    kind = _KINDS.get(unicodedata.category(character), "unnamed character")
    return f"U+{ord(character):04X} {unicodedata.name(character, kind)}"


def _is_needed(text: str, offset: int) -> bool:
    """Whether the character there makes a visible difference to its neighbours."""
    if "\ufe00" <= text[offset] <= "\ufe0f":
        before = text[offset - 1 : offset]
        is_selector = "\ufe00" <= before <= "\ufe0f"
        return bool(before.strip()) and before.isprintable() and not is_selector and not before.isalpha()
    if "\U000e0100" <= text[offset] <= "\U000e01ef":
        return offset > 0 and unicodedata.name(text[offset - 1], "").startswith("CJK ")
    if text[offset] not in (_ZWJ, _ZWNJ) or not 0 < offset < len(text) - 1:
        return False
    before, after = text[offset - 1], text[offset + 1]
    if text[offset] == _ZWJ and _is_emoji(before) and _is_emoji(after):
        return True
    return _is_joining_letter(before) and _is_joining_letter(after)


def _is_emoji(character: str) -> bool:
    return character == "\ufe0f" or "\U0001f3fb" <= character <= "\U0001f3ff" or unicodedata.category(character) == "So"


def _is_joining_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM" and unicodedata.name(character, "").startswith(_JOINING_SCRIPTS)
