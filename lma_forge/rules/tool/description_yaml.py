"""LCP309."""

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Move, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.toolset import ToolSet


@rule("LCP309", severity=Severity.WARNING)
def description_yaml(files: ToolSet) -> Iterator[Diagnostic]:
    """A description file lies beside a library.

    LCP hosts build everything that a model is told from the Python source. What is written in
    this file reaches nobody, and drifts from what does.

    Source: LCP doctrine, section 1.3 (schemas from the source).

    Bad:
        # --- file: tools/notes/description.yaml
        # name: add_note
        # --- file: tools/notes/notes.py
        def tool_add_note(text: str) -> dict:
            \"\"\"Adds a note to the notebook.\"\"\"
            return {"success": True, "output": text}

    Good:
        # --- file: tools/notes/notes.py
        def tool_add_note(text: str) -> dict:
            \"\"\"Adds a note to the notebook.\"\"\"
            return {"success": True, "output": text}

    Fix: deletes the file; unsafe.
    """
    folders = {file.folder for file in files.libraries if file.tools}
    for path in sorted(files.others):
        folder, _, name = path.rpartition("/")
        if name in {"description.yaml", "description.yml"} and folder in folders:
            yield description_yaml.at(
                Span(path),
                "No host reads this file: a model is told what the functions and docstrings beside it say; "
                "delete it, after moving what is missing there into the docstrings.",
                fix=Fix("Delete it", (), Applicability.UNSAFE, (Move(path),)),
            )
