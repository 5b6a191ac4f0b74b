"""Notes the ways out of a function: what it gives, and what holds of its parameters then."""

from __future__ import annotations

import ast

from lma_forge.rules.flow.conditions import refine
from lma_forge.rules.flow.machine import Exit, Machine, Returned
from lma_forge.rules.flow.values import Value, union


def end(machine: Machine, node: ast.Return | None, value: Value) -> None:
    """Note a way out of the function."""
    here = machine.here
    settled = here.settled(value)
    owner = here.variables.get("self")
    if owner is not None:
        machine.owner = union((machine.owner, here.settled(owner)))
    if node is not None:
        machine.returned.append(Returned(node, settled))
    result = node.value if node is not None else None
    while isinstance(result, ast.IfExp):
        result = _end_in_branches(machine, result)
    if isinstance(result, ast.Compare | ast.BoolOp | ast.Call | ast.UnaryOp) and not value.taints:
        _end_by_test(machine, result)
        return
    items: tuple[bool | None, ...] = ()
    if isinstance(result, ast.Tuple):
        items = tuple(_truth(one) for one in result.elts)
    machine.exits.append(Exit(_truth(result), dict(machine.here.facts), items))


def _end_in_branches(machine: Machine, choice: ast.IfExp) -> ast.expr | None:
    """`return a if test else b`: two ways out, of which the last is left to the caller."""
    start = machine.here
    machine.state = start.copy()
    refine(machine, choice.test, truth=True)
    if machine.state is not None:
        machine.exits.append(Exit(_truth(choice.body), dict(machine.state.facts)))
    machine.state = start.copy()
    refine(machine, choice.test, truth=False)
    if machine.state is None:
        machine.state = start
        return choice.body
    return choice.orelse


def _end_by_test(machine: Machine, test: ast.expr) -> None:
    """A function that returns the outcome of a test: what holds depends on it."""
    start = machine.here
    for truth in (True, False):
        machine.state = start.copy()
        refine(machine, test, truth=truth)
        if machine.state is not None:
            machine.exits.append(Exit(truth, dict(machine.state.facts)))
    machine.state = start


def _truth(node: ast.expr | None) -> bool | None:
    if node is None:
        return False
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Dict):
        return bool(node.keys)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts)
    if isinstance(node, ast.JoinedStr):
        return True if any(isinstance(one, ast.Constant) for one in node.values) else None
    return None
