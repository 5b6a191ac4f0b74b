"""Functions that decide for the operator or ask one, and the words in them that let an act go ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.names import names_of
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import ALLOWING, ASKING, HANDLER, speaks
from lma_forge.rules.facts import statements
from lma_forge.rules.scopes import Scope

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.toolmodule import ToolModule

_STREAMS = frozenset({"sys.stdin", "sys.stdout", "sys.__stdin__"})


@dataclass(frozen=True, slots=True)
class Opening:
    """A place where an act is let through without anybody's yes.

    Args:
        node: The statement.
        when: When it happens, in words.
    """

    node: cst.CSTNode
    when: str


def openings(module: ToolModule) -> tuple[Opening, ...]:
    """The places in handlers and wrappers that let through what they should stop: for `ToolModule.kept`."""
    return tuple(_Openings(module).found()) if speaks(module.source) else ()


class _Openings:
    """Looks through the functions of one module."""

    def __init__(self, module: ToolModule) -> None:
        self._facts: Facts = module.facts
        self._names = module.kept(names_of)
        self._terminals = frozenset(
            scope.name
            for scope in self._facts.functions
            if any(_called(call) == "isatty" for call in scope.of(cst.Call))
        )

    def found(self) -> Iterator[Opening]:
        """The openings in the order of the source."""
        for scope in self._facts.functions:
            asks = self._asks(scope)
            if not asks and not (HANDLER.fullmatch(scope.name) or ASKING.search(scope.name)):
                continue
            for node, value in self._given(scope):
                if value is not None and self._allows(value, asks=asks):
                    when = self._when(scope, node)
                    if when:
                        yield Opening(node, when)

    def _asks(self, scope: Scope) -> bool:
        """Whether a function calls the confirm handler, or asks at a terminal."""
        aliases = {
            name
            for name, bindings in scope.bound.items()
            for one in bindings
            if isinstance(one, cst.Assign) and self._names.mark(one.value) is Mark.HANDLER
        }
        for call in scope.of(cst.Call):
            func = call.func
            if isinstance(func, cst.Name) and func.value in aliases:
                return True
            if isinstance(func, cst.Name | cst.Attribute) and self._names.mark(func) is Mark.HANDLER:
                return True
            if isinstance(func, cst.Name) and func.value in scope.parameters:
                if self._names.parameter(scope, func.value) is Mark.HANDLER:
                    return True
            elif self._facts.dotted(func) == "input":
                return True
        return False

    def _given(self, scope: Scope) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression | None]]:
        """What a function returns, and what it assigns to names."""
        for returned in scope.of(cst.Return):
            yield returned, returned.value
        for assign in scope.of(cst.Assign):
            yield assign, assign.value

    def _allows(self, value: cst.BaseExpression, *, asks: bool) -> bool:
        """Whether a value is a yes whatever the operator says."""
        if isinstance(value, cst.Tuple) and value.elements:
            value = value.elements[0].value
        if isinstance(value, cst.SimpleString):
            return value.evaluated_value in ALLOWING
        is_return = isinstance(self._facts.parent(value), cst.Return | cst.Element)
        return asks and is_return and isinstance(value, cst.Name) and value.value == "True"

    def _when(self, scope: Scope, node: cst.CSTNode) -> str:
        """When a statement runs, where that is no time to say yes; "" for all other times."""
        conditions = list(self._facts.conditions(node))
        if any(self._is_level(test) for test, _ in conditions):
            return ""
        if self._facts.handler(node) is not None:
            return "asking fails"
        for test, outcome in conditions:
            if self._is_absent(test, outcome=outcome):
                return "there is nobody to ask"
        if self._is_last_resort(conditions):
            return "the handler answers something unknown"
        if self._comes_last(scope, node):
            return "there is nobody to ask"
        return ""

    def _is_level(self, test: cst.BaseExpression) -> bool:
        pending: list[cst.CSTNode] = [test]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.Comparison):
                pending += [node.left, *(one.comparator for one in node.comparisons)]
            elif isinstance(node, cst.BooleanOperation):
                pending += [node.left, node.right]
            elif isinstance(node, cst.UnaryOperation):
                pending.append(node.expression)
            elif self._names.mark(node) in {Mark.LEVEL, Mark.FLAG}:
                return True
        return False

    def _is_absent(self, test: cst.BaseExpression, *, outcome: bool) -> bool:  # noqa: PLR0911 - a case per test
        """Whether a test with that outcome says that there is no handler or no terminal."""
        if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
            return self._is_absent(test.expression, outcome=not outcome)
        if isinstance(test, cst.BooleanOperation):
            sides = (test.left, test.right)
            return any(self._is_absent(side, outcome=outcome) for side in sides)
        if isinstance(test, cst.Comparison) and len(test.comparisons) == 1:
            target = test.comparisons[0]
            is_none = isinstance(target.comparator, cst.Name) and target.comparator.value == "None"
            if is_none and self._is_channel(test.left):
                return outcome is isinstance(target.operator, cst.Is | cst.Equal)
            return False
        if isinstance(test, cst.Call):
            name = _called(test)
            if name == "callable" and test.args:
                return not outcome and self._is_channel(test.args[0].value)
            return not outcome and (name == "isatty" or name in self._terminals)
        return not outcome and self._is_channel(test)

    def _is_channel(self, node: cst.BaseExpression) -> bool:
        """Whether an expression is a handler or a terminal."""
        if self._names.mark(node) is Mark.HANDLER or self._facts.dotted(node) in _STREAMS:
            return True
        if not isinstance(node, cst.Name):
            return False
        bindings = self._facts.scope(node).bound.get(node.value, ())
        return any(isinstance(one, cst.Assign) and self._names.mark(one.value) is Mark.HANDLER for one in bindings)

    def _is_last_resort(self, conditions: list[tuple[cst.BaseExpression, bool]]) -> bool:
        """Whether a statement stands in the last `else` of tests for the type of one and the same thing."""
        subjects: set[str] = set()
        for test, outcome in conditions:
            if outcome or not isinstance(test, cst.Call) or _called(test) != "isinstance" or not test.args:
                break
            subjects.add(self._facts.dotted(test.args[0].value))
        return len(subjects) == 1

    def _comes_last(self, scope: Scope, node: cst.CSTNode) -> bool:
        """Whether a statement ends a function after an `if` that asks where it can, and leaves."""
        body = statements(scope.function)
        if not body or body[-1] is not node or not isinstance(node, cst.Return):
            return False
        for one in body[:-1]:
            if isinstance(one, cst.If) and one.orelse is None and self._is_absent(one.test, outcome=False):
                inner = statements(one.body)
                if inner and _leaves(inner[-1]):
                    return True
        return False


def _leaves(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Try):
        inner = statements(node.body)
        return bool(inner) and _leaves(inner[-1])
    return isinstance(node, cst.Return | cst.Raise | cst.While)


def _called(call: cst.Call) -> str:
    func = call.func
    if isinstance(func, cst.Attribute):
        return func.attr.value
    return func.value if isinstance(func, cst.Name) else ""
