"""LCP102."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import head_span, name_span


@rule("LCP102", severity=Severity.WARNING)
def helper_with_tool_prefix(module: ToolModule) -> Iterator[Diagnostic]:
    """A function without docstring that others of the module call is named like a tool.

    Everything called `tool_…` is offered to the model. A helper of that name takes a place in the
    model's list, says nothing of itself, and returns whatever its callers need.

    Source: LCP doctrine, section 10.5 (names of helpers).

    Bad:
        def tool_split(text):
            return text.split()


        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(tool_split(text)))}

    Good:
        def _split(text):
            return text.split()


        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(_split(text)))}

    Fix: renames the function where it is defined and called; unsafe, since other modules may call it.
    """
    for tool in module.file.tools:
        node = module.definition(tool)
        if tool.has_docstring or node is None:
            continue
        uses = _uses(module, tool.name, node)
        if any(isinstance(use, ast.Call) for use in uses):
            plain = f"_{tool.name.removeprefix('tool_')}"
            names = [use for use in uses if isinstance(use, ast.Name)]
            edits = (Edit(name_span(module, node), plain), *(module.replacing(name, plain) for name in names))
            yield helper_with_tool_prefix.at(
                head_span(module, node),
                f"The model is offered {tool.name}, which other functions here use as a helper; call it {plain}.",
                fix=Fix(f"Rename to {plain}", edits, Applicability.UNSAFE),
            )


def _uses(module: ToolModule, name: str, definition: Definition) -> list[ast.AST]:
    """The calls of a name outside its own definition, and the name wherever it is read."""
    inside = set(ast.walk(definition))
    found: list[ast.AST] = []
    for node in ast.walk(module.parsed) if module.parsed else ():
        if isinstance(node, ast.Name) and node.id == name:
            found.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            found += [node] if node not in inside else []
    return found
