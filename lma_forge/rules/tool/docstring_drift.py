"""GOV110."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.declared import by_hand
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_PUNCTUATION = re.compile(r"[^\w\s]|_")


@rule("GOV110", severity=Severity.WARNING)
def docstring_drift(module: ToolModule) -> Iterator[Diagnostic]:
    """The description of a tool is not the one of its spec.

    The model chooses tools by the description in the code, and people by the one in the spec.

    Source: Tools.md, section 3 (Description of each tool).

    Bad:
        # --- spec: ## Tool: NoteReader / Description: Reads a note of the notebook.
        def tool_note_reader(key: str) -> dict:
            \"\"\"Fetches things that were said earlier.\"\"\"
            return {"success": True, "output": f"{key}: empty."}

    Good:
        # --- spec: ## Tool: NoteReader / Description: Reads a note of the notebook.
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note of the notebook.\"\"\"
            return {"success": True, "output": f"{key}: empty."}
    """
    for one in by_hand(module):
        wanted = " ".join(one.tool.description.sentences)
        if wanted and one.view.has_docstring and _plain(wanted) not in _plain(one.view.docstring):
            shown = wanted if len(wanted) <= 100 else f"{wanted[:99]}…"  # noqa: PLR2004 - one line of a terminal
            yield docstring_drift.at(
                one.span,
                f"The description of {one.tool.name} in the spec is '{shown}', and another one here; write that one.",
                related=one.related(one.tool.section_span("description")),
            )


def _plain(text: str) -> str:
    """The words alone, as marks and line breaks do not count."""
    return f" {' '.join(_PUNCTUATION.sub(' ', text).lower().split())} "
