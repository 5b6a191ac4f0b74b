"""LCP507."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.values import Guard
from lma_forge.rules.flow.verdicts import unresolved_guards
from lma_forge.rules.toolmodule import ToolModule

_WHAT = {
    "unresolved": "'root/../x' lies below 'root' as text, and so does a link that leads out; take the path through "
    "resolve() first",
    "lexical": "a link in the workspace that leads out is not seen; use resolve() or realpath() instead of "
    "absolute(), abspath() or normpath()",
    "root": "no resolved path lies below a folder that is written as a relative one, so that everything is refused; "
    "take the folder through resolve() as well",
}


@rule("LCP507", severity=Severity.ERROR)
def containment_without_resolve(module: ToolModule) -> Iterator[Diagnostic]:
    """A path is compared with the workspace before it is resolved.

    `is_relative_to`, `relative_to` and `commonpath` compare parts of names. Only a path that was
    resolved has no `..` in it and no link behind it; both sides need it.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            root = Path.cwd()
            path = root / name
            if not path.is_relative_to(root):
                return {"success": False, "error": f"'{name}' is outside the workspace."}
            return {"success": True, "output": path.read_text()}

    Good:
        from pathlib import Path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            root = Path.cwd().resolve()
            path = (root / name).resolve()
            if not path.is_relative_to(root):
                return {"success": False, "error": f"'{name}' is outside the workspace."}
            return {"success": True, "output": path.read_text()}

    Fix: resolves the path where it is compared; unsafe, since paths that were accepted are refused then.
    """
    for guard, use in unresolved_guards(module):
        yield containment_without_resolve.at(
            span_of(guard.code, guard.node),
            f"This check says nothing of the file that {use.sink} takes: {_WHAT[guard.form]}.",
            related=way_of(use.step),
            fix=_fix(module, guard),
        )


def _fix(module: ToolModule, guard: Guard) -> Fix | None:
    tested = guard.tested
    if guard.form != "unresolved" or not isinstance(tested, ast.Name | ast.Attribute):
        return None
    edit = module.after(tested, ".resolve()")
    return Fix("Resolve the path", (edit,), Applicability.UNSAFE)
