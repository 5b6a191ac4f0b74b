"""Facts about the code of a module that rules share: scopes, names, calls, nesting, constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lma_forge.rules import cst
from lma_forge.rules.scopes import Scope
from lma_forge.rules.walk import Walk

if TYPE_CHECKING:
    from lma_forge.lcp import ToolFile

Node = TypeVar("Node", bound="cst.CSTNode")

# Asking libcst's classes for an instance takes ten times as long as comparing names of classes.
_PATIENCE = 60_000
_SCOPES = frozenset({"FunctionDef", "ClassDef"})
_TRIES = frozenset({"Try", "TryStar"})
_HANDLERS = frozenset({"ExceptHandler", "ExceptStarHandler"})
_TESTS = frozenset({"If", "While", "IfExp"})


class Unknown:
    """The value of an expression that is not constant; see `UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        return False


UNKNOWN = Unknown()
"""What `Facts.constant` gives for an expression whose value only running the code would tell."""


class Facts:
    """An index of one module's code; every part of it is made once, when a rule first asks.

    Args:
        tree: The module's concrete syntax.
        file: The host's view of the same module.
    """

    def __init__(self, tree: cst.Module, file: ToolFile) -> None:
        self.tree = tree
        self.file = file
        self._walk = Walk(tree)
        self.module = self._walk.module
        """The module's own scope."""
        self._dotted: dict[cst.CSTNode, str] = {}
        self.endless: dict[tuple[Scope, int], bool] = {}
        """Of which functions it is known whether they never return; see `lma_forge.rules.control`."""
        self.patience = _PATIENCE
        """How many more steps may be taken back from places to assignments; see `lma_forge.rules.control`."""
        self._mark_tools()

    def _mark_tools(self) -> None:
        for view in self.file.tools:
            scope = self._by_name.get(view.name)
            if scope is not None:
                scope.tool = view

    # --- what there is ---

    @property
    def scopes(self) -> Sequence[Scope]:
        """All scopes in the order of the source: the module, then classes and functions at any depth."""
        return self._walk.scopes

    @cached_property
    def functions(self) -> tuple[Scope, ...]:
        """All functions at any depth, methods too, in the order of the source."""
        return tuple(scope for scope in self.scopes if scope.kind == "function")

    @cached_property
    def tools(self) -> tuple[Scope, ...]:
        """The functions that a host calls as tools, each with the host's view in `tool`."""
        return tuple(scope for scope in self.module.inner if scope.tool is not None)

    def of(self, kind: type[Node]) -> Sequence[Node]:
        """All nodes of a class in the module, in the order of the source."""
        return cast("list[Node]", self._walk.kinds.get(kind, ()))

    def function(self, name: str) -> Scope | None:
        """The module-level function of that name, the last where there are several; None without one."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Scope]:
        return {scope.name: scope for scope in self.module.inner if scope.kind == "function"}

    # --- where a node is ---

    def order(self, node: cst.CSTNode) -> int:
        """A number that grows in the order of the source (a node comes before what is in it)."""
        return self._walk.index[node]

    def inside(self, node: cst.CSTNode) -> Sequence[cst.CSTNode]:
        """A node and all that is in it, in the order of the source; functions and classes in it as well."""
        return self._ordered[self._walk.index[node] : self.end(node)]

    def children(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        """The nodes directly in another, in the order of the source."""
        return [one for one in self.inside(node)[1:] if self.parent(one) is node]

    def end(self, node: cst.CSTNode) -> int:
        """The number after that of the last node in another: `order` of what is in it is lower."""
        index, parents = self._walk.index, self._walk.parents
        start = index[node]
        at, count = start + 1, len(parents)
        while at < count:
            parent = parents[at]
            if parent is None or index[parent] < start:
                break
            at += 1
        return at

    @cached_property
    def _ordered(self) -> list[cst.CSTNode]:
        return list(self._walk.index)

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node directly around another; None for the module."""
        return self._walk.parents[self._walk.index[node]]

    def scope(self, node: cst.CSTNode) -> Scope:
        """The scope that a node belongs to; for a definition, the one around it."""
        return self._walk.owners[self._walk.index[node]]

    def scope_of(self, definition: cst.FunctionDef | cst.ClassDef) -> Scope:
        """The scope that a definition makes."""
        return self._made[definition]

    @cached_property
    def _made(self) -> dict[cst.CSTNode, Scope]:
        return {scope.node: scope for scope in self.scopes}

    def ancestors(self, node: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
        """The nodes around a node, innermost first, each with its child on the way to the node.

        The walk ends with the function or class that the node is in, or with the module.
        """
        child, parent = node, self.parent(node)
        while parent is not None:
            yield parent, child
            if type(parent).__name__ in _SCOPES:
                return
            child, parent = parent, self.parent(parent)

    def tries(self, node: cst.CSTNode) -> Iterator[cst.Try | cst.TryStar]:
        """The `try` statements of the same function whose body (not a handler) holds the node, innermost first."""
        for parent, child in self.ancestors(node):
            if type(parent).__name__ in _TRIES and child is parent.body:  # type: ignore[attr-defined]
                yield cast("cst.Try", parent)

    def is_guarded(self, node: cst.CSTNode) -> bool:
        """Whether an exception raised at the node meets an `except` of the same function."""
        return any(one.handlers for one in self.tries(node))

    def handler(self, node: cst.CSTNode) -> cst.ExceptHandler | cst.ExceptStarHandler | None:
        """The innermost `except` of the same function whose block holds the node; None without one."""
        for parent, child in self.ancestors(node):
            if type(parent).__name__ in _HANDLERS and child is parent.body:  # type: ignore[attr-defined]
                return cast("cst.ExceptHandler", parent)
        return None

    def conditions(self, node: cst.CSTNode) -> Iterator[tuple[cst.BaseExpression, bool]]:
        """The tests of the same function that decide whether the node runs, innermost first.

        Yields:
            A test of an `if`, `elif`, `while` or conditional expression, and the outcome that leads here.
        """
        for parent, child in self.ancestors(node):
            if type(parent).__name__ in _TESTS:
                test = cast("cst.If", parent)
                if child is not test.test:
                    yield test.test, child is test.body

    def statement(self, node: cst.CSTNode) -> cst.CSTNode:
        """The smallest statement that holds a node, or the node itself where it is none of a statement."""
        current: cst.CSTNode | None = node
        while current is not None and not isinstance(current, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            current = self.parent(current)
        return current or node

    # --- names and values ---

    def dotted(self, node: cst.CSTNode) -> str:
        """The dotted name of an expression, imports undone.

        `np.load` is `numpy.load` after `import numpy as np`, and `Path(p).resolve().parts` is
        `pathlib.Path().resolve().parts`: calls are written `()`, subscripts `[]`, and anything
        else that names are taken of `?`, such as `?.join` for `", ".join`.

        Args:
            node: Any expression.

        Returns:
            The name; "" for an expression that is not built from names, attributes, calls and subscripts.
        """
        known = self._dotted.get(node)
        if known is None:
            known = self._dotted[node] = self._spelled(node)
        return known

    def _spelled(self, node: cst.CSTNode) -> str:
        parts: list[str] = []
        current = node
        while True:
            match type(current).__name__:
                case "Attribute":
                    parts.append(f".{current.attr.value}")  # type: ignore[attr-defined]
                    current = current.value  # type: ignore[attr-defined]
                case "Call":
                    parts.append("()")
                    current = current.func  # type: ignore[attr-defined]
                case "Subscript":
                    parts.append("[]")
                    current = current.value  # type: ignore[attr-defined]
                case "Await":
                    current = current.expression  # type: ignore[attr-defined]
                case _:
                    break
        if type(current).__name__ == "Name":
            parts.append(self.origin(cast("cst.Name", current)))
        elif parts:
            parts.append("?")
        return "".join(reversed(parts))

    def origin(self, name: cst.Name) -> str:
        """What a name stands for where it is read: the dotted name of an import, else the name itself."""
        inside = self.scope(name)
        for scope in inside.outward():
            if scope.kind == "class" and scope is not inside:
                continue
            if name.value in scope.imports:
                return scope.imports[name.value]
            if name.value in scope.bound and name.value not in scope.shared:
                break
        return name.value

    def callee(self, call: cst.Call) -> Scope | None:
        """The function of this module that a call runs; None where that cannot be told.

        Plain names and `self.method` or `cls.method` are looked up. A name that is also bound to
        something else, such as a parameter, is not followed.
        """
        function = type(call.func)
        if function is cst.Name:
            name = cast("cst.Name", call.func).value
            inside = self.scope(call)
            for scope in inside.outward():
                if scope.kind == "class" and scope is not inside:
                    continue
                bound = scope.bound.get(name, ())
                if bound and name not in scope.shared:
                    definition = bound[-1]
                    return self._made[definition] if isinstance(definition, cst.FunctionDef) else None
        elif function is cst.Attribute and isinstance(call.func, cst.Attribute) and type(call.func.value) is cst.Name:
            return self._method(call, call.func.value.value, call.func.attr.value)
        return None

    def _method(self, call: cst.Call, owner: str, name: str) -> Scope | None:
        if owner not in {"self", "cls"}:
            return None
        around = next((scope for scope in self.scope(call).outward() if scope.kind == "class"), None)
        methods = [one for one in (around.inner if around else ()) if one.name == name and one.kind == "function"]
        return methods[-1] if methods else None

    @cached_property
    def constants(self) -> dict[str, cst.BaseExpression]:
        """The expression of each name that the module assigns once, at its top level, and nobody rebinds."""
        found: dict[str, cst.BaseExpression] = {}
        elsewhere = {name for scope in self.scopes for name in scope.shared}
        for name, bindings in self.module.bound.items():
            if len(bindings) == 1 and name not in elsewhere:
                (binding,) = bindings
                simple = isinstance(binding, cst.Assign) and isinstance(binding.targets[0].target, cst.Name)
                if isinstance(binding, cst.AnnAssign | cst.Assign) and (simple or isinstance(binding, cst.AnnAssign)):
                    value = binding.value
                    if value is not None:
                        found[name] = value
        return found

    def constant(self, node: cst.CSTNode | None) -> Any:  # noqa: ANN401 - any constant
        """The value of a constant expression, names of module constants followed.

        Args:
            node: An expression; None counts as not constant.

        Returns:
            The value; UNKNOWN where only running the code would tell. An f-string is not constant.
        """
        from lma_forge.rules.constants import value_of  # noqa: PLC0415 - the two know each other

        return UNKNOWN if node is None else value_of(node, self, UNKNOWN)

    def reads(self, name: str) -> Iterator[cst.Name]:
        """Every place in the module where a name is read, whatever it stands for there."""
        for scope in self.scopes:
            yield from scope.reads.get(name, ())

    def arguments(self, call: cst.Call) -> dict[str | int, cst.BaseExpression]:
        """The arguments of a call: positional ones by number, others by name; `*` and `**` are left out."""
        found: dict[str | int, cst.BaseExpression] = {}
        for index, argument in enumerate(call.args):
            if argument.keyword is not None:
                found[argument.keyword.value] = argument.value
            elif not argument.star:
                found[index] = argument.value
        return found


def statements(block: cst.CSTNode) -> list[cst.BaseSmallStatement | cst.BaseCompoundStatement]:
    """The statements of a block in order, those of `a; b` one by one.

    Args:
        block: A module, the body of a compound statement, or a definition, whose body is meant.
    """
    if isinstance(block, cst.FunctionDef | cst.ClassDef):
        block = block.body
    found: list[cst.BaseSmallStatement | cst.BaseCompoundStatement] = []
    for item in cast("Sequence[cst.CSTNode]", getattr(block, "body", ())):
        if isinstance(item, cst.SimpleStatementLine):
            found.extend(item.body)
        elif isinstance(item, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            found.append(item)
    return found
