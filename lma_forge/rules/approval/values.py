"""What is known while a function is run without running it: values, the operator's decision, states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lma_forge.rules import cst


class Status(StrEnum):
    """What a path knows of the operator's decision."""

    __hash__ = str.__hash__  # states are hashed all the time, and that of Enum is written in Python

    UNASKED = "unasked"
    """Nobody was asked."""
    RELAXED = "relaxed"
    """Nobody was asked, as the autonomy level or a flag of the host had it."""
    FULL = "full"
    """The host granted full access."""
    ABSENT = "absent"
    """There is no handler, and the path goes on."""
    ASKED = "asked"
    """The handler was asked, and its decision has not been looked at."""
    WEAK = "weak"
    """The decision is only known not to be a refusal by one word."""
    REFUSED = "refused"
    """The operator did not allow it."""
    OPEN = "open"
    """A constant stands where a decision should."""
    MAYBE = "maybe"
    """Something that cannot be followed may have asked."""
    APPROVED = "approved"
    """The operator allowed it."""


class Mark(StrEnum):
    """Values that are not constants."""

    __hash__ = str.__hash__

    UNKNOWN = "unknown"
    TRUE = "something true"
    FALSE = "something false"
    HANDLER = "the confirm handler"
    REPLY = "what the handler returned"
    FLAG_REPLY = "what the handler returned, known to be a bool"
    DECISION = "the decision"
    LEVEL = "the autonomy level"
    FLAG = "a flag that the host sets to go unasked"
    WRAPPED = "the function that a decorator wraps"
    CHAT = "the handler that asks the user for input"


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant.

    Args:
        value: A string, number, bytes, bool or None.
    """

    value: object


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple or list.

    Args:
        items: Its items.
    """

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A dict with constant keys.

    Args:
        items: Its items.
    """

    items: tuple[tuple[object, Value], ...]


Value = Mark | Constant | Group | Record
_PENDING = frozenset({Status.ASKED, Status.WEAK, Status.MAYBE})
_HALF = frozenset({Status.ASKED, Status.WEAK, Status.REFUSED, Status.ABSENT, Status.UNASKED, Status.OPEN})
NONE = Constant(None)
YES = Constant(True)  # noqa: FBT003 - the value itself
NO = Constant(False)  # noqa: FBT003 - the value itself


def truth(value: Value) -> bool | None:
    """Whether a value counts as true; None where that cannot be told."""
    match value:
        case Constant(value=held):
            return bool(held)
        case Mark.TRUE | Mark.WRAPPED:
            return True
        case Mark.FALSE:
            return False
        case Group(items=items) | Record(items=items):
            return bool(items)
    return None


@dataclass(frozen=True, slots=True)
class State:
    """What is known on one path.

    Args:
        status: What is known of the decision.
        names: Local names with values that are known, sorted.
        excluded: Words that the decision is known not to be.
        gate: The call that asked last.
        cause: The test that let the path go on without a clear yes.
        done: Deeds done before anybody was asked.
    """

    status: Status = Status.UNASKED
    names: tuple[tuple[str, Value], ...] = ()
    excluded: frozenset[str] = frozenset()
    gate: cst.CSTNode | None = field(default=None, compare=False)
    cause: cst.CSTNode | None = field(default=None, compare=False)
    done: frozenset[cst.CSTNode] = frozenset()

    def value(self, name: str) -> Value | None:
        """The value of a local name; None where nothing is known of it."""
        return next((value for known, value in self.names if known == name), None)

    def bind(self, name: str, value: Value) -> State:
        """The state after an assignment."""
        rest = tuple(pair for pair in self.names if pair[0] != name)
        if value is not Mark.UNKNOWN:
            rest = tuple(sorted((*rest, (name, value)), key=_by_name))
        return self if rest == self.names else replace(self, names=rest)

    def turn(self, status: Status, cause: cst.CSTNode | None = None) -> State:
        """The state once more or less is known of the decision."""
        pending = status in _PENDING
        if cause is None and status in {Status.ABSENT, Status.WEAK}:
            cause = self.cause
        return replace(
            self,
            status=status,
            cause=cause,
            gate=self.gate if pending else None,
            excluded=self.excluded if pending else frozenset(),
        )

    def asked(self, gate: cst.CSTNode) -> State:
        """The state after a call of the handler; where a call is tried once more, the first one counts."""
        first = self.gate if self.status is Status.ASKED and self.gate is not None else gate
        return replace(self, status=Status.ASKED, excluded=frozenset(), gate=first, cause=None, done=frozenset())

    def without(self, names: frozenset[str]) -> State:
        """The state once some names are not read any more."""
        if not any(name in names for name, _ in self.names):
            return self
        return replace(self, names=tuple(pair for pair in self.names if pair[0] not in names))

    @property
    def flags(self) -> tuple[tuple[str, bool], ...]:
        """The names of which it is known whether they count as true, which later tests may look at."""
        known = ((name, truth(value)) for name, value in self.names)
        return tuple((name, value) for name, value in known if value is not None)

    def without_flags(self) -> State:
        """The state without names that are only known to be true or false."""
        rest = tuple(pair for pair in self.names if not _is_flag(pair[1]))
        return self if len(rest) == len(self.names) else replace(self, names=rest)


def _is_flag(value: Value) -> bool:
    return value in {Mark.TRUE, Mark.FALSE} or (isinstance(value, Constant) and isinstance(value.value, bool))


def _by_name(pair: tuple[str, Value]) -> str:
    return pair[0]


MOST_STATES = 24


def joined(states: list[State]) -> list[State]:
    """The different states among many; where they are too many, those that differ in constants alone are made one."""
    found = list(dict.fromkeys(states))
    if len(found) <= MOST_STATES:
        return found
    found = _merged(found, lambda state: (state.status, state.excluded, tuple(p for p in state.names if p[1] in _KEPT)))
    return found if len(found) <= MOST_STATES else _merged(found, lambda state: (state.status, state.excluded))


def _merged(states: list[State], key: Callable[[State], object]) -> list[State]:
    merged: dict[object, State] = {}
    for state in states:
        other = merged.get(key(state))
        if other is None:
            merged[key(state)] = state
        else:
            common = tuple(pair for pair in other.names if pair in state.names)
            one = replace(other, names=common, done=other.done | state.done)
            # What is lost here may be what a later test looks at, so that nothing is sure any more.
            lost = len(common) < max(len(other.names), len(state.names)) and one.status in _HALF
            merged[key(state)] = one.turn(Status.MAYBE) if lost else one
    return list(merged.values())


_KEPT = frozenset({Mark.REPLY, Mark.FLAG_REPLY, Mark.DECISION})
