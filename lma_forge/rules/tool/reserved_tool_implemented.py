"""GOV105."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV105", severity=Severity.ERROR)
def reserved_tool_implemented(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool exists that the spec reserves for later.

    Hosts offer it although nobody has said what it takes, what it may do and how it fails.

    Source: Tools.md, section 8 (future tools).

    Bad:
        # --- spec: ## Future Tool: NoteSharer / Purpose: Shares notes with others.
        def tool_note_sharer(key: str) -> dict:
            \"\"\"Shares a note.\"\"\"
            return {"success": True, "output": f"{key} is shared."}

    Good:
        # --- spec: ## Future Tool: NoteSharer / Purpose: Shares notes with others.
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{key}: empty."}
    """
    for view in module.file.tools:
        reserved = module.reserved.get(view.name)
        if reserved is not None and view.name not in module.declared:
            yield reserved_tool_implemented.at(
                head(view.span, view.name),
                f"{reserved.name} is reserved in the spec, and hosts offer this one all the same; make it a tool there "
                f"(`## Tool: {reserved.name}`, and no status that reserves it), or take the function away.",
                related=(Related("reserved here", reserved.name_span),),
            )
