"""A spec written as markdown in the canonical layout.

What the reader makes of the result is the spec again. The model does not hold everything of a
document: the titles of the parts whose text it uses up, such as the flow, are written in their
canonical wording. Parts stand in the order of the document that the spec was read from; a spec
that comes from none has its tools after its rules and prose, and its flow and standards behind.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, BlockKind, FailureStandard, ReservedTool, Section, Spec, Tool
from lma_forge.spec.headings import Part, part_of, tool_heading
from lma_forge.spec.outline import ends_sentence
from lma_forge.spec.parts import lead_in
from lma_forge.spec.writeprose import (
    fence,
    flat,
    header_label,
    heading_line,
    is_label,
    is_structure,
    one_line,
    paragraphs,
    without_header,
)
from lma_forge.spec.writetool import joined, reserved_lines, rule_text, tool_lines

_DEEPEST = 6
_FENCE = re.compile(r"`{3,}|~{3,}")
_TITLES = {
    Part.GLOBAL_RULES: "Global Tool Rules",
    Part.FLOW: "Recommended Tool Use Flow",
    Part.SOURCE_LABELS: "Source Layer Language",
    Part.FAILURE_STANDARD: "Tool Failure Standard",
}
_PLACES = (Part.GLOBAL_RULES, Part.PROSE, None, Part.FLOW, Part.SOURCE_LABELS, Part.FAILURE_STANDARD)
"""The order of the parts of a spec that comes from no document; None stands for its tools."""


def write(spec: Spec) -> str:
    """Write a spec in the canonical layout.

    Args:
        spec: Any spec.

    Returns:
        The document, with a line feed after each line; for every spec that was read without errors,
        reading it gives an equal spec. No text of the spec is read as structure: what came from
        no document and would be, is escaped.
    """
    writer = _Writer()
    writer.open(spec)
    nodes = _nodes(spec)
    pairs = list(zip(nodes, [*nodes[1:], None], strict=False))
    for node, following in pairs:
        if following is not None and following.tool is None and part_of(following.title) is Part.PROSE:
            node.least = max(node.least, following.level)
    for node, following in pairs:
        writer.add(node, following)
    return "\n".join(writer.lines).strip("\n") + "\n"


@dataclass(slots=True)
class _Node:
    """A part of the document under a heading of its own.

    Args:
        place: Where it stands among parts that come from no document.
        span: Where it stands in the document, if it does.
        title: The heading's text; of a tool, its group.
        level: The heading's level; 0 where any will do.
        least: The least that it may be where any will do, so that the prose behind it is none of its own.
        body: The lines below the heading.
        tool: The tool, when it is one.
        groups: Whether its heading may stand over tools as their group without being lost.
    """

    place: int
    span: Span
    title: str
    level: int = 0
    least: int = 0
    body: list[str] = field(default_factory=list)
    tool: Tool | ReservedTool | None = None
    groups: bool = True


def _nodes(spec: Spec) -> list[_Node]:
    """Take a spec apart into the parts of its document, in order."""
    found: list[_Node] = []
    waiting = _parts(spec)
    sections = spec.sections[len(_opening(spec)) :]
    homes = {part: _home(part, sections) for part in waiting}
    for section in sections:
        part = part_of(section.title)
        deeper = _DEEPEST if part is not Part.PROSE and section.level < _DEEPEST else 0
        body = paragraphs(section.body, by_sentence=True, heading=deeper)
        node = _Node(_PLACES.index(part), section.span, section.title, section.level, body=body)
        node.groups = bool(section.body)
        if homes.get(part) is section:
            used = waiting.pop(part)
            is_header = without_header(section.body) != section.body
            node.body = joined([used.body, node.body] if is_header else [node.body, used.body])
        found.append(node)
    found += waiting.values()
    tools: list[Tool | ReservedTool] = [*spec.tools, *spec.reserved]
    found += (_Node(_PLACES.index(None), tool.span, tool.group, tool=tool) for tool in tools)
    places = [node.span for node in found if node.span != NOWHERE]
    if (spec.tools and spec.tools[0].span == NOWHERE) or not places:
        ordered = _in_canonical_order(found)
    else:
        last = max(places)
        ordered = sorted(found, key=lambda node: (last if node.span == NOWHERE else node.span, node.place))
    return ordered if spec.title else _untitled(ordered)


def _home(part: Part, sections: Iterable[Section]) -> Section | None:
    """Find the section under whose heading the list or the fences of a part are written.

    A list cannot stand beside another one; fences go first before text that looks like header lines.
    """
    found = [section for section in sections if part_of(section.title) is part]
    if part in {Part.GLOBAL_RULES, Part.FLOW}:
        items = {BlockKind.BULLET, BlockKind.STEP}
        found = [section for section in found if not items & {block.kind for block in section.body.blocks}]
    found.sort(key=lambda section: without_header(section.body) == section.body)
    return found[0] if found else None


def _in_canonical_order(nodes: list[_Node]) -> list[_Node]:
    """Order parts that come from no document; prose right over the tools of a group of its title."""
    groups = [node.title for node in nodes if node.tool is not None]
    ordered: list[_Node] = []
    over = {node.title: node for node in nodes if node.tool is None and node.groups and node.title in groups}
    for node in sorted(nodes, key=lambda node: node.place):
        if node.tool is None and over.get(node.title) is node:
            continue
        if node.tool is not None and node.title in over:
            ordered.append(over.pop(node.title))
        ordered.append(node)
    return ordered


def _untitled(nodes: list[_Node]) -> list[_Node]:
    """Keep the first heading of a document without a title from being taken for its title."""
    first = nodes[0] if nodes else None
    if first is None or not first.title or part_of(first.title) is not Part.PROSE:
        return nodes
    free = next(
        (node for node in nodes if node.title in _TITLES.values() and not node.level and node.tool is None), None
    )
    others = [node for node in nodes if node is not free]
    return [free or _Node(0, NOWHERE, _TITLES[Part.GLOBAL_RULES]), *others]


def _opening(spec: Spec) -> list[Section]:
    """Find the text before any heading and the text under the document's title."""
    found = [section for section in spec.sections[:1] if section.level == 0]
    following = spec.sections[len(found) : len(found) + 1]
    named = (section for section in following if spec.title and section.level == 1 and section.title == spec.title)
    found += (section for section in named if section.body)
    return found


