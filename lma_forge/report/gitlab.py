"""Findings as a code quality report, which GitLab shows in merge requests."""

import hashlib
import json
from collections import Counter
from typing import Any

from lma_forge.diagnostics import Diagnostic, Report, Severity
from lma_forge.report._screen import visible

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write a list of findings, each with a fingerprint of its own.

    GitLab drops findings whose fingerprint another one has, and takes those whose fingerprint was
    there before for old ones. So a fingerprint names file, rule and message, and counts equal ones.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        A JSON list; empty without findings.
    """
    seen: Counter[str] = Counter()
    found = []
    for one in report.diagnostics:
        name = f"{one.span.path}\0{one.code}\0{one.message}"
        seen[name] += 1
        found.append(_finding(one, f"{name}\0{seen[name]}"))
    return json.dumps(found, indent=2) + "\n"


def _finding(found: Diagnostic, name: str) -> dict[str, Any]:
    span = found.span
    return {
        "description": visible(f"{found.code}: {found.message}"),
        "check_name": found.name,
        "fingerprint": hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
        "severity": _SEVERITIES[found.severity],
        "location": {
            "path": span.path.removeprefix("./"),
            "positions": {
                "begin": {"line": span.line, "column": span.column},
                "end": {"line": span.end_line, "column": span.end_column},
            },
        },
    }
