"""LCP203."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.lcp.annotations import type_by_letters
from lma_forge.rules.annotations import UNKNOWN, meaning
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, shown
from lma_forge.rules.toolmodule import ToolModule

_CONTAINERS = {"List": "list", "list": "list", "Dict": "dict", "dict": "dict", "Sequence": "list", "Mapping": "dict"}
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "list", "object": "dict"}


@rule("LCP203", severity=Severity.ERROR)
def annotation_substring_trap(module: ToolModule) -> Iterator[Diagnostic]:
    """The letters of an annotation make hosts read another type than it means.

    Hosts look for letters: `int` first, then `float`, `bool`, `list`, `dict`. `List[int]` is an
    integer to them, `Dict[str, bool]` a boolean, and `Literal["paint"]` an integer. The model then
    sends one number where the tool wants a list.

    Source: LCP doctrine, section 4.3 (types from annotations); lollms_client 1.21.1, schemas.

    Bad:
        def tool_mean(numbers: list[float]) -> dict:
            \"\"\"Calculates the mean of numbers.\"\"\"
            return {"success": True, "output": str(sum(numbers) / len(numbers))}

    Good:
        def tool_mean(numbers: list) -> dict:
            \"\"\"Calculates the mean of numbers.\"\"\"
            return {"success": True, "output": str(sum(numbers) / len(numbers))}

    Fix: drops what stands in the brackets; unsafe, since type checkers then know less.
    """
    for one in shown(module):
        if one.node.annotation is None:
            continue
        wanted = {part.json for part in meaning(module, one.node.annotation)}
        got = type_by_letters(one.view.annotation)
        if len(wanted) != 1 or wanted & {"", UNKNOWN, got}:
            continue
        (want,) = wanted
        yield annotation_substring_trap.at(
            module.span(one.node),
            f"The model is told that {one.view.name} is of type {got}, from the letters of {one.view.annotation}; "
            f"it means {want}. Annotate it with {_PLAIN[want]}, and say in the docstring what it may hold.",
            fix=_fix(module, one, want),
        )


def _fix(module: ToolModule, one: Parameter, want: str) -> Fix | None:
    annotation = one.node.annotation
    edits: list[Edit] = []
    pending: list[ast.AST] = [annotation] if annotation is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Subscript):
            name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if name in _CONTAINERS:
                edits.append(module.replacing(node, _CONTAINERS[name]))
                continue
        pending.extend(ast.iter_child_nodes(node))
    if not edits or want not in {"array", "object"}:
        return None
    return Fix("Drop what stands in the brackets", tuple(edits), Applicability.UNSAFE)
