"""Which parts of a function have anything to do with approval, so that the rest need not be run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.words import ASKING
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
        self._known: dict[Scope, frozenset[cst.CSTNode]] = {}
        self._last: dict[Scope, dict[str, int]] = {}

    def of(self, scope: Scope) -> frozenset[cst.CSTNode]:
        """The nodes of a function in which a call asks, leaves or does a deed, a value matters, or a path ends."""
        known = self._known.get(scope)
        if known is None:
            known = self._known[scope] = frozenset(self._found(scope))
        return known

    def last(self, scope: Scope) -> dict[str, int]:
        """The last place where each name is read in a function or in one within it."""
        known = self._last.get(scope)
        if known is None:
            known = self._last[scope] = {}
            for name in scope.every(cst.Name):
                known[name.value] = max(known.get(name.value, -1), self._facts.order(name))
        return known

    def _found(self, scope: Scope) -> set[cst.CSTNode]:
        found: set[cst.CSTNode] = set()
        self._spread(self._seeds(scope), found)
        tracked = set(scope.parameters) | set(self._constants(scope))
        while True:
            more = tracked | {name for name, source in self._assigned(scope) if source in found}
            nodes = [one for one in scope.of(cst.Name) if one.value in more and one not in found]
            self._spread(nodes, found)
            if more == tracked:
                break
            tracked = more
        for kind in (cst.Return, cst.Raise, cst.Break, cst.Continue):
            self._spread(scope.of(kind), found)
        return found

    def _spread(self, nodes: Iterable[cst.CSTNode], found: set[cst.CSTNode]) -> None:
        """Add nodes and all that is around them."""
        for node in nodes:
            one: cst.CSTNode | None = node
            while one is not None and one not in found:
                found.add(one)
                one = self._facts.parent(one)

    def _seeds(self, scope: Scope) -> Iterator[cst.CSTNode]:
        graph = self._graph
        for call in scope.of(cst.Call):
            func = call.func
            name = func.attr.value if isinstance(func, cst.Attribute) else getattr(func, "value", "")
            speaks = isinstance(name, str) and ASKING.search(name)
            leaves = self._facts.dotted(func) in TYPED | EXITS
            if (
                speaks
                or leaves
                or call in graph.deeds
                or call in graph.asking
                or self._leads_on(call)
                or graph.names.mark(call) is not None
            ):
                yield call
        for places in (scope.of(cst.Attribute), scope.of(cst.Subscript)):
            for place in places:
                if graph.names.mark(place) is not None:
                    yield place
        for name_node in scope.of(cst.Name):
            if graph.names.mark(name_node) is not None:
                yield name_node

    def _leads_on(self, call: cst.Call) -> bool:
        graph = self._graph
        return any(one in graph.concerned or one in graph.reaching for one in graph.edges.get(call, ()))

    def _constants(self, scope: Scope) -> Iterator[str]:
        """The names that are assigned a literal, which a later test may look at."""
        for name, source in self._assigned(scope):
            if isinstance(source, cst.SimpleString | cst.Integer) or (
                isinstance(source, cst.Name) and source.value in {"True", "False", "None"}
            ):
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
