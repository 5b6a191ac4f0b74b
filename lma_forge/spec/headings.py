"""Headings: which one opens a tool, which one only looks like it, and which part of the document one opens."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from lma_forge.spec.labels import edit_distance, fold
from lma_forge.spec.values import code_span

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*[.)]?\s++")
_TOOL = re.compile(r"(?:(?P<prefix>future|reserved|planned|deprecated)\s++)?tool\s*+[:：]", re.IGNORECASE)  # noqa: RUF001
_NEAR = re.compile(
    r"(?P<prefix>(?:future|reserved|planned|deprecated)\s++)?tool(?P<many>s?+)\s*+(?:[:：=|>]|->|[-–—])\s*+(?=\S)",  # noqa: RUF001
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"tools?\s*+(?:\((?P<aside>[^()]{1,30})\)|(?:no\.?|nr\.?|#)?\s?[0-9]{1,3})\s?[:：.–—-]\s*+(?P<name>\S.*)",  # noqa: RUF001
    re.IGNORECASE,
)
"""`Tool 3: Name` and `Tool (future): Name`."""
_PREFIXES = frozenset({"future", "reserved", "planned", "deprecated"})
_BARE = re.compile(r"[Tt]ool\s++(?P<name>[A-Z][A-Za-z0-9]*)\Z")
_MISSPELT = re.compile(r"(?P<word>[A-Za-z]{3,5})\s*+:\s*+(?P<name>[A-Z][A-Za-z0-9]+)\Z")
_LINE = re.compile(
    r"(?:={1,6}\s|h[1-6]\.\s|#{1,9}\s{0,3})?(?P<mark>\*{2,3}|__|'{2,3})?(?:(?:future|reserved|planned|deprecated)\s++)?tool(?P<inner>\s?[:：](?:\*\*|__)?)\s++"  # noqa: RUF001
    r"`?(?P<name>[A-Z][A-Za-z0-9]{0,60}|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)`?(?:\*{2,3}|__|'{2,3})?(?:\s={1,6})?\Z",
    re.IGNORECASE,
)
_TITLES = frozenset(
    {
        "overview", "introduction", "summary", "list", "index", "reference", "usage", "notes", "rules", "format",
        "examples", "guidelines", "general", "future", "reserved", "planned", "core", "background", "details", "policy",
    }
)  # fmt: skip
"""What stands behind `Tools:` in the title of a chapter about tools."""
_WORDS = frozenset({"pool", "cool", "wool", "fool", "toll", "tolls", "took", "tolled", "stool", "tall", "tell"})
_TRAILING = re.compile(r"\s+tool\Z", re.IGNORECASE)
_USABLE = re.compile(r"\w(?:[\w \-./]|:(?=\w))*\Z")
_ANCHOR = re.compile(r"\s*+\{#[^{}]*\}\Z")
_LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\([^()]*\)")
_PARENTHESES = re.compile(r"\s*+\([^()]*\)")


class Part(Enum):
    """What a heading outside of tools opens."""

    PROSE = auto()
    GLOBAL_RULES = auto()
    FLOW = auto()
    SOURCE_LABELS = auto()
    FAILURE_STANDARD = auto()


@dataclass(frozen=True, slots=True)
class ToolHeading:
    """The heading of a tool.

    Args:
        name: The name, without marks; cleaned when it was not usable.
        start: Offset of the name in the heading.
        end: Offset after it.
        prefix: `future`, `reserved`, `planned`, `deprecated`, or empty.
        usable: Whether the name stood there as a plain name.
    """

    name: str
    start: int
    end: int
    prefix: str
    usable: bool


def tool_heading(text: str) -> ToolHeading | None:
    """Read a heading as that of a tool; None when it is none."""
    start = _after_decoration(text, marks="*_")
    match = _TOOL.match(text, start)
    if match is None:
        return None
    begin = match.end()
    while begin < len(text) and text[begin] in " \t\N{NO-BREAK SPACE}*_":
        begin += 1
    end = len(text.rstrip(" \t\N{NO-BREAK SPACE}"))
    if "*" in text[:begin] or "__" in text[:begin]:
        end = max(begin, len(text[:end].rstrip("*_")))
    prefix = fold(match["prefix"] or "")
    end = max(begin, end)
    written = text[begin:end]
    literal = code_span(written, 0) if written.startswith("`") else None
    if literal is not None and literal.end == len(written) and literal.value.strip():
        begin += literal.inner
        written = literal.value
        end = begin + len(written)
    usable = _USABLE.match(written) is not None
    return ToolHeading(written if usable else _cleaned(written), begin, end, prefix, usable)


def _after_decoration(text: str, marks: str) -> int:
    """Skip bold marks and a number such as `4.1` at the start of a heading."""
    start = 0
    while start < len(text) and text[start] in marks:
        start += 1
    number = _NUMBER.match(text, start)
    if number is not None:
        start = number.end()
    while start < len(text) and text[start] in marks:
        start += 1
    return start


def _cleaned(name: str) -> str:
    """Take out of an unusable name what people put around names: anchors, links, parentheses, marks."""
    name = name[:200]
    name = _ANCHOR.sub("", name)
    name = _LINK.sub(lambda match: match["text"], name)
    name = _PARENTHESES.sub("", name).replace("\\", "")
    name = re.sub(r"[^\w \-./]+", " ", name)
    return " ".join(name.split())


def near_miss(text: str) -> str | None:
    """Say how a heading that looks like a tool's ought to be written; None when it looks like none."""
    if len(text) > 200:  # noqa: PLR2004 - no name is as long
        return None
    start = 0
    while start < len(text) and not text[start].isalpha():
        start += 1
    bare = text[start:].strip("*_ ")
    if start and _TOOL.match(bare):
        return bare
    match = _NEAR.match(bare)
    if match is not None:
        return _near_tool(match, bare[match.end() :].strip())
    match = _COUNTED.match(bare)
    if match is not None:
        prefix = fold(match["aside"] or "")
        return f"{prefix.capitalize() + ' ' if prefix in _PREFIXES else ''}Tool: {match['name']}"
    return _near_word(bare)


