"""LCP702."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.secrets import kept_secrets
from lma_forge.rules.flow.values import PARTIAL
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP702", severity=Severity.ERROR)
def secret_in_log(module: ToolModule) -> Iterator[Diagnostic]:
    """A secret is printed or logged.

    Logs are kept longer and read by more people than the secret was meant for.

    Source: governance document, Tool: AuditLogger (no secrets in logs).

    Bad:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ.get("SERVICE_TOKEN", "")
            print("connecting with", key)
            return {"success": True, "output": service}

    Good:
        import os


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            key = os.environ.get("SERVICE_TOKEN", "")
            print("connecting, token set:", bool(key))
            return {"success": True, "output": service}
    """
    for use in kept_secrets(module, "log"):
        if not use.mask & PARTIAL:
            yield secret_in_log.at(
                span_of(use.code, use.node),
                f"{use.sink} writes a secret ({use.atom.name}) where logs are read; log what happens without it.",
                related=way_of(use.step),
            )
