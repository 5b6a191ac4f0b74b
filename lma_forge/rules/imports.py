"""Edits that add an import to a module."""

import ast

from lma_forge.diagnostics import Edit, Span
from lma_forge.rules.toolmodule import ToolModule


def importing(module: ToolModule, name: str) -> tuple[Edit, ...]:
    """The edits that make `import name` hold at the top of a module; none where it does already.

    The line goes before the first statement that is neither the docstring nor a `__future__` import.
    """
    body = module.parsed.body if module.parsed else []
    for node in body:
        if isinstance(node, ast.Import) and any(one.name == name and one.asname is None for one in node.names):
            return ()
    for node in body:
        if not _comes_first(node):
            line = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            return (Edit(Span(module.path, line, 1, line, 1), f"import {name}\n"),)
    return ()


def _comes_first(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
