"""Autonomy levels and flags of a module: where they are kept, looked up and read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.names import names_of
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import FULL, speaks
from lma_forge.rules.named import calls_by_name
from lma_forge.rules.scopes import Scope

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.toolmodule import ToolModule

_HOOKS = frozenset({"init_tools_library", "set_confirm_handler"})
_TRIMS = frozenset({"lower", "strip", "casefold", "upper"})


class Levels:
    """Looks for autonomy levels in one module.

    Args:
        module: The module.
    """

    def __init__(self, module: ToolModule) -> None:
        self._facts: Facts = module.facts
        self._index = module.kept(calls_by_name)
        self._speaks = speaks(module.source)
        self.names = module.kept(names_of)

    @cached_property
    def kept(self) -> tuple[tuple[str, cst.Assign | cst.AnnAssign], ...]:
        """The assignments of globals that hold a level, at module level and in functions."""
        return tuple(self._kept())

    def _kept(self) -> Iterator[tuple[str, cst.Assign | cst.AnnAssign]]:
        listed: list[cst.Assign | cst.AnnAssign] = [*self._facts.of(cst.Assign), *self._facts.of(cst.AnnAssign)]
        for one in listed:
            for name, target in _targets(one):
                if not self.names.may_mark(name):
                    continue
                scope = self._facts.scope(one)
                shared = scope.kind == "module" or name in scope.shared
                if shared and self.names.mark(target) is Mark.LEVEL:
                    yield name, one

    def read(self) -> frozenset[str]:
        """The names of levels and flags that code outside the hooks reads."""
        found: set[str] = set()
        if not self._speaks:
            return frozenset()
        places: list[cst.CSTNode] = [one for one in self._facts.of(cst.Name) if self.names.may_mark(one.value)]
        places += [one for one in self._facts.of(cst.Attribute) if self.names.may_mark(one.attr.value)]
        looked = self._index.of(("get", "pop", "setdefault", "getattr"))
        for one in (*places, *self._facts.of(cst.Subscript), *looked):
            scope = self._facts.scope(one)
            if scope.kind != "function" or scope.name in _HOOKS:
                continue
            if self.names.mark(one) in {Mark.LEVEL, Mark.FLAG} and not self._is_target(one):
                found.add(self._facts.dotted(one))
        return frozenset(found)

    def _is_target(self, node: cst.CSTNode) -> bool:
        """Whether a place is assigned to, not read."""
        return isinstance(self._facts.parent(node), cst.AssignTarget)

    def look_up(self, value: cst.BaseExpression | None) -> cst.BaseExpression | None:
        """The look-up of a level that a value is, trimmed or with a default; None for another value."""
        while value is not None:
            if isinstance(value, cst.Call | cst.Subscript) and self.names.mark(value) is Mark.LEVEL:
                return value
            if isinstance(value, cst.BooleanOperation):
                value = value.left
            elif isinstance(value, cst.Call):
                func = value.func
                if isinstance(func, cst.Attribute) and func.attr.value in _TRIMS:
                    value = func.value
                elif isinstance(func, cst.Name) and func.value == "str" and len(value.args) == 1:
                    value = value.args[0].value
                else:
                    return None
            else:
                return None
        return None

    def is_tested(self, scope: Scope, names: frozenset[str]) -> bool:
        """Whether a function compares one of some names, or hands it to something that may."""
        for comparison in scope.of(cst.Comparison):
            sides = (comparison.left, *(one.comparator for one in comparison.comparisons))
            if any(isinstance(side, cst.Name) and side.value in names for side in sides):
                return True
        for call in scope.of(cst.Call):
            if any(isinstance(one.value, cst.Name) and one.value.value in names for one in call.args):
                return True
        subjects = (one.subject for one in scope.of(cst.Match))
        return any(isinstance(one, cst.Name) and one.value in names for one in subjects)

    def is_full(self, value: cst.BaseExpression | None) -> bool:
        """Whether a value is the level of full access, or becomes that where the host says nothing."""
        if isinstance(value, cst.BooleanOperation) and self.look_up(value.left) is not None:
            value = value.right
        elif value is not None and (found := self.look_up(value)) is not None:
            value = found.args[1].value if isinstance(found, cst.Call) and len(found.args) > 1 else None
        text = self._facts.constant(value)
        return isinstance(text, str) and text.lower() in FULL


def _targets(statement: cst.Assign | cst.AnnAssign) -> Iterator[tuple[str, cst.Name]]:
    targets = [statement.target] if isinstance(statement, cst.AnnAssign) else [one.target for one in statement.targets]
    for target in targets:
        if isinstance(target, cst.Name):
            yield target.value, target


def levels_of(module: ToolModule) -> Levels:
    """The levels of a module: an analysis for `ToolModule.kept`."""
    return Levels(module)
