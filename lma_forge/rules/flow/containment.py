"""Notes what guards tell: that a path was compared with a folder, and what a called function has checked."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lma_forge.rules.flow.states import Facts
from lma_forge.rules.flow.values import CONTAINED, PATHS, UNRESOLVED, Guard, Value

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine


def contain(machine: Machine, value: Value, node: ast.expr, tested: ast.expr, *, root: Value | None = None) -> None:
    """Note that a path was compared with a folder, as paths are compared."""
    unresolved_root = root is not None and root.kind == "path" and root.text is not None and not root.shape
    if value.shape == "real" and not unresolved_root:
        machine.here.learn(value.taints, CONTAINED, Guard(machine.code, node, "contained", tested))
    else:
        form = "root" if value.shape == "real" else value.shape or "unresolved"
        machine.here.learn(value.taints, UNRESOLVED, Guard(machine.code, node, form, tested))


def learn_of(machine: Machine, facts: Facts, arguments: Mapping[str, Value]) -> None:
    """Note facts about the parameters of a function for what its caller has given for them."""
    for atom, (mask, guards) in facts.items():
        value = arguments.get(atom.name) if atom.species == "param" else None
        if atom.species == "free":
            value = machine.peek(ast.Name(atom.name, ast.Load()))
        if value is None:
            continue
        for origin in value.taints:
            if origin.species in PATHS:
                target = origin
                for key in atom.path:
                    target = target.inner(key)
                known, listed = machine.here.facts.get(target, (0, ()))
                machine.here.facts[target] = known | mask, (*listed, *(one for one in guards if one not in listed))[:6]


def has_paths(value: Value) -> bool:
    """Whether a value has an origin that paths may be made of."""
    return any(atom.species in PATHS for atom in value.taints)
