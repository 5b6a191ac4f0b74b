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
    if facts.callee(call) is not None:
        return None
    name = facts.dotted(call.func)
    effect = table.of(name)
    if effect is None and isinstance(call.func, cst.Attribute):
        owner = name.rpartition(".")[0].removesuffix("()")
        effect = table.method(table.kind(owner), call.func.attr.value)
    if effect is None or effect.mode is None:
        return effect
    argument = effect.mode.of(facts.arguments(call))
    mode = None if argument is None else facts.constant(argument)
    return effect if mode is UNKNOWN else effect.in_mode(mode)


def run_by(facts: Facts, scope: Scope) -> Iterator[Scope]:
    """The functions of the module that one runs, itself first; functions inside it count as run by it."""
    seen = [scope]
    for one in seen:
        yield one
        inner = [each for each in one.inner if each.kind == "function"]
        called = [facts.callee(call) for call in one.of(cst.Call)]
        seen += dict.fromkeys(each for each in (*inner, *called) if each is not None and each not in seen)


def effects(module: ToolModule, scope: Scope) -> Iterator[tuple[cst.Call, Effect]]:
    """The calls that do something, in a function and in those that it runs."""
    facts, table = module.facts, module.kept(calls_of)
    for one in run_by(facts, scope):
        for call in one.of(cst.Call):
            effect = effect_of(facts, table, call)
            if effect is not None:
                yield call, effect
