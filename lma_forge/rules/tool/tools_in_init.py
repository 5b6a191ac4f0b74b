"""LCP308."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head


@rule("LCP308", severity=Severity.ERROR)
def tools_in_init(file: ToolFile) -> Iterator[Diagnostic]:
    """A tool is defined in an `__init__.py`.

    Hosts pass such files over.

    Source: LCP doctrine, section 2 (discovery).

    Bad:
        # --- file: tools/notes/__init__.py
        def tool_add_note(text: str) -> dict:
            \"\"\"Adds a note to the notebook.\"\"\"
            return {"success": True, "output": text}

    Good:
        # --- file: tools/notes/notes.py
        def tool_add_note(text: str) -> dict:
            \"\"\"Adds a note to the notebook.\"\"\"
            return {"success": True, "output": text}
    """
    folder, _, name = file.path.rpartition("/")
    if name != "__init__.py":
        return
    library = folder.rpartition("/")[2] or "library"
    for tool in file.tools:
        if not tool.broken:
            yield tools_in_init.at(
                head(tool.span, tool.name),
                f"No host finds {tool.name}, since __init__.py is passed over; move it to {library}.py.",
            )
