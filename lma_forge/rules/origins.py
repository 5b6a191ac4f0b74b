"""Where objects come from: the dotted name behind a local name, an attribute or a call.

    origins = module.kept(origins_of)
    origins.of(node)        {"pathlib.Path()"}: an object that pathlib.Path made; {"pyautogui"}: a module
    origins.kind(node, calls)    "path": the kind that `calls` knows its methods by
    origins.effect(call, calls)  what a call does, by its name or by the kind of its object

Names are followed through assignments, unpacking, `with … as`, annotations, attributes of `self`,
module globals that functions set, and what functions of the module return.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.scopes import Scope, names_in

if TYPE_CHECKING:
    from lma_forge.rules.calls import Calls, Effect
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.toolmodule import ToolModule

PATH = "pathlib.Path()"
_PATH_CLASSES = frozenset({"Path", "pathlib.Path", "PurePath", "pathlib.PurePath", "pathlib.PosixPath"})
_TO_PATH = frozenset(
    {"resolve", "absolute", "joinpath", "with_name", "with_suffix", "with_stem", "expanduser", "relative_to", "parent"}
)
_TO_PATHS = frozenset({"iterdir", "glob", "rglob", "parents"})
_NONE: frozenset[str] = frozenset()
_DEPTH = 8
_MOST = 6


class Origins:
    """What the objects of one module are; worked out for the names that are asked for.

    Args:
        facts: The index of the module's code.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[cst.CSTNode, frozenset[str]] = {}
        self._names: dict[tuple[Scope, str], frozenset[str]] = {}
        self._attributes: dict[str, list[cst.BaseExpression]] | None = None
        # Names that stand for each other without end are given up, so that time stays linear.
        self._steps = 2_000 + 50 * len(facts.of(cst.Call))

    def of(self, node: cst.CSTNode, depth: int = _DEPTH) -> frozenset[str]:
        """The dotted names of what an expression can be; a call is written `()`.

        Args:
            node: An expression.
            depth: How many steps may still be followed.

        Returns:
            A name for each place that the object can come from; none where that cannot be told.
        """
        known = self._known.get(node)
        if known is None:
            self._steps -= 1
            if depth <= 0 or self._steps < 0:
                return _NONE
            self._known[node] = _NONE  # what refers to itself ends here
            known = frozenset(sorted(self._found(node, depth - 1))[:_MOST])
            if known:
                self._known[node] = known
            elif depth < _DEPTH:
                del self._known[node]
        return known

    def kind(self, node: cst.CSTNode, calls: Calls) -> str:
        """The kind of an object, by which `Calls.method` knows what its methods do; "" where it is not known."""
        for origin in sorted(self.of(node)):
            found = calls.kind(origin.removesuffix("()")) if origin.endswith("()") else ""
            if found:
                return found
        return ""

    def effect(self, call: cst.Call, calls: Calls) -> Effect | None:
        """What a call does.

        Args:
            call: The call.
            calls: The table of known calls.

        Returns:
            The effect by the function's dotted name, by its origin, or by the kind of its object; None for a
            function that is not known.
        """
        func = call.func
        dotted = self._facts.dotted(func)
        found = calls.of(dotted)
        if found is not None:
            return found
        if isinstance(func, cst.Attribute):
            name = func.attr.value
            for origin in sorted(self.of(func.value)):
                found = calls.of(f"{origin}.{name}")
                if found is None and origin.endswith("()"):
                    kind = calls.kind(origin.removesuffix("()"))
                    found = calls.method(kind, name) if kind else None
                if found is not None:
                    return found
            return calls.method("", name)
        for origin in sorted(self.of(func)) if isinstance(func, cst.Name) else ():
            found = calls.of(origin)
            if found is not None:
                return found
        return None

    # --- expressions ---

    def _found(self, node: cst.CSTNode, depth: int) -> Iterator[str]:
        match node:
            case cst.Name():
                yield from self._name(node, depth)
            case cst.Attribute(value=value, attr=attr):
                yield from self._attribute(node, value, attr.value, depth)
            case cst.Call():
                yield from self._call(node, depth)
            case cst.Await(expression=inner):
                yield from self.of(inner, depth)
            case cst.BinaryOperation(left=left, operator=cst.Divide(), right=right):
                if PATH in self.of(left, depth) or PATH in self.of(right, depth):
                    yield PATH
            case cst.IfExp(body=first, orelse=second) | cst.BooleanOperation(left=first, right=second):
                yield from self.of(first, depth)
                yield from self.of(second, depth)
            case cst.NamedExpr(value=value):
                yield from self.of(value, depth)

    def _name(self, node: cst.Name, depth: int) -> Iterator[str]:
        for scope in self._facts.scope(node).outward():
            if scope.kind == "class" and scope is not self._facts.scope(node):
                continue
            if node.value in scope.shared:
                continue
            if node.value in scope.bound:
                yield from self._bound(scope, node.value, depth)
                return

    def _bound(self, scope: Scope, name: str, depth: int) -> frozenset[str]:
        key = (scope, name)
        known = self._names.get(key)
        if known is None:
            self._names[key] = _NONE
            holders = [scope]
            if scope.kind == "module":
                holders += [one for one in self._facts.scopes if name in one.shared]
            found: set[str] = set()
            for holder in holders:
                if name in holder.imports:
                    found.add(holder.imports[name])
                for binding in holder.bound.get(name, ())[:_MOST]:
                    found.update(self._binding(binding, name, depth))
            known = frozenset(found)
            if known:
                self._names[key] = known
            else:
                del self._names[key]
        return known

    def _binding(self, binding: cst.CSTNode, name: str, depth: int) -> Iterator[str]:
        match binding:
            case cst.Param(annotation=annotation):
                yield from self._annotated(annotation)
            case cst.AnnAssign(annotation=annotation, value=value):
                yield from self._annotated(annotation)
                yield from self.of(value, depth) if value is not None else ()
            case cst.Assign(targets=targets, value=value):
                for one in targets:
                    yield from self._unpacked(one.target, value, name, depth)
            case cst.NamedExpr(value=value):
                yield from self.of(value, depth)
            case cst.For(iter=source) | cst.CompFor(iter=source):
                if self._lists_paths(source, depth):
                    yield PATH
        holder = self._facts.parent(binding)
        if isinstance(binding, cst.AsName) and isinstance(holder, cst.WithItem):
            yield from self.of(holder.item, depth)

    def _unpacked(self, target: cst.BaseExpression, value: cst.BaseExpression, name: str, depth: int) -> Iterator[str]:
        if isinstance(target, cst.Name):
            if target.value == name:
                yield from self.of(value, depth)
        elif isinstance(target, cst.Tuple | cst.List):
            for index, element in enumerate(target.elements):
                if name in {one.value for one in names_in(element.value)}:
                    yield from self._item(value, index, depth)

    def _item(self, value: cst.BaseExpression, index: int, depth: int) -> Iterator[str]:
        """What stands at a place of what is unpacked."""
        if isinstance(value, cst.Tuple | cst.List):
            if index < len(value.elements):
                yield from self.of(value.elements[index].value, depth)
        elif isinstance(value, cst.Call):
            callee = self._facts.callee(value)
            if callee is None:
                yield from (f"{one}()" for one in self._called(value.func, depth))
            for returned in callee.of(cst.Return) if callee else ():
                if returned.value is not None:
                    yield from self._item(returned.value, index, depth - 1) if depth > 0 else ()

    def _annotated(self, annotation: cst.Annotation | None) -> Iterator[str]:
        """The class that an annotation names, `Optional` and `| None` taken off."""
        node: cst.BaseExpression | None = annotation.annotation if annotation else None
        if isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
            if self._facts.dotted(node.value).endswith("Optional"):
                node = node.slice[0].slice.value
        elif isinstance(node, cst.BinaryOperation):
            node = node.left
        if isinstance(node, cst.Name | cst.Attribute):
            name = self._facts.dotted(node)
            if name in _PATH_CLASSES:
                yield PATH
            elif "." in name:
                yield f"{name}()"

    def _attribute(self, node: cst.CSTNode, value: cst.BaseExpression, name: str, depth: int) -> Iterator[str]:
        if isinstance(value, cst.Name) and value.value in {"self", "cls"}:
            for assigned in self._of_self().get(name, ())[:_MOST]:
                yield from self.of(assigned, depth)
            return
        dotted = self._facts.dotted(node)
        origins = self.of(value, depth)
        if PATH in origins:
            if name in _TO_PATH:
                yield PATH
            return
        if origins:
            yield from (f"{one}.{name}" for one in origins)
        elif dotted:
            yield dotted

    def _of_self(self) -> dict[str, list[cst.BaseExpression]]:
        """What methods assign to attributes of `self`, by attribute."""
        if self._attributes is None:
            self._attributes = {}
            for assign in self._facts.of(cst.Assign):
                for one in assign.targets:
                    target = one.target
                    if isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name):
                        self._attributes.setdefault(target.attr.value, []).append(assign.value)
        return self._attributes

    def _call(self, call: cst.Call, depth: int) -> Iterator[str]:
        callee = self._facts.callee(call)
        if callee is not None:
            for returned in callee.of(cst.Return)[:_MOST]:
                if returned.value is not None:
                    yield from self.of(returned.value, depth)
            return
        func = call.func
        if isinstance(func, cst.Attribute) and func.attr.value in _TO_PATH and PATH in self.of(func.value, depth):
            yield PATH
            return
        for name in self._called(func, depth):
            yield PATH if name in {"pathlib.Path.cwd", "pathlib.Path.home"} else f"{name}()"

    def _called(self, func: cst.BaseExpression, depth: int) -> frozenset[str]:
        found = self.of(func, depth)
        if found:
            return found
        dotted = self._facts.dotted(func)
        return frozenset({dotted}) if dotted and not dotted.startswith("?") else _NONE

    def _lists_paths(self, source: cst.BaseExpression, depth: int) -> bool:
        """Whether a loop over an expression goes over paths."""
        while isinstance(source, cst.Call) and isinstance(source.func, cst.Name) and source.args:
            if source.func.value not in {"sorted", "list", "reversed", "set", "tuple"}:
                return False
            source = source.args[0].value
        if isinstance(source, cst.Call) and isinstance(source.func, cst.Attribute):
            return source.func.attr.value in _TO_PATHS and PATH in self.of(source.func.value, depth)
        return False


def origins_of(module: ToolModule) -> Origins:
    """The origins of a module's objects: an analysis for `ToolModule.kept`."""
    return Origins(module.facts)
