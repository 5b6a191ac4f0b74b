"""Findings in the format of reviewdog, which comments on pull requests of many services."""

import json
from typing import Any

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Report, Severity, Span
from lma_forge.report._screen import visible

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write a diagnostic result; fixes that may be applied become suggestions.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        A JSON object.
    """
    document = {
        "source": {"name": "lma-forge"},
        "diagnostics": [_diagnostic(found, report.sources.get(found.span.path)) for found in report.diagnostics],
    }
    return json.dumps(document, indent=2) + "\n"


def _diagnostic(found: Diagnostic, source: str | None) -> dict[str, Any]:
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n") if source is not None else []
    text = "\n".join(visible(line) for line in (found.message, *found.help.splitlines()))
    value: dict[str, Any] = {
        "message": text,
        "location": {"path": found.span.path, "range": _range(found.span, lines)},
        "severity": _SEVERITIES[found.severity],
        "code": {"value": f"{found.code} {found.name}"},
    }
    if found.fix and found.fix.edits and found.fix.applicability is not Applicability.DISPLAY_ONLY:
        value["suggestions"] = [_suggestion(edit, lines) for edit in found.fix.edits]
    return value


def _suggestion(edit: Edit, lines: list[str]) -> dict[str, Any]:
    return {"range": _range(edit.span, lines), "text": edit.text}


def _range(span: Span, lines: list[str]) -> dict[str, Any]:
    return {
        "start": {"line": span.line, "column": _column(span.line, span.column, lines)},
        "end": {"line": span.end_line, "column": _column(span.end_line, span.end_column, lines)},
    }


def _column(line: int, column: int, lines: list[str]) -> int:
    """A column counted in bytes of UTF-8, as reviewdog counts, where the line is known."""
    if line > len(lines):
        return column
    return len(lines[line - 1][: column - 1].encode("utf-8", "replace")) + 1
