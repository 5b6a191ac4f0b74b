"""LCP205."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, shown
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import constant


@rule("LCP205", severity=Severity.ERROR)
def computed_default(module: ToolModule) -> Iterator[Diagnostic]:
    """The default of a parameter is an expression.

    A host reads defaults off the source. What is no literal goes into the schema as its source
    text, and into the call as well: the tool receives the text `_LIMIT` where it expects a number.

    Source: LCP doctrine, section 4.4 (defaults); lollms_client 1.21.1, schemas and default filling.

    Bad:
        _LIMIT = 20


        def tool_head(text: str, limit: int = _LIMIT) -> dict:
            \"\"\"Returns the first characters of a text.\"\"\"
            return {"success": True, "output": text[:limit]}

    Good:
        def tool_head(text: str, limit: int = 20) -> dict:
            \"\"\"Returns the first characters of a text.\"\"\"
            return {"success": True, "output": text[:limit]}

    Fix: writes the value of a module constant in its place; unsafe, since the constant may change.
    """
    for one in shown(module):
        if one.default is None or one.view.literal:
            continue
        sent = one.view.default_text.strip("'\"")
        yield computed_default.at(
            module.span(one.default),
            f"A call that leaves {one.view.name} out reaches {one.tool.name} with the text '{sent}' instead of the "
            "value; write a literal, or None and compute the value in the tool.",
            fix=_fix(module, one),
        )


def _fix(module: ToolModule, one: Parameter) -> Fix | None:
    if not isinstance(one.default, ast.Name):
        return None
    value = constant(module, one.default.id)
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str | int | float | bool | None):
        return None
    edit = module.replacing(one.default, ast.unparse(value))
    return Fix(f"Write the value of {one.default.id}", (edit,), Applicability.UNSAFE)
