"""What expressions give: values that matter for approval, and the states after the calls in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.calling import Calling
from lma_forge.rules.approval.names import short_text
from lma_forge.rules.approval.running import Outcome
from lma_forge.rules.approval.values import NO, NONE, YES, Constant, Group, Mark, Record, State, Value, truth
from lma_forge.rules.approval.words import is_known
from lma_forge.rules.facts import UNKNOWN
from lma_forge.rules.walk import children

if TYPE_CHECKING:
    from lma_forge.rules.approval.graph import Graph
    from lma_forge.rules.approval.siblings import Abroad
    from lma_forge.rules.scopes import Scope

_WORD = 20
"""How long a text may be to be a word that tests look at, not one for people."""
_FEW = 8
"""How many keys a dict may have to be followed."""
_SIMPLE = (str, int, float, bool, bytes, type(None))


_CONSTANTS = frozenset({"SimpleString", "ConcatenatedString", "Integer", "Float", "Name"})
_EVALUATED = {
    "Name": "_place",
    "Attribute": "_place",
    "Subscript": "_place",
    "SimpleString": "_text",
    "ConcatenatedString": "_text",
    "Integer": "_text",
    "Float": "_text",
    "Call": "called",
    "Tuple": "_group",
    "List": "_group",
    "Set": "_group",
    "Dict": "_record",
    "IfExp": "_chosen",
    "BooleanOperation": "_either",
    "Comparison": "_tested",
    "UnaryOperation": "_tested",
    "NamedExpr": "_walrus",
    "Await": "_passed",
    "Arg": "_passed",
    "FormattedString": "_formatted",
    "Lambda": "_later",
}
"""The method that evaluates each kind of expression; the parts of all others are gone through."""


class Expressions(Calling):
    """The part of the machine that evaluates."""

    def __init__(self, graph: Graph, elsewhere: Mapping[cst.Call, Abroad] = MappingProxyType({})) -> None:
        super().__init__(graph, elsewhere)
        self._constants: dict[int, Value] = {}

    def value(self, node: cst.CSTNode, state: State) -> list[Outcome]:
        """What an expression can give in a state, each value with the state after it."""
        if self.is_cold(node) or self.is_spent():
            return [(state, self._literal(node))]
        # By name, since to ask libcst's classes one after the other takes most of the time.
        evaluate = _EVALUATED.get(type(node).__name__)
        if evaluate is None:
            return [(after, Mark.UNKNOWN) for after in self._through(children(node), state)]
        found: list[Outcome] = getattr(self, evaluate)(node, state)
        return found

    def _text(self, node: cst.CSTNode, state: State) -> list[Outcome]:
        return [(state, self._constant(node))]

    def _passed(self, node: cst.Await | cst.Arg, state: State) -> list[Outcome]:
        return self.value(node.expression if isinstance(node, cst.Await) else node.value, state)

    def _chosen(self, node: cst.IfExp, state: State) -> list[Outcome]:
        yes, no = self.branched(node.test, [state])
        found = [one for after in yes for one in self.value(node.body, after)]
        return _merged(found + [one for after in no for one in self.value(node.orelse, after)])

    def _tested(self, node: cst.Comparison | cst.UnaryOperation, state: State) -> list[Outcome]:
        if isinstance(node, cst.UnaryOperation) and not isinstance(node.operator, cst.Not):
            return [(after, Mark.UNKNOWN) for after in self._through(children(node), state)]
        yes, no = self.branched(node, [state])
        if set(yes) == set(no):
            return [(after, Mark.UNKNOWN) for after in dict.fromkeys(yes)]
        return _merged([*((one, YES) for one in yes), *((one, NO) for one in no)])

    def _walrus(self, node: cst.NamedExpr, state: State) -> list[Outcome]:
        return [(self.assign(node.target, given, after), given) for after, given in self.value(node.value, state)]

    def _formatted(self, node: cst.FormattedString, state: State) -> list[Outcome]:
        given = self._literal(node)
        return [(after, given) for after in self._through(node.parts, state)]

    def _later(self, node: cst.Lambda, state: State) -> list[Outcome]:
        self.value(node.body, state)
        return [(state, Mark.UNKNOWN)]

    def _literal(self, node: cst.CSTNode) -> Value:
        """The value of an expression in which nothing matters."""
        kind = type(node).__name__
        if kind in _CONSTANTS:
            return self._constant(node)
        if isinstance(node, cst.FormattedString):
            fixed = any(isinstance(one, cst.FormattedStringText) for one in node.parts)
            return Mark.TRUE if fixed else Mark.UNKNOWN
        if isinstance(node, cst.Tuple | cst.List | cst.Set):
            plain = all(isinstance(one, cst.Element) for one in node.elements)
            return Group(tuple(self._literal(one.value) for one in node.elements)) if plain else Mark.UNKNOWN
        if isinstance(node, cst.Dict):
            return self._pairs(node.elements)
        return Mark.UNKNOWN

    def _pairs(self, elements: Sequence[cst.BaseDictElement]) -> Value:
        items: list[tuple[object, Value]] = []
        for element in elements if len(elements) <= _FEW else ():
            key = self._key(element)
            if key is None:
                return Mark.TRUE
            items.append((key, self._literal(element.value)))
        return Record(tuple(items)) if items else Mark.TRUE if elements else Record(())

    def _through(self, nodes: Iterable[cst.CSTNode], state: State) -> list[State]:
        """The states after expressions whose values do not matter."""
        states = [state]
        for node in nodes:
            states = list(dict.fromkeys(after for one in states for after, _ in self.value(node, one)))
        return states

    # --- names, attributes, items ---

    def _place(self, node: cst.Name | cst.Attribute | cst.Subscript, state: State) -> list[Outcome]:
        if isinstance(node, cst.Name):
            local = state.value(node.value)
            if local is not None:
                return [(state, local)]
            return [(state, self.names.mark(node) or self._constant(node))]
        mark = self.names.mark(node)
        if mark is not None:
            return [(state, mark)]
        if isinstance(node, cst.Attribute):
            return [(after, Mark.UNKNOWN) for after, _ in self.value(node.value, state)]
        found: list[Outcome] = []
        for after, base in self.value(node.value, state):
            found += [(one, self._item(base, node)) for one in self._through(node.slice, after)]
        return found

    def _item(self, base: Value, node: cst.Subscript) -> Value:
        """What a subscript takes out of a known value."""
        if len(node.slice) != 1:
            return Mark.UNKNOWN
        part = node.slice[0].slice
        if not isinstance(part, cst.Index):
            whole = isinstance(part, cst.Slice) and part.lower is None
            return base if whole and (base is Mark.REPLY or isinstance(base, Group)) else Mark.UNKNOWN
        key = self.facts.constant(part.value)
        if base is Mark.REPLY:
            return Mark.DECISION if key == 0 else Mark.UNKNOWN
        if isinstance(base, Group) and isinstance(key, int) and -len(base.items) <= key < len(base.items):
            return base.items[key]
        if isinstance(base, Record):
            return next((value for known, value in base.items if known == key), Mark.UNKNOWN)
        return Mark.UNKNOWN

    def _constant(self, node: cst.CSTNode) -> Value:
        known = self._constants.get(id(node))
        if known is None:
            known = self._constants[id(node)] = self._worked_out(node)
        return known

    def _worked_out(self, node: cst.CSTNode) -> Value:
        if type(node).__name__ == "SimpleString":
            short = short_text(node)  # type: ignore[arg-type]
            if short or len(node.value) > _WORD:  # type: ignore[attr-defined]
                return Constant(short) if short and len(short) <= _WORD else Mark.TRUE
        known = self.facts.constant(node)
        if known is UNKNOWN:
            return Mark.UNKNOWN
        if isinstance(known, str) and len(known) > _WORD:
            return Mark.TRUE
        if isinstance(known, _SIMPLE):
            return Constant(known)
        if isinstance(known, tuple | list | set | frozenset) and all(isinstance(one, _SIMPLE) for one in known):
            return Group(tuple(Constant(one) for one in known))
        return Mark.UNKNOWN

    # --- containers and choices ---

    def _group(self, node: cst.Tuple | cst.List | cst.Set, state: State) -> list[Outcome]:
        found: list[tuple[State, tuple[Value, ...]]] = [(state, ())]
        starred = False
        for element in node.elements:
            starred = starred or isinstance(element, cst.StarredElement)
            found = [
                (last, (*items, item)) for after, items in found for last, item in self.value(element.value, after)
            ]
        if starred:
            first = [(after, items[0] if items[:1] == (Mark.REPLY,) else Mark.UNKNOWN) for after, items in found]
            return list(first)
        return [(after, Group(items)) for after, items in found]

    def _key(self, element: cst.BaseDictElement) -> str | None:
        """The text of a key; None for another key."""
        key = element.key if isinstance(element, cst.DictElement) else None
        return short_text(key) or None if isinstance(key, cst.SimpleString) else None

    def _record(self, node: cst.Dict, state: State) -> list[Outcome]:
        found: list[tuple[State, tuple[tuple[object, Value], ...]]] = [(state, ())]
        sure = True
        for element in node.elements:
            key = self._key(element)
            sure = sure and key is not None
            found = [
                (last, (*items, (key or "", item)))
                for after, items in found
                for last, item in self.value(element.value, after)
            ]
        sure = sure and len(node.elements) <= _FEW
        return [(after, Record(items) if sure else Mark.TRUE) for after, items in found]

    def _either(self, node: cst.BooleanOperation, state: State) -> list[Outcome]:
        """The value of `a or b` and `a and b`."""
        is_or = isinstance(node.operator, cst.Or)
        found: list[Outcome] = []
        for after, first in self.value(node.left, state):
            known = truth(first)
            if known is None or known is is_or:
                unsure = known is None and first is Mark.UNKNOWN
                found.append((after, (Mark.TRUE if is_or else Mark.FALSE) if unsure else first))
            if known is None or known is not is_or:
                found += self.value(node.right, after)
        return _merged(found)

    def bound(self, scope: Scope, values: Sequence[Value], named: dict[str, Value] | None, state: State) -> State:
        """The state at the entry of a function of this module.

        Args:
            scope: The function.
            values: Its positional arguments.
            named: Its keyword arguments; None where nothing is known of the arguments.
            state: The state of the caller.
        """
        held = state.names if scope.outer is not None and scope.outer in self.running else ()
        inner = replace(state, names=held)
        for index, name in enumerate(scope.parameters):
            value = values[index] if index < len(values) else (named or {}).get(name)
            if value is None and named is not None:
                default = scope.parameters[name].default
                value = self._constant(default) if default is not None else None
            kept = self.names.parameter(scope, name)
            # That a parameter is None matters where it would be a handler; elsewhere it only makes states differ.
            matters = value is not None and _matters(value) and (value != NONE or kept is not None)
            given = value if matters else kept
            inner = inner.bind(name, given or Mark.UNKNOWN)
        return inner


def _matters(value: Value) -> bool:
    """Whether an argument can change what a function does about approval."""
    if isinstance(value, Constant):
        return value.value is None or isinstance(value.value, bool) or is_known(value.value)
    return value is not Mark.UNKNOWN and not isinstance(value, Group | Record)


def _merged(outcomes: list[Outcome]) -> list[Outcome]:
    return list(dict.fromkeys(outcomes))
