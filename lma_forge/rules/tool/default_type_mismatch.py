"""LCP212."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.annotations import UNKNOWN, meaning
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, shown
from lma_forge.rules.toolmodule import ToolModule

_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}


@rule("LCP212", severity=Severity.WARNING)
def default_type_mismatch(module: ToolModule) -> Iterator[Diagnostic]:
    """The default of a parameter is of another type than its annotation.

    The model is shown both and has to guess which one holds. None as the default of a `str`
    tells it that null is a text.

    Source: LCP doctrine, section 4.4 (defaults).

    Bad:
        def tool_page(text: str, size: int = "50") -> dict:
            \"\"\"Returns one page of a long text.\"\"\"
            return {"success": True, "output": text[: int(size)]}

    Good:
        def tool_page(text: str, size: int = 50) -> dict:
            \"\"\"Returns one page of a long text.\"\"\"
            return {"success": True, "output": text[: int(size)]}

    Fix: adds `| None` to the annotation, or writes the number that a text holds; unsafe.
    """
    for one in shown(module):
        annotation = one.node.annotation
        if annotation is None or one.default is None or not one.view.literal:
            continue
        types = {part.json for part in meaning(module, annotation)}
        if not types or types & {"", UNKNOWN}:
            continue
        value = one.view.default
        if value is None:
            if not _takes_none(one, annotation):
                yield default_type_mismatch.at(
                    module.span(one.default),
                    f"{one.view.name}: {one.view.annotation} = None tells the model that null is of type "
                    f"{' or '.join(sorted(types))}; annotate it with {one.view.annotation} | None.",
                    fix=_optional(module, annotation),
                )
        elif _TYPES.get(type(value)) not in _accepted(types):
            yield default_type_mismatch.at(
                module.span(one.default),
                f"The default {one.view.default_text} of {one.view.name} is no {' or '.join(sorted(types))}, which is "
                f"what {one.view.annotation} tells the model; write a default of that type.",
                fix=_number(module, one, types),
            )


def _accepted(types: set[str]) -> set[str | None]:
    """The types of default that fit: an integer is a number too; what JSON lacks has a rule of its own."""
    return {*types, None} | ({"integer"} if "number" in types else set())


def _takes_none(one: Parameter, annotation: ast.expr) -> bool:
    if one.view.shape.nullable:
        return True
    words = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
    return "Optional" in words or any(isinstance(n, ast.Constant) and n.value is None for n in ast.walk(annotation))


def _optional(module: ToolModule, annotation: ast.expr) -> Fix | None:
    if isinstance(annotation, ast.Constant):
        return None
    return Fix("Add | None to the annotation", (module.after(annotation, " | None"),), Applicability.UNSAFE)


def _number(module: ToolModule, one: Parameter, types: set[str]) -> Fix | None:
    if not isinstance(one.view.default, str) or one.default is None or types not in ({"integer"}, {"number"}):
        return None
    try:
        value = int(one.view.default) if types == {"integer"} else float(one.view.default)
    except ValueError:
        return None
    return Fix(f"Write {value}", (module.replacing(one.default, repr(value)),), Applicability.UNSAFE)
