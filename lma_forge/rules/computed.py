"""Docstrings that are computed, and so are none."""

import ast

from lma_forge.rules.toolmodule import Definition


def computed_docstring(node: Definition) -> ast.expr | None:
    """The expression that stands where a docstring would: an f-string, a sum of texts, or `"…".format(…)`.

    Args:
        node: A function.

    Returns:
        The expression; None where the first statement is a literal or something else.
    """
    first = node.body[0]
    if not isinstance(first, ast.Expr):
        return None
    match first.value:
        case ast.JoinedStr():
            return first.value
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left) if _is_text(left):
            return first.value
        case ast.Call(func=ast.Attribute(value=base)) if _is_text(base):
            return first.value
    return None


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
