"""The canonical layout of a document that people wrote: tools section by section, the rest tidied.

Only the layout changes. What a document says is proved to be the same by reading the result: the
models must be equal. What never reaches the model (comments, link targets) is kept where it
stands, and a tool in which something could be lost is left as it is, and named.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.grammar import KIND_ALIASES, SECTIONS
from lma_forge.model import ReservedTool, Spec, Tool
from lma_forge.spec.lines import Piece, PieceKind, pieces_of
from lma_forge.spec.outline import ends_sentence
from lma_forge.spec.parsing import parse
from lma_forge.spec.reading import Parsed, ReadOptions
from lma_forge.spec.source import split_lines
from lma_forge.spec.viewer import unwrap
from lma_forge.spec.writetool import reserved_lines, tool_lines

_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_DEFAULTS = ReadOptions()
_BULLET = re.compile(r"^(\s*)[*+](\s)")
_HEADER = re.compile(r"\*\*[^*]+:\*\*")
_WORD = re.compile(r"\w+")
_GRAMMAR_WORDS = frozenset(
    word
    for phrase in (
        *(label for key in SECTIONS for label in key.labels()),
        *KIND_ALIASES,
        "future reserved deprecated tool module group optional required default nullable min max at most least to",
        "one of either must be allowed values can or null none n a no yes true false nothing inputs outputs",
        "ms s sec secs second seconds m minute minutes h hour hours",
        "return say respond reply report with followed by the error message details",
    )
    for word in _WORD.findall(phrase.lower())
)


@dataclass(frozen=True, slots=True)
class Left:
    """A tool that is left as it is.

    Args:
        name: The tool.
        line: The line, from 1, in which the reason stands, counted in the text that was laid out.
        reason: Why, as the end of a sentence.
    """

    name: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A document in canonical layout.

    Args:
        text: The document; None where it has errors, and so no layout.
        left: The tools that were left as they are, because something in them has no place in the
            canonical layout.
        errors: The errors that stand in the way.
    """

    text: str | None
    left: tuple[Left, ...] = ()
    errors: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Region:
    """The lines of a tool, counted from 0 and end exclusive, and what replaces them."""

    start: int
    end: int
    name: str
    lines: tuple[str, ...]


def lay_out(text: str, path: str = "<string>", options: ReadOptions = _DEFAULTS) -> Laid:
    """Write a document in the canonical layout.

    Args:
        text: The document.
        path: The name under which findings speak of it.
        options: What the project adds to the language.

    Returns:
        The laid-out document, which means the same, or the errors that keep it from being read.

    Raises:
        ValueError: No layout could be found that means the same; this is a fault of ours.
    """
    lines = split_lines(text.removeprefix(_BYTE_ORDER_MARK))
    copied = unwrap(lines)
    if copied is not None:
        first = copied.strays[-1] + 1 if copied.strays else 0
        lines = copied.lines[first:]
    plain = "\n".join(lines)
    parsed = parse(plain, path, options)
    errors = tuple(found for found in parsed.diagnostics if found.severity is Severity.ERROR)
    if errors:
        return Laid(None, errors=errors)
    pieces, _ = pieces_of(lines)
    regions, left = _regions(parsed.spec, lines, pieces)
    for tidy, chosen in ((True, regions), (False, regions)):
        laid = _assemble(lines, pieces, chosen, tidy=tidy)
        if _means_the_same(parsed, parse(laid, path, options)):
            return Laid(laid, left)
    kept: list[_Region] = []
    for region in regions:
        if _means_the_same(parsed, parse(_assemble(lines, pieces, [*kept, region], tidy=False), path, options)):
            kept.append(region)
        else:
            reason = "in the canonical layout it would be read as something else"
            left = (*left, Left(region.name, region.start + 1, reason))
    laid = _assemble(lines, pieces, kept, tidy=False)
    if not _means_the_same(parsed, parse(laid, path, options)):
        raise ValueError(f"no layout of {path} means the same as the document")
    return Laid(laid, left)


