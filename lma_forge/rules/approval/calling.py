"""What calls do to a state: ask, decide, leave, do a deed, or run a function of the module."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.branches import Branches
from lma_forge.rules.approval.heat import EXITS, TYPED
from lma_forge.rules.approval.names import called_name
from lma_forge.rules.approval.running import Outcome, Seen, word
from lma_forge.rules.approval.values import NONE, Constant, Group, Mark, Record, State, Status, Value
from lma_forge.rules.approval.words import ASKING

if TYPE_CHECKING:
    from lma_forge.rules.approval.graph import Graph
    from lma_forge.rules.approval.siblings import Abroad
    from lma_forge.rules.scopes import Scope

_TRIMS = frozenset({"lower", "strip", "casefold", "upper", "rstrip", "lstrip", "title"})
_HARMLESS = frozenset({"isinstance", "len", "repr", "print", "hasattr", "callable", "type", "format", "id", "hash"})
_UNASKED = frozenset({Status.UNASKED, Status.RELAXED, Status.ABSENT})
_HALF = frozenset({Status.ASKED, Status.WEAK, Status.REFUSED})
_REPLIES = frozenset({Mark.REPLY, Mark.DECISION, Mark.FLAG_REPLY})
_DEEP = 8
_NOT_ASKING = ("set_", "_set_", "get_", "_get_", "build", "make", "log", "add_header")

Ran = tuple[list[Outcome], list[State], Seen]
Given = tuple[State, tuple[Value, ...], dict[str, Value]]


class Calling(Branches):
    """The part of the machine that calls."""

    @abstractmethod
    def run(self, scope: Scope, state: State) -> tuple[list[Outcome], list[State]]:
        """Run a function; see `Machine.run`."""

    @abstractmethod
    def bound(self, scope: Scope, values: Sequence[Value], named: dict[str, Value] | None, state: State) -> State:
        """The state at the entry of a function; see `Expressions.bound`."""

    def __init__(self, graph: Graph, elsewhere: Mapping[cst.Call, Abroad] = MappingProxyType({})) -> None:
        super().__init__(graph)
        self._elsewhere = elsewhere
        self._machines: dict[Graph, Calling] = {}
        self._ran: dict[tuple[Scope, State], Ran] = {}
        self._scopes_run: set[Scope] = set()

    def has_run(self, scope: Scope) -> bool:
        """Whether a function was run where another calls it."""
        return scope in self._scopes_run

    def called(self, call: cst.Call, state: State) -> list[Outcome]:
        """What a call gives in a state, each value with the state after it."""
        mark = self.names.mark(call)
        if mark is not None:
            return [(state, mark)]
        found: list[Outcome] = []
        for after, function in self._function(call.func, state):
            for ready, values, named in self._arguments(call, after):
                found += self._do(call, function, ready, values, named)
        return list(dict.fromkeys(found))

    def _function(self, func: cst.BaseExpression, state: State) -> list[Outcome]:
        """What is called; for a method that is no place of the handler, its object."""
        if isinstance(func, cst.Attribute) and self.names.mark(func) is None:
            return self.value(func.value, state)
        return self.value(func, state)

    def _arguments(self, call: cst.Call, state: State) -> list[Given]:
        found: list[Given] = [(state, (), {})]
        for argument in call.args:
            following: list[Given] = []
            for after, values, named in found:
                for last, value in self.value(argument.value, after):
                    if argument.keyword is not None:
                        following.append((last, values, {**named, argument.keyword.value: value}))
                    else:
                        following.append((last, (*values, Mark.UNKNOWN if argument.star else value), named))
            found = following
        return found

    def _do(  # noqa: PLR0911 - one case after the other
        self, call: cst.Call, function: Value, state: State, values: tuple[Value, ...], named: dict[str, Value]
    ) -> list[Outcome]:
        is_method = isinstance(call.func, cst.Attribute)
        dotted = self.facts.dotted(call.func)
        if function is Mark.HANDLER and not (is_method and self.names.mark(call.func) is None):
            return [(self.asked(call, state), Mark.REPLY)]
        if function is Mark.CHAT and not (is_method and self.names.mark(call.func) is None):
            known = state.status is Status.ABSENT
            return [(state if known else _unsure(state), Mark.UNKNOWN)]
        if function is Mark.WRAPPED:
            self.met(call.func, state)
            return [(state, Mark.UNKNOWN)]
        if dotted in TYPED:
            return [(self.asked(call, state), Mark.DECISION)]
        if dotted in EXITS:
            return []
        targets = self.graph.edges.get(call)
        if targets:
            return self._run(call, targets, state, values, named)
        if call in self.graph.asking:
            return self._run_elsewhere(call, state, values, named)
        if call in self.graph.deeds:
            state = self.met(call, state)
        name = called_name(call) or dotted
        if ASKING.search(name) and not name.startswith(_NOT_ASKING):
            return [(_unsure(state), Mark.UNKNOWN)]
        return self._plainly_called(call, name, function, state, values)

    def _plainly_called(
        self, call: cst.Call, name: str, function: Value, state: State, values: tuple[Value, ...]
    ) -> list[Outcome]:
        """Calls of functions that are not of this module, as far as they pass decisions on."""
        if isinstance(call.func, cst.Attribute):
            if name in _TRIMS:
                text = word(function)
                given = Constant(getattr(text, name)()) if text is not None else function
                return [(state, given if given in _REPLIES or text is not None else Mark.UNKNOWN)]
            if name == "get" and isinstance(function, Record) and values:
                key = word(values[0])
                return [(state, next((value for known, value in function.items if known == key), NONE))]
        elif name in {"str", "tuple", "list"} and len(values) == 1:
            passed = values[0] if values[0] in _REPLIES or isinstance(values[0], Constant | Group) else Mark.UNKNOWN
            return [(state, passed)]
        elif name == "bool" and len(values) == 1:
            yes, no = self._as_truth(call, values[0], state)
            if set(yes) != set(no):
                return [*((one, Mark.TRUE) for one in yes), *((one, Mark.FALSE) for one in no)]
        looked_at = any(value in _REPLIES for value in values) and name not in _HARMLESS
        if looked_at and not isinstance(self.facts.parent(call), cst.Expr) and state.status in _HALF:
            state = state.turn(Status.MAYBE)
        return [(state, Mark.UNKNOWN)]

    # --- functions of this module ---

    def _run(
        self,
        call: cst.Call,
        targets: tuple[Scope, ...],
        state: State,
        values: tuple[Value, ...],
        named: dict[str, Value],
    ) -> list[Outcome]:
        called = self.facts.callee(call)
        direct = called if called in targets else (targets[0] if isinstance(call.func, cst.Attribute) else None)
        outcomes: list[Outcome] = []
        for target in targets:
            if target is direct:
                known = None if any(one.star for one in call.args) else named
                outcomes = self._run_one(call, target, state, values, known)
            else:
                self._run_one(call, target, state, (), None)
        return outcomes if direct is not None else [(state, Mark.UNKNOWN)]

    def _run_one(
        self, call: cst.Call, target: Scope, state: State, values: tuple[Value, ...], named: dict[str, Value] | None
    ) -> list[Outcome]:
        special = any(value in _REPLIES or value is Mark.HANDLER for value in (*values, *(named or {}).values()))
        if target not in self.graph.concerned and not special:
            deeds = self.graph.below(target) if target in self.graph.reaching else {}
            for deed, way in deeds.items():
                state = self.met(deed, state, (call, *way))
            self.is_spent(len(deeds))
            return [(state, Mark.UNKNOWN)]
        if target in self.running or len(self.running) > _DEEP:
            return [(_unsure(state) if target in self.graph.concerned else state, Mark.UNKNOWN)]
        is_method = target.outer is not None and target.outer.kind == "class"
        inner = self.bound(target, (Mark.UNKNOWN, *values) if is_method else values, named, state)
        outcomes, raised, below = self.known(target, inner)
        if self.is_spent(1 + len(below)):
            return [(_unsure(state), Mark.UNKNOWN)]
        self._take(call, below)
        self.raised += [_back(one, state) for one in raised]
        return list(dict.fromkeys((_back(after, state), given) for after, given in outcomes))

    def known(self, target: Scope, inner: State) -> Ran:
        """Run a function, once for each state at its entry."""
        known = self._ran.get((target, inner))
        if known is not None:
            return known
        outer_seen, self.seen = self.seen, {}
        outer_raised, self.raised = self.raised, []
        self.running.append(target)
        self._scopes_run.add(target)
        try:
            outcomes, raised = self.run(target, inner)
        finally:
            self.running.pop()
            below, self.seen = self.seen, outer_seen
            self.raised = outer_raised
        known = self._ran[target, inner] = (outcomes, raised, below)
        return known

    def _run_elsewhere(
        self, call: cst.Call, state: State, values: tuple[Value, ...], named: dict[str, Value]
    ) -> list[Outcome]:
        """Run a function of another module of the folder."""
        other = self._elsewhere[call]
        machine = self._machines.get(other.graph)
        if machine is None:
            machine = self._machines[other.graph] = type(self)(other.graph)
        if len(self.running) > _DEEP:
            return [(_unsure(state), Mark.UNKNOWN)]
        known = None if any(one.star for one in call.args) else named
        inner = machine.bound(other.scope, values, known, replace(state, names=(), done=frozenset()))
        outcomes, raised, below = machine.known(other.scope, inner)
        for sights in below.values():
            self.seen.setdefault(((), call), set()).update(sights)
        asks = any(after.status not in {state.status, Status.RELAXED, Status.ABSENT} for after, _ in outcomes)
        if asks or raised:
            self.notes.gates.add(call)
            for deed in state.done:
                self.notes.late.setdefault(deed, call)
        self.raised += [_back(one, state) for one in raised]
        return list(dict.fromkeys((_back(after, state), given) for after, given in outcomes))

    def _take(self, call: cst.Call, below: Seen) -> None:
        """Add what a called function met to what its caller meets."""
        for (way, deed), sights in below.items():
            if len(self.seen) < _MOST_SEEN:
                self.seen.setdefault(((call, *way), deed), set()).update(sights)


_MOST_SEEN = 300


def _unsure(state: State) -> State:
    return state.turn(Status.MAYBE) if state.status in _UNASKED else state


def _back(after: State, caller: State) -> State:
    """The state of a caller once a function that it called is done."""
    return replace(after, names=caller.names)
