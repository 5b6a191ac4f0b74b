"""A whole document: the walk over its pieces that makes tools and the parts around them.

What becomes of the parts outside of tools: a part whose text is all used (rules, steps, labels) leaves
no `Section`; text that stands beside them, such as the sentence above the global rules, is kept as a
`Section` under the part's title. The same holds for a heading that groups tools. Text before any
heading is a `Section` of level 0 without a title; text under the document's title is one of level 1
with that title.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lma_forge.diagnostics import Edit, Fix, Severity
from lma_forge.model import ReservedTool, Spec, Tool
from lma_forge.spec import faults_document, faults_tool
from lma_forge.spec.buried import check_definitions
from lma_forge.spec.directives import Blocks, Directives
from lma_forge.spec.headings import Part, ToolHeading, near_miss, part_of, tool_heading, tool_line
from lma_forge.spec.lines import MAX_NESTING, Piece, PieceKind, pieces_of
from lma_forge.spec.notaspec import reason
from lma_forge.spec.opaque import check_fence, check_html, without_comments
from lma_forge.spec.parts import OpenPart, Outside, close, front_matter, link, metadata_of, report_unopened
from lma_forge.spec.reading import Reading, Suppression
from lma_forge.spec.sections import Cutter
from lma_forge.spec.tools import ToolPlace, build

_GOVERNING = frozenset(
    {
        "approval", "effects", "risk", "idempotent", "timeout", "host", "permissions", "inputs", "outputs", "failures",
        "use_when", "do_not_use_when",
    }
)  # fmt: skip
"""Sections whose labels are no title for a part of a document."""


@dataclass(slots=True)
class _OpenTool:
    place: ToolPlace
    level: int
    cutter: Cutter


@dataclass(slots=True)
class _Walk:
    """The state of the walk over a document's pieces."""

    reading: Reading
    commented: bool
    outside: Outside = field(default_factory=Outside)
    tools: list[Tool] = field(default_factory=list)
    reserved: list[ReservedTool] = field(default_factory=list)
    title: str = ""
    titled: bool = False
    part: OpenPart | None = None
    tool: _OpenTool | None = None
    directives: Directives = field(init=False)
    groups: list[OpenPart] = field(default_factory=list)
    used_groups: set[int] = field(default_factory=set)
    parts: list[OpenPart] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Share the reading with the part that reads comments."""
        self.directives = Directives(self.reading)

    def take(self, piece: Piece, index: int, blocks: Blocks) -> None:
        """Take the next piece, the document's piece `index`."""
        if piece.kind is PieceKind.HEADING:
            self.heading(piece)
            return
        if piece.kind is PieceKind.CODE and piece.fence:
            check_fence(self.reading, piece)
        elif piece.kind is PieceKind.CODE:
            self._check_indented(piece)
        elif piece.kind is PieceKind.HTML:
            block = blocks.after(index) if "lma" in piece.content.lower() else (0, 0)
            check_html(self.reading, piece, self.directives, block, in_tool=self.tool is not None)
        elif self.commented and piece.kind is PieceKind.TEXT:
            piece = without_comments(self.reading, piece, self.directives, in_tool=self.tool is not None)
            if not piece.lines:
                return
        self.text(piece)

    def _check_lines(self, piece: Piece) -> None:
        """Report a line that names a tool as a heading would."""
        for index, line in enumerate(piece.lines):
            begins = (index == 0 and not piece.depth) or line.text.startswith("#")
            name = tool_line(line.text) if begins else None
            if name is not None:
                self.reading.report(
                    faults_tool.NEAR_MISS_HEADING,
                    self.reading.source.span(line.number, line.column, line.column + len(line.text)),
                    f"This line names a tool but is no heading: write `## Tool: {name}`.",
                    severity=Severity.ERROR,
                )

    def _check_indented(self, piece: Piece) -> None:
        """Report a tool heading that is code only because it is indented."""
        for number in range(piece.start, piece.end):
            text = self.reading.source.lines[number].strip()
            found = tool_heading(text.lstrip("#").strip()) if text.startswith("#") else None
            if found is not None and found.usable:
                self.reading.report(
                    faults_tool.NEAR_MISS_HEADING,
                    self.reading.source.line_span(number),
                    f"This heading is indented so far that it is code: write `{text}` at the start of the line.",
                    severity=Severity.ERROR,
                )

    def heading(self, piece: Piece) -> None:
        text = piece.text.value
        found = tool_heading(text)
        if piece.depth or piece.quoted:
            if found is not None:
                self.reading.report(
                    faults_tool.NESTED_TOOL_HEADING,
                    self.reading.source.text_span(piece.text),
                    "A tool heading in a list item or a quote opens no tool: write it at the start of a line.",
                )
            if self.tool is None or piece.quoted or not self.tool.cutter.add_nested_heading(piece):
                self.text(piece)
            return
        if piece.underline and not (found and len(piece.lines) == 1) and not self._is_setext(piece):
            return
        if found is not None:
            self._open_tool(piece, found)
            return
        if self.tool is not None:
            label = self.tool.cutter.heading_label(piece)
            if label is not None or piece.level > self.tool.level:
                meant = near_miss(text) if label is None or label.key is None else None
                if meant is not None:
                    self._report_near_miss(piece, meant)
                self.tool.cutter.add_heading(piece, label if meant is None else None, silent=meant is not None)
                return
        self._close_tool()
        self._open_part(piece, text)

    def _is_setext(self, piece: Piece) -> bool:
        """Settle what underlined text is: a heading, or text with a rule below it."""
        if len(piece.lines) == 1:
            if piece.underline.startswith("="):
                return True
            bare = self.reading.labels.find(piece.lines[0].text) is None
            if bare and self.tool is not None and self.tool.cutter.heading_label(piece) is not None:
                return True
        if piece.underline.startswith("-"):
            self._report_rule(piece)
        self.text(piece.as_text())
        return False

    def _report_rule(self, piece: Piece) -> None:
        if not self.reading.spaced:
            return
        source = self.reading.source
        start = source.span(piece.end - 1, 0, 0)
        self.reading.report(
            faults_document.RULE_UNDER_TEXT,
            source.line_span(piece.end - 1),
            "A rule right under text makes that text a heading in other readers: put a blank line between them.",
            fix=None if source.shifts else Fix("Put a blank line before the rule", (Edit(start, "\n"),)),
        )

    def text(self, piece: Piece) -> None:
        if piece.is_text:
            self._check_lines(piece)
        if self.tool is not None:
            self.tool.cutter.add(piece)
            return
        if self.part is None:
            self.part = OpenPart(Part.PROSE, "", 0, self.reading.source.span(piece.start, 0, 0))
            self.parts.append(self.part)
        if piece.is_text and not piece.depth and self.part.level <= 1 and not self.part.pieces and not self.tools:
            pairs, rest = metadata_of(self.reading, piece)
            self.outside.metadata.extend(pairs)
            if rest is None:
                return
            piece = rest
        if piece.kind is not PieceKind.RULE:
            self.part.pieces.append(piece)

    def _open_tool(self, piece: Piece, found: ToolHeading) -> None:
        self._close_tool()
        self.titled = True
        text = piece.text
        source = self.reading.source
        name_span = source.text_span(text, found.start, found.end)
        if not found.name:
            self.reading.report(
                faults_tool.MISSING_TOOL_NAME if found.end <= found.start else faults_tool.UNUSABLE_TOOL_NAME,
                name_span,
                "This heading names no tool: write `Tool: Name`.",
            )
        elif not found.usable:
            self.reading.report(
                faults_tool.UNUSABLE_TOOL_NAME,
                name_span,
                f"A tool's name is a word such as `MemoryReader`, and nothing else: write `Tool: {found.name}`.",
            )
        group = next((part for part in reversed(self.groups) if part.level < piece.level), None)
        if group is not None:
            self.used_groups.add(id(group))
        if self.part is not None and self.part.level and piece.level > self.part.level:
            self.part.leads = True
        place = ToolPlace(found, name_span, source.text_span(text), group.title if group else "")
        reserved = found.prefix in {"future", "reserved", "planned"}
        self.tool = _OpenTool(place, piece.level, Cutter(self.reading, piece.level, reserved=reserved))

    def _open_part(self, piece: Piece, text: str) -> None:
        part = part_of(text)
        span = self.reading.source.text_span(piece.text)
        above = next((group for group in reversed(self.groups) if group.level < piece.level), None)
        if above is not None and above.part is not Part.PROSE and part is Part.PROSE:
            self.part = above
            above.pieces.append(piece)
            return
        label = self.reading.labels.heading(text) if self.tools or self.reserved else None
        if label is not None and label.key is not None and label.key.field in _GOVERNING:
            self.reading.report(
                faults_tool.LABEL_AT_TOOL_LEVEL,
                span,
                f"`{label.text}` is a heading above the level of the tools and no section of any: write"
                f" `{label.key.label}:` as a plain line below its tool, or a deeper heading.",
            )
        meant = near_miss(text) if part is Part.PROSE else None
        if meant is not None:
            self._report_near_miss(piece, meant)
        if self.part is not None and (piece.level > self.part.level or part is self.part.part):
            self.part.leads = True
        self.part = OpenPart(part, text, piece.level, span)
        self.parts.append(self.part)
        if not self.titled and part is Part.PROSE and meant is None:
            self.title = text
            self.part.part = Part.PROSE
            self.part.level = 1
            self.groups.clear()
            self.titled = True
            self.used_groups.add(id(self.part))
            return
        self.titled = True
        while self.groups and self.groups[-1].level >= piece.level:
            self.groups.pop()
        self.groups.append(self.part)

    def _report_near_miss(self, piece: Piece, meant: str) -> None:
        self.reading.report(
            faults_tool.NEAR_MISS_HEADING,
            self.reading.source.text_span(piece.text),
            f"This heading looks like a tool's but is none: did you mean `{'#' * piece.level} {meant}`?",
        )

    def _close_tool(self) -> None:
        if self.tool is None:
            return
        built = build(self.reading, self.tool.place, self.tool.cutter.opened)
        if isinstance(built, Tool):
            self.tools.append(built)
        else:
            self.reserved.append(built)
        self.tool = None
        self.part = None

    def finish(self) -> Spec:
        self._close_tool()
        report_unopened(self.reading, self.parts)
        for part in self.parts:
            close(self.reading, self.outside, part, groups=id(part) in self.used_groups)
        names = [tool.name for tool in self.tools]
        return Spec(
            title=self.title,
            metadata=tuple(self.outside.metadata),
            global_rules=tuple(self.outside.global_rules),
            tools=tuple(self.tools),
            reserved=tuple(self.reserved),
            flow=link(self.outside.flow, names),
            source_labels=tuple(self.outside.source_labels),
            failure_standard=self.outside.failure_standard,
            sections=tuple(self.outside.sections),
            path=self.reading.source.path,
        )


