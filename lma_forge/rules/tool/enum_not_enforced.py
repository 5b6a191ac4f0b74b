"""GOV111."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.model import Field
from lma_forge.rules.declared import Held, by_hand, inputs_of, texts
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV111", severity=Severity.WARNING)
def enum_not_enforced(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool takes any value where its spec lists the allowed ones.

    Models send other words, and the tool does something with them.

    Source: Tools.md, the values that an input lists.

    Bad:
        # --- spec: ## Tool: NoteWriter / Input: - mode (string): `create` or `append`.
        def tool_note_writer(mode: str) -> dict:
            \"\"\"Writes a note.\"\"\"
            return {"success": True, "output": f"Done: {mode}."}

    Good:
        # --- spec: ## Tool: NoteWriter / Input: - mode (string): `create` or `append`.
        def tool_note_writer(mode: str) -> dict:
            \"\"\"Writes a note.\"\"\"
            if mode not in ("create", "append"):
                return {"success": False, "error": "mode must be create or append."}
            return {"success": True, "output": f"Done: {mode}."}

    Fix: checks the value at the start of the tool; unsafe.
    """
    for one in by_hand(module):
        properties = inputs_of(one)["properties"]
        for field in one.tool.inputs:
            values = [each.value for each in field.allowed]
            if not values or field.parameter not in properties:
                continue
            enum = properties[field.parameter].get("enum")
            listed = ", ".join(map(str, values))
            if enum is not None and {*map(repr, enum)} == {*map(repr, values)}:
                continue
            if enum is not None:
                message = (
                    f"`{field.parameter}` may be {listed} in the spec, and {', '.join(map(str, enum))} here; "
                    "list the same."
                )
            else:
                missing = [str(each) for each in values if isinstance(each, str) and each not in module.kept(texts)]
                if not missing:
                    continue
                message = (
                    f"`{field.parameter}` may be {', '.join(missing)}, and nothing in this file checks that; "
                    "compare with it."
                )
            where = next((each.span for each in one.view.visible if each.name == field.parameter), one.span)
            yield enum_not_enforced.at(
                where,
                message,
                related=one.related(field.name_span),
                fix=_fix(module, one, field, values) if enum is None else None,
            )


def _fix(module: ToolModule, one: Held, field: Field, values: list[str | int | float | bool]) -> Fix | None:
    definition = module.definition(one.view)
    body = (definition.body[1:] if one.view.has_docstring else definition.body) if definition else []
    if not body or len(values) < 2:  # noqa: PLR2004 - a tuple of one is written otherwise
        return None
    at = module.span(body[0])
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip() or getattr(body[0], "decorator_list", None):
        return None
    name = field.parameter
    listed = ", ".join(
        json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value) for value in values
    )
    start = (one.tool.failures and f"{one.tool.failure.message} ") or ""
    error = json.dumps(f"{start}{name} must be one of {', '.join(map(str, values))}.", ensure_ascii=False)
    text = f'if {name} not in ({listed}):\n{indent}    return {{"success": False, "error": {error}}}\n{indent}'
    edit = Edit(replace(at, end_line=at.line, end_column=at.column), text)
    return Fix(f"Check {name} first", (edit,), Applicability.UNSAFE)
