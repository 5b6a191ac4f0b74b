"""LCP217."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.computed import computed_docstring
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP217", severity=Severity.ERROR)
def non_literal_docstring(module: ToolModule) -> Iterator[Diagnostic]:
    """The docstring of a tool is an f-string or another computed text.

    Only a plain literal is a docstring. Hosts read the file without running it and tell the model
    "No description provided."

    Source: LCP doctrine, section 4.1 (description from the docstring); lollms_client 1.21.1, schemas.

    Bad:
        _UNIT = "C"


        def tool_temperature(place: str) -> dict:
            f\"\"\"Returns the temperature of a place in {_UNIT}.\"\"\"
            return {"success": True, "output": place}

    Good:
        def tool_temperature(place: str) -> dict:
            \"\"\"Returns the temperature of a place in degrees Celsius.\"\"\"
            return {"success": True, "output": place}

    Fix: takes the `f` off a text that has nothing in braces.
    """
    for tool in module.file.tools:
        node = module.definition(tool)
        text = computed_docstring(node) if node else None
        if text is not None:
            yield non_literal_docstring.at(
                module.span(text),
                f"The model reads 'No description provided.' of {tool.name}: a computed text is no docstring; "
                "write a plain literal.",
                fix=_fix(module, text),
            )


def _fix(module: ToolModule, text: ast.expr) -> Fix | None:
    if not isinstance(text, ast.JoinedStr) or any(not isinstance(part, ast.Constant) for part in text.values):
        return None
    span = module.span(text)
    head = module.lines[span.line - 1][span.column - 1 :][:2].lower()
    braces = any("{" in line or "}" in line for line in module.lines[span.line - 1 : span.end_line])
    if not head.startswith(('f"', "f'")) or braces:
        return None
    prefix = replace(span, end_line=span.line, end_column=span.column + 1)
    return Fix("Take the f off", (Edit(prefix, ""),))
