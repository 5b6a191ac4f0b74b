"""Gives values to targets, and elements to the variables of loops."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lma_forge.rules.flow.names import key_of
from lma_forge.rules.flow.values import EMPTY, Value, inner, merged_taints, stepped

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine

_WIDEST = 24


def assign(machine: Machine, target: ast.expr, value: Value, node: ast.stmt | ast.expr | None) -> None:
    """Give a value to a target.

    Args:
        machine: The function.
        target: A name, an attribute, a subscript, or several.
        value: The value.
        node: The assignment, for the way that a finding shows; None where it is no place of note.
    """
    if machine.state is None:
        return
    if isinstance(target, ast.Name):
        value = machine.state.settled(value)
        if value.condition is not None and _mentions(value.condition.test, target.id):
            value = value._replace(condition=None)
        if node is not None and value.taints:
            value = stepped(value, machine.code, node, f"{target.id} is made of it")
        machine.state.variables[target.id] = value
    elif isinstance(target, ast.Tuple | ast.List):
        for number, one in enumerate(target.elts):
            if isinstance(one, ast.Starred):
                assign(machine, one.value, value._replace(fields=None), node)
            else:
                assign(machine, one, _item(value, number), node)
    elif isinstance(target, ast.Attribute | ast.Subscript):
        if isinstance(target, ast.Subscript):
            machine.eval(target.slice)
        key = target.attr if isinstance(target, ast.Attribute) else key_of(target.slice)
        store(machine, target.value, key, value)


def _mentions(test: ast.expr, name: str) -> bool:
    """Whether a test reads the variable that takes its outcome, and so means what it held before."""
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(test))


def _item(value: Value, number: int) -> Value:
    found = inner(value, str(number))
    if value.condition is not None and value.condition.item is None:
        return found._replace(condition=value.condition._replace(item=number))
    return found


def store(machine: Machine, owner: ast.expr, key: str | None, value: Value) -> None:
    """Put a value into an object that a name, or an attribute of one, stands for."""
    depth: list[str | None] = [key]
    while isinstance(owner, ast.Attribute | ast.Subscript):
        depth.append(owner.attr if isinstance(owner, ast.Attribute) else key_of(owner.slice))
        owner = owner.value
    if not isinstance(owner, ast.Name) or machine.state is None:
        return
    known = machine.eval(owner)
    if (known is EMPTY and value is EMPTY) or (known.made and not known.made.endswith("()")):
        # Modules and what they hold are shared by everything; nothing is followed through them.
        return
    settled = machine.state.settled(value)
    machine.state.variables[owner.id] = _within(known, [*reversed(depth)], settled)


def _within(known: Value, keys: list[str | None], value: Value) -> Value:
    key, rest = keys[0], keys[1:]
    if rest:
        value = _within(inner(known, key or "[]"), rest, value)
    taints = merged_taints((known.taints, value.taints))
    fields = dict(known.fields or {})
    if key is None or len(fields) >= _WIDEST:
        return known._replace(taints=taints, fields=fields or None, condition=None)
    fields[key] = value
    return known._replace(taints=taints, fields=fields, condition=None)


def element(machine: Machine, value: Value, node: ast.expr) -> Value:
    """What a loop's variable holds.

    Args:
        machine: The function.
        value: What the loop goes over.
        node: Its expression.
    """
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "enumerate" and node.args:
            return Value(fields={"0": EMPTY, "1": element(machine, machine.peek(node.args[0]), node.args[0])})
        if name == "zip":
            parts = [element(machine, machine.peek(one), one) for one in node.args]
            return Value(fields={str(number): part for number, part in enumerate(parts)})
        if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and value.taints:
            return Value(value.taints, fields={"0": inner(value, "(key)"), "1": inner(value, "[]")})
    if value.kind == "walk":
        return Value(value.taints, fields={"0": value._replace(kind="text"), "1": EMPTY, "2": EMPTY})
    found = inner(value, "[]")
    if value.kind == "paths":
        return found._replace(kind="path", shape=value.shape)
    return found


def run_lambda(machine: Machine, node: ast.Lambda, values: Sequence[Value]) -> Value:
    """What a lambda gives for some arguments."""
    if machine.state is None:
        return EMPTY
    outer = machine.state
    machine.state = outer.copy()
    names = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    for number, name in enumerate(names):
        machine.state.variables[name] = values[number] if number < len(values) else EMPTY
    found = machine.here.settled(machine.eval(node.body))
    machine.state = outer
    return found
