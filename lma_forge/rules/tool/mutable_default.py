"""LCP210."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, shown
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP210", severity=Severity.ERROR)
def mutable_default(module: ToolModule) -> Iterator[Diagnostic]:
    """The default of a parameter is a list or a dict.

    lollms takes the object once and passes the same one to every call that leaves the parameter
    out. What one call puts in, the next one finds.

    Source: lollms_client 1.21.1, default filling.

    Bad:
        def tool_collect(item: str, basket: list = []) -> dict:
            \"\"\"Collects items in a basket.\"\"\"
            basket.append(item)
            return {"success": True, "output": str(basket)}

    Good:
        def tool_collect(item: str, basket: list | None = None) -> dict:
            \"\"\"Collects items in a basket.\"\"\"
            return {"success": True, "output": str([*(basket or ()), item])}

    Fix: makes the default None and sets it in the tool; unsafe, since the schema changes.
    """
    for one in shown(module):
        if isinstance(one.default, ast.List | ast.Dict) and one.view.literal:
            yield mutable_default.at(
                module.span(one.default),
                f"Every call of {one.tool.name} without {one.view.name} gets the same {_kind(one.default)}, with what "
                f"earlier calls left in it; write None and make a new {_kind(one.default)} in the tool.",
                fix=_fix(module, one),
            )


def _kind(node: ast.expr | None) -> str:
    return "list" if isinstance(node, ast.List) else "dict"


def _fix(module: ToolModule, one: Parameter) -> Fix | None:
    definition = module.definition(one.tool)
    if definition is None or one.default is None:
        return None
    body = definition.body[1:] if one.tool.has_docstring else definition.body
    if not body:
        return None
    at = module.span(body[0])
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip() or getattr(body[0], "decorator_list", None):
        return None
    name = one.view.name
    guard = f"if {name} is None:\n{indent}    {name} = {ast.unparse(one.default)}\n{indent}"
    edits = (
        module.replacing(one.default, "None"),
        Edit(Span(module.path, at.line, at.column, at.line, at.column), guard),
    )
    return Fix("Make the default None and set it in the tool", edits, Applicability.UNSAFE)
