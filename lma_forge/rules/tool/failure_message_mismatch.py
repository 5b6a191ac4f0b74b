"""GOV103."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.declared import Held, by_hand, texts
from lma_forge.rules.engine import rule
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV103", severity=Severity.ERROR)
def failure_message_mismatch(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool never fails with the words that its spec prescribes.

    Agents and people recognise a failure by these words.

    Source: Tools.md, Failure Behavior of each tool.

    Bad:
        # --- spec: ## Tool: NoteReader / Failure Behavior: Return: `Note not found.`
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            if not key:
                return {"success": False, "error": "Sorry, no such note."}
            return {"success": True, "output": key}

    Good:
        # --- spec: ## Tool: NoteReader / Failure Behavior: Return: `Note not found.`
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            if not key:
                return {"success": False, "error": "Note not found."}
            return {"success": True, "output": key}

    Fix: puts the prescribed words in place of the only other text; unsafe.
    """
    for one in by_hand(module):
        known = module.kept(texts)
        for failure in one.tool.failures:
            if not any(failure.message in text for text in known):
                yield failure_message_mismatch.at(
                    one.span,
                    f"Nothing in this file says `{failure.message}`, with which {one.tool.name} has to fail; return "
                    "it as the error.",
                    related=one.related(failure.message_span),
                    fix=_fix(module, one, failure.message) if len(one.tool.failures) == 1 else None,
                )


def _fix(module: ToolModule, one: Held, message: str) -> Fix | None:
    found = module.kept(results)
    errors = [
        node
        for each in found.dicts
        if each.name == one.view.name and found.verdict(each.shape) is False and (node := each.shape.value("error"))
    ]
    if len(errors) != 1 or not isinstance(errors[0], cst.SimpleString):
        return None
    change = module.replacing(errors[0], json.dumps(message, ensure_ascii=False))
    return Fix("Fail with the prescribed words", (change,), Applicability.UNSAFE)
