"""The verdicts on a module: deeds that run unasked, deeds that cannot be shown, and gates that do not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.decorated import entries
from lma_forge.rules.approval.deeds import Deed, Family, deeds_of
from lma_forge.rules.approval.graph import Graph
from lma_forge.rules.approval.machine import Machine
from lma_forge.rules.approval.running import Notes, Outcome, Seen, Sight, Way
from lma_forge.rules.approval.siblings import abroad
from lma_forge.rules.approval.values import YES, Record, State, Status

if TYPE_CHECKING:
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


@dataclass(frozen=True, slots=True)
class Reached:
    """A deed that a tool reaches.

    Args:
        deed: The deed.
        tool: The tool.
        way: The calls on the way to it.
        others: How many other tools reach it as well.
        why: `unasked`; `refused` where it goes on after a refusal; `undecided` where nobody looks at the decision.
    """

    deed: Deed
    tool: Scope
    way: Way = ()
    others: int = 0
    why: str = "unasked"


@dataclass(slots=True)
class Verdicts:
    """What is known of the gates and deeds of a module.

    Args:
        deeds: All deeds, by their calls.
        wrong: Deeds that a tool reaches without anybody being asked.
        late: Such deeds that somebody is asked about afterwards, by the call that asks.
        unproved: Deeds of which it cannot be told whether somebody is always asked.
        skips: Tests of the handler that let a deed or a success through where there is none.
        weak: Comparisons that let through whatever is not one word.
        reached: The tools from which each deed can be reached.
        notes: What gates were seen to do.
        graph: The call graph.
    """

    graph: Graph
    deeds: dict[cst.Call, Deed] = field(default_factory=dict)
    wrong: list[Reached] = field(default_factory=list)
    late: dict[cst.CSTNode, tuple[Reached, cst.CSTNode]] = field(default_factory=dict)
    unproved: list[Reached] = field(default_factory=list)
    skips: dict[cst.CSTNode, Reached | None] = field(default_factory=dict)
    weak: dict[cst.CSTNode, Reached | None] = field(default_factory=dict)
    reached: dict[cst.CSTNode, list[Scope]] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)


def judged(module: ToolModule) -> Verdicts:
    """Judge a module: an analysis for `ToolModule.kept`."""
    elsewhere = module.kept(abroad)
    deeds = module.kept(deeds_of) | {call: one.deed for call, one in elsewhere.items() if one.deed is not None}
    asking = [call for call, one in elsewhere.items() if one.scope in one.graph.concerned]
    graph = Graph(module, [call for call in deeds if call not in asking], asking)
    verdicts = Verdicts(graph, deeds)
    try:
        _Judge(module, verdicts).judge()
    except RecursionError:
        return Verdicts(graph, deeds)
    return verdicts


_WRONG = frozenset({Status.UNASKED, Status.RELAXED, Status.FULL})
_LEFT = frozenset({Status.ASKED, Status.REFUSED, Status.ABSENT})


class _Judge:
    """Runs the tools of one module and sorts what they reach."""

    def __init__(self, module: ToolModule, verdicts: Verdicts) -> None:
        self._module = module
        self._verdicts = verdicts
        self._graph = verdicts.graph
        self._machine = Machine(self._graph, module.kept(abroad))

    def judge(self) -> None:
        """Fill in the verdicts."""
        facts = self._graph.facts
        wrong: dict[cst.CSTNode, Reached] = {}
        unsure: dict[cst.CSTNode, Reached] = {}
        for tool in facts.tools:
            seen, outcomes = self._seen(tool)
            acts = False
            for (way, call), sights in seen.items():
                deed = self._verdicts.deeds.get(call) if isinstance(call, cst.Call) else None
                if deed is None:
                    continue
                acts = acts or deed.family is not Family.OVERWRITE
                tools = self._verdicts.reached.setdefault(call, [])
                if tool not in tools:
                    tools.append(tool)
                self._sort(Reached(deed, tool, way), sights, wrong, unsure)
            if not acts:
                self._weigh(outcomes)
        for scope in facts.functions:
            if scope in self._graph.concerned and scope.tool is None and not self._machine.has_run(scope):
                self._machine.running = [scope]
                self._machine.run(scope, self._machine.bound(scope, (), None, State()))
        self._verdicts.notes = self._machine.notes
        self._verdicts.wrong = [self._with_others(one) for one in wrong.values()]
        self._verdicts.unproved = [one for call, one in unsure.items() if call not in wrong]

    def _with_others(self, reached: Reached) -> Reached:
        tools = self._verdicts.reached[reached.deed.call]
        return replace(reached, others=len(tools) - 1)

    def _seen(self, tool: Scope) -> tuple[Seen, list[Outcome]]:
        """The deeds that a tool reaches, with the states in which it does, and those in which it ends."""
        if tool not in self._graph.concerned and not tool.function.decorators:
            below = self._graph.below(tool) if tool in self._graph.reaching else {}
            plain = Sight(Status.UNASKED, (), None, None)
            return {(way, deed): {plain} for deed, way in below.items()}, []
        found: Seen = {}
        ends: list[Outcome] = []
        for entry in entries(self._machine, tool):
            self._machine.seen = {}
            self._machine.running = [tool]
            outcomes, _ = self._machine.run(tool, self._machine.bound(tool, (), None, entry))
            for key, sights in self._machine.seen.items():
                found.setdefault(key, set()).update(sights)
            ends += outcomes
        return ({}, []) if self._machine.is_exhausted else (found, ends)

    def _weigh(self, outcomes: list[Outcome]) -> None:
        """Note tests that let a tool get to a success without a clear yes."""
        for state, value in outcomes:
            succeeds = isinstance(value, Record) and ("success", YES) in value.items
            if state.cause is None or not succeeds or not self._machine.notes.gates:
                continue
            if state.status is Status.ABSENT:
                self._verdicts.skips.setdefault(state.cause, None)
            elif state.status is Status.WEAK:
                self._verdicts.weak.setdefault(state.cause, None)

    def _sort(  # noqa: C901 - one verdict after the other
        self,
        reached: Reached,
        sights: set[Sight],
        wrong: dict[cst.CSTNode, Reached],
        unsure: dict[cst.CSTNode, Reached],
    ) -> None:
        statuses = {sight.status for sight in sights}
        call = reached.deed.call
        if statuses & _LEFT and self._is_noted(reached):
            return
        why = self._goes_on(sights) if Status.OPEN not in statuses else ""
        if why:
            _keep_shorter(wrong, replace(reached, why=why))
            return
        for sight in sights:
            if sight.status is Status.ABSENT and sight.cause is not None:
                self._verdicts.skips[sight.cause] = self._verdicts.skips.get(sight.cause) or reached
            if sight.status is Status.WEAK and sight.cause is not None:
                self._verdicts.weak[sight.cause] = self._verdicts.weak.get(sight.cause) or reached
        if Status.ABSENT in statuses or Status.WEAK in statuses or Status.OPEN in statuses:
            return
        late = self._machine.notes.late.get(call) if reached.deed.family is not Family.OVERWRITE else None
        if late is not None and Status.UNASKED in statuses and not self._is_for_others(late, call):
            self._verdicts.late.setdefault(call, (reached, late))
            _keep_shorter(wrong, reached)
        elif statuses <= _WRONG:
            if statuses != {Status.FULL}:
                _keep_shorter(wrong, reached)
        elif Status.MAYBE in statuses or Status.UNASKED in statuses or Status.REFUSED in statuses:
            _keep_shorter(unsure, reached)

    def _is_for_others(self, gate: cst.CSTNode, call: cst.Call) -> bool:
        """Whether a later call that asks stands before another deed, which it may be meant for."""
        order = self._graph.facts.order
        scope = self._graph.facts.scope(gate)
        return any(
            other is not call and order(other) > order(gate) and self._graph.facts.scope(other) is scope
            for other in self._verdicts.deeds
        )

    def _is_noted(self, reached: Reached) -> bool:
        """Whether a gate on the way is reported as one whose decision is thrown away or taken for a yes."""
        facts = self._graph.facts
        notes = self._machine.notes
        on_the_way = [*reached.way, reached.deed.call]
        places = {facts.scope(node): facts.order(node) for node in on_the_way}
        return any(facts.order(gate) < places.get(facts.scope(gate), -1) for gate in (*notes.ignored, *notes.truthy))

    def _goes_on(self, sights: set[Sight]) -> str:
        """Why a deed that somebody was asked about is done without a yes; "" where it is not."""
        approved = {sight.flags for sight in sights if sight.status is Status.APPROVED}
        for sight in sights:
            if sight.status is Status.REFUSED and (not approved or sight.flags in approved):
                return "refused"
            if sight.status is Status.ASKED:
                return "undecided"
        return ""


def _keep_shorter(found: dict[cst.CSTNode, Reached], reached: Reached) -> None:
    known = found.get(reached.deed.call)
    if known is None or len(reached.way) < len(known.way):
        found[reached.deed.call] = reached


def of_family(verdicts: Verdicts, *families: str) -> Iterator[Reached]:
    """The deeds of some families that are shown to run unasked, in the order of the source."""
    order = verdicts.graph.facts.order
    for reached in sorted(verdicts.wrong, key=lambda one: order(one.deed.call)):
        if reached.deed.family in families and reached.deed.call not in verdicts.late:
            yield reached