def _near_word(bare: str) -> str | None:
    """Read `Tool Name` without a colon, and `Tol: Name` with a slip."""
    match = _BARE.match(bare)
    if match is not None and not match["name"].isupper() and not match["name"][1:].islower():
        return f"Tool: {match['name']}"
    match = _MISSPELT.match(bare)
    if match is None or edit_distance(match["word"].lower(), "tool") != 1:
        return None
    plain = match["word"].lower() in _WORDS and match["name"][1:].islower()
    return None if plain else f"Tool: {match['name']}"


def _near_tool(match: re.Match[str], name: str) -> str | None:
    """Write the heading that `Tools - X` was most likely meant to be; None for the title of a chapter."""
    words = name.split()
    is_title = bool(match["many"]) and (
        words[0].lower() in _TITLES or not all(word[:1].isupper() or "_" in word for word in words)
    )
    prefix = (match["prefix"] or "").strip().capitalize()
    return None if is_title else f"{prefix} Tool: {name}".lstrip()


def proposed(title: str) -> str:
    """Make the name of a tool of a heading that names one in other words, such as `1. Note Reader Tool`."""
    start = _after_decoration(title, marks="*_`")
    found = tool_heading(title)
    name = found.name if found is not None else _TRAILING.sub("", _cleaned(title[start:].replace("`", "")))
    return re.sub(r"\Atool\s+", "", name, flags=re.IGNORECASE)[:60].strip() or "Name"


def tool_line(text: str) -> str | None:
    """Find the tool that a line of text names as a heading would: `**Tool: NoteReader**`, without `##`.

    Args:
        text: The first line of a paragraph.

    Returns:
        The name; None when the line is text.
    """
    match = _LINE.match(text)
    if match is None or (match["name"].islower() and "_" not in match["name"]):
        return None
    return match["name"]


def part_of(text: str) -> Part:
    """Tell which part of the document a heading outside of tools opens."""
    words = fold(text[_after_decoration(text, marks="*_") :]).strip(" :*_#").split()
    if words == ["rules"] or ("global" in words and "rules" in words[words.index("global") :]):
        return Part.GLOBAL_RULES
    if "flow" in words:
        return Part.FLOW
    pairs = set(pairwise(words))
    if ("source", "layer") in pairs:
        return Part.SOURCE_LABELS
    if ("failure", "standard") in pairs:
        return Part.FAILURE_STANDARD
    return Part.PROSE
