"""GOV109."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.declared import held
from lma_forge.rules.engine import rule
from lma_forge.rules.outputs import LIVE, outputs
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV109", severity=Severity.WARNING)
def output_drift(module: ToolModule) -> Iterator[Diagnostic]:
    """A success does not hold the fields that its spec declares.

    What reads the result by the spec finds nothing. Behind a generated contract each such call
    fails.

    Source: Tools.md, section 3 (Output of each tool).

    Bad:
        # --- spec: ## Tool: NoteReader / Output: - value (string) - found (boolean)
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": {"text": key}}

    Good:
        # --- spec: ## Tool: NoteReader / Output: - value (string) - found (boolean)
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": {"value": key, "found": True}}
    """
    for one in held(module):
        names = {field.name for field in one.tool.outputs}
        required = [field.name for field in one.tool.outputs if field.required]
        for shape in outputs(module, one) if names else ():
            missing = [name for name in required if name not in LIVE and shape.lacks(name)]
            more = sorted(shape.keys.keys() - names)
            if missing or more:
                lacks = f"lacks {_listed(missing)}" if missing else ""
                adds = f"has {_listed(more)}, of which the spec says nothing" if more else ""
                yield output_drift.at(
                    module.span(shape.node),
                    f"This output of {one.tool.name} {' and '.join(part for part in (lacks, adds) if part)}; "
                    "return the fields that are declared.",
                    related=one.related(one.tool.section_span("outputs")),
                )


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
