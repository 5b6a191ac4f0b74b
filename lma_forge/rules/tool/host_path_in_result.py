"""LCP514."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, steps_of, way_of
from lma_forge.rules.flow.results import results
from lma_forge.rules.toolmodule import ToolModule

_SEEMS = ("resolve", "absolute", "getcwd", "abspath", "realpath", "cwd(", "home(")
_ABSOLUTE = frozenset({"absolute"})


@rule("LCP514", severity=Severity.WARNING)
def host_path_in_result(module: ToolModule) -> Iterator[Diagnostic]:
    """A result shows where files are on the host.

    `/home/ann/projects/x/report.md` tells the model, and everybody that it writes to, the name of
    the user and the layout of the machine. It also leads the model to send absolute paths back,
    where relative ones are meant.

    Source: LCP doctrine, section 1.2 (working directory).

    Bad:
        from pathlib import Path


        def tool_save(text: str) -> dict:
            \"\"\"Saves a text.\"\"\"
            target = Path("note.txt").resolve()
            target.write_text(text)
            return {"success": True, "output": f"Saved to {target}"}

    Good:
        from pathlib import Path


        def tool_save(text: str) -> dict:
            \"\"\"Saves a text.\"\"\"
            target = Path("note.txt").resolve()
            target.write_text(text)
            return {"success": True, "output": f"Saved to {target.name}"}

    Fix: shows the name of the file alone; unsafe, since what reads the result may need the folder.
    """
    if not any(word in module.source for word in _SEEMS):
        return
    told: set[ast.AST] = set()
    for result in results(module, _ABSOLUTE):
        code = result.tool.function.code
        node: ast.stmt | ast.expr | ast.arg = result.node
        if isinstance(node, ast.stmt):
            # The field is filled elsewhere: the place is where the path comes from, once for all tools.
            first = steps_of(result.step)[:1]
            node = first[0].node if first and first[0].code.path == code.path else node
        if node in told:
            continue
        told.add(node)
        yield host_path_in_result.at(
            span_of(code, node),
            f"{result.shown} of {result.tool.view.name} shows an absolute path of the host to the model; give the "
            "name, or the path relative to the working directory.",
            related=way_of(result.step),
            fix=_fix(module, node),
        )


def _fix(module: ToolModule, node: ast.AST) -> Fix | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and len(node.args) == 1:
        inside = node.args[0]
        if isinstance(inside, ast.Name | ast.Attribute):
            return Fix("Show the name", (module.replacing(node, f"{ast.unparse(inside)}.name"),), Applicability.UNSAFE)
    return None