def _parts(spec: Spec) -> dict[Part, _Node]:
    """Write the parts that are more than prose."""
    bodies: dict[Part, tuple[Span, list[str]]] = {}
    if spec.global_rules:
        rules: list[str] = []
        for number, rule in enumerate(spec.global_rules, 1):
            marker = f"{number}. "
            rules.append(marker + one_line(rule_text(rule)))
            rules += (f"{' ' * len(marker)}- {one_line(detail)}" for detail in rule.details)
        bodies[Part.GLOBAL_RULES] = spec.global_rules[0].span, rules
    if spec.flow:
        steps = [f"{number}. {one_line(step.text)}" for number, step in enumerate(spec.flow, 1)]
        bodies[Part.FLOW] = spec.flow[0].span, steps
    if spec.source_labels:
        bodies[Part.SOURCE_LABELS] = NOWHERE, _phrases(spec.source_labels)
    standard = spec.failure_standard
    if standard:
        bodies[Part.FAILURE_STANDARD] = standard.lead.span, _standard(standard)
    nodes = {
        part: _Node(_PLACES.index(part), span, _TITLES[part], body=body, groups=False)
        for part, (span, body) in bodies.items()
    }
    if without_header(standard.lead) != standard.lead:
        nodes[Part.FAILURE_STANDARD].least = 2
    return nodes


def _standard(standard: FailureStandard) -> list[str]:
    """Write a failure standard."""
    styles = (("Correct", standard.correct), ("Incorrect", standard.incorrect))
    blocks = [
        block for word, phrases in styles if phrases for block in ([f"{word} response style:"], _phrases(phrases))
    ]
    return joined([list(_unannounced(paragraphs(standard.lead, by_sentence=True, heading=_DEEPEST))), *blocks])


