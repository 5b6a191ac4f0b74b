"""Findings for people: what is wrong, the line where it stands with the place marked, and help."""

import re
from functools import cache

from lma_forge.diagnostics import Diagnostic, Report, Span
from lma_forge.report._screen import Style, clipped, paint, severity_style, visible, width

_LINE_END = re.compile(r"\r\n|\r|\n")
_TAB = "    "
_WIDEST = 160
_LEAD = 40


def render(report: Report, *, colour: bool = False) -> str:
    """Write each finding with its source line, a mark below the place, its help and its related places.

    Args:
        report: The findings, and the sources whose lines are shown.
        colour: Whether to use terminal colours.

    Returns:
        One paragraph per finding, with a blank line between; empty without findings.
    """

    @cache
    def lines(path: str) -> list[str]:
        return _LINE_END.split(report.sources[path]) if path in report.sources else []

    return "\n".join(_paragraph(found, lines(found.span.path), colour=colour) for found in report.diagnostics)


def _paragraph(found: Diagnostic, lines: list[str], *, colour: bool) -> str:
    kind = paint(f"{found.severity}[{found.code}]", severity_style(found.severity), colour=colour)
    out = [f"{kind} {clipped(found.message)}"]
    margin = " " * len(str(found.span.line))
    arrow = paint("-->", Style.CYAN, colour=colour)
    place = f"{visible(found.span.path)}:{found.span.line}:{found.span.column}"
    name = f"{found.name}, {found.fingerprint}" if found.fingerprint else found.name
    out.append(f"{margin}{arrow} {place} ({name})")
    out += _excerpt(found, lines, colour=colour)
    for related in found.related:
        where = f"{visible(related.span.path)}:{related.span.line}:{related.span.column}"
        out.append(f"{margin} {_label('note', colour=colour)} {clipped(related.message)} ({where})")
    if found.help:
        out += _hanging(f"{margin} {_label('help', colour=colour)} ", len(margin) + 9, found.help)
    if found.fix:
        out.append(f"{margin} {_label('fix', colour=colour)} {visible(found.fix.title)} ({found.fix.applicability})")
    return "\n".join(out) + "\n"


def _label(word: str, *, colour: bool) -> str:
    return paint(f"= {word}:", Style.CYAN, colour=colour)


def _hanging(lead: str, indent: int, text: str) -> list[str]:
    # Help may be lines to paste, so its line breaks are kept.
    first, *rest = (visible(line) for line in _LINE_END.split(text.expandtabs(4)))
    return [lead + first, *((" " * indent + line).rstrip() for line in rest)]


def _excerpt(found: Diagnostic, lines: list[str], *, colour: bool) -> list[str]:
    span = found.span
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    if not line.strip():
        return []
    before, marked, after = _cut(line, span)
    bar = paint("|", Style.CYAN, colour=colour)
    number = paint(str(span.line), Style.CYAN, colour=colour)
    margin = " " * len(str(span.line))
    mark = paint("^" * max(1, width(marked)), severity_style(found.severity), colour=colour)
    return [
        f"{margin} {bar}",
        f"{number} {bar} {before}{marked}{after}".rstrip(),
        f"{margin} {bar} {' ' * width(before)}{mark}",
    ]


def _cut(line: str, span: Span) -> tuple[str, str, str]:
    """Split a line in what stands before, in and after the span, each fit to be shown.

    A very long line is cut to a window around the place, with dots for what is left out.
    """
    start = min(max(span.column - 1, 0), len(line))
    last = len(line) if span.end_line > span.line else span.end_column - 1
    end = min(max(last, start), len(line))
    left, right = 0, len(line)
    if len(line) > _WIDEST:
        left = max(0, start - _LEAD)
        right = min(len(line), left + _WIDEST)
    end = min(end, right)
    before, marked, after = (_shown(part) for part in (line[left:start], line[start:end], line[end:right]))
    return ("…" if left else "") + before, marked, after + ("…" if right < len(line) else "")


def _shown(text: str) -> str:
    return visible(text.replace("\t", _TAB))
