"""LCP707."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.results import results
from lma_forge.rules.flow.secrets import SECRET, kept_secrets, may_hold_secrets
from lma_forge.rules.flow.values import PARTIAL
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP707", severity=Severity.INFO, default=False)
def partly_masked_secret(module: ToolModule) -> Iterator[Diagnostic]:
    """A part of a secret is shown.

    The first and last letters of a key tell which one it is and leave less to guess; of a short
    password they tell most of it.

    Source: governance document, Tool: AuditLogger (no secrets in logs).

    Bad:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ["SERVICE_API_KEY"]
            return {"success": True, "output": f"{service} uses {key[:4]}…"}

    Good:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ["SERVICE_API_KEY"]
            return {"success": True, "output": f"{service} has a key: {bool(key)}"}
    """
    if not may_hold_secrets(module):
        return
    places = [(one.tool.function.code, one.node, one.mask, one.step) for one in results(module, SECRET)]
    places += [(one.code, one.node, one.mask, one.step) for one in kept_secrets(module, "log")]
    for code, node, mask, step in places:
        if mask & PARTIAL:
            yield partly_masked_secret.at(
                span_of(code, node),
                "A part of a secret is shown here; say whether there is one instead.",
                related=way_of(step),
            )
