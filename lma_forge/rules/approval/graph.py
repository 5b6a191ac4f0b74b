"""Which function of a module runs which, and which of them reach deeds or have to do with gates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.names import called_name, names_of
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import ASKING, speaks
from lma_forge.rules.named import calls_by_name
from lma_forge.rules.origins import origins_of
from lma_forge.rules.scopes import Scope

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule

_COMMON = frozenset(
    {"get", "pop", "append", "add", "update", "read", "write", "open", "close", "run", "start", "stop", "save", "load"}
    | {"items", "keys", "values", "copy", "clear", "send", "call", "execute", "join", "split", "format", "index"}
)
"""Methods that so many objects have that their name tells nothing."""
_FAR = 12
"""How many calls away a deed is still looked for."""
_MANY = 200
"""How many functions are gone into for one, so that time stays linear."""
_INPUTS = frozenset({"input", "builtins.input", "click.confirm", "click.prompt", "getpass.getpass"})
_LAST_INPUTS = frozenset(name.rpartition(".")[2] for name in _INPUTS)


class Graph:
    """The call graph of one module.

    Args:
        module: The module.
        deeds: The calls that are deeds.
        asking: Further calls that ask, or run something that does.
    """

    def __init__(self, module: ToolModule, deeds: Iterable[cst.Call], asking: Iterable[cst.Call] = ()) -> None:
        self._module = module
        self.facts = module.facts
        self.deeds = frozenset(deeds)
        self.asking = frozenset(asking)
        self.names = module.kept(names_of)

    # --- edges ---

    @cached_property
    def edges(self) -> dict[cst.Call, tuple[Scope, ...]]:
        """The functions of this module that a call runs: the one that is called and those handed over."""
        targets: dict[cst.Call, list[Scope]] = {}
        index = self._module.kept(calls_by_name)
        for name in index.called.keys() & self._by_name.keys():
            for call in index.called[name]:
                target = self.facts.callee(call)
                if target is None and isinstance(call.func, cst.Attribute):
                    target = self._method(call.func)
                if target is not None:
                    targets.setdefault(call, []).append(target)
        for name in index.called.keys() & self._classes.keys():
            for call in index.called[name]:
                targets.setdefault(call, []).extend(self._classes[name])
        for name in index.handed.keys() & self._by_name.keys():
            for call, argument in index.handed[name]:
                handed = self._function(argument)
                if handed is not None:
                    targets.setdefault(call, []).append(handed)
        return {call: tuple(dict.fromkeys(found)) for call, found in targets.items() if found}

    @cached_property
    def _by_name(self) -> dict[str, list[Scope]]:
        found: dict[str, list[Scope]] = {}
        for scope in self.facts.functions:
            found.setdefault(scope.name, []).append(scope)
        return found

    @cached_property
    def _classes(self) -> dict[str, list[Scope]]:
        """What making an object of a class of the module runs, by the class's name."""
        return {
            scope.name: [one for one in scope.inner if one.name in {"__init__", "__post_init__", "__enter__"}]
            for scope in self.facts.scopes
            if scope.kind == "class"
        }

    def _function(self, name: cst.Name) -> Scope | None:
        """The function of this module that a name stands for."""
        for scope in self.facts.scope(name).outward():
            bound = scope.bound.get(name.value, ())
            if bound and name.value not in scope.shared:
                made = bound[-1]
                return self.facts.scope_of(made) if isinstance(made, cst.FunctionDef) else None
        return None

    def _method(self, func: cst.Attribute) -> Scope | None:
        """The method that is called on an object: of its class, or the only one of that name."""
        name = func.attr.value
        methods = [one for one in self._by_name[name] if one.outer is not None and one.outer.kind == "class"]
        if not methods:
            return None
        origins = self._module.kept(origins_of).of(func.value)
        classes = {one.removesuffix("()").rpartition(".")[2] for one in origins}
        for method in methods:
            if method.outer is not None and method.outer.name in classes:
                return method
        sure = len(methods) == 1 and name not in _COMMON and not any("." in one for one in origins)
        return methods[0] if sure else None

    @cached_property
    def _calls_in(self) -> dict[Scope, list[cst.Call]]:
        found: dict[Scope, list[cst.Call]] = {}
        for call in (*self.edges, *self.deeds):
            found.setdefault(self.facts.scope(call), []).append(call)
        return {scope: sorted(set(calls), key=self.facts.order) for scope, calls in found.items()}

    @cached_property
    def callers(self) -> dict[Scope, list[cst.Call]]:
        """The calls that run each function."""
        found: dict[Scope, list[cst.Call]] = {}
        for call, targets in self.edges.items():
            for target in targets:
                found.setdefault(target, []).append(call)
        return found

    # --- what functions lead to ---

    @cached_property
    def reaching(self) -> frozenset[Scope]:
        """The functions from which a deed can be reached."""
        return self._upward(self.facts.scope(call) for call in self.deeds)

    @cached_property
    def concerned(self) -> frozenset[Scope]:
        """The functions that ask, look at decisions or levels, or run one that does."""
        found = [self.facts.scope(call) for call in self.asking]
        return self._upward([*found, *(self._asking() if speaks(self._module.source) else ())])

    def _upward(self, scopes: Iterable[Scope]) -> frozenset[Scope]:
        found: set[Scope] = set()
        pending = [scope for scope in scopes if scope.kind == "function"]
        while pending:
            scope = pending.pop()
            if scope not in found:
                found.add(scope)
                pending += [self.facts.scope(call) for call in self.callers.get(scope, ())]
        return frozenset(found)

    def _asking(self) -> Iterator[Scope]:  # noqa: C901 - one kind of place after the other
        """The scopes in which something asks, or looks at a handler, a decision's place or a level."""
        facts, names = self.facts, self.names
        index = self._module.kept(calls_by_name)
        for name, calls in index.called.items():
            asks = ASKING.search(name) is not None
            for call in calls if asks or name in _LAST_INPUTS else ():
                if asks or facts.dotted(call.func) in _INPUTS:
                    yield facts.scope(call)
        for scope in facts.functions:
            if any(names.parameter(scope, one) in {Mark.HANDLER, Mark.CHAT} for one in scope.parameters):
                yield scope
        for node in facts.of(cst.Name):
            if names.may_mark(node.value) and names.mark(node) is not None:
                yield facts.scope(node)
        for place in facts.of(cst.Attribute):
            if names.may_mark(place.attr.value) and names.mark(place) is not None:
                yield facts.scope(place)
        looked: tuple[cst.CSTNode, ...] = (*facts.of(cst.Subscript), *index.of(("get", "pop", "setdefault", "getattr")))
        for one in looked:
            around = facts.parent(one)
            called = called_name(around) if isinstance(around, cst.Call) and around.func is one else ""
            if ASKING.search(called) or names.mark(one) is not None:
                yield facts.scope(one)

    def below(self, scope: Scope) -> dict[cst.Call, tuple[cst.CSTNode, ...]]:
        """The deeds that a function reaches, each with the calls on the shortest way to it.

        Functions that have to do with gates are not gone into: they are run.
        """
        known = self._below.get(scope)
        if known is not None:
            return known
        found: dict[cst.Call, tuple[cst.CSTNode, ...]] = {}
        seen = {scope}
        level: list[tuple[Scope, tuple[cst.CSTNode, ...]]] = [(scope, ())]
        while level and len(level[0][1]) < _FAR and len(seen) < _MANY:
            following: list[tuple[Scope, tuple[cst.CSTNode, ...]]] = []
            for one, way in level:
                for call in self._calls_in.get(one, ()):
                    if call in self.deeds:
                        found.setdefault(call, way)
                    for target in self.edges.get(call, ()):
                        if target in self.reaching and target not in seen:
                            seen.add(target)
                            following.append((target, (*way, call)))
            level = following
        self._below[scope] = found
        return found

    @cached_property
    def _below(self) -> dict[Scope, dict[cst.Call, tuple[cst.CSTNode, ...]]]:
        return {}
