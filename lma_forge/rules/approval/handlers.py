"""Functions that decide for the operator or ask one, and the words in them that let an act go ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.names import names_of, short_text
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import ALLOWING, ASKING, HANDLER, speaks
from lma_forge.rules.facts import statements
from lma_forge.rules.named import calls_by_name
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
        self._asking: dict[Scope, bool] = {}
        asked = module.kept(calls_by_name).called.get("isatty", ())
        self._terminals = frozenset(self._facts.scope(call).name for call in asked)

    def found(self) -> Iterator[Opening]:
        """The openings in the order of the source."""
        given: list[tuple[cst.CSTNode, cst.BaseExpression]] = [
            (one, one.value) for one in self._facts.of(cst.Return) if one.value is not None
        ]
        given += [(one, one.value) for one in self._facts.of(cst.Assign)]
        given = [(node, value) for node, value in given if self._may_allow(value)]
        for node, value in sorted(given, key=lambda pair: self._facts.order(pair[0])):
            scope = self._facts.scope(node)
            if scope.kind != "function":
                continue
            asks = self._asks_cached(scope)
            if not asks and not (HANDLER.fullmatch(scope.name) or ASKING.search(scope.name)):
                continue
            if self._allows(value, asks=asks):
                when = self._when(scope, node)
                if when:
                    yield Opening(node, when)

    def _may_allow(self, value: cst.BaseExpression) -> bool:
        """Whether a value looks like a yes, told by its type alone."""
        kind = type(value).__name__
        if kind == "Tuple" and value.elements:  # type: ignore[attr-defined]
            value = value.elements[0].value  # type: ignore[attr-defined]
            kind = type(value).__name__
        if kind == "SimpleString":
            return short_text(value) in ALLOWING  # type: ignore[arg-type]
        return kind == "Name" and value.value == "True"  # type: ignore[attr-defined]

    def _asks_cached(self, scope: Scope) -> bool:
        if scope not in self._asking:
            self._asking[scope] = self._asks(scope)
        return self._asking[scope]

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

    def _allows(self, value: cst.BaseExpression, *, asks: bool) -> bool:
        """Whether a value is a yes whatever the operator says."""
        if isinstance(value, cst.Tuple) and value.elements:
            value = value.elements[0].value
        if isinstance(value, cst.SimpleString):
            return short_text(value) in ALLOWING
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
