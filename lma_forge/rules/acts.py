"""What single calls of a module do, by the table of known calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.calls import Calls, Effect, calls_of
from lma_forge.rules.facts import UNKNOWN

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


def effect_of(facts: Facts, table: Calls, call: cst.Call) -> Effect | None:
    """What a call does; None for one that the table does not hold, or that runs a function of the module.

    A file that is opened counts as read, written or added to, where the mode tells.
    """
    name = facts.dotted(call.func)
    effect = table.of(name)
    if effect is None and isinstance(call.func, cst.Attribute):
        owner = name.rpartition(".")[0].removesuffix("()")
        effect = table.method(table.kind(owner), call.func.attr.value)
    if effect is None or facts.callee(call) is not None:
        return None
    if effect.mode is None:
        return effect
    argument = effect.mode.of(facts.arguments(call))
    mode = None if argument is None else facts.constant(argument)
    return effect if mode is UNKNOWN else effect.in_mode(mode)


class Acts:
    """What the functions of a module do, each looked at once.

    Args:
        facts: The module.
        table: The known calls.
    """

    def __init__(self, facts: Facts, table: Calls) -> None:
        self._facts = facts
        self._table = table
        self._own: dict[Scope, tuple[tuple[cst.Call, Effect], ...]] = {}
        self._next: dict[Scope, tuple[Scope, ...]] = {}

    def own(self, scope: Scope) -> tuple[tuple[cst.Call, Effect], ...]:
        """The calls that do something in a function itself."""
        if scope not in self._own:
            pairs = ((call, effect_of(self._facts, self._table, call)) for call in scope.of(cst.Call))
            self._own[scope] = tuple((call, effect) for call, effect in pairs if effect is not None)
        return self._own[scope]

    def run_by(self, scope: Scope) -> Iterator[Scope]:
        """The functions of the module that one runs, itself first; functions inside it count as run by it."""
        seen = {scope: None}
        pending = [scope]
        while pending:
            one = pending.pop(0)
            yield one
            if one not in self._next:
                inner = [each for each in one.inner if each.kind == "function"]
                called = [self._facts.callee(call) for call in one.of(cst.Call)]
                self._next[one] = tuple(dict.fromkeys(each for each in (*inner, *called) if each is not None))
            fresh = [each for each in self._next[one] if each not in seen]
            seen |= dict.fromkeys(fresh)
            pending += fresh


def _acts(module: ToolModule) -> Acts:
    return Acts(module.facts, module.kept(calls_of))


def run_by(module: ToolModule, scope: Scope) -> Iterator[Scope]:
    """The functions of the module that one runs, itself first; functions inside it count as run by it."""
    return module.kept(_acts).run_by(scope)


def effects_of(module: ToolModule, scope: Scope) -> tuple[tuple[cst.Call, Effect], ...]:
    """The calls that do something, in a function itself."""
    return module.kept(_acts).own(scope)


def effects(module: ToolModule, scope: Scope) -> Iterator[tuple[cst.Call, Effect]]:
    """The calls that do something, in a function and in those that it runs."""
    known = module.kept(_acts)
    for one in known.run_by(scope):
        yield from known.own(one)
