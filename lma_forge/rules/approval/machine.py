"""Run functions over abstract values: which states reach which deeds, and what gates do with decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.expressions import Expressions
from lma_forge.rules.approval.values import NONE, Group, Mark, State, Status, Value, joined
from lma_forge.rules.facts import statements

if TYPE_CHECKING:
    from lma_forge.rules.scopes import Scope

Outcome = tuple[State, Value]


@dataclass(slots=True)
class Flow:
    """Where the states go that a block is run with.

    Args:
        onward: Those that reach its end.
        returned: Those that return, with what.
        raised: Those that raise.
        broken: Those that leave a loop.
        again: Those that go on with a loop's next round.
    """

    onward: list[State] = field(default_factory=list)
    returned: list[Outcome] = field(default_factory=list)
    raised: list[State] = field(default_factory=list)
    broken: list[State] = field(default_factory=list)
    again: list[State] = field(default_factory=list)

    def take(self, other: Flow) -> None:
        """Add all but what goes onward."""
        self.returned += other.returned
        self.raised += other.raised
        self.broken += other.broken
        self.again += other.again


class Machine(Expressions):
    """Runs the functions of one module; see `Expressions` for the rest of it."""

    def run(self, scope: Scope, state: State) -> tuple[list[Outcome], list[State]]:
        """Run a function from a state.

        Args:
            scope: The function.
            state: The state at its entry, with the values of its parameters.

        Returns:
            The states in which it returns, with what it returns, and those in which it raises.
        """
        before = self.enter(scope, state)
        flow = self._block(statements(scope.function), [state])
        self.hot = before
        outcomes = [*flow.returned, *((one, NONE) for one in flow.onward)]
        return list(dict.fromkeys(outcomes)), joined(flow.raised)

    # --- statements ---

    def _block(self, body: Iterable[cst.CSTNode], states: list[State], trace: list[State] | None = None) -> Flow:
        """Run statements one after the other; `trace` gets the states between them."""
        flow = Flow(onward=states)
        for statement in body:
            if not flow.onward:
                break
            self.raised = []
            step = self._statement(statement, flow.onward)
            flow.take(step)
            flow.onward = joined(self.forgotten(statement, step.onward))
            if trace is not None:
                trace += flow.onward
        return flow

    def _statement(self, node: cst.CSTNode, states: list[State]) -> Flow:  # noqa: PLR0911 - a case per statement
        if self.is_cold(node) or self.is_spent():
            return Flow(onward=states)
        match node:
            case cst.If():
                return self._if(node, states)
            case cst.While():
                return self._loop(node, states, node.test)
            case cst.For():
                states = [one for state in states for one, _ in self.value(node.iter, state)]
                return self._with_raised(self._loop(node, states, None))
            case cst.Try() | cst.TryStar():
                return self._try(node, states)
            case cst.With():
                return self._with(node, states)
            case cst.Match():
                return self._match(node, states)
            case cst.Break():
                return Flow(broken=states)
            case cst.Continue():
                return Flow(again=states)
        return self._with_raised(self._simple(node, states))

    def _with_raised(self, flow: Flow) -> Flow:
        flow.raised += self.raised
        self.raised = []
        return flow

    def _simple(self, node: cst.CSTNode, states: list[State]) -> Flow:  # noqa: C901, PLR0911 - as above
        match node:
            case cst.Return(value=value):
                if value is None:
                    return Flow(returned=[(state, NONE) for state in states])
                return Flow(returned=[outcome for state in states for outcome in self.value(value, state)])
            case cst.Raise(exc=exc):
                if exc is None:
                    return Flow(raised=states)
                return Flow(raised=[one for state in states for one, _ in self.value(exc, state)])
            case cst.Expr(value=value):
                return Flow(onward=[one for state in states for one in self._expression(value, state)])
            case cst.Assign(targets=targets, value=value):
                found = [outcome for state in states for outcome in self.value(value, state)]
                for target in targets:
                    found = [(self.assign(target.target, given, state), given) for state, given in found]
                return Flow(onward=[state for state, _ in found])
            case cst.AnnAssign(target=target, value=value) if value is not None:
                found = [outcome for state in states for outcome in self.value(value, state)]
                return Flow(onward=[self.assign(target, given, state) for state, given in found])
            case cst.AugAssign(target=target, value=value):
                found = [outcome for state in states for outcome in self.value(value, state)]
                return Flow(onward=[self.assign(target, Mark.UNKNOWN, state) for state, _ in found])
            case cst.Assert(test=test):
                yes, no = self.branched(test, states)
                return Flow(onward=yes, raised=no)
        return Flow(onward=states)

    def _expression(self, value: cst.BaseExpression, state: State) -> list[State]:
        """A value that nobody keeps: a decision in it is thrown away."""
        outcomes = self.value(value, state)
        call = value.expression if isinstance(value, cst.Await) else value
        if isinstance(call, cst.Call):
            for after, given in outcomes:
                lost = given in {Mark.REPLY, Mark.DECISION} or isinstance(given, Group)
                if lost and after.gate is not None and after.gate is not state.gate:
                    self.ignored.add(call)
            turned = {after.status for after, _ in outcomes}
            if {Status.APPROVED, Status.REFUSED} <= turned and state.status not in turned:
                self.ignored.add(call)
        return [after for after, _ in outcomes]

    def _if(self, node: cst.If, states: list[State]) -> Flow:
        yes, no = self.branched(node.test, states)
        flow = self._with_raised(Flow())
        first = self._block(statements(node.body), joined(yes))
        flow.take(first)
        flow.onward = first.onward
        if isinstance(node.orelse, cst.If):
            second = self._if(node.orelse, joined(no)) if no else Flow()
        else:
            second = self._block(statements(node.orelse.body) if node.orelse else (), joined(no))
        flow.take(second)
        flow.onward = flow.onward + second.onward
        return flow

    def _loop(self, node: cst.While | cst.For, states: list[State], test: cst.BaseExpression | None) -> Flow:
        flow = Flow()
        entering, left = joined(states), list[State]()
        for _ in range(2):
            if test is not None:
                yes, no = self.branched(test, entering)
            else:
                yes = no = entering
            flow.raised += self.raised
            self.raised = []
            left += no
            if isinstance(node, cst.For):
                yes = [self.assign(node.target, Mark.UNKNOWN, state) for state in yes]
            body = self._block(statements(node.body), joined(yes))
            flow.returned += body.returned
            flow.raised += body.raised
            flow.broken += body.broken
            following = joined([*entering, *body.onward, *body.again])
            if set(following) == set(entering):
                break
            entering = following
        if test is None:
            left += entering
        ended = self._block(statements(node.orelse.body) if node.orelse else (), joined(left))
        out = Flow(returned=flow.returned, raised=flow.raised)
        out.onward = joined([*flow.broken, *ended.onward])
        out.take(Flow(returned=ended.returned, raised=ended.raised, broken=ended.broken, again=ended.again))
        return out

    def _try(self, node: cst.Try | cst.TryStar, states: list[State]) -> Flow:
        trace = list(states)
        body = self._block(statements(node.body), states, trace)
        flow = Flow(returned=body.returned, broken=body.broken, again=body.again)
        if node.orelse is not None:
            ended = self._block(statements(node.orelse.body), body.onward)
            flow.take(ended)
            flow.onward = ended.onward
        else:
            flow.onward = body.onward
        caught = joined([*trace, *body.raised])
        for handler in node.handlers:
            entering = caught
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                entering = [one.bind(handler.name.name.value, Mark.TRUE) for one in caught]
            handled = self._block(statements(handler.body), joined(entering))
            flow.take(handled)
            flow.onward = flow.onward + handled.onward
        if not node.handlers:
            flow.raised += body.raised
        return self._finally(node, flow)

    def _finally(self, node: cst.Try | cst.TryStar, flow: Flow) -> Flow:
        if node.finalbody is None:
            return flow
        final = statements(node.finalbody.body)
        after = self._block(final, joined(flow.onward))
        if not flow.onward:
            self._block(final, joined([state for state, _ in flow.returned]))
        flow.take(Flow(returned=after.returned, raised=after.raised, broken=after.broken, again=after.again))
        flow.onward = after.onward
        return flow

    def _with(self, node: cst.With, states: list[State]) -> Flow:
        for item in node.items:
            found = [outcome for state in states for outcome in self.value(item.item, state)]
            if item.asname is not None:
                found = [(self.assign(item.asname.name, given, state), given) for state, given in found]
            states = joined([state for state, _ in found])
        flow = self._with_raised(Flow())
        body = self._block(statements(node.body), states)
        flow.take(body)
        flow.onward = body.onward
        return flow

    def _match(self, node: cst.Match, states: list[State]) -> Flow:
        flow = Flow()
        for state in states:
            for after, subject in self.value(node.subject, state):
                left = [after]
                for case in node.cases:
                    left = self._case(case, subject, left, flow)
                flow.onward += left
        flow.raised += self.raised
        self.raised = []
        return flow

    def _case(self, case: cst.MatchCase, subject: Value, states: list[State], flow: Flow) -> list[State]:
        """Run one case; what it does not take goes on to the next."""
        words = _words(case.pattern)
        takes: list[State] = []
        passes: list[State] = []
        for state in states:
            if _takes_all(case.pattern):
                takes.append(state)
            elif words and subject in {Mark.DECISION, Mark.REPLY}:
                yes, no = self.decided(state, words, case)
                takes += yes
                passes += no
            else:
                takes.append(state)
                passes.append(state)
        if case.guard is not None:
            takes, no = self.branched(case.guard, takes)
            passes += no
        body = self._block(statements(case.body), joined(takes))
        flow.take(body)
        flow.onward += body.onward
        return joined(passes)


def _words(pattern: cst.MatchPattern) -> frozenset[str]:
    """The words of `case "allow" | "always"`; none for other patterns."""
    match pattern:
        case cst.MatchValue(value=cst.SimpleString() as text):
            return frozenset({str(text.evaluated_value)})
        case cst.MatchOr(patterns=patterns):
            parts = [_words(one.pattern) for one in patterns]
            return frozenset().union(*parts) if all(parts) else frozenset()
        case cst.MatchAs(pattern=inner) if inner is not None:
            return _words(inner)
    return frozenset()


def _takes_all(pattern: cst.MatchPattern) -> bool:
    return isinstance(pattern, cst.MatchAs) and pattern.pattern is None
