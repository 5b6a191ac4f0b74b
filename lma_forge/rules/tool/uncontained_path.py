"""LCP501."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import sink_span, way
from lma_forge.rules.flow.verdicts import Verdict, lost_guards, reaches
from lma_forge.rules.flow.wrapping import containing
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP501", severity=Severity.ERROR)
def uncontained_path(module: ToolModule) -> Iterator[Diagnostic]:
    """A path that the model gives is opened, listed or changed without a check that it stays in the workspace.

    `../../.ssh/id_rsa` and `/etc/passwd` are paths as well. Whoever writes to the model, be it in a
    web page that it reads, can have files of the machine read, overwritten or deleted.

    The value is followed from the parameter through variables, texts, containers, helpers of the
    module and of its siblings to the call that touches the file; the finding shows the way. What
    counts as a check is told by what it does, whatever it is called: it resolves the path, compares
    it as a path with the workspace, and leaves where it is not inside. The last part of a path
    (`Path(name).name`), a name out of a fixed list, and a pattern that admits no `/` are safe too.

    Source: LCP doctrine, section 1.2 (working directory) and 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            return {"success": True, "output": Path(name).read_text()}

    Good:
        from pathlib import Path


        def _inside(name: str) -> Path:
            root = Path.cwd().resolve()
            path = (root / name).resolve()
            if not path.is_relative_to(root):
                raise PermissionError(f"Outside the workspace: {name}")
            return path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            return {"success": True, "output": _inside(name).read_text()}

    Fix: adds such a check for the parameter; unsafe, since paths outside are refused from then on.
    """
    told: set[tuple[str, str]] = set(lost_guards(module))
    for reach in reaches(module):
        key = reach.tool.view.name, reach.name
        if reach.use.kind != "path" or reach.verdict is not Verdict.WRONG or key in told:
            continue
        told.add(key)
        yield uncontained_path.at(
            sink_span(reach),
            f"The model chooses the path {reach.name} of {reach.tool.view.name}, and {reach.use.sink} takes it without "
            "a check that it stays in the workspace; resolve it, and refuse it where it is not below the workspace.",
            related=way(reach),
            fix=containing(module, reach),
        )
