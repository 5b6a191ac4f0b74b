"""What a module, a class or a function holds: its own nodes by kind, and the names that it binds and reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from lma_forge.rules import cst

if TYPE_CHECKING:
    from lma_forge.lcp import ToolView

Node = TypeVar("Node", bound="cst.CSTNode")


class Scope:
    """A module, class or function with the code that is directly in it.

    Comprehensions and lambdas belong to the scope around them. Decorators, defaults, annotations
    and bases belong to the scope around the function or class.

    Args:
        kind: `module`, `class` or `function`.
        node: The definition.
        name: Its name; "" for the module.
        outer: The scope around it; None for the module.

    Attributes:
        inner: The scopes directly in it, in order.
        nodes: Its own nodes by class, in the order of the source.
        tool: For a function that a host calls as a tool, the host's view of it; else None.
    """

    def __init__(self, kind: str, node: cst.CSTNode, name: str, outer: Scope | None) -> None:
        self.kind = kind
        self.node = node
        self.name = name
        self.outer = outer
        self.inner: list[Scope] = []
        self.nodes: dict[type[cst.CSTNode], list[cst.CSTNode]] = {}
        self.tool: ToolView | None = None

    def __repr__(self) -> str:
        return f"<{self.kind} {self.qualified or 'itself'}>"

    @property
    def qualified(self) -> str:
        """The dotted name, such as `Store.load`; "" for the module."""
        outer = self.outer.qualified if self.outer else ""
        return f"{outer}.{self.name}" if outer else self.name

    @property
    def function(self) -> cst.FunctionDef:
        """The definition of a function.

        Raises:
            TypeError: The scope is none.
        """
        if self.kind != "function":
            raise TypeError(f"{self!r} is not a function")
        return cast("cst.FunctionDef", self.node)

    @property
    def is_async(self) -> bool:
        """Whether it is an `async def`."""
        return self.kind == "function" and self.function.asynchronous is not None

    def of(self, kind: type[Node]) -> Sequence[Node]:
        """Its own nodes of a class, in order; those of functions and classes in it left out."""
        return cast("list[Node]", self.nodes.get(kind, ()))

    def every(self, kind: type[Node]) -> Iterator[Node]:
        """Its own nodes of a class, then those of the scopes in it."""
        yield from self.of(kind)
        for scope in self.inner:
            yield from scope.every(kind)

    def outward(self) -> Iterator[Scope]:
        """The scope itself and those around it."""
        scope: Scope | None = self
        while scope:
            yield scope
            scope = scope.outer

    @cached_property
    def parameters(self) -> dict[str, cst.Param]:
        """The parameters of a function by name, in order, starred ones too; none for other scopes."""
        if self.kind != "function":
            return {}
        listed = self.function.params
        found = [*listed.posonly_params, *listed.params]
        if isinstance(listed.star_arg, cst.Param):
            found.append(listed.star_arg)
        found += listed.kwonly_params
        if listed.star_kwarg is not None:
            found.append(listed.star_kwarg)
        return {one.name.value: one for one in found}

    @cached_property
    def shared(self) -> frozenset[str]:
        """The names that a `global` or `nonlocal` statement declares here."""
        listed: tuple[cst.Global | cst.Nonlocal, ...] = (*self.of(cst.Global), *self.of(cst.Nonlocal))
        return frozenset(item.name.value for statement in listed for item in statement.names)

    @cached_property
    def bound(self) -> dict[str, list[cst.CSTNode]]:
        """What binds each name here, in order of kind: parameters, assignments, loops, imports, definitions.

        The value is the node that binds: Param, Assign, AnnAssign (with a value), AugAssign,
        NamedExpr, For, CompFor, AsName, Import, ImportFrom, MatchAs, MatchStar, MatchMapping,
        TypeAlias, FunctionDef, ClassDef or Del.
        """
        found: dict[str, list[cst.CSTNode]] = {name: [node] for name, node in self.parameters.items()}
        for name, node in self._bindings():
            found.setdefault(name, []).append(node)
        return found

    def _bindings(self) -> Iterator[tuple[str, cst.CSTNode]]:
        for target, node in self._targets():
            for name in names_in(target):
                yield name.value, node
        for statement in self._import_statements():
            for local, _ in imported(statement):
                yield local, statement
        for alias in self.of(cst.TypeAlias):
            yield alias.name.value, alias
        for scope in self.inner:
            yield scope.name, scope.node

    def _targets(self) -> Iterator[tuple[cst.CSTNode | None, cst.CSTNode]]:
        for assign in self.of(cst.Assign):
            for one in assign.targets:
                yield one.target, assign
        for annotated in self.of(cst.AnnAssign):
            if annotated.value is not None:
                yield annotated.target, annotated
        for kind in (cst.AugAssign, cst.NamedExpr, cst.For, cst.CompFor, cst.Del):
            for node in self.of(kind):
                yield node.target, node  # type: ignore[attr-defined]
        for alias in self.of(cst.AsName):
            yield alias.name, alias
        yield from self._captures()

    def _captures(self) -> Iterator[tuple[cst.CSTNode | None, cst.CSTNode]]:
        """The names that patterns of `match` bind."""
        for capture in self.of(cst.MatchAs):
            yield capture.name, capture
        for rest in self.of(cst.MatchStar):
            yield rest.name, rest
        for mapping in self.of(cst.MatchMapping):
            yield mapping.rest, mapping

    @cached_property
    def reads(self) -> dict[str, list[cst.Name]]:
        """Where each name is read in this scope's own code, in order (`x += 1` reads x as well)."""
        bindings = {name for target, _ in self._targets() for name in names_in(target)}
        bindings -= {name for node in self.of(cst.AugAssign) for name in names_in(node.target)}
        bindings |= {node.name for node in self.of(cst.TypeAlias)}
        found: dict[str, list[cst.Name]] = {}
        for name in self.of(cst.Name):
            if name not in bindings:
                found.setdefault(name.value, []).append(name)
        return found

    @cached_property
    def imports(self) -> dict[str, str]:
        """The names that imports bind here, each with the dotted name of what it stands for.

        `import os.path` gives `os: os`, `import numpy as np` gives `np: numpy`, and
        `from pathlib import Path` gives `Path: pathlib.Path`. Relative imports begin with dots.
        """
        return {local: origin for statement in self._import_statements() for local, origin in imported(statement)}

    def _import_statements(self) -> tuple[cst.Import | cst.ImportFrom, ...]:
        return (*self.of(cst.Import), *self.of(cst.ImportFrom))


def names_in(target: cst.CSTNode | None) -> Iterator[cst.Name]:
    """The names that assigning to a target binds; none for `x.y` and `x[y]`."""
    if isinstance(target, cst.Name):
        yield target
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from names_in(element.value)
    elif isinstance(target, cst.StarredElement):
        yield from names_in(target.value)


def imported(statement: cst.Import | cst.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names that an import binds, each with the dotted name of what it stands for; none for `*`."""
    if isinstance(statement.names, cst.ImportStar):
        return
    base = ""
    if isinstance(statement, cst.ImportFrom):
        base = "." * len(statement.relative) + (_plain(statement.module) if statement.module else "")
        base = base if base.endswith(".") else f"{base}."
    for alias in statement.names:
        name = _plain(alias.name)
        local = alias.asname.name if alias.asname else None
        if isinstance(local, cst.Name):
            yield local.value, base + name
        elif base:
            yield name, base + name
        else:
            root = name.partition(".")[0]
            yield root, root


def _plain(node: cst.CSTNode) -> str:
    """The text of a dotted name."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if isinstance(node, cst.Name):
        parts.append(node.value)
    return ".".join(reversed(parts))
