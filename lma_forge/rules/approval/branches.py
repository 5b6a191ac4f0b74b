"""Which states a test lets through when it holds, and which when it does not."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.running import Outcome, Running
from lma_forge.rules.approval.values import Constant, Group, Mark, Record, State, Status, Value, truth
from lma_forge.rules.approval.words import ALLOWING, DENYING, FULL, GRANTS, allows, refuses

Ways = tuple[list[State], list[State]]
_OPEN = frozenset({Status.UNASKED, Status.RELAXED, Status.ABSENT})
_PENDING = frozenset({Status.ASKED, Status.WEAK, Status.REFUSED, Status.MAYBE})
_EQUAL = ("Equal", "Is", "In")
_UNEQUAL = ("NotEqual", "IsNot", "NotIn")

if TYPE_CHECKING:
    _Unequal = cst.NotEqual | cst.IsNot | cst.NotIn


class Branches(Running):
    """The part of the machine that decides tests."""

    @abstractmethod
    def value(self, node: cst.CSTNode, state: State) -> list[Outcome]:
        """What an expression can give in a state, each value with the state after it."""

    def branched(self, test: cst.BaseExpression, states: Iterable[State]) -> Ways:
        """Split states by a test.

        Args:
            test: The test.
            states: The states before it.

        Returns:
            The states in which it can hold, and those in which it can fail.
        """
        yes: list[State] = []
        no: list[State] = []
        for state in states:
            held, failed = self._split(test, state)
            yes += held
            no += failed
        return yes, no

    def _split(self, test: cst.BaseExpression, state: State) -> Ways:
        match test:
            case cst.UnaryOperation(operator=cst.Not(), expression=inner):
                held, failed = self._split(inner, state)
                return failed, held
            case cst.BooleanOperation(left=left, operator=operator, right=right):
                held, failed = self._split(left, state)
                if isinstance(operator, cst.And):
                    yes, no = self.branched(right, held)
                    return yes, failed + no
                yes, no = self.branched(right, failed)
                return held + yes, no
            case cst.Comparison(left=left, comparisons=[target]):
                return self._compared(test, left, target, state)
            case cst.Call(func=cst.Name(value="callable" | "isinstance"), args=args) if args:
                return self._asked_what(test, args, state)
        yes, no = [], []
        for after, value in self.value(test, state):
            held, failed = self._as_truth(test, value, after)
            yes += held
            no += failed
        return yes, no

    def _asked_what(self, test: cst.Call, args: Iterable[cst.Arg], state: State) -> Ways:
        """`callable(handler)` and `isinstance(reply, bool)`."""
        first, *rest = args
        yes, no = list[State](), list[State]()
        name = test.func.value if isinstance(test.func, cst.Name) else ""
        for after, value in self.value(first.value, state):
            if name == "callable" and value is Mark.HANDLER:
                yes.append(_present(after))
                no.append(_absent(after, test))
                continue
            kind = rest[0].value if rest else None
            known = after
            is_flag = isinstance(kind, cst.Name) and kind.value == "bool"
            if value is Mark.REPLY and is_flag and isinstance(first.value, cst.Name):
                known = after.bind(first.value.value, Mark.FLAG_REPLY)
            is_text = isinstance(value, Constant) and isinstance(kind, cst.Name) and kind.value == "str"
            fits = isinstance(value.value, str) if is_text and isinstance(value, Constant) else None
            yes += [known] if fits is not False else []
            no += [after] if fits is not True else []
        return yes, no

    def _as_truth(self, test: cst.CSTNode, value: Value, state: State) -> Ways:
        known = truth(value)
        if known is not None:
            return ([state], []) if known else ([], [state])
        match value:
            case Mark.HANDLER:
                return [_present(state)], [_absent(state, test)]
            case Mark.FLAG_REPLY:
                return [state.turn(Status.APPROVED)], [state.turn(Status.REFUSED)]
            case Mark.REPLY:
                self.notes.truthy.add(test)
            case Mark.FLAG:
                return [_relaxed(state, Status.FULL)], [state]
        return [state], [state]

    # --- comparisons ---

    def _compared(
        self, test: cst.Comparison, left: cst.BaseExpression, target: cst.ComparisonTarget, state: State
    ) -> Ways:
        yes: list[State] = []
        no: list[State] = []
        kind = type(target.operator).__name__
        if kind in {"In", "NotIn"} and self._is_grants(target.comparator):
            granted, rest = [_granted(state)], [state]
            return (granted, rest) if kind == "In" else (rest, granted)
        for first, one in self.value(left, state):
            for after, other in self.value(target.comparator, first):
                held, failed = self._decide(test, kind, one, other, after)
                yes += held
                no += failed
        return yes, no

    def _is_grants(self, node: cst.BaseExpression) -> bool:
        """Whether an expression is a collection of the module in which it keeps what was always allowed."""
        if not isinstance(node, cst.Name) or not GRANTS.search(node.value):
            return False
        held = self.facts.constants.get(node.value)
        return _is_empty(held) if held is not None else node.value in self.facts.module.bound

    def _decide(self, test: cst.CSTNode, kind: str, one: Value, other: Value, state: State) -> Ways:  # noqa: PLR0911
        if kind in _UNEQUAL:
            held, failed = self._decide(test, _EQUAL[_UNEQUAL.index(kind)], one, other, state)
            return failed, held
        if kind not in _EQUAL:
            return [state], [state]
        if isinstance(one, Constant) and isinstance(other, Mark) and kind != "In":
            one, other = other, one
        words = _words(other)
        if one is Mark.HANDLER and isinstance(other, Constant) and other.value is None:
            return [_absent(state, test)], [_present(state)]
        if one in {Mark.DECISION, Mark.REPLY} and words:
            return self.decided(state, words, test)
        if one is Mark.FLAG_REPLY and isinstance(other, Constant):
            sides = [state.turn(Status.APPROVED)], [state.turn(Status.REFUSED)]
            return sides if other.value is True else (sides[1], sides[0])
        if one is Mark.LEVEL and words:
            return _by_level(state, words)
        if one is Mark.FLAG and isinstance(other, Constant) and isinstance(other.value, bool):
            sides = [_relaxed(state, Status.FULL)], [state]
            return sides if other.value else (sides[1], sides[0])
        if one in {Mark.DECISION, Mark.REPLY} and not isinstance(other, Constant):
            unsure = state.turn(Status.MAYBE) if state.status in _PENDING else state
            return [unsure], [unsure]
        return self._plainly(kind, one, other, words, state)

    def _plainly(self, kind: str, one: Value, other: Value, words: frozenset[str], state: State) -> Ways:
        """Compare what is known without any regard to decisions, but for a word that stands in place of one."""
        result = _same(kind, one, other)
        if result is None:
            return [state], [state]
        if result and words and words & ALLOWING and state.status in _OPEN | {Status.ASKED}:
            return [state.turn(Status.OPEN)], []
        return ([state], []) if result else ([], [state])

    def decided(self, state: State, words: frozenset[str], cause: cst.CSTNode) -> Ways:
        """Split a state by whether the decision is one of some words."""
        if state.status not in _PENDING | {Status.APPROVED}:
            return [state], [state]
        excluded = state.excluded | words
        if allows(words):
            left = replace(state, excluded=excluded)
            only_some = words & ALLOWING and not excluded >= ALLOWING and not words >= {"allow"}
            return [state.turn(Status.APPROVED)], [left if only_some else left.turn(Status.REFUSED)]
        if refuses(words):
            onward = state.turn(Status.WEAK, cause) if state.status is Status.ASKED else state
            return [state.turn(Status.REFUSED)], [replace(onward, excluded=excluded)]
        return [state], [replace(state, excluded=excluded)]


def _words(value: Value) -> frozenset[str]:
    """The words that something is compared with: one, or those of a collection."""
    match value:
        case Constant(value=str() as text):
            return frozenset({text.lower()})
        case Constant(value=frozenset() as held):
            return frozenset(one.lower() for one in held if isinstance(one, str))
        case Group(items=items):
            found = [one.value for one in items if isinstance(one, Constant)]
            return (
                frozenset(one.lower() for one in found if isinstance(one, str)) if len(found) == len(items) else _NONE
            )
    return _NONE


_NONE: frozenset[str] = frozenset()


def _same(kind: str, one: Value, other: Value) -> bool | None:
    """Whether two known values are the same, or one is in the other; None where that cannot be told."""
    if kind == "In":
        if isinstance(one, Constant) and isinstance(other, Group):
            held = [item.value for item in other.items if isinstance(item, Constant)]
            return one.value in held if len(held) == len(other.items) else None
        if isinstance(one, Constant) and isinstance(other, Constant) and isinstance(other.value, frozenset):
            return one.value in other.value
        return None
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value == other.value
    if isinstance(other, Constant):
        filled = one is Mark.TRUE or isinstance(one, Group | Record)
        if (filled and not other.value) or (one is Mark.FALSE and other.value is True):
            return False
    return None


def _is_empty(value: cst.BaseExpression | None) -> bool:
    """Whether a collection begins with nothing in it, to be filled as people decide."""
    if isinstance(value, cst.Call):
        return not value.args
    return isinstance(value, cst.Dict | cst.List) and not value.elements


def _granted(state: State) -> State:
    return state.turn(Status.APPROVED) if state.status in _OPEN else state


def _present(state: State) -> State:
    return state.turn(Status.UNASKED) if state.status is Status.ABSENT else state


def _absent(state: State, cause: cst.CSTNode) -> State:
    return state.turn(Status.ABSENT, cause) if state.status is Status.UNASKED else state


def _relaxed(state: State, status: Status) -> State:
    return state.turn(status) if state.status in {Status.UNASKED, Status.RELAXED, Status.ABSENT} else state


def _by_level(state: State, words: frozenset[str]) -> Ways:
    """Split a state by whether the autonomy level is one of some words."""
    if words <= FULL:
        return [_relaxed(state, Status.FULL)], [state]
    if words <= DENYING:
        return [state], [state]
    if state.status is Status.UNASKED:
        state = state.turn(Status.RELAXED)
    return [state], [state]
