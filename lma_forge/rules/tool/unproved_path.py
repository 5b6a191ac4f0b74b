"""LCP516."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import sink_span, way
from lma_forge.rules.flow.verdicts import Verdict, reaches
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP516", severity=Severity.WARNING, default=False)
def unproved_path(module: ToolModule) -> Iterator[Diagnostic]:
    """A path of the model's is opened, and nothing shows that it stays in the workspace, or that it does not.

    On its way it goes through a function or an object that the linter does not know, or it is only
    checked as text (neither absolute nor with `..`), so that a link in the workspace still leads
    out, or it is declared as a number, which no host enforces. A team that wants every path proved
    turns this on.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path

        from catalogue import where


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            return {"success": True, "output": Path(where(name)).read_text()}

    Good:
        from pathlib import Path

        from catalogue import where


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            root = Path.cwd().resolve()
            path = (root / where(name)).resolve()
            if not path.is_relative_to(root):
                return {"success": False, "error": f"'{name}' is outside the workspace."}
            return {"success": True, "output": path.read_text()}
    """
    wrong = {(one.tool.view.name, one.name) for one in reaches(module) if one.verdict is Verdict.WRONG}
    for reach in reaches(module):
        key = reach.tool.view.name, reach.name
        if reach.use.kind != "path" or reach.verdict is not Verdict.UNPROVED or key in wrong:
            continue
        wrong.add(key)
        yield unproved_path.at(
            sink_span(reach),
            f"Nothing shows that the path which {reach.use.sink} takes from {reach.name} of {reach.tool.view.name} "
            "stays in the workspace; resolve it right in front of this call, and refuse it where it is not below "
            "the workspace.",
            related=way(reach),
        )
