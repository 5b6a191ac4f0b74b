"""The parts of a document outside of its tools: header, global rules, flow, labels, failure standard, prose."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lma_forge.diagnostics import Severity, Span
from lma_forge.grammar import SECTIONS, Need
from lma_forge.model import Block, FailureStandard, FlowStep, GovernanceRule, Prose, Section
from lma_forge.spec import faults_tool
from lma_forge.spec.headings import Part, near_miss, proposed
from lma_forge.spec.labels import fold
from lma_forge.spec.lines import Line, Piece, PieceKind
from lma_forge.spec.outline import Entry, outline, prose, texts_below
from lma_forge.spec.reading import Reading
from lma_forge.spec.rulelines import read_rules

_WORD = re.compile(r"\w[\w.\-/]*")
_MOST_NAME_WORDS = 6
_LABELS_OF_A_TOOL = 3
"""Sections below a heading from which it is taken for one that was meant to open a tool."""
_TOOL_WORDS = ("tool ", "future tool ", "reserved tool ", "planned tool ", "deprecated tool ")
_ORDER = re.compile(r"(?:never|always|do not|don['’]t|must|no)\b(?! rule)", re.IGNORECASE)  # noqa: RUF001
"""How a sentence begins that forbids or demands."""
_BAD = frozenset({"incorrect", "wrong", "bad", "avoid", "never", "not", "don't", "forbidden"})
_GOOD = frozenset({"correct", "good", "right", "proper", "use"})


@dataclass(slots=True)
class OpenPart:
    """A part of the document while its pieces come in.

    Args:
        part: What its heading opens.
        title: The heading's text; empty for what stands before any heading.
        level: The heading's level; 0 for what stands before any heading.
        span: The heading's text.
        pieces: Its body.
        leads: Whether what it announces may stand under a heading of its own: a deeper one, or another one of
            the same kind right behind it.
    """

    part: Part
    title: str
    level: int
    span: Span
    pieces: list[Piece] = field(default_factory=list)
    leads: bool = False


@dataclass(slots=True)
class Outside:
    """What the parts of a document outside of its tools add up to."""

    metadata: list[tuple[str, str]] = field(default_factory=list)
    global_rules: list[GovernanceRule] = field(default_factory=list)
    flow: list[FlowStep] = field(default_factory=list)
    source_labels: list[str] = field(default_factory=list)
    correct: list[str] = field(default_factory=list)
    incorrect: list[str] = field(default_factory=list)
    lead: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    @property
    def failure_standard(self) -> FailureStandard:
        """How failures must and must not sound."""
        lead = Prose(tuple(self.lead), self.lead[0].span) if self.lead else Prose()
        return FailureStandard(tuple(self.correct), tuple(self.incorrect), lead)


def close(reading: Reading, outside: Outside, part: OpenPart, *, groups: bool) -> None:
    """Take a part that has ended into the document.

    Args:
        reading: The document.
        outside: What was read so far; added to.
        part: The part.
        groups: Whether the part's heading stands over tools, which show it as their group.
    """
    rest: Iterable[Piece] = part.pieces
    if part.part is Part.GLOBAL_RULES:
        rest = _global_rules(reading, outside, part)
    elif part.part is Part.FLOW:
        rest = _flow(reading, outside, part)
    elif part.part is Part.SOURCE_LABELS:
        rest = _source_labels(reading, outside, part)
    elif part.part is Part.FAILURE_STANDARD:
        _failure_standard(reading, outside, part)
        return
    body = prose(reading.source, rest, by_sentence=True)
    named = part.level > 0 and part.part is Part.PROSE and not groups
    if body or named:
        outside.sections.append(Section(part.title, part.level, body, part.span))


def report_unopened(reading: Reading, parts: Iterable[OpenPart]) -> None:
    """Report headings that hold the sections of a tool but open none.

    Args:
        reading: The document.
        parts: The parts outside of tools, in order.
    """
    above: list[tuple[OpenPart, set[str]]] = []
    for part in parts:
        while above and above[-1][0].level >= part.level:
            _report_unopened(reading, *above.pop())
        label = reading.labels.heading(part.title) if part.title else None
        if above and label is not None and label.key is not None and label.key.need is not Need.OPTIONAL:
            above[-1][1].add(label.key.field)
        if part.level and part.part is Part.PROSE:
            above.append((part, set(_labels(reading, part))))
    while above:
        _report_unopened(reading, *above.pop())


def _labels(reading: Reading, part: OpenPart) -> Iterable[str]:
    for piece in part.pieces:
        if piece.is_text:
            for line in piece.lines:
                label = reading.labels.find(line.text) if line.text.endswith((":", "*", "_")) else None
                if label is not None and label.key is not None and label.rest >= len(line.text):
                    yield label.key.field


def _report_unopened(reading: Reading, part: OpenPart, labels: set[str]) -> None:
    says_tool = part.title.casefold().startswith(_TOOL_WORDS) or near_miss(part.title) is not None
    if len(labels) < (1 if says_tool else _LABELS_OF_A_TOOL):
        return
    # What was said of the heading alone is less than what its sections say now.
    code, span = faults_tool.NEAR_MISS_HEADING.code, part.span
    reading.found[:] = [one for one in reading.found if (one.code, one.span) != (code, span)]
    needed = {key.field for key in SECTIONS if key.need is Need.REQUIRED}
    reading.report(
        faults_tool.NEAR_MISS_HEADING,
        part.span,
        f"This heading has the sections of a tool below it but opens none: did you mean"
        f" `{'#' * part.level} {near_miss(part.title) or f'Tool: {proposed(part.title)}'}`?",
        severity=Severity.ERROR if says_tool or labels >= needed else None,
    )


def _items(part: OpenPart, *, ordered: bool) -> tuple[list[Entry], list[Piece]]:
    """Part list items from the other text; what is nested in an item belongs to it."""
    listed = [piece for piece in part.pieces if piece.depth and piece.kind is PieceKind.TEXT]
    if ordered and not any(piece.ordered for piece in listed):
        return [], part.pieces
    chosen = {id(piece) for piece in listed}
    items = [entry for entry in outline(listed) if entry.is_item]
    return items, [piece for piece in part.pieces if id(piece) not in chosen]


def _global_rules(reading: Reading, outside: Outside, part: OpenPart) -> list[Piece]:
    items, rest = _items(part, ordered=False)
    outside.global_rules.extend(read_rules(reading.source, items, len(outside.global_rules) + 1))
    if not items and not (part.leads and not part.pieces):
        what = "its table is no list" if any(piece.kind is PieceKind.TABLE for piece in rest) else "no list follows"
        reading.report(
            faults_tool.RULES_WITHOUT_LIST,
            part.span,
            f"`{part.title[:60]}` announces rules for all tools, but {what}: write each rule as a list item.",
        )
    for piece in rest if items else ():
        text = piece.lines[0].text if piece.lines else ""
        if _ORDER.match(text) and not text.rstrip().endswith(":"):
            reading.report(
                faults_tool.RULES_WITHOUT_LIST,
                reading.source.text_span(piece.text),
                "This text stands beside the rules and binds no tool: write it as a list item.",
            )
    return rest


def _flow(reading: Reading, outside: Outside, part: OpenPart) -> list[Piece]:
    items, rest = _items(part, ordered=True)
    for entry in items:
        text = " ".join([entry.text.value, *(below.value for below in texts_below(entry))])
        span = reading.source.text_span(entry.text)
        outside.flow.append(FlowStep(len(outside.flow) + 1, text, span=span))
    return rest


def _report_phrases(reading: Reading, pieces: Iterable[Piece]) -> None:
    """Report phrases that are written as list items or quotes, where only those in a fence are read."""
    first = next((piece for piece in pieces if piece.depth or piece.quoted), None)
    if first is not None:
        reading.report(
            faults_tool.IGNORED_BLOCK,
            reading.source.text_span(first.text) if first.lines else reading.source.line_span(first.start),
            "Only what stands in a fenced block is read here: put these lines between two lines of three backticks.",
        )


def _source_labels(reading: Reading, outside: Outside, part: OpenPart) -> list[Piece]:
    if not any(piece.kind is PieceKind.CODE for piece in part.pieces):
        _report_phrases(reading, part.pieces)
    for piece in part.pieces:
        if piece.kind is PieceKind.CODE:
            outside.source_labels.extend(_phrases(piece))
    return [piece for piece in part.pieces if piece.kind is not PieceKind.CODE]


def _phrases(piece: Piece) -> list[str]:
    return [line.strip() for line in piece.content.split("\n") if line.strip()]


def _failure_standard(reading: Reading, outside: Outside, part: OpenPart) -> None:
    """Read the phrases under lead-in lines such as `Correct response style:`."""
    phrases: list[str] | None = None
    waiting: list[Piece] = []
    for piece in part.pieces:
        if piece.kind is PieceKind.CODE and phrases is not None:
            phrases.extend(_phrases(piece))
            continue
        if piece.kind is PieceKind.CODE:
            reading.report(
                faults_tool.IGNORED_BLOCK,
                reading.source.line_span(piece.start),
                "Nothing says whether these phrases are good or bad: put `Correct:` or `Incorrect:` above them.",
            )
        lead = lead_in(piece.lines[-1].text, heading=piece.kind is PieceKind.HEADING) if piece.lines else None
        if lead is None:
            if phrases is not None and not phrases:
                _report_phrases(reading, [piece])
            waiting.append(piece)
            continue
        phrases = outside.correct if lead else outside.incorrect
        if len(piece.lines) > 1:
            waiting.append(piece.with_lines(piece.lines[:-1]))
    outside.lead.extend(prose(reading.source, waiting, by_sentence=True).blocks)


def lead_in(text: str, *, heading: bool) -> bool | None:
    """Tell whether a line announces good phrases (True) or bad ones (False); None when neither."""
    bare = text.strip("*_ ")
    if not heading and not bare.endswith(":"):
        return None
    words = set(re.findall(r"[\w']+", fold(bare[-80:])))
    if words & _BAD:
        return False
    return True if words & _GOOD else None


def link(steps: Iterable[FlowStep], names: Iterable[str]) -> tuple[FlowStep, ...]:
    """Find the tools that each step names.

    Args:
        steps: The steps.
        names: The names of the document's tools.

    Returns:
        The steps, each with the tools in the order in which it names them.
    """
    known = {tuple(name.split()): name for name in names}
    longest = min(max((len(words) for words in known), default=0), _MOST_NAME_WORDS)
    return tuple(
        FlowStep(step.number, step.text, tuple(dict.fromkeys(_named(step.text, known, longest))), step.span)
        for step in steps
    )


def _named(text: str, known: dict[tuple[str, ...], str], longest: int) -> Iterable[str]:
    words = [word.rstrip(".-/") for word in _WORD.findall(text)]
    index = 0
    while index < len(words):
        size = next((size for size in range(longest, 0, -1) if tuple(words[index : index + size]) in known), 0)
        if size:
            yield known[tuple(words[index : index + size])]
        index += size or 1


def metadata_of(reading: Reading, piece: Piece) -> tuple[list[tuple[str, str]], Piece | None]:
    """Read header lines such as `**Version:** v1.0`.

    Args:
        reading: The document.
        piece: A paragraph before the first section.

    Returns:
        The pairs in order, and what of the paragraph stands before them.
    """
    found: list[tuple[str, list[str]]] = []
    before: list[Line] = []
    for line in piece.lines:
        label = reading.labels.find(line.text) if line.text.startswith("**") else None
        if label is not None and label.bold:
            value = line.text[label.rest :]
            found.append((label.text, [value] if value else []))
        elif found:
            found[-1][1].append(line.text)
        else:
            before.append(line)
    rest = piece.with_lines(tuple(before)) if before else None
    return [(key, " ".join(values)) for key, values in found], rest


def front_matter(lines: list[str]) -> tuple[list[tuple[str, str]], int]:
    """Read a YAML block at the top as plain `key: value` lines.

    Args:
        lines: The document.

    Returns:
        The pairs in order, and how many lines the block takes; 0 when there is none.
    """
    if not lines or lines[0].rstrip() != "---":
        return [], 0
    pairs: list[tuple[str, list[str]]] = []
    for number in range(1, len(lines)):
        line = lines[number].rstrip()
        if line in {"---", "..."}:
            return [(key, " ".join(values).strip("\"'")) for key, values in pairs], number + 1
        key, colon, value = line.partition(":")
        if colon and key.strip() and not key[:1].isspace() and not key.startswith(("-", "#")):
            pairs.append((key.strip(), [value.strip()] if value.strip() else []))
        elif pairs and line.strip() and not line.lstrip().startswith("#"):
            pairs[-1][1].append(line.strip())
        elif line.strip() and not line.lstrip().startswith("#"):
            return [], 0
    return [], 0
