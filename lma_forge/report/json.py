"""The findings as one JSON document, for programs."""

import json
from typing import Any

from lma_forge.diagnostics import Diagnostic, Fix, Report, Span


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write the findings and their tally as JSON.

    The text is ASCII, so that it survives any pipe; escapes stand for all other characters.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        An object with `diagnostics` (a list) and `summary` (counts).
    """
    tally = report.tally
    document = {
        "diagnostics": [as_values(found) for found in report.diagnostics],
        "summary": {
            "errors": tally.errors,
            "warnings": tally.warnings,
            "infos": tally.infos,
            "files": report.files_checked,
        },
    }
    return json.dumps(document, indent=2) + "\n"


def as_values(found: Diagnostic) -> dict[str, Any]:
    """One finding as values that JSON has."""
    return {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "message": found.message,
        **_span(found.span),
        "help": found.help,
        "related": [{"message": related.message, **_span(related.span)} for related in found.related],
        "fix": _fix(found.fix) if found.fix else None,
    }


def _span(span: Span) -> dict[str, Any]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "applicability": str(fix.applicability),
        "edits": [{"text": edit.text, **_span(edit.span)} for edit in fix.edits],
        **({"moves": [{"path": move.path, "to": move.to or None} for move in fix.moves]} if fix.moves else {}),
    }
