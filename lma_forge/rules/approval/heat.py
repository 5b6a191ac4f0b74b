"""Which parts of a function have anything to do with approval, so that the rest need not be run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.names import called_name
from lma_forge.rules.approval.words import ASKING, is_known
from lma_forge.rules.scopes import Scope, names_in

if TYPE_CHECKING:
    from lma_forge.rules.approval.graph import Graph

TYPED = frozenset({"input", "builtins.input", "click.confirm", "click.prompt", "sys.stdin.readline"})
"""Functions that ask at a terminal."""
EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
"""Functions that do not come back."""


class Heat:
    """The nodes of functions that must be run, found when a function is first run.

    Args:
        graph: The call graph of the module.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._facts = graph.facts
        self._known: dict[tuple[Scope, frozenset[str]], frozenset[int]] = {}
        self._last: dict[Scope, dict[str, int]] = {}
        self._ends: dict[Scope, int] = {}

    def of(self, scope: Scope, given: frozenset[str] = frozenset()) -> frozenset[int]:
        """The nodes of a function in which a call asks, leaves or does a deed, a value matters, or a path ends, by id.

        Args:
            scope: The function.
            given: Names of which something is known at its entry, such as a parameter that gets a decision.
        """
        known = self._known.get((scope, given))
        if known is None:
            known = self._known[scope, given] = frozenset(self._found(scope, given))
        return known

    def last(self, scope: Scope) -> dict[str, int]:
        """The last place where each name is read in a function or in one within it."""
        known = self._last.get(scope)
        if known is None:
            known = self._last[scope] = {}
            for name in scope.every(cst.Name):
                known[name.value] = max(known.get(name.value, -1), self._facts.order(name))
        return known

    def end(self, scope: Scope) -> int:
        """The last place of a function where something asks, acts or looks."""
        return self._ends.get(scope, -1)

    def _found(self, scope: Scope, given: frozenset[str]) -> set[int]:
        found: set[int] = set()
        seeds = list(self._seeds(scope))
        self._ends[scope] = max((self._facts.order(one) for one in seeds), default=-1)
        self._spread(seeds, found)
        tracked = given | set(self._constants(scope))
        while True:
            self._spread((one for one in scope.of(cst.Name) if one.value in tracked), found)
            more = tracked | {name for name, source in self._assigned(scope) if id(source) in found}
            if more == tracked:
                break
            tracked = more
        for kind in (cst.Return, cst.Raise, cst.Break, cst.Continue):
            self._spread(scope.of(kind), found)
        return found

    def _spread(self, nodes: Iterable[cst.CSTNode], found: set[int]) -> None:
        """Add nodes and all that is around them."""
        for node in nodes:
            one: cst.CSTNode | None = node
            while one is not None and id(one) not in found:
                found.add(id(one))
                one = self._facts.parent(one)

    def _seeds(self, scope: Scope) -> Iterator[cst.CSTNode]:
        graph = self._graph
        for call in scope.of(cst.Call):
            func = call.func
            name = called_name(call)
            if (
                ASKING.search(name)
                or self._facts.dotted(func) in TYPED | EXITS
                or call in graph.deeds
                or call in graph.asking
                or self._leads_on(call)
                or graph.names.mark(call) is not None
            ):
                yield call
            if isinstance(func, cst.Name) and self._is_handed(scope, func.value):
                yield func
        for places in (scope.of(cst.Attribute), scope.of(cst.Subscript)):
            for place in places:
                if graph.names.mark(place) is not None:
                    yield place
        for name_node in scope.of(cst.Name):
            if graph.names.mark(name_node) is not None:
                yield name_node

    def _is_handed(self, scope: Scope, name: str) -> bool:
        """Whether a name is a parameter of a function around this one, as what a decorator wraps is."""
        outer = scope.outer
        while outer is not None and outer.kind == "function":
            if name in outer.parameters:
                return True
            outer = outer.outer
        return False

    def _leads_on(self, call: cst.Call) -> bool:
        graph = self._graph
        return any(one in graph.concerned or one in graph.reaching for one in graph.edges.get(call, ()))

    def _constants(self, scope: Scope) -> Iterator[str]:
        """The names that are assigned a literal, which a later test may look at."""
        for name, source in self._assigned(scope):
            is_word = isinstance(source, cst.SimpleString) and is_known(source.evaluated_value)
            if is_word or (isinstance(source, cst.Name) and source.value in {"True", "False", "None"}):
                yield name

    def _assigned(self, scope: Scope) -> Iterator[tuple[str, cst.CSTNode]]:
        for assign in scope.of(cst.Assign):
            for target in assign.targets:
                for name in names_in(target.target):
                    yield name.value, assign.value
        for annotated in scope.of(cst.AnnAssign):
            if annotated.value is not None:
                for name in names_in(annotated.target):
                    yield name.value, annotated.value
        for named in scope.of(cst.NamedExpr):
            for name in names_in(named.target):
                yield name.value, named.value