def read_document(reading: Reading) -> tuple[Spec, tuple[Suppression, ...]]:
    """Read a document.

    Args:
        reading: The document's lines and labels; findings are added to it.

    Returns:
        What it means, as far as it can be read, and the comments that accept findings.
    """
    lines = reading.source.lines
    pairs, taken = front_matter(lines)
    walk = _Walk(reading, commented=any("<!--" in line for line in lines))
    walk.outside.metadata.extend(pairs)
    if taken:
        lines = [""] * taken + lines[taken:]
    pieces, too_deep = pieces_of(lines)
    blocks = Blocks(reading.labels, pieces)
    for index, piece in enumerate(pieces):
        walk.take(piece, index, blocks)
    check_definitions(reading, pieces)
    spec = walk.finish()
    for number in too_deep[:1]:
        reading.report(
            faults_document.TOO_DEEP,
            reading.source.line_span(number),
            f"Lists and quotes are nested more than {MAX_NESTING // 2} levels deep here, and what stands inside is not"
            " read: nest less deeply.",
        )
    if not spec.tools and not spec.reserved:
        _report_no_tools(reading, spec, pieces)
    return spec, walk.directives.finish()


def _report_no_tools(reading: Reading, spec: Spec, pieces: Sequence[Piece]) -> None:
    """Report a document without tools, once, with the reason."""
    if not any(line.strip() for line in reading.source.lines):
        reading.report(
            faults_document.EMPTY_DOCUMENT,
            reading.source.span(0, 0, 0),
            "The document is empty: write a heading `## Tool: Name` with the sections of a tool below it.",
        )
        return
    codes = {found.code for found in reading.found}
    if codes & {faults_document.UNCLOSED_FENCE.code, faults_document.HIDING_HTML.code, faults_document.TOO_DEEP.code}:
        hiding = "text that hides its tools, as reported"
    elif codes & {faults_tool.NEAR_MISS_HEADING.code, faults_tool.NESTED_TOOL_HEADING.code}:
        hiding = "headings that look like tools but are none, as reported"
    else:
        hiding = reason(reading, spec, pieces)
    reading.report(
        faults_document.NOT_A_TOOL_SPEC,
        reading.source.span(0, 0, 0),
        f"This is no tool spec: it holds {hiding}, and no heading `## Tool: Name` with a tool's sections below it.",
    )
