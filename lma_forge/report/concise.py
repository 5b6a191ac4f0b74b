"""One finding per line, in the form that editors and grep understand."""

from lma_forge.diagnostics import Report
from lma_forge.report._screen import Style, clipped, paint, severity_style, visible


def render(report: Report, *, colour: bool = False) -> str:
    """Write `path:line:column: severity CODE name: message` for each finding.

    Args:
        report: The findings.
        colour: Whether to use terminal colours.

    Returns:
        One line per finding; empty without findings.
    """
    lines = []
    for found in report.diagnostics:
        place = paint(f"{visible(found.span.path)}:{found.span.line}:{found.span.column}:", Style.BOLD, colour=colour)
        kind = paint(f"{found.severity} {found.code}", severity_style(found.severity), colour=colour)
        lines.append(f"{place} {kind} {found.name}: {clipped(found.message)}\n")
    return "".join(lines)
