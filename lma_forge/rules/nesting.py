"""How deeply the expressions of a module are nested; libcst takes time with the square of that."""

import ast
from collections.abc import Iterator

_DEEPEST = 160
_NESTED = (ast.expr, ast.comprehension, ast.keyword)
_SHORTEST = 2 * _DEEPEST
"""No expression of fewer characters can be so deep."""


def is_too_deep(tree: ast.Module) -> bool:
    """Whether an expression of a module has so many levels that only a program can have written it.

    Args:
        tree: The module.
    """
    return any(_depth_exceeds(node) for node in _outermost(tree) if _is_long(node))


def _outermost(tree: ast.Module) -> Iterator[ast.AST]:
    """The expressions that stand directly in statements."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        for name in node._fields:
            child = getattr(node, name, None)
            for item in child if type(child) is list else (child,):
                if isinstance(item, ast.expr):
                    yield item
                elif isinstance(item, ast.AST):
                    pending.append(item)


def _is_long(node: ast.AST) -> bool:
    if getattr(node, "end_lineno", 0) > getattr(node, "lineno", 0):
        return True
    length: int = getattr(node, "end_col_offset", 0) - getattr(node, "col_offset", 0)
    return length > _SHORTEST


def _depth_exceeds(node: ast.AST) -> bool:
    pending = [(node, 0)]
    while pending:
        current, depth = pending.pop()
        if depth > _DEEPEST:
            return True
        for name in current._fields:
            child = getattr(current, name, None)
            items = child if type(child) is list else (child,)
            pending += [(item, depth + 1) for item in items if isinstance(item, _NESTED)]
    return False
