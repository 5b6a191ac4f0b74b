"""LCP317."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.layout import placed
from lma_forge.rules.toolset import ToolSet

_FOLDERS = frozenset({"tests", "test"})


@rule("LCP317", severity=Severity.WARNING)
def test_module_in_tools(files: ToolSet) -> Iterator[Diagnostic]:
    """A test file in the folder of tools registers tools.

    Hosts load every Python file there. Doubles that a test defines are offered to the model.

    Source: LCP doctrine, section 2 (discovery).

    Bad:
        # --- file: tools/tests/test_notes.py
        def tool_fake_note(text: str) -> dict:
            \"\"\"Is a double used by the tests.\"\"\"
            return {"success": True, "output": text}

    Good:
        # --- file: tests/test_notes.py
        def fake_note(text):
            return {"success": True, "output": text}
        # --- file: tools/notes/notes.py
        def tool_add_note(text: str) -> dict:
            \"\"\"Adds a note to the notebook.\"\"\"
            return {"success": True, "output": text}
    """
    for one in placed(files):
        file = one.file
        is_test = file.stem.startswith("test_") or file.stem.endswith("_test") or bool(_FOLDERS & set(one.parts))
        if is_test and file.tools and file.stem != (one.parts or ("",))[-1]:
            name, span = file.tools[0]
            yield test_module_in_tools.at(
                span,
                f"The model is offered {name}, which belongs to a test; keep tests outside {one.root}.",
            )
