"""The functions, classes, imports and constants of a module, as the analysis needs them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_BINDING = (ast.Assign, ast.Import, ast.ImportFrom)
_GLOBAL = re.compile(r"^[ \t]+global[ \t]+(.+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w*")


class Kind:
    """A class of a module.

    Args:
        code: The module.
        node: Its definition.
    """

    def __init__(self, code: Code, node: ast.ClassDef) -> None:
        self.code = code
        self.node = node
        self.name = node.name

    @cached_property
    def methods(self) -> Mapping[str, Function]:
        """Its own methods by name."""
        return {
            node.name: Function(self.code, node, kind=self) for node in self.node.body if isinstance(node, Definition)
        }

    @cached_property
    def is_enum(self) -> bool:
        """Whether its instances are a fixed set."""
        names = (base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in self.node.bases)
        return any(name.endswith("Enum") for name in names)

    @cached_property
    def declared(self) -> tuple[str, ...]:
        """The attributes that its body annotates, in order, which a dataclass takes as arguments."""
        annotated = (node.target for node in self.node.body if isinstance(node, ast.AnnAssign))
        return tuple(target.id for target in annotated if isinstance(target, ast.Name))


class Function:
    """A function of a module, at any depth.

    Args:
        code: The module.
        node: Its definition.
        outer: The function around it; None at the top level and in a class.
        kind: The class whose method it is; None for others.
    """

    def __init__(self, code: Code, node: Definition, outer: Function | None = None, kind: Kind | None = None) -> None:
        self.code = code
        self.node = node
        self.outer = outer
        self.kind = kind
        self.name = node.name

    @cached_property
    def parameters(self) -> tuple[ast.arg, ...]:
        """Its plain parameters in order, those that only a position gives first, keyword-only ones last."""
        listed = self.node.args
        return (*listed.posonlyargs, *listed.args, *listed.kwonlyargs)

    @cached_property
    def arguments(self) -> Mapping[str, ast.arg]:
        """All parameters by name, starred ones too."""
        listed = self.node.args
        starred = [one for one in (listed.vararg, listed.kwarg) if one is not None]
        return {one.arg: one for one in (*self.parameters, *starred)}

    @cached_property
    def defaults(self) -> Mapping[str, ast.expr]:
        """The defaults of its parameters."""
        listed = self.node.args
        plain = [*listed.posonlyargs, *listed.args]
        found: dict[str, ast.expr] = {}
        if listed.defaults:
            found = {one.arg: value for one, value in zip(plain[-len(listed.defaults) :], listed.defaults, strict=True)}
        for one, value in zip(listed.kwonlyargs, listed.kw_defaults, strict=True):
            if value is not None:
                found[one.arg] = value
        return found

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that it binds: its own variables, which functions in it can read."""
        names = set(self.arguments)
        for node in own_nodes(self.node):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                names.add(node.id)
            elif isinstance(node, Definition | ast.ClassDef):
                names.add(node.name)
        return frozenset(names)


class Anonymous:
    """A lambda.

    Args:
        node: Its expression.
    """

    def __init__(self, node: ast.Lambda) -> None:
        self.node = node


class Code:
    """What the analysis needs to know of one module beside its functions' bodies.

    Args:
        module: The module.
    """

    def __init__(self, module: ToolModule) -> None:
        self.module = module
        self.path = module.path
        self.functions: dict[str, Function] = {}
        self.kinds: dict[str, Kind] = {}
        self.imports: dict[str, str] = {}
        self.assigned: dict[str, list[ast.expr]] = {}
        self._words: dict[ast.stmt, frozenset[str]] = {}
        for node in toplevel(module.parsed.body if module.parsed else ()):
            self._add(node)

    def _add(self, node: ast.stmt) -> None:
        if isinstance(node, Definition):
            self.functions[node.name] = Function(self, node)
        elif isinstance(node, ast.ClassDef):
            self.kinds[node.name] = Kind(self, node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self.imports.update(imported(node))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self.assigned.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            self.assigned.setdefault(node.target.id, []).append(node.value)

    @cached_property
    def shared(self) -> Mapping[str, list[ast.expr]]:
        """What functions assign to names that they declare global."""
        found: dict[str, list[ast.expr]] = {}
        for node, names in self._global_statements:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name) and target.id in names:
                        found.setdefault(target.id, []).append(node.value)
        return found

    @cached_property
    def shared_imports(self) -> Mapping[str, str]:
        """What functions import under names that they declare global."""
        return {
            name: origin
            for node, names in self._global_statements
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name, origin in imported(node)
            if name in names
        }

    @cached_property
    def _global_statements(self) -> tuple[tuple[ast.AST, frozenset[str]], ...]:
        declared = {name for line in _GLOBAL.findall(self.module.source) for name in _WORD.findall(line)}
        found: list[tuple[ast.AST, frozenset[str]]] = []
        for function in self.functions.values() if declared else ():
            if not declared.isdisjoint(self.words(function.node)):
                nodes = [*toplevel(function.node.body)]
                names = frozenset(name for node in nodes if isinstance(node, ast.Global) for name in node.names)
                found.extend((node, names) for node in nodes if names and isinstance(node, _BINDING))
        return tuple(found)

    @cached_property
    def lines(self) -> list[str]:
        """The source by lines as the parser counts them."""
        return self.module.lines

    def words(self, node: ast.stmt) -> frozenset[str]:
        """Every word in the text of a definition, those of comments and strings too."""
        known = self._words.get(node)
        if known is None:
            text = "\n".join(self.lines[node.lineno - 1 : node.end_lineno])
            known = self._words[node] = frozenset(_WORD.findall(text))
        return known


def code_of(module: ToolModule) -> Code:
    """The index of a module: an analysis for `ToolModule.kept`."""
    return Code(module)


def toplevel(body: Iterator[ast.stmt] | list[ast.stmt] | tuple[ast.stmt, ...]) -> Iterator[ast.stmt]:
    """The statements that run when a module is loaded, those under `if`, `try` and the like too."""
    pending = [*reversed([*body])]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, Definition | ast.ClassDef):
            pending.extend(reversed([*_blocks(node)]))


def _blocks(node: ast.stmt) -> Iterator[ast.stmt]:
    for name in ("body", "orelse", "finalbody"):
        yield from getattr(node, name, ())
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from part.body


def own_nodes(node: Definition | ast.Module) -> Iterator[ast.AST]:
    """The nodes of a function's body without those of functions and classes in it, which come alone."""
    pending: list[ast.AST] = [*reversed(node.body)]
    while pending:
        current = pending.pop()
        yield current
        if not isinstance(current, Definition | ast.ClassDef):
            pending.extend(reversed([*ast.iter_child_nodes(current)]))


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names that an import binds, each with the dotted name of what it stands for."""
    if isinstance(node, ast.ImportFrom):
        base = "." * node.level + (node.module or "")
        base = base if base.endswith(".") else f"{base}."
        for alias in node.names:
            yield alias.asname or alias.name, base + alias.name
        return
    for alias in node.names:
        if alias.asname:
            yield alias.asname, alias.name
        else:
            root = alias.name.partition(".")[0]
            yield root, root
