"""The values of constant expressions in concrete syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lma_forge.rules import cst

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_NAMES = {"True": True, "False": False, "None": None}
_DEPTH = 12
_CONSTANT = frozenset({
    "SimpleString", "ConcatenatedString", "Integer", "Float", "Imaginary", "Name", "UnaryOperation", "BinaryOperation",
    "Dict", "Tuple", "List", "Set",
})  # fmt: skip


class _NotConstantError(Exception):
    """The expression has no value before it runs."""


def value_of(node: cst.CSTNode, facts: Facts, otherwise: Any) -> Any:  # noqa: ANN401 - any constant
    """Find the value of an expression.

    Args:
        node: The expression.
        facts: The module, whose constants are followed.
        otherwise: What to return for an expression that is not constant.

    Returns:
        The value.
    """
    try:
        return _value(node, facts, _DEPTH)
    except (_NotConstantError, ValueError, TypeError, SyntaxError, RecursionError, MemoryError, OverflowError):
        return otherwise


def _value(node: cst.CSTNode, facts: Facts, depth: int) -> Any:  # noqa: ANN401, PLR0911 - any constant; one case each
    if depth <= 0 or type(node).__name__ not in _CONSTANT:
        raise _NotConstantError
    if type(node).__name__ == "SimpleString":
        plain = _plain(node.value)  # type: ignore[attr-defined]
        if plain is not None:
            return plain
    match node:
        case cst.SimpleString() | cst.ConcatenatedString() | cst.Integer() | cst.Float() | cst.Imaginary():
            value = node.evaluated_value
            if value is None:
                raise _NotConstantError
            return value
        case cst.Name(value=name):
            return _NAMES[name] if name in _NAMES else _value(_assigned(name, node, facts), facts, depth - 1)
        case cst.UnaryOperation(operator=operator, expression=inner):
            return _signed(operator, _value(inner, facts, depth - 1))
        case cst.BinaryOperation(left=left, operator=cst.Add(), right=right):
            return _value(left, facts, depth - 1) + _value(right, facts, depth - 1)
        case cst.Dict(elements=elements):
            pairs = [_pair(one) for one in elements]
            return {_value(one.key, facts, depth - 1): _value(one.value, facts, depth - 1) for one in pairs}
    return _collected(node, facts, depth)


def _plain(written: str) -> str | None:
    """The value of a text literal without prefix and escapes, which is what stands in the quotes; None for others."""
    if written[0] not in "'\"" or "\\" in written or "\r" in written:
        return None
    width = 3 if written[:3] in {"'''", '"""'} and len(written) >= 6 else 1  # noqa: PLR2004 - twice three quotes
    return written[width:-width]


def _signed(operator: cst.BaseUnaryOp, value: Any) -> Any:  # noqa: ANN401 - any constant
    if isinstance(operator, cst.Minus):
        return -value
    if isinstance(operator, cst.Not):
        return not value
    raise _NotConstantError


def _collected(node: cst.CSTNode, facts: Facts, depth: int) -> Any:  # noqa: ANN401 - a tuple, list or set
    match node:
        case cst.Tuple(elements=elements):
            return tuple(_items(elements, facts, depth))
        case cst.List(elements=elements):
            return _items(elements, facts, depth)
        case cst.Set(elements=elements):
            return set(_items(elements, facts, depth))
    raise _NotConstantError


def _assigned(name: str, node: cst.Name, facts: Facts) -> cst.CSTNode:
    for scope in facts.scope(node).outward():
        if scope is facts.module and name in facts.constants:
            return facts.constants[name]
        if name in scope.bound:
            break
    raise _NotConstantError


def _items(elements: Any, facts: Facts, depth: int) -> list[Any]:  # noqa: ANN401 - of list, tuple and set alike
    if any(not isinstance(one, cst.Element) for one in elements):
        raise _NotConstantError
    return [_value(one.value, facts, depth - 1) for one in elements]


def _pair(element: cst.BaseDictElement) -> cst.DictElement:
    if not isinstance(element, cst.DictElement):
        raise _NotConstantError
    return element
