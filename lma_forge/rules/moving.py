"""Edits that move an import from the top of a module into the functions that need it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Applicability, Edit, Fix, Span
from lma_forge.rules import cst
from lma_forge.rules.facts import statements

if TYPE_CHECKING:
    from lma_forge.rules.imported import Imported
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


def moved(module: ToolModule, one: Imported) -> Fix | None:
    """The fix that moves an import into functions.

    Args:
        module: The file.
        one: The import.

    Returns:
        The fix, unsafe; None where the import does not stand on lines of its own directly in the
        module, imports several things, or is needed outside functions or in a function without
        room for it.
    """
    node = one.node
    name = _bound(node)
    if not name or module.parsed is None or node not in module.parsed.body:
        return None
    span = module.span(node)
    first, last = module.lines[span.line - 1], module.lines[span.end_line - 1]
    if first[: span.column - 1].strip() or last[span.end_column - 1 :].strip():
        return None
    functions = _functions(module, name)
    text = ast.unparse(node)
    edits = [Edit(Span(module.path, span.line, 1, span.end_line + 1, 1), "")]
    for scope in functions or ():
        edit = _opening(module, scope, text)
        if edit is None:
            return None
        edits.append(edit)
    return Fix("Import it where it is needed", tuple(edits), Applicability.UNSAFE) if functions else None


def _bound(node: ast.Import | ast.ImportFrom) -> str:
    """The one name that an import binds; "" where there are several, or `*`."""
    if len(node.names) != 1:
        return ""
    (alias,) = node.names
    name = alias.asname or (alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name)
    return "" if name == "*" or (isinstance(node, ast.ImportFrom) and node.level) else name


def _functions(module: ToolModule, name: str) -> list[Scope] | None:
    """The outermost functions that read a name of the module; None where something else reads or binds it too."""
    facts = module.facts
    if len(facts.module.bound.get(name, ())) != 1 or any(name in scope.shared for scope in facts.scopes):
        return None
    found: dict[Scope, None] = {}
    for scope in facts.scopes:
        if name not in scope.reads or (scope is not facts.module and name in scope.bound):
            continue
        functions = [each for each in scope.outward() if each.kind == "function"]
        if not functions:
            return None
        found[functions[-1]] = None
    return [*found]


def _opening(module: ToolModule, scope: Scope, text: str) -> Edit | None:
    """The edit that puts a line in front of the first statement of a function, behind its docstring."""
    body = [*statements(scope.node)]
    if body and isinstance(body[0], cst.Expr) and isinstance(body[0].value, cst.SimpleString | cst.ConcatenatedString):
        body = body[1:]
    if not body or isinstance(body[0], cst.FunctionDef | cst.ClassDef):
        return None
    at = module.span(body[0])
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip():
        return None
    return Edit(replace(at, end_line=at.line, end_column=at.column), f"{text}\n{indent}")
