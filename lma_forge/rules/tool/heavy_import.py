"""LCP902."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.imported import imported_at_load
from lma_forge.rules.moving import moved
from lma_forge.rules.packages import HEAVY
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP902", severity=Severity.WARNING)
def heavy_import(module: ToolModule) -> Iterator[Diagnostic]:
    """A library imports a large package when it is loaded.

    The first call of any of its tools then waits for the import, which takes from half a second to
    many, and the host keeps the memory from then on.

    Source: LCP doctrine, section 2 (a library is loaded before it is known what is called).

    Bad:
        import pandas as pd


        def tool_columns(text: str) -> dict:
            \"\"\"Names the columns of a table.\"\"\"
            return {"success": True, "output": ", ".join(pd.DataFrame([text]).columns.astype(str)) or "None."}

    Good:
        def tool_columns(text: str) -> dict:
            \"\"\"Names the columns of a table.\"\"\"
            try:
                import pandas as pd
            except ImportError:
                return {"success": False, "error": "The package pandas is missing; ask the operator to install it."}
            return {"success": True, "output": ", ".join(pd.DataFrame([text]).columns.astype(str)) or "None."}

    Fix: imports it in the functions that need it; unsafe.
    """
    if not module.file.tools:
        return
    seen: set[str] = set()
    for one in imported_at_load(module):
        if one.root in HEAVY and one.root not in seen:
            seen.add(one.root)
            yield heavy_import.at(
                module.span(one.node),
                f"The first call of any tool here waits for the import of {one.root}; import it in the functions that "
                "need it.",
                fix=moved(module, one),
            )
