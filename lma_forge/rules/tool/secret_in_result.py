"""LCP701."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.results import results
from lma_forge.rules.flow.secrets import SECRET, may_hold_secrets
from lma_forge.rules.flow.values import PARTIAL
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP701", severity=Severity.ERROR)
def secret_in_result(module: ToolModule) -> Iterator[Diagnostic]:
    """A secret is part of what a tool returns.

    The model reads it, repeats it where it pleases, and the conversation is stored and sent to
    whoever runs the model. Whether there is a secret (`bool(key)`) is all that it needs to know.

    Followed are secrets out of the environment by their names, answers to requests of the type
    `secret`, `getpass`, and values that the configuration keeps under such a name.

    Source: governance document, Tool: FileReader (never expose secrets) and Tool: CodeExecutor.

    Bad:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ.get("SERVICE_API_KEY", "")
            return {"success": True, "output": f"{service} uses {key}"}

    Good:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ.get("SERVICE_API_KEY", "")
            return {"success": True, "output": f"{service} has a key: {bool(key)}"}
    """
    if not may_hold_secrets(module):
        return
    for result in results(module, SECRET):
        if not result.mask & PARTIAL:
            yield secret_in_result.at(
                span_of(result.tool.function.code, result.node),
                f"{result.shown} of {result.tool.view.name} gives a secret ({result.atom.name}) to the model; return "
                "what was done with it, or whether there is one.",
                related=way_of(result.step),
            )
