"""LCP703."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.secrets import kept_secrets
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP703", severity=Severity.ERROR)
def secret_stored_in_clear(module: ToolModule) -> Iterator[Diagnostic]:
    """A secret is written to a file as it is.

    The file is in the workspace, where other tools read it for the model, and it is copied along
    with the project.

    Source: governance document, Tool: MemoryWriter (no secrets in memory).

    Bad:
        import os
        from pathlib import Path


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            Path("session.txt").write_text(os.environ["SERVICE_TOKEN"])
            return {"success": True, "output": service}

    Good:
        import os
        from pathlib import Path


        def tool_connect(service: str) -> dict:
            \"\"\"Prepares a connection.\"\"\"
            token = os.environ["SERVICE_TOKEN"]
            Path("session.txt").write_text(f"{service}: {len(token)} characters")
            return {"success": True, "output": service}
    """
    for use in kept_secrets(module, "store"):
        yield secret_stored_in_clear.at(
            span_of(use.code, use.node),
            f"{use.sink} keeps a secret ({use.atom.name}) in clear where others can read it; keep it in the "
            "environment or in the system's keyring, and ask again when it is needed.",
            related=way_of(use.step),
        )
