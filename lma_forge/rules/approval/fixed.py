"""Whether a command is the same on every call, so that no model has written any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.facts import UNKNOWN

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_DEPTH = 5
_PLACES = ("sys.executable", "os.getcwd", "pathlib.Path.cwd", "os.sep", "sys.platform", "os.name")


def is_fixed(node: cst.BaseExpression, facts: Facts, depth: int = _DEPTH) -> bool:  # noqa: PLR0911 - a case per expression
    """Whether an expression is made of constants and of what the machine is.

    Args:
        node: The expression.
        facts: The module.
        depth: How many names may still be followed.

    Returns:
        Whether nothing in it comes from a parameter or from a place that cannot be followed.
    """
    if facts.constant(node) is not UNKNOWN:
        return True
    if depth <= 0:
        return False
    match node:
        case cst.FormattedString(parts=parts):
            inner = [one.expression for one in parts if isinstance(one, cst.FormattedStringExpression)]
            return all(is_fixed(one, facts, depth - 1) for one in inner)
        case cst.BinaryOperation(left=left, right=right) | cst.IfExp(body=left, orelse=right):
            return is_fixed(left, facts, depth - 1) and is_fixed(right, facts, depth - 1)
        case cst.List(elements=elements) | cst.Tuple(elements=elements):
            return all(isinstance(one, cst.Element) and is_fixed(one.value, facts, depth - 1) for one in elements)
        case cst.Name():
            return _is_fixed_name(node, facts, depth)
        case cst.Attribute() | cst.Call():
            return facts.dotted(node).removesuffix("()") in _PLACES
    return False


def _is_fixed_name(node: cst.Name, facts: Facts, depth: int) -> bool:
    scope = facts.scope(node)
    if node.value in scope.shared:
        return False
    bindings = scope.bound.get(node.value, ())
    values = [one.value for one in bindings if isinstance(one, cst.Assign) and _is_plain(one)]
    return bool(values) and len(values) == len(bindings) and all(is_fixed(one, facts, depth - 1) for one in values)


def _is_plain(assign: cst.Assign) -> bool:
    return all(isinstance(one.target, cst.Name) for one in assign.targets)