def _means_the_same(before: Parsed, after: Parsed) -> bool:
    accepted = [(one.codes, one.reason) for one in before.suppressions]
    codes = Counter(found.code for found in before.diagnostics)
    new = Counter(found.code for found in after.diagnostics)
    return (
        before.spec == after.spec
        and accepted == [(one.codes, one.reason) for one in after.suppressions]
        and not new - codes
    )


def _regions(spec: Spec, lines: Sequence[str], pieces: Sequence[Piece]) -> tuple[list[_Region], tuple[Left, ...]]:
    headings = {piece.start: piece for piece in pieces if piece.kind is PieceKind.HEADING}
    tools: list[Tool | ReservedTool] = sorted((*spec.tools, *spec.reserved), key=lambda tool: tool.span)
    found: list[_Region] = []
    left: list[Left] = []
    starts = [tool.span.line - 1 for tool in tools]
    for number, tool in enumerate(tools):
        start = starts[number]
        following = starts[number + 1] if number + 1 < len(tools) else len(lines)
        heading = headings.get(start)
        if heading is None or heading.quoted:
            left.append(Left(tool.name, start + 1, "its heading does not stand at the start of a line"))
            continue
        labels = {span.line - 1 for _, span in getattr(tool, "section_spans", ())}
        labels |= {extra.span.line - 1 for extra in tool.extra}
        ends = [
            at
            for at, piece in headings.items()
            if start < at < following and at not in labels and not _is_text_over_rule(piece, lines)
        ]
        end = min((at for at in ends if headings[at].level <= heading.level), default=following)
        inside = [piece for piece in pieces if start < piece.start < end]
        while inside and inside[-1].kind in {PieceKind.RULE, PieceKind.HTML}:
            end = inside.pop().start
        if inside and _is_text_over_rule(inside[-1], lines):
            end = inside[-1].end - 1
        canonical = _canonical(tool, heading.level, inside, lines, labels)
        kept = _lost(lines, (start, end), canonical) or _says_none(tool)
        if kept is not None:
            left.append(Left(tool.name, *kept))
        else:
            found.append(_Region(start, end, tool.name, tuple(canonical)))
    return found, tuple(left)


def _says_none(tool: Tool | ReservedTool) -> tuple[int, str] | None:
    """Find a section that is there and says `none`: left out, it would be missing."""
    for name, span in getattr(tool, "section_spans", ()):
        if name in {"use_when", "do_not_use_when", "rules"} and not getattr(tool, name):
            return span.line, "a section without any item has no place in the canonical layout"
    return None


def _is_text_over_rule(piece: Piece, lines: Sequence[str]) -> bool:
    """Tell whether CommonMark takes text with `---` right below for a heading, and the reader does not."""
    return (
        piece.kind is PieceKind.HEADING and piece.end - piece.start > 1 and set(lines[piece.end - 1].strip()) == {"-"}
    )


def _canonical(
    tool: Tool | ReservedTool, level: int, inside: Sequence[Piece], lines: Sequence[str], labels: set[int]
) -> list[str]:
    """Write a tool, each comment that stands alone before or behind the section that it belongs to."""
    if isinstance(tool, ReservedTool):
        return reserved_lines(tool, level)
    opened = sorted((span.line - 1, name) for name, span in tool.section_spans)
    before: dict[str, list[str]] = {}
    behind: dict[str, list[str]] = {}
    for piece in inside:
        if piece.kind is not PieceKind.HTML:
            continue
        comment = [line.rstrip() for line in lines[piece.start : piece.end]]
        while comment and not comment[-1]:
            comment.pop()
        following = next((at for at in range(piece.end, len(lines)) if lines[at].strip()), len(lines))
        owner = next((name for at, name in opened if at == following), None)
        if owner is not None and following in labels:
            before.setdefault(owner, []).extend([*comment, ""])
        else:
            last = next((name for at, name in reversed(opened) if at < piece.start), "")
            behind.setdefault(last, []).extend(["", *comment])
    return tool_lines(tool, level, before, behind)


