"""GOV110."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.declared import Held, by_hand
from lma_forge.rules.docsource import doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_LONGEST = 300
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

    Fix: writes the description of the spec, where the one here is a single line.
    """
    for one in by_hand(module):
        wanted = " ".join(one.tool.description.sentences)
        if wanted and one.view.has_docstring and _plain(wanted) not in _plain(one.view.docstring):
            shown = wanted if len(wanted) <= 100 else f"{wanted[:99]}…"  # noqa: PLR2004 - one line of a terminal
            yield docstring_drift.at(
                one.span,
                f"The description of {one.tool.name} in the spec is '{shown}', and another one here; write that one.",
                related=one.related(one.tool.section_span("description")),
                fix=_fix(module, one, wanted),
            )


def _fix(module: ToolModule, one: Held, wanted: str) -> Fix | None:
    """Write the spec's description in place of a first paragraph of one line."""
    lines = doc_lines(module, one.view)
    alone = len(lines) == 1 or (len(lines) > 1 and not lines[1].text.strip())
    odd = any(mark in wanted for mark in ("\\", '"', "'", "`", "\n")) or not wanted.isprintable()
    if not lines or not alone or odd or len(wanted) > _LONGEST:
        return None
    span = lines[0].span
    if span.end_column - span.column != len(lines[0].text.strip()):
        return None
    return Fix("Write the description of the spec", (Edit(span, wanted),))


def _plain(text: str) -> str:
    """The words alone, as marks and line breaks do not count."""
    return f" {' '.join(_PUNCTUATION.sub(' ', text).lower().split())} "
