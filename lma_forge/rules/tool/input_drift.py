"""GOV108."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.model import Field
from lma_forge.rules.declared import Held, by_hand, inputs_of
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

Difference = tuple[str, str, Span]


@rule("GOV108", severity=Severity.ERROR)
def input_drift(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool takes other inputs than its spec says.

    The model is told what the code says, and people rely on what the spec says.

    Source: Tools.md, section 3 (Input of each tool).

    Bad:
        # --- spec: ## Tool: NoteReader / Input: - key (string): Which note.
        def tool_note_reader(name: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{name}: empty."}

    Good:
        # --- spec: ## Tool: NoteReader / Input: - key (string): Which note.
        def tool_note_reader(key: str) -> dict:
            \"\"\"Reads a note.\"\"\"
            return {"success": True, "output": f"{key}: empty."}
    """
    for one in by_hand(module):
        if not one.tool.inputs and one.tool.section_span("inputs") == one.tool.name_span:
            continue
        for name, message, span in (*_extra(one), *_different(one)):
            where = next((each.span for each in one.view.parameters if each.name == name), one.span)
            yield input_drift.at(where, message, related=one.related(span))


def _extra(one: Held) -> Iterator[Difference]:
    known = {field.parameter for field in one.tool.inputs}
    for each in one.view.visible:
        if each.name not in known:
            yield (
                each.name,
                f"The spec gives {one.tool.name} no input `{each.name}`; take the parameter away, or declare it there.",
                one.tool.name_span,
            )


def _different(one: Held) -> Iterator[Difference]:
    schema = inputs_of(one)
    for field in one.tool.inputs:
        name = field.parameter
        if name not in schema["properties"]:
            message = f"`{name}` is an input of {one.tool.name}, and this function does not take it; add the parameter."
            yield "", message, field.name_span
            continue
        yield from _of_type(field, name, schema["properties"][name].get("type", "string"))
        is_required = name in schema.get("required", ())
        if field.required and not is_required:
            yield name, f"`{name}` is required in the spec; take the default away.", field.name_span
        elif is_required and not field.required:
            yield name, f"`{name}` is optional in the spec, and required here; give it a default.", field.name_span


def _of_type(field: Field, name: str, kind: str) -> Iterator[Difference]:
    wanted = field.type.kind.json_type
    if wanted and kind != wanted:
        yield name, f"`{name}` is of the type {wanted} in the spec, and {kind} here; annotate it so.", field.type_span
