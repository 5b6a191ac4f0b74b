"""Finds the `tool_…` names of a module that no host can call, and says why."""

import ast

from lma_forge.lcp.functions import Place
from lma_forge.lcp.module import Function, Module
from lma_forge.lcp.view import PREFIX, Unreachable


def strays(tree: ast.Module, module: Module, place: Place, *, deep: bool) -> tuple[Unreachable, ...]:
    """List the names that look like tools and are none.

    Args:
        tree: The parsed module.
        module: Its survey.
        place: Where the file is.
        deep: Whether bodies of functions and classes are searched as well. This takes longer than
            all the rest, so callers ask for it only where the text shows more definitions than
            the survey found.

    Returns:
        Each with a reason, in order of position.
    """
    found = [_at(node.name, "its definition is replaced by a later one", node, place) for node in module.replaced]
    found += [
        _at(node.name, "its condition is never true when a host loads the file", node, place) for node in module.never
    ]
    for name, statement in module.assigned:
        if name in module.tools:
            continue
        imported = isinstance(statement, ast.Import | ast.ImportFrom)
        reason = "it is imported, not defined here" if imported else "it is assigned, not defined with def"
        found.append(_at(name, reason, statement, place))
    if deep:
        found += _nested(tree, place)
    return tuple(sorted(found, key=lambda stray: stray.where))


def _at(name: str, reason: str, node: ast.stmt, place: Place) -> Unreachable:
    return Unreachable(name, reason, place.where(node))


def _nested(tree: ast.Module, place: Place) -> list[Unreachable]:
    """Tool functions inside functions and classes, found with an own stack for any depth."""
    found: list[Unreachable] = []
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, owner = pending.pop()
        for child in ast.iter_child_nodes(node):
            inner = owner
            if isinstance(child, Function):
                if owner and child.name.startswith(PREFIX):
                    found.append(_at(child.name, f"it is defined inside {owner}", child, place))
                inner = f"function '{child.name}'"
            elif isinstance(child, ast.ClassDef):
                inner = f"class '{child.name}'"
            elif isinstance(child, ast.expr):
                continue
            pending.append((child, inner))
    return found
