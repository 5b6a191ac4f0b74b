"""One finding per line, each a JSON object, for programs that read a stream."""

import json

from lma_forge.diagnostics import Report
from lma_forge.report.json import as_values


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write each finding as an object with the keys of the format `json`, on a line of its own.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        As many lines as findings; empty without any.
    """
    return "".join(f"{json.dumps(as_values(found))}\n" for found in report.diagnostics)
