"""Findings as workflow commands, which GitHub Actions shows as annotations on the lines themselves."""

from lma_forge.diagnostics import Diagnostic, Report, Severity
from lma_forge.report._screen import visible

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write `::error file=…,line=…,title=…::message` for each finding.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        One line per finding; empty without findings.
    """
    return "".join(f"{_command(found)}\n" for found in report.diagnostics)


def _command(found: Diagnostic) -> str:
    span = found.span
    values: dict[str, object] = {"file": span.path, "line": span.line}
    if span.end_line != span.line:
        # GitHub takes columns only of a place on one line.
        values |= {"endLine": span.end_line}
    else:
        values |= {"endLine": span.end_line, "col": span.column, "endColumn": max(span.column, span.end_column - 1)}
    values["title"] = f"{found.code} {found.name}"
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in values.items())
    return f"::{_LEVELS[found.severity]} {properties}::{_message(found)}"


def _message(found: Diagnostic) -> str:
    text = "\n".join(visible(line) for line in (found.message, *found.help.splitlines()))
    # The three characters that the runner undoes in a message (workflow commands, toolkit's command.ts).
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    escaped = visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C")
