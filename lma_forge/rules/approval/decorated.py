"""The states in which a decorated tool is entered: those in which its wrapper calls it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.values import Mark, State, Status
from lma_forge.rules.approval.words import ASKING

if TYPE_CHECKING:
    from lma_forge.rules.approval.machine import Machine
    from lma_forge.rules.approval.running import Sight
    from lma_forge.rules.scopes import Scope


def entries(machine: Machine, tool: Scope) -> list[State]:
    """The states in which a tool is entered.

    Args:
        machine: Runs the wrappers of its decorators.
        tool: The tool.

    Returns:
        A state for each way in; the one in which nobody was asked where no decorator asks.
    """
    states: list[State] = []
    for decorator in tool.function.decorators:
        called = decorator.decorator
        name = called.func if isinstance(called, cst.Call) else called
        text = machine.facts.dotted(name)
        maker = machine.facts.function(name.value) if isinstance(name, cst.Name) else None
        if maker is None:
            if ASKING.search(text):
                states.append(State(Status.MAYBE))
            continue
        if any(one in machine.graph.concerned for one in _within(maker)):
            states += [State(sight.status, cause=sight.cause, gate=sight.gate) for sight in _passed(machine, maker)]
    return states or [State()]


def _within(scope: Scope) -> Iterator[Scope]:
    yield scope
    for inner in scope.inner:
        yield from _within(inner)


def _passed(machine: Machine, maker: Scope) -> set[Sight]:
    """The states in which the wrapper that a decorator makes calls what it wraps."""
    wrapped = {
        name for one in _within(maker) if any(i.kind == "function" for i in one.inner) for name in one.parameters
    }
    found: set[Sight] = set()
    for scope in _within(maker):
        if scope.kind != "function" or scope.inner:
            continue
        entry = machine.bound(scope, (), None, State())
        for name in wrapped - set(scope.parameters):
            entry = entry.bind(name, Mark.WRAPPED)
        machine.seen, machine.running = {}, [scope]
        machine.run(scope, entry)
        for (_, node), sights in machine.seen.items():
            if isinstance(node, cst.Name) and node.value in wrapped:
                found |= sights
    return found