def _lost(lines: Sequence[str], region: tuple[int, int], canonical: Sequence[str]) -> tuple[int, str] | None:
    """Find a word of a tool, one that is not the grammar's, that is missing in its new text."""
    there = Counter(_WORD.findall("\n".join(canonical).lower()))
    for number in range(*region):
        for word in _WORD.findall(lines[number]):
            folded = word.lower()
            there[folded] -= 1
            if there[folded] < 0 and folded not in _GRAMMAR_WORDS and not folded.isdigit():
                return number + 1, f"`{word[:40]}` has no place in the canonical layout"
    return None


def _assemble(lines: Sequence[str], pieces: Sequence[Piece], regions: Sequence[_Region], *, tidy: bool) -> str:
    out: list[str] = []
    at = 0
    for region in sorted(regions, key=lambda region: region.start):
        out += _outside(lines, pieces, at, region.start, tidy=tidy)
        _blank(out)
        out += region.lines
        out.append("")
        at = region.end
        while at < len(lines) and not lines[at].strip():
            at += 1
    out += _outside(lines, pieces, at, len(lines), tidy=tidy)
    return "\n".join(out).strip("\n") + "\n"


def _blank(out: list[str]) -> None:
    if out and out[-1]:
        out.append("")


def _outside(lines: Sequence[str], pieces: Sequence[Piece], start: int, end: int, *, tidy: bool) -> list[str]:
    """Tidy the lines between tools: blank lines, bullets and blanks at line ends.

    In a document without blank lines a line that ends a sentence ends a paragraph, as the reader has it.
    """
    dense = not any(not line.strip() for line in lines[:-1])
    if not tidy:
        return [line.rstrip() if not line.strip() else line for line in lines[start:end]]
    out: list[str] = []
    at = start
    previous: Piece | None = None
    for piece in pieces:
        if not start <= piece.start < end:
            continue
        gap = [line for line in lines[at : piece.start] if line.strip()]
        if at < piece.start or not _is_tight(previous, piece):
            _blank(out)
        # What no block holds, such as link definitions, stays where it stands.
        out += gap
        if gap:
            _blank(out)
        tidied = _tidied(piece, lines[piece.start : min(piece.end, end)])
        running = piece.kind is PieceKind.TEXT or _is_text_over_rule(piece, lines)
        out += _by_sentence(tidied) if dense and running and not piece.depth else tidied
        at = max(at, min(piece.end, end))
        previous = piece
    rest = [line for line in lines[at:end] if line.strip()]
    if rest:
        _blank(out)
        out += rest
    return out


def _is_tight(previous: Piece | None, piece: Piece) -> bool:
    return previous is not None and previous.depth > 0 and piece.depth > 0 and piece.kind is previous.kind


def _by_sentence(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        found.append(line)
        if following and ends_sentence(line.strip()) and not _HEADER.match(following):
            found.append("")
    return found


def _is_broken(line: str) -> bool:
    """Tell whether a line ends with a hard break that stays; header lines are lines without one."""
    return line.endswith("  ") and bool(line.strip()) and not _HEADER.match(line)


def _tidied(piece: Piece, lines: Sequence[str]) -> list[str]:
    found = list(lines)
    while found and not found[-1].strip() and piece.kind is not PieceKind.CODE:
        found.pop()
    if piece.kind in {PieceKind.CODE, PieceKind.HTML}:
        return [line.rstrip("\r\n") for line in found]
    last = len(found) - 1
    found = [
        f"{line.rstrip()}  " if _is_broken(line) and number < last else line.rstrip()
        for number, line in enumerate(found)
    ]
    if piece.opens and not piece.ordered and found:
        found[0] = _BULLET.sub(r"\1-\2", found[0])
    if piece.kind is PieceKind.HEADING and len(found) > 1 and set(found[-1].strip()) == {"-"}:
        found[-1:] = ["", "---"]
    return found
