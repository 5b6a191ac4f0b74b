"""LCP115."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.wrapping import wrapped


@rule("LCP115", severity=Severity.ERROR)
def generator_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool yields its results.

    Calling it makes a generator and runs none of its code. The host takes the object for a result
    and tells the model that all went well.

    Source: LCP doctrine, section 7.7 (result normalization).

    Bad:
        def tool_list_lines(text: str) -> dict:
            \"\"\"Lists the lines of a text.\"\"\"
            for line in text.splitlines():
                yield {"success": True, "output": line}

    Good:
        def tool_list_lines(text: str) -> dict:
            \"\"\"Lists the lines of a text.\"\"\"
            return {"success": True, "output": text.splitlines() or "No lines."}

    Fix: renames the function and adds a tool that returns all that it yields; unsafe.
    """
    for tool in module.file.tools if "yield" in module.source else ():
        node = module.definition(tool)
        first = next(_yields(node), None) if node and not tool.is_async else None
        if first is not None:
            edits = wrapped(module, tool, '{"success": True, "output": list({call}) or "Nothing."}')
            yield generator_tool.at(
                module.span(first),
                f"{tool.name} yields, so a call runs nothing and the model is told that it succeeded; "
                "collect the parts and return one result.",
                fix=Fix("Add a tool that collects what it yields", edits, Applicability.UNSAFE) if edits else None,
            )


def _yields(node: Definition) -> Iterator[ast.Yield | ast.YieldFrom]:
    """What makes a function a generator, in order; what inner functions and lambdas yield left out."""
    pending: list[ast.AST] = [*reversed(node.body)]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Yield | ast.YieldFrom):
            yield current
        if not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(reversed([*ast.iter_child_nodes(current)]))
