"""Finds the tools whose body is the project's own: an implementation that calls the toolkit."""

import ast
from pathlib import Path

from lma_forge.project import files

_TOOLKIT = "lma_forge.toolkit"


def with_toolkit(out: Path) -> frozenset[str]:
    """Find the tools whose implementation imports the toolkit.

    Args:
        out: The folder of generated modules.

    Returns:
        Names of tool functions, `tool_…`. What cannot be read or is no Python holds none.
    """
    found: set[str] = set()
    for path in sorted(out.glob("*/*.py")):
        data = files.read(path).data
        try:
            tree = ast.parse(data or b"")
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(map(_imports_toolkit, ast.walk(node))):
                found.add(f"tool{node.name}")
    return frozenset(found)


def _imports_toolkit(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[:2] == _TOOLKIT.split(".")
