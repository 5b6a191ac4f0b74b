"""Changes as one JSON document, for programs."""

import json
from typing import Any

from lma_forge.change import Category, ChangeReport, Judged
from lma_forge.diagnostics import Span


def render(report: ChangeReport, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write the changes, the accepted ones too, and their counts as JSON.

    The text is ASCII, so that it survives any pipe; escapes stand for all other characters.

    Args:
        report: The changes.
        colour: Without effect here.

    Returns:
        An object with `against`, `changes`, `remarks` and `summary`.
    """
    counts = {str(category): 0 for category in Category}
    for one in report.open:
        counts[str(one.change.category)] += 1
    document = {
        "against": report.against,
        "changes": [_change(one) for one in report.judged],
        "remarks": [
            {"code": found.code, "name": found.name, "message": found.message, **_span(found.span)}
            for found in report.remarks
        ],
        "summary": {
            "by_category": counts,
            "accepted": len(report.accepted),
            "bump": report.bump or None,
            "fails": report.fails,
        },
    }
    return json.dumps(document, indent=2) + "\n"


def _change(one: Judged) -> dict[str, Any]:
    change = one.change
    return {
        "code": change.code,
        "name": change.name,
        "category": str(change.category),
        "level": str(one.level),
        "fails": one.fails,
        "fingerprint": change.fingerprint,
        "tool": change.tool or None,
        "field": change.field or None,
        "old": change.old or None,
        "new": change.new or None,
        "kin": change.kin or None,
        "message": change.message,
        "help": change.help,
        "old_span": _span(change.old_span),
        "new_span": _span(change.new_span),
        "accepted": _accept(one),
    }


def _accept(one: Judged) -> dict[str, Any] | None:
    if one.accept is None:
        return None
    return {"reason": one.accept.reason, "until": one.accept.until.isoformat() if one.accept.until else None}


def _span(span: Span) -> dict[str, Any]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
