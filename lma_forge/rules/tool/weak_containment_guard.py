"""LCP505."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.values import Guard
from lma_forge.rules.flow.verdicts import weak_guards
from lma_forge.rules.toolmodule import ToolModule

_WHY = {
    "startswith": "'/notes-old' begins with '/notes' as well; compare as paths, with is_relative_to",
    "prefix": "'data/../../x' begins with 'data/' as well; resolve the path and compare it with is_relative_to",
    "leading": "'a/../../x' does not begin with '..'; resolve the path and compare it with is_relative_to",
    "commonprefix": "it compares letters, not folders; resolve both and use is_relative_to",
    "lstrip-dots": "'a/../../x' keeps its '..'; resolve the path and refuse it where it is not below the workspace",
    "lstrip": "'a/../../x' keeps its '..'; resolve the path and refuse it where it is not below the workspace",
    "replace": "'....//' leaves '../'; resolve the path and refuse it where it is not below the workspace",
    "normpath": "absolute paths and leading '..' stay; resolve the path and compare it with is_relative_to",
    "dots": "absolute paths have no '..'; resolve the path and compare it with is_relative_to",
    "relative": "'../x' is not absolute; resolve the path and compare it with is_relative_to",
}


@rule("LCP505", severity=Severity.ERROR)
def weak_containment_guard(module: ToolModule) -> Iterator[Diagnostic]:
    """A check that shall keep paths in the workspace lets some out.

    Text is compared where paths should be: `startswith` also accepts the folder beside that begins
    with the same letters, `'..' in name` accepts absolute paths, `lstrip('./')` leaves later `..`
    alone, `normpath` follows no links. Reported where a value that the model or a file chooses
    passes such a check and then reaches a file.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        from pathlib import Path


        def tool_read_note(name: str) -> dict:
            \"\"\"Reads a note of the workspace.\"\"\"
            root = Path.cwd().resolve()
            path = (root / name).resolve()
            if not str(path).startswith(str(root)):
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

    Fix: compares two resolved paths with `is_relative_to`.
    """
    for guard, use in weak_guards(module):
        text = ast.unparse(guard.node)
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        yield weak_containment_guard.at(
            span_of(guard.code, guard.node),
            f"{shown} does not keep the path inside before {use.sink} takes it: {_WHY[guard.form]}.",
            related=way_of(use.step),
            fix=_fix(module, guard),
        )


def _fix(module: ToolModule, guard: Guard) -> Fix | None:
    """Compare as paths where both texts are made of paths: `str(path).startswith(str(root))`."""
    node = guard.node
    tested = guard.tested
    if not isinstance(node, ast.Call) or not isinstance(tested, ast.Name | ast.Attribute) or len(node.args) != 1:
        return None
    root = _path_in(node.args[0])
    if root is None:
        return None
    edit = module.replacing(node, f"{ast.unparse(tested)}.is_relative_to({ast.unparse(root)})")
    return Fix("Compare as paths", (edit,), Applicability.SAFE)


def _path_in(node: ast.expr) -> ast.expr | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and len(node.args) == 1:
        inside = node.args[0]
        return inside if isinstance(inside, ast.Name | ast.Attribute) else None
    return None


_LONGEST = 60
