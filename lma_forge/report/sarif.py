"""Findings as SARIF 2.1.0, which code scanning services and editors read (OASIS standard)."""

import json
from typing import Any
from urllib.parse import quote

from lma_forge import __version__
from lma_forge.diagnostics import Diagnostic, Fix, Report, Rule, Severity, Span
from lma_forge.report._screen import visible

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "lmaForge/v1"


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write one run with its rules and its results.

    The text is ASCII, so that it survives any pipe. Rules that are not in the report's catalogue
    are described by the code and name that their findings carry.

    Args:
        report: The findings, and the catalogue entries of their codes.
        colour: Without effect here.

    Returns:
        A SARIF log.
    """
    known = {rule.code: rule for rule in report.rules}
    names = {found.code: found.name for found in report.diagnostics}
    order = {code: index for index, code in enumerate(sorted(names))}
    run = {
        "tool": {
            "driver": {
                "name": "lma-forge",
                "semanticVersion": __version__,
                "rules": [_rule(code, names[code], known.get(code)) for code in order],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, order[found.code]) for found in report.diagnostics],
    }
    document = {"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def _rule(code: str, name: str, rule: Rule | None) -> dict[str, Any]:
    described: dict[str, Any] = {"id": code, "name": name}
    if rule is not None:
        described |= {
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.why or rule.summary},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        }
        if rule.bad:
            described["help"] = {"text": f"Bad:\n\n{rule.bad}\n\nGood:\n\n{rule.good}"}
    return described


def _result(found: Diagnostic, index: int) -> dict[str, Any]:
    text = "\n".join(visible(line) for line in (found.message, *found.help.splitlines()))
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": text or found.name},
        "locations": [{"physicalLocation": _place(found.span)}],
    }
    if found.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(one.span), "message": {"text": visible(one.message)}}
            for number, one in enumerate(found.related, 1)
        ]
    if found.fingerprint:
        result["partialFingerprints"] = {_FINGERPRINT: found.fingerprint}
    if found.fix and found.fix.edits:
        result["fixes"] = [_fix(found.fix)]
    return result


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(span.path)}, "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": max(span.line, span.end_line),
        "endColumn": span.end_column if (span.end_line, span.end_column) >= span.start else span.column,
    }


def _uri(path: str) -> str:
    """Write a path as a URI reference: relative ones stay so, which is how services find the file."""
    escaped = quote(path.encode("utf-8", "backslashreplace"), safe="/")
    return f"file://{escaped}" if escaped.startswith("/") else escaped or "."


def _fix(fix: Fix) -> dict[str, Any]:
    by_path: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        by_path.setdefault(edit.span.path, []).append(replacement)
    changes = [{"artifactLocation": {"uri": _uri(path)}, "replacements": made} for path, made in by_path.items()]
    return {"description": {"text": visible(fix.title)}, "artifactChanges": changes}
