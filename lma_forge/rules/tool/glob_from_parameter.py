"""LCP509."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import sink_span, way
from lma_forge.rules.flow.values import NO_DOTS
from lma_forge.rules.flow.verdicts import Verdict, reaches
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP509", severity=Severity.WARNING)
def glob_from_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A pattern that the model gives is searched for as it is.

    `../*` is a pattern too: it lists what stands beside the workspace. Matching the names of files
    that were found in the workspace (`fnmatch`) cannot leave it.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def tool_find(pattern: str) -> dict:
            \"\"\"Finds files by a pattern.\"\"\"
            return {"success": True, "output": [one.name for one in Path(".").glob(pattern)]}

    Good:
        from fnmatch import fnmatch
        from pathlib import Path


        def tool_find(pattern: str) -> dict:
            \"\"\"Finds files by a pattern.\"\"\"
            names = [one.name for one in Path(".").rglob("*") if fnmatch(one.name, pattern)]
            return {"success": True, "output": names}
    """
    told = {
        (one.tool.view.name, one.name)
        for one in reaches(module)
        if one.use.kind == "path" and one.verdict is Verdict.WRONG
    }
    for reach in reaches(module):
        key = reach.tool.view.name, reach.name
        unsure = reach.verdict in {Verdict.SAFE, Verdict.UNPROVED}
        if reach.use.kind != "pattern" or unsure or reach.use.mask & NO_DOTS or key in told:
            continue
        told.add(key)
        yield glob_from_parameter.at(
            sink_span(reach),
            f"The pattern {reach.name} of {reach.tool.view.name} may hold '..' and so list what is outside the "
            "workspace; refuse it then, or search for '*' and match the names with fnmatch.",
            related=way(reach),
        )
