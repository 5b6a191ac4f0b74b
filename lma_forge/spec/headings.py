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
    r"(?:(?:future|reserved|planned|deprecated)\s++)?tools?+\s*+(?:[:：=|>]|->|[-–—])\s*+(?=\S)",  # noqa: RUF001
    re.IGNORECASE,
)
_BARE = re.compile(r"[Tt]ool\s++(?P<name>[A-Z][A-Za-z0-9]*)\Z")
_MISSPELT = re.compile(r"(?P<word>[A-Za-z]{3,5})\s*+:\s*+(?P<name>[A-Z][A-Za-z0-9]+)\Z")
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
        return f"Tool: {bare[match.end() :].strip()}"
    match = _BARE.match(bare)
    if match is not None and not match["name"].isupper() and not match["name"][1:].islower():
        return f"Tool: {match['name']}"
    match = _MISSPELT.match(bare)
    if match is not None and edit_distance(match["word"].lower(), "tool") == 1:
        return f"Tool: {match['name']}"
    return None


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
