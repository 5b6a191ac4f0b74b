"""GOV107."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolset import ToolSet


@rule("GOV107", severity=Severity.ERROR)
def missing_tool(files: ToolSet) -> Iterator[Diagnostic]:
    """A tool of the spec has no function.

    Agents are told of it and hosts do not have it. Of a project that keeps generated modules,
    GEN101 says the same.

    Source: Tools.md, section 3 (what the document defines).

    Bad:
        # --- spec: ## Tool: NoteReader / Description: Reads a note.
        # --- spec: ## Tool: NoteWriter / Description: Writes a note.
        # --- file: Tools.md
        # --- file: tools/notes/notes.py
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{key}: empty."}

    Good:
        # --- spec: ## Tool: NoteReader / Description: Reads a note.
        # --- file: Tools.md
        # --- file: tools/notes/notes.py
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{key}: empty."}
    """
    if not files.whole or files.generates:
        return
    there = {name for file in files.files for name, _ in file.tools}
    # A file that does not parse may hold any tool.
    if any(file.error for file in files.files):
        return
    for function, declared in files.declared.items():
        if function not in there:
            yield missing_tool.at(
                declared.span,
                f"{declared.name} has no function {function}, so that no host offers it; run `lma-forge generate`, or "
                "write it.",
            )
