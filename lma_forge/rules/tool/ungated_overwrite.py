"""LCP606."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.report import way, who
from lma_forge.rules.approval.verdicts import judged, of_family
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP606", severity=Severity.WARNING)
def ungated_overwrite(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool overwrites a file without a look whether it is there, a copy of it, or an operator's approval.

    The content that was there is lost when the model picks a name that is in use.

    Source: governance file, 2.6 (FileWriter).

    Bad:
        from pathlib import Path


        def tool_save_report(name: str, text: str) -> dict:
            \"\"\"Saves a report.\"\"\"
            Path(name).write_text(text, encoding="utf-8")
            return {"success": True, "output": f"Saved {name}."}

    Good:
        from pathlib import Path


        def tool_save_report(name: str, text: str) -> dict:
            \"\"\"Saves a report.\"\"\"
            target = Path(name)
            if target.exists():
                return {"success": False, "error": f"{name} is there already; choose another name."}
            target.write_text(text, encoding="utf-8")
            return {"success": True, "output": f"Saved {name}."}
    """
    for reached in of_family(module.kept(judged), Family.OVERWRITE):
        if not reached.deed.guarded:
            yield ungated_overwrite.at(
                module.span(reached.deed.call),
                f"{who(reached)} overwrites what is there with {reached.deed.name}; look whether the file is there, "
                'keep a copy, or open with mode "x".',
                related=way(module, reached),
            )
