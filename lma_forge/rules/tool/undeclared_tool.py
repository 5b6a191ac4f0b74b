"""GOV106."""

from collections.abc import Iterator, Mapping

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV106", severity=Severity.WARNING)
def undeclared_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool exists of which the project's spec says nothing.

    Hosts offer it, and none of the rules that people rely on were written for it.

    Source: Tools.md, section 1 (the official tool-governance file).

    Bad:
        # --- spec: ## Tool: NoteReader / Description: Reads a note.
        def tool_note_eraser(key: str) -> dict:
            \"\"\"Erases a note.\"\"\"
            return {"success": True, "output": f"{key} is erased."}

    Good:
        # --- spec: ## Tool: NoteReader / Description: Reads a note.
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{key}: empty."}
    """
    if not module.declared:
        return
    contract = module.file.contract if isinstance(module.file.contract, Mapping) else {}
    for view in module.file.tools:
        # What is left of a generated module is told of by its lock.
        if view.name not in module.declared and view.name not in module.reserved and view.name not in contract:
            yield undeclared_tool.at(
                head(view.span, view.name),
                f"No spec of the project declares {view.name}, so that none of its rules holds for it; add a "
                "`## Tool:` section.",
            )
