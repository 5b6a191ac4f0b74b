"""Objects that a host gives to tools, and whether code looks at them before it uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.facts import UNKNOWN

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.scopes import Scope

HANDLER = re.compile(r"(?:^|_)user_interaction_handler$|(?:^|_)interaction_handler$", re.IGNORECASE)
"""Names of the handler that asks the user."""

_LOOKS = frozenset({"isinstance", "hasattr", "getattr", "callable", "type", "bool"})


def aliases(scope: Scope, name: str) -> frozenset[str]:
    """The names under which a function knows a value: the name itself and plain copies of it."""
    found = {name}
    for _ in range(2):
        for assign in scope.of(cst.Assign):
            value = assign.value.left if isinstance(assign.value, cst.BooleanOperation) else assign.value
            if isinstance(value, cst.Name) and value.value in found:
                found |= {one.target.value for one in assign.targets if isinstance(one.target, cst.Name)}
    return frozenset(found)


def reads_of(scope: Scope, names: frozenset[str]) -> Iterator[cst.Name]:
    """Where a function, or one inside it, reads any of some names."""
    for name in names:
        yield from scope.reads.get(name, ())
    for inner in scope.inner:
        yield from reads_of(inner, frozenset(name for name in names if name not in inner.bound))


def is_test(facts: Facts, node: cst.CSTNode) -> bool:  # noqa: PLR0911 - one case for each place
    """Whether an expression is looked at for what it is: its truth, None, its type, or what it has."""
    parent = facts.parent(node)
    match parent:
        case cst.If() | cst.While() | cst.IfExp():
            return parent.test is node
        case cst.BooleanOperation() | cst.Assert():
            return True
        case cst.UnaryOperation():
            return isinstance(parent.operator, cst.Not)
        case cst.Comparison():
            return True
        case cst.ComparisonTarget():
            return True
        case cst.Arg():
            call = facts.parent(parent)
            return isinstance(call, cst.Call) and facts.dotted(call.func) in _LOOKS
        case cst.Match():
            return True
        case cst.NamedExpr():
            return is_test(facts, parent)
    return False


def is_checked(facts: Facts, scope: Scope, names: frozenset[str], depth: int = 2) -> bool:
    """Whether a function looks at a value anywhere, or hands it to one of the module that does.

    Args:
        facts: The module.
        scope: The function.
        names: The names under which it knows the value.
        depth: How many functions deep calls are followed.
    """
    for read in reads_of(scope, names):
        if is_test(facts, read):
            return True
        parent = facts.parent(read)
        call = facts.parent(parent) if isinstance(parent, cst.Arg) else None
        if isinstance(call, cst.Call) and depth > 0:
            callee = facts.callee(call)
            name = _passed_as(facts, call, read, callee) if callee is not None else ""
            if callee is not None and name and is_checked(facts, callee, aliases(callee, name), depth - 1):
                return True
    return False


def _passed_as(facts: Facts, call: cst.Call, value: cst.CSTNode, callee: Scope) -> str:
    """The parameter of a function that gets an argument of a call; "" where that cannot be told."""
    names = [name for name in callee.parameters if name not in {"self", "cls"}]
    for key, argument in facts.arguments(call).items():
        if argument is value:
            if isinstance(key, str):
                return key if key in callee.parameters else ""
            return names[key] if key < len(names) else ""
    return ""


def is_used(facts: Facts, read: cst.CSTNode) -> bool:
    """Whether a read takes something of an object or calls it, which None does not bear."""
    parent = facts.parent(read)
    match parent:
        case cst.Attribute() | cst.Subscript():
            return parent.value is read
        case cst.Call():
            return parent.func is read
        case cst.For() | cst.CompFor():
            return parent.iter is read
    return False


def handler_calls(facts: Facts, scope: Scope) -> Iterator[tuple[cst.Call, str]]:
    """The calls by which a function asks the user, each with the name of the handler."""
    for call in scope.of(cst.Call):
        if isinstance(call.func, cst.Name) and facts.callee(call) is None:
            name = call.func.value
            if HANDLER.search(name) or any(HANDLER.search(one) for one in _origins(scope, name)):
                yield call, name


def _origins(scope: Scope, name: str) -> Iterator[str]:
    for binding in scope.bound.get(name, ()):
        if isinstance(binding, cst.Assign):
            value = binding.value.left if isinstance(binding.value, cst.BooleanOperation) else binding.value
            if isinstance(value, cst.Name):
                yield value.value


def request_of(facts: Facts, scope: Scope, call: cst.Call) -> cst.Dict | None:
    """The dict of what a user is asked; None where it is not written as one."""
    from lma_forge.rules.control import values_of  # noqa: PLC0415 - for few calls

    node = facts.arguments(call).get(0)
    if isinstance(node, cst.Name):
        values = values_of(facts, scope, node.value, node)
        uses = [read for read in scope.reads.get(node.value, ()) if isinstance(facts.parent(read), cst.Subscript)]
        node = values[0] if values is not None and len(values) == 1 and not uses else None
    return node if isinstance(node, cst.Dict) else None


def entries(facts: Facts, node: cst.Dict) -> dict[str, cst.BaseExpression] | None:
    """The values of a dict literal by key; None where a key is not constant."""
    found: dict[str, cst.BaseExpression] = {}
    for element in node.elements:
        key = facts.constant(element.key) if isinstance(element, cst.DictElement) else UNKNOWN
        if not isinstance(key, str):
            return None
        found[key] = element.value
    return found