def _unannounced(lines: Iterable[str]) -> Iterator[str]:
    """Break each line that would announce phrases, so that it stays text."""
    fenced = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and fenced in {"", mark[0]}:
            fenced = "" if fenced else mark[0]
        announces = not fenced and lead_in(line.strip(), heading=False) is not None
        yield from _broken(line) if announces else (line,)


def _broken(line: str) -> tuple[str, ...]:
    """Break a line where neither part ends a sentence or announces phrases; leave it whole where none does."""
    for blank in reversed([match.start() for match in re.finditer(" ", line)]):
        head, last = line[:blank], line[blank + 1 :]
        single = head == head.rstrip() and last == last.lstrip() and head.strip()
        if single and not ends_sentence(head) and lead_in(last, heading=False) is None:
            return (line,) if is_structure(last, [head.strip()]) else (head, last)
    return (line,)


def _phrases(phrases: Iterable[str]) -> list[str]:
    return joined([fence(flat(phrase), "text") for phrase in phrases])


@dataclass(slots=True)
class _Writer:
    """Writes parts and keeps, as the reader does, which headings a tool stands under."""

    lines: list[str] = field(default_factory=list)
    over: list[_Node] = field(default_factory=list)

    def open(self, spec: Spec) -> None:
        """Write what stands before the first part: front matter, text, title, header lines."""
        front, header = _metadata(spec.metadata)
        if front:
            self._write(["---", *front, "---"])
        for section in [section for section in _opening(spec) if section.level == 0 and spec.title]:
            self._write(paragraphs(without_header(section.body), by_sentence=True))
        if spec.title:
            self._write([_heading(1, spec.title)])
        self._write(header)
        for section in _opening(spec):
            if section.level or not spec.title:
                self._write(paragraphs(without_header(section.body), by_sentence=True))

    def add(self, node: _Node, following: _Node | None) -> None:
        """Write a part; its heading's level, where it is free, depends on what follows it."""
        if node.tool is None:
            beside = self.over[0].level if self.over else 2
            node.level = node.level or max(beside, node.least)
            self._open_heading(node)
            self._write(node.body)
            return
        lowest, highest = self._levels(node, following)
        if node.title and highest == 0:
            self._open_heading(_Node(node.place, NOWHERE, node.title, 1))
            lowest, highest = self._levels(node, following)
        level = max(1, min(max(2, lowest), highest))
        lines = tool_lines(node.tool, level) if isinstance(node.tool, Tool) else reserved_lines(node.tool, level)
        if following is not None and level == following.level and is_label(following.title) and len(lines) == 1:
            lines += ["", "Purpose:"]
        self._write(lines)

    def _levels(self, node: _Node, following: _Node | None) -> tuple[int, int]:
        """Find the levels at which a tool's heading stands under its group and ends before what follows.

        Returns:
            Lowest and highest level; the highest is 0 when the group's heading has to be written first.
        """
        lowest, highest = 1, _DEEPEST
        if following is not None and following.tool is None:
            lowest = max(1, following.least, following.level + (1 if is_label(following.title) else 0))
        for above in reversed(self.over):
            if node.title and above.title == node.title and above.groups and above.level < highest:
                return max(lowest, above.level + 1), highest
            highest = min(highest, above.level)
        return lowest, 0 if node.title else highest

    def _open_heading(self, node: _Node) -> None:
        while self.over and self.over[-1].level >= node.level:
            self.over.pop()
        self.over.append(node)
        self._write([_heading(node.level, node.title)])

    def _write(self, block: list[str]) -> None:
        if block:
            self.lines += ["", *block] if self.lines else block


def _heading(level: int, text: str) -> str:
    line = heading_line(level, text)
    return line.replace(":", "\\:", 1) if tool_heading(flat(text)) is not None else line


def _metadata(pairs: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Write header lines; those up to the last that cannot be one go into front matter."""
    front: list[str] = []
    header: list[str] = []
    for key, value in pairs:
        line = f"**{flat(key)}:** {flat(value)}".rstrip()
        if header_label(line) == key:
            header.append(line)
            continue
        front += (pair.replace("**", "", 1).replace(":**", ":", 1) for pair in header)
        header = []
        front.append(f"{flat(key)}: {flat(value)}".rstrip())
    return front, header
