"""What a running machine keeps: how far it may go, which deeds it met in which states, what gates did wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.heat import Heat
from lma_forge.rules.approval.values import Constant, Group, Mark, State, Status, Value
from lma_forge.rules.scopes import names_in

if TYPE_CHECKING:
    from lma_forge.rules.approval.graph import Graph
    from lma_forge.rules.scopes import Scope

Outcome = tuple[State, Value]
Way = tuple["cst.CSTNode", ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """A state in which a deed was met, without what does not matter for the verdict.

    Args:
        status: What was known of the decision.
        flags: The names that were known to count as true or false.
        gate: The call that asked last.
        cause: The test that let the path go on.
    """

    status: Status
    flags: tuple[tuple[str, bool], ...]
    gate: cst.CSTNode | None
    cause: cst.CSTNode | None


Seen = dict[tuple[Way, "cst.CSTNode"], set[Sight]]
"""For each deed and the calls on the way to it, the states in which it was met."""


@dataclass(slots=True)
class Notes:
    """What gates were seen to do.

    Args:
        gates: Calls that ask.
        ignored: Calls that ask, whose decision nobody keeps.
        truthy: Tests that take a reply for a yes or no.
        late: Deeds that somebody is asked about afterwards, with the call that asks.
    """

    gates: set[cst.CSTNode] = field(default_factory=set)
    ignored: set[cst.CSTNode] = field(default_factory=set)
    truthy: set[cst.CSTNode] = field(default_factory=set)
    late: dict[cst.CSTNode, cst.CSTNode] = field(default_factory=dict)


class Running:
    """The part of the machine that keeps account.

    Args:
        graph: The call graph of the module.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.facts = graph.facts
        self.names = graph.names
        self.notes = Notes()
        self.seen: Seen = {}
        self.raised: list[State] = []
        self.running: list[Scope] = []
        self.hot: frozenset[int] = frozenset()
        self._heat = Heat(graph)
        self._steps = min(20_000 + len(self.facts.of(cst.Name)), 100_000)

    @property
    def ignored(self) -> set[cst.CSTNode]:
        """Calls that ask, whose decision nobody keeps."""
        return self.notes.ignored

    def enter(self, scope: Scope, state: State) -> frozenset[int]:
        """Turn to the code of a function; what was hot before."""
        before, self.hot = self.hot, self._heat.of(scope, frozenset(name for name, _ in state.names))
        return before

    def is_cold(self, node: cst.CSTNode) -> bool:
        """Whether nothing in a node matters, so that it need not be run."""
        return id(node) not in self.hot

    def forgotten(self, statement: cst.CSTNode, states: list[State]) -> list[State]:
        """The states after a statement without the names that nothing reads any more."""
        if not any(state.names for state in states):
            return states
        scope = self.facts.scope(statement)
        last = self._heat.last(scope)
        # Where a statement is within a loop, what stands before it comes again.
        order = self.facts.order(self._outermost(statement))
        held = {name for state in states for name, _ in state.names}
        gone = frozenset(name for name in held if last.get(name, -1) <= order)
        states = [state.without(gone) for state in states] if gone else states
        # Once nothing follows that asks, acts or looks, flags only serve to tell apart what is the same.
        return [state.without_flags() for state in states] if order > self._heat.end(scope) else states

    def _outermost(self, statement: cst.CSTNode) -> cst.CSTNode:
        """The outermost loop around a statement, or the statement."""
        found = statement
        for parent, _ in self.facts.ancestors(statement):
            if isinstance(parent, cst.For | cst.While):
                found = parent
        return found

    def is_spent(self, steps: int = 1) -> bool:
        """Count steps; whether there were so many that the rest is given up, which keeps time linear."""
        self._steps -= steps
        return self._steps < 0

    @property
    def is_exhausted(self) -> bool:
        """Whether the machine gave up, so that nothing it says is sure."""
        return self._steps < 0

    def met(self, deed: cst.CSTNode, state: State, way: Way = ()) -> State:
        """Write down that a state reaches a deed; the state after it."""
        sight = Sight(state.status, state.flags, state.gate, state.cause)
        self.seen.setdefault((way, deed), set()).add(sight)
        if state.status in {Status.UNASKED, Status.RELAXED} and len(state.done) < _MOST_DONE:
            return replace(state, done=state.done | {deed})
        return state

    def asked(self, gate: cst.CSTNode, state: State) -> State:
        """Write down that a state asks; the state after it."""
        self.notes.gates.add(gate)
        for deed in state.done:
            # In a loop, what comes later in the text may be done for one thing before the next is asked about.
            if self.facts.scope(deed) is not self.facts.scope(gate) or self.facts.order(deed) < self.facts.order(gate):
                self.notes.late.setdefault(deed, gate)
        return state.asked(gate)

    def assign(self, target: cst.BaseExpression, value: Value, state: State) -> State:
        """The state after a value is assigned to a target."""
        if isinstance(target, cst.Name):
            scope = self.facts.scope(target)
            kept = self.names.mark(target) is not None and (target.value in scope.shared or scope.kind == "module")
            return state if kept else state.bind(target.value, value)
        if isinstance(target, cst.Tuple | cst.List):
            items = _unpacked(value, target)
            for element, item in zip(target.elements, items, strict=True):
                if isinstance(element, cst.StarredElement):
                    for name in names_in(element):
                        state = state.bind(name.value, Mark.UNKNOWN)
                else:
                    state = self.assign(element.value, item, state)
        return state


_MOST_DONE = 6


def _unpacked(value: Value, target: cst.Tuple | cst.List) -> list[Value]:
    """The values that the elements of a target get."""
    count = len(target.elements)
    if isinstance(value, Group) and len(value.items) == count:
        return list(value.items)
    items: list[Value] = [Mark.UNKNOWN] * count
    if value is Mark.REPLY and items:
        items[0] = Mark.DECISION
    return items


def word(value: Value) -> str | None:
    """The text of a constant; None for all else."""
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else None
