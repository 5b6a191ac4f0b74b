"""The edits that put a containment check in front of a tool's work."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from lma_forge.diagnostics import Applicability, Edit, Fix, Span
from lma_forge.names import TOOL_PREFIX
from lma_forge.rules.flow.summaries import flow_of
from lma_forge.rules.flow.values import INSIDE
from lma_forge.rules.imports import importing

if TYPE_CHECKING:
    from lma_forge.rules.flow.verdicts import Reach
    from lma_forge.rules.toolmodule import ToolModule

_NAME = "_resolve_safe_path"
_HELPER = '''\
def _resolve_safe_path(file_name: str) -> pathlib.Path:
    """Resolves a path and refuses it where it is outside the working directory."""
    root = pathlib.Path.cwd().resolve()
    path = (root / file_name).resolve()
    if not path.is_relative_to(root):
        raise PermissionError(f"'{file_name}' is outside the workspace.")
    return path


'''


def containing(module: ToolModule, reach: Reach) -> Fix | None:
    """Add a check of a parameter at the start of its tool.

    Args:
        module: The module.
        reach: The parameter and what it reaches.

    Returns:
        The fix; None for a parameter that is no plain text, and where the name of the check is taken.
    """
    function = reach.tool.function.node
    view = next((one for one in reach.tool.view.parameters if one.name == reach.name), None)
    start = _first(function)
    if view is None or view.shape.type != "string" or reach.use.atom.path or start is None or view.variadic:
        return None
    made = _is_made(module)
    if _NAME in module.source and not made:
        return None
    body = module.span(start)
    if body.line == function.lineno or module.lines[body.line - 1][: body.column - 1].strip():
        return None
    indent = module.lines[body.line - 1][: body.column - 1]
    lines = [
        "try:",
        f"    {_NAME}({reach.name})",
        "except PermissionError as outside:",
        '    return {"success": False, "error": str(outside)}',
    ]
    if view.has_default:
        lines = [f"if {reach.name}:", *(f"    {line}" for line in lines)]
    text = "".join(f"{line}\n{indent}" for line in lines)
    adding = () if made else (_helper(module, function), *importing(module, "pathlib"))
    edits = (module.before(start, text), *adding)
    return Fix(f"Refuse a {reach.name} outside the workspace", edits, Applicability.UNSAFE)


def _is_made(module: ToolModule) -> bool:
    """Whether the module has the check already, and it holds."""
    flow = module.kept(flow_of)
    function = flow.code.functions.get(_NAME)
    return function is not None and any(mask & INSIDE for mask, _ in flow.summary(function).always.values())


def _first(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt | None:
    """The first statement behind the docstring."""
    body = function.body
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    rest = body[1:] if documented else body
    return rest[0] if rest else None


def _is_tool(statement: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name.startswith(TOOL_PREFIX)


def _helper(module: ToolModule, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Edit:
    """The edit that defines the check, the same one for all tools of the module, so that it is defined once."""
    if module.parsed is not None and not function.col_offset:
        function = next((one for one in module.parsed.body if _is_tool(one)), function)
    line = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    column = function.col_offset + 1
    place = Span(module.path, line, column, line, column)
    indent = " " * function.col_offset
    text = _HELPER.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n") if indent else _HELPER
    return Edit(replace(place), text)
