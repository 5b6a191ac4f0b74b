"""LCP904."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.imported import untried
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP904", severity=Severity.ERROR, host="lollms")
def relative_import(module: ToolModule) -> Iterator[Diagnostic]:
    """A library imports relative to its package.

    lollms loads each file by itself and outside any package, so that the import fails and with it
    every tool of the file.

    Source: lollms_client 1.21.1, module loading.

    Bad:
        from .store import load


        def tool_notes(label: str) -> dict:
            \"\"\"Lists the notes.\"\"\"
            return {"success": True, "output": label + load()}

    Good:
        def _load() -> str:
            return "no notes"


        def tool_notes(label: str) -> dict:
            \"\"\"Lists the notes.\"\"\"
            return {"success": True, "output": label + _load()}
    """
    if module.parsed is None or "from ." not in module.source:
        return
    for node in untried(module):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield relative_import.at(
                module.span(node),
                "lollms loads this file outside any package, so that a relative import fails; keep the helper in this "
                "file, or install it as a package.",
            )
