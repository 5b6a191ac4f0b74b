"""Changes for people, under what they do: the gravest first, each with its line and with what stood there."""

from lma_forge.change import Category, ChangeReport
from lma_forge.diagnostics import Report
from lma_forge.report import render as render_findings
from lma_forge.report._screen import Style, paint, visible


def render(report: ChangeReport, *, colour: bool = False) -> str:
    """Write the changes, grouped by whom they concern, and then what is accepted.

    Args:
        report: The changes, and the sources whose lines are shown.
        colour: Whether to use terminal colours.

    Returns:
        The text; empty without changes and remarks.
    """
    parts = []
    for category in Category:
        found = [one for one in report.open if one.change.category is category]
        if found:
            heading = f"{category.effect[:1].upper()}{category.effect[1:]} ({category}): {len(found)}"
            shown = Report(tuple(one.change.diagnostic(one.level) for one in found), dict(report.sources))
            text = render_findings(shown, "text", colour=colour)
            parts.append(f"{paint(heading, Style.BOLD, colour=colour)}\n\n{text}")
    if report.accepted:
        lines = [paint(f"Accepted: {len(report.accepted)}", Style.BOLD, colour=colour), ""]
        for one in report.accepted:
            until = f", until {one.accept.until}" if one.accept and one.accept.until else ""
            reason = one.accept.reason if one.accept else ""
            change = one.change
            lines.append(f"{change.code} {visible(change.message)} ({change.fingerprint}: {visible(reason)}{until})")
        parts.append("\n".join(lines) + "\n")
    if report.remarks:
        parts.append(render_findings(Report(report.remarks, dict(report.sources)), "text", colour=colour))
    return "\n".join(parts)
