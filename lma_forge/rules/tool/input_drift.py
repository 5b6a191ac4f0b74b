"""GOV108."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, Span
from lma_forge.model import Field
from lma_forge.rules import cst
from lma_forge.rules.declared import Held, by_hand, inputs_of
from lma_forge.rules.docparams import args_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.scopes import Scope
from lma_forge.rules.signatures import parameters_of
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

    Fix: renames the only parameter that the spec does not know to the only input that is missing; unsafe.
    """
    for one in by_hand(module):
        if not one.tool.inputs and one.tool.section_span("inputs") == one.tool.name_span:
            continue
        extra, different = [*_extra(one)], [*_different(one)]
        missing = [message for name, message, _ in different if not name]
        for name, message, span in (*extra, *different):
            where = next((each.span for each in one.view.parameters if each.name == name), one.span)
            fix = None
            if len(extra) == len(missing) == 1 and message == extra[0][1]:
                fix = _renamed(module, one, name)
            yield input_drift.at(where, message, related=one.related(span), fix=fix)


def _renamed(module: ToolModule, one: Held, name: str) -> Fix | None:
    """Give the only parameter that the spec does not know the name of the only input that is missing here."""
    there = {each.name for each in one.view.parameters}
    (wanted,) = (field.parameter for field in one.tool.inputs if field.parameter not in there)
    scope = module.facts.function(one.view.name)
    node = next((each.node for each in parameters_of(module, one.view) if each.view.name == name), None)
    if scope is None or node is None or any(wanted in each.bound or wanted in each.reads for each in _within(scope)):
        return None
    if any(name in each.parameters or name in each.shared for each in _within(scope) if each is not scope):
        return None
    place = module.span(node)
    edits = [Edit(replace(place, end_line=place.line, end_column=place.column + len(name)), wanted)]
    used = (each for each in module.facts.inside(scope.function.body) if isinstance(each, cst.Name))
    edits += [module.replacing(each, wanted) for each in used if each.value == name]
    for entry in args_lines(module, one.view):
        line = entry.line.replaced(entry.line.text.strip().replace(name, wanted, 1)) if entry.name == name else None
        edits += [line] if line else []
    return Fix(f"Call {name} {wanted}", tuple(edits), Applicability.UNSAFE)


def _within(scope: Scope) -> Iterator[Scope]:
    yield scope
    for inner in scope.inner:
        yield from _within(inner)


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
