"""LCP515."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import sink_span, way
from lma_forge.rules.flow.verdicts import Verdict, reaches
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP515", severity=Severity.INFO, default=False)
def check_then_use(module: ToolModule) -> Iterator[Diagnostic]:
    """A path is checked first and opened afterwards.

    The check is right, but what it looked at may be another file by the time it is opened: whoever
    can write in the workspace can put a link in its place in between. Where code that the model
    wrote runs beside the tool, open the file in a way that follows no link, as
    `lma_forge.toolkit.files` does.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            root = Path.cwd().resolve()
            path = (root / name).resolve()
            if not path.is_relative_to(root):
                return {"success": False, "error": f"'{name}' is outside the workspace."}
            return {"success": True, "output": path.read_text()}

    Good:
        from lma_forge.toolkit import files


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            content, _ = files.read({}, name)
            return {"success": True, "output": content}
    """
    told: set[tuple[str, str]] = set()
    for reach in reaches(module):
        key = reach.tool.view.name, reach.name
        if reach.use.kind != "path" or reach.verdict is not Verdict.SAFE or key in told:
            continue
        if any(guard.form == "contained" for guard in reach.use.guards):
            told.add(key)
            yield check_then_use.at(
                sink_span(reach),
                f"Between the check of {reach.name} and {reach.use.sink} somebody can put a link in its place; where "
                "others can write there, use lma_forge.toolkit.files, which follows no links.",
                related=way(reach),
            )
