"""Blocks that readers of the page do not see as text: fences, comments and other HTML."""

import re
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate

from lma_forge.diagnostics import Severity, Span
from lma_forge.spec import faults_document as faults
from lma_forge.spec.directives import Directives, comments
from lma_forge.spec.faults_tool import IGNORED_BLOCK, NEAR_MISS_HEADING
from lma_forge.spec.headings import tool_heading, tool_line
from lma_forge.spec.lines import Line, Piece
from lma_forge.spec.reading import Reading
from lma_forge.spec.values import code_spans

_MARGIN = " \t>"
_ENDS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_TAG = re.compile(r"<[^<>]*>")
_RAW = re.compile(r"<(script|pre|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE)


def check_fence(reading: Reading, piece: Piece) -> None:
    """Report a fence that is never closed, and what it hides."""
    last = reading.source.lines[piece.end - 1].strip(_MARGIN)
    closes = last.startswith(piece.fence) and not last.strip(piece.fence[0])
    if piece.end - piece.start > 1 and closes:
        return
    tools, labels = _hidden(reading, piece)
    span = reading.source.line_span(piece.start)
    advice = f"close it with a line of `{piece.fence}` alone."
    if tools or labels:
        message = f"This fence is never closed and hides {_count(tools, labels)}: {advice}"
        reading.report(faults.UNCLOSED_FENCE, span, message)
    else:
        message = f"This fence is never closed: {advice}"
        reading.report(faults.UNCLOSED_FENCE, span, message, severity=Severity.WARNING)


def check_html(
    reading: Reading, piece: Piece, directives: Directives, block: tuple[int, int], *, in_tool: bool
) -> None:
    """Report what an HTML block hides, and take the comments that address the reader.

    Args:
        reading: The document.
        piece: The block.
        directives: Takes those comments.
        block: First and last line of the block that follows.
        in_tool: Whether it stands in a tool.
    """
    content = piece.content.lstrip(_MARGIN)
    span = reading.source.line_span(piece.start)
    end = _end_mark(content)
    if end is None or end not in content.lower():
        _check_visible(reading, piece, span, unclosed=end is not None)
        if end is not None:
            return
    if not content.startswith("<!--"):
        _check_text(reading, piece, span, in_tool=in_tool)
        return
    after = 0
    for _, stop, comment in comments(content):
        after = stop
        if directives.take(comment, span, *block) or not (in_tool and comment.strip()):
            continue
        _report_comment(reading, span)
    if in_tool and content[after:].strip():
        reading.report(
            faults.HIDDEN_COMMENT,
            reading.source.line_span(piece.end - 1),
            "The text behind a comment on its last line is part of the comment's block and not read: put it on a line"
            " of its own.",
            severity=Severity.WARNING,
        )


def _report_comment(reading: Reading, span: Span) -> None:
    reading.report(
        faults.HIDDEN_COMMENT,
        span,
        "Readers of the page do not see this comment, and its text is no part of the tool: say it outside of the"
        " comment where it matters.",
    )


def _check_text(reading: Reading, piece: Piece, span: Span, *, in_tool: bool) -> None:
    """Report the text of an HTML block, which no reader of the spec sees."""
    texts = [_TAG.sub("", reading.source.lines[number]).strip(_MARGIN) for number in range(piece.start, piece.end)]
    names = (tool_line(text) for text in texts)
    name = next((name for name in names if name is not None), None)
    if name is not None:
        message = f"This HTML names a tool and opens none: write `## Tool: {name}`."
        reading.report(NEAR_MISS_HEADING, span, message, severity=Severity.ERROR)
    elif any(texts):
        to = f" up to line {piece.end}" if piece.end - piece.start > 1 else ""
        where = " in a tool" if in_tool else ""
        message = f"HTML{where} is not read{to}: write its text as markdown."
        reading.report(IGNORED_BLOCK, span, message, severity=None if in_tool else Severity.INFO)


def _end_mark(content: str) -> str | None:
    """Find what ends an HTML block of the kinds that run on over blank lines; None for the other kinds."""
    for start, end in _ENDS:
        if content.startswith(start):
            return end
    raw = _RAW.match(content)
    return f"</{raw[1].lower()}>" if raw else None


def _check_visible(reading: Reading, piece: Piece, span: Span, *, unclosed: bool) -> None:
    tools, labels = _hidden(reading, piece)
    if unclosed:
        below = piece.end - piece.start - 1
        if tools or labels or below:
            what = _count(tools, labels) if tools or labels else f"{below} line{'s' * (below != 1)}"
            message = f"This comment or block is never closed and hides {what}: close it."
            reading.report(faults.HIDING_HTML, span, message)
    elif tools or labels:
        reading.report(
            faults.HIDING_HTML,
            span,
            f"This HTML block hides {_count(tools, labels)}: put a blank line below its tag.",
            severity=None if tools else Severity.WARNING,
        )


def _hidden(reading: Reading, piece: Piece) -> tuple[int, int]:
    """Count the tool headings and the labels in a block."""
    tools = labels = 0
    for number in range(piece.start + 1, piece.end):
        line = reading.source.lines[number].strip(_MARGIN)
        if line.startswith("#"):
            tools += tool_heading(line.lstrip("#").strip()) is not None
            continue
        label = reading.labels.find(line)
        labels += label is not None and label.key is not None and label.rest >= len(line)
    return tools, labels


def _count(tools: int, labels: int) -> str:
    what, number = ("tool heading", tools) if tools else ("label", labels)
    return f"{number} {what}{'s' * (number != 1)}"


def without_comments(reading: Reading, piece: Piece, directives: Directives, *, in_tool: bool) -> Piece:
    """Take the comments out of a paragraph.

    Args:
        reading: The document.
        piece: The paragraph.
        directives: Takes the comments that address the reader; they speak of the paragraph.
        in_tool: Whether it stands in a tool.

    Returns:
        The paragraph as readers of the page see it.
    """
    value = "\n".join(line.text for line in piece.lines)
    codes = code_spans(value)
    starts = [0, *accumulate(len(line.text) + 1 for line in piece.lines)]
    gone: list[tuple[int, int]] = []
    index = 0
    for start, stop, comment in comments(value):
        while index < len(codes) and codes[index].end <= start:
            index += 1
        if index < len(codes) and codes[index].start <= start:
            continue
        gone.append((start, stop))
        span = _span_of(reading, piece, starts, start, stop)
        if not directives.take(comment, span, piece.start + 1, piece.end) and in_tool and comment.strip():
            _report_comment(reading, span)
    return replace(piece, lines=tuple(_left(piece.lines, gone))) if gone else piece


def _span_of(reading: Reading, piece: Piece, starts: list[int], start: int, stop: int) -> Span:
    """Make the span of offsets into the paragraph's lines, which begin at `starts`."""
    first = bisect_right(starts, start) - 1
    last = bisect_right(starts, stop - 1) - 1
    opening = piece.lines[first].column + start - starts[first]
    closing = piece.lines[last].column + stop - starts[last]
    left = reading.source.span(piece.lines[first].number, opening, opening)
    right = reading.source.span(piece.lines[last].number, closing, closing)
    return Span(left.path, left.line, left.column, right.end_line, right.end_column)


def _left(lines: tuple[Line, ...], gone: list[tuple[int, int]]) -> list[Line]:
    """Cut the ranges out of the lines."""
    left: list[Line] = []
    offset = index = 0
    for line in lines:
        end = offset + len(line.text)
        begin = offset
        while index < len(gone) and gone[index][0] < end:
            left.extend(_part(line, offset, begin, gone[index][0]))
            begin = max(begin, gone[index][1])
            if gone[index][1] > end:
                break
            index += 1
        left.extend(_part(line, offset, begin, end))
        offset = end + 1
    return left


def _part(line: Line, offset: int, begin: int, end: int) -> list[Line]:
    text = line.text[max(begin - offset, 0) : max(end - offset, 0)]
    bare = text.strip()
    if not bare:
        return []
    return [Line(line.number, line.column + begin - offset + len(text) - len(text.lstrip()), bare)]
