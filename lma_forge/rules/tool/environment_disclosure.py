"""LCP705."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, steps_of, way_of
from lma_forge.rules.flow.results import results
from lma_forge.rules.flow.values import INSIDE
from lma_forge.rules.toolmodule import ToolModule

_ENVIRON = frozenset({"environ"})


@rule("LCP705", severity=Severity.ERROR)
def environment_disclosure(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool returns any variable of the environment that the model names, or all of them.

    The environment of the host holds its keys: `OPENAI_API_KEY`, `AWS_SECRET_ACCESS_KEY`, and
    whatever else the operator has put there for programs, not for models.

    Source: governance document, Tool: CodeExecutor (no access to secrets).

    Bad:
        import os


        def tool_environment(name: str) -> dict:
            \"\"\"Reads a variable of the environment.\"\"\"
            return {"success": True, "output": os.environ.get(name) or "not set"}

    Good:
        import os


        def tool_environment(name: str) -> dict:
            \"\"\"Reads the language or the time zone.\"\"\"
            if name not in ("LANG", "TZ"):
                return {"success": False, "error": f"'{name}' is neither LANG nor TZ."}
            return {"success": True, "output": os.environ.get(name) or "not set"}
    """
    if "environ" not in module.source and "getenv" not in module.source:
        return
    told: set[ast.AST] = set()
    for result in results(module, _ENVIRON):
        steps = [one for one in steps_of(result.step) if "variable" in one.note]
        chosen = result.atom.name == "*" or result.atom.name in {one.name for one in result.tool.view.parameters}
        if result.mask & INSIDE or not steps or steps[0].node in told or not chosen:
            continue
        told.add(steps[0].node)
        what = "all variables" if result.atom.name == "*" else "any variable"
        yield environment_disclosure.at(
            span_of(steps[0].code, steps[0].node),
            f"{result.tool.view.name} gives the model {what} of the host's environment, keys and passwords among "
            "them; allow the few names that it needs.",
            related=way_of(result.step),
        )
