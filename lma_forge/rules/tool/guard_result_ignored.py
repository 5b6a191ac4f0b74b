"""LCP506."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way
from lma_forge.rules.flow.verdicts import ignored_guards
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP506", severity=Severity.ERROR)
def guard_result_ignored(module: ToolModule) -> Iterator[Diagnostic]:
    """A check of a path is called, and what it finds is thrown away.

    The check answers with True, False or None instead of an exception, or its exception is passed
    over, and the code goes on either way: the path is opened whatever it is.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def _is_inside(name: str) -> bool:
            root = Path.cwd().resolve()
            return (root / name).resolve().is_relative_to(root)


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            _is_inside(name)
            return {"success": True, "output": Path(name).read_text()}

    Good:
        from pathlib import Path


        def _is_inside(name: str) -> bool:
            root = Path.cwd().resolve()
            return (root / name).resolve().is_relative_to(root)


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            if not _is_inside(name):
                return {"success": False, "error": f"'{name}' is outside the workspace."}
            return {"success": True, "output": Path(name).read_text()}
    """
    for remark, reach in ignored_guards(module):
        yield guard_result_ignored.at(
            span_of(remark.code, remark.node),
            f"What {remark.name} finds out about {reach.name} is thrown away, and {reach.use.sink} takes the path in "
            "any case; leave with a failure where the check fails.",
            related=way(reach),
        )
