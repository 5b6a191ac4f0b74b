"""Runs calls: functions of the project's by their summary, known ones by table, others by what may be."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.rules.flow import effects
from lma_forge.rules.flow.assigning import run_lambda
from lma_forge.rules.flow.code import Anonymous, Function, Kind
from lma_forge.rules.flow.containment import learn_of
from lma_forge.rules.flow.methods import method
from lma_forge.rules.flow.tables import PATH_CLASSES
from lma_forge.rules.flow.transfers import transfer
from lma_forge.rules.flow.values import (
    EMPTY,
    MAYBE,
    Atom,
    Condition,
    Taint,
    Taints,
    Value,
    inner,
    marked,
    merged_taints,
    only,
    stepped_taints,
    union,
)

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine
    from lma_forge.rules.flow.summaries import Summary

_PASSING = frozenset({"param", "free", "member", "content"})
_RELATIVE_SPECIES = frozenset({"param", "free", "environ", "asked"})
_ON_ELEMENTS = frozenset({"map", "filter", "sorted", "min", "max", "functools.reduce", "itertools.starmap"})
_LONGEST_NAME = 60


class Given(NamedTuple):
    """The arguments of a call, run.

    Args:
        positional: The values of positional arguments in order.
        named: The values of keyword arguments.
        rest: Whether there are `*` or `**` arguments; their values are in `spread`.
        spread: What they hold.
    """

    positional: tuple[Value, ...]
    named: Mapping[str, Value]
    rest: bool = False
    spread: Value = EMPTY

    @property
    def every(self) -> tuple[Value, ...]:
        """All of them."""
        return (*self.positional, *self.named.values(), self.spread)

    @property
    def holds_functions(self) -> bool:
        """Whether a function of the project's, or a lambda, is among them."""
        for one in self.positional:
            if one.function is not None:
                return True
        return bool(self.named) and any(one.function is not None for one in self.named.values())

    @property
    def holds_origins(self) -> bool:
        """Whether any of them has an origin."""
        for one in self.positional:
            if one.taints:
                return True
        return bool(self.spread.taints) or (bool(self.named) and any(one.taints for one in self.named.values()))

    def get(self, position: int, keyword: str = "") -> Value:
        """One argument by position or keyword; nothing where it is left out."""
        if position < len(self.positional):
            return self.positional[position]
        return self.named.get(keyword, EMPTY)


def given(machine: Machine, node: ast.Call) -> Given:
    """Run the arguments of a call."""
    positional: list[Value] = []
    spread: list[Value] = []
    named: dict[str, Value] = {}
    for argument in node.args:
        value = machine.eval(argument)
        if not isinstance(argument, ast.Starred):
            positional.append(value)
            continue
        if value.fields is not None and not spread:
            positional.extend(value.fields[key] for key in sorted(value.fields) if key.isdigit())
        spread.append(inner(value, "[]"))
    for keyword in node.keywords:
        value = machine.eval(keyword.value)
        if keyword.arg is not None:
            named[keyword.arg] = value
        elif value.fields is not None:
            named.update(value.fields)
            spread.append(inner(value, "[]"))
        else:
            spread.append(inner(value, "[]"))
    return Given(tuple(positional), named, bool(spread), union(spread) if spread else EMPTY)


def target_of(machine: Machine, node: ast.Call) -> tuple[Function | Kind | Anonymous | None, Value]:
    """The function or class of the project's that a call runs, and the object whose method it is."""
    function = node.func
    if isinstance(function, ast.Name):
        value = machine.peek(function)
        return _resolved(machine, value), EMPTY
    if isinstance(function, ast.Attribute):
        owner = machine.peek(function.value)
        return _method_of(machine, owner, function.attr), owner
    return None, EMPTY


def _resolved(machine: Machine, value: Value) -> Function | Kind | Anonymous | None:
    if value.function is not None:
        return value.function
    return machine.flow.foreign(machine.code, value.made) if value.made else None


def _method_of(machine: Machine, owner: Value, name: str) -> Function | Kind | Anonymous | None:
    if isinstance(owner.function, Kind):
        return owner.function.methods.get(name)
    if owner.made and not owner.taints:
        return machine.flow.foreign(machine.code, f"{owner.made}.{name}")
    return None


def call(machine: Machine, node: ast.Call) -> Value:
    """Run a call."""
    function = node.func
    owner = EMPTY
    name = ""
    if isinstance(function, ast.Attribute):
        owner = machine.eval(function.value)
        name = function.attr
        target = _method_of(machine, owner, name)
        value = owner.fields.get(name, EMPTY) if owner.fields else EMPTY
        target = target or value.function
        dotted = f"{owner.made}.{name}" if owner.made and len(owner.made) < _LONGEST_NAME else ""
    else:
        value = machine.eval(function)
        target = _resolved(machine, value)
        dotted = value.made
    arguments = given(machine, node)
    if machine.state is None:
        return EMPTY
    if isinstance(target, Anonymous):
        return run_lambda(machine, target.node, arguments.positional)
    if target is not None:
        return _project(machine, node, target, owner, arguments)
    if name and dotted == f"{owner.made}.{name}" and owner.made in PATH_CLASSES and arguments.positional:
        # A method by its class: `Path.read_text(path)`.
        owner, dotted = arguments.positional[0]._replace(kind="path"), ""
        arguments = Given(arguments.positional[1:], arguments.named, arguments.rest, arguments.spread)
    effects.note(machine, node, owner, name, dotted, arguments)
    if arguments.holds_functions:
        _run_callbacks(machine, node, dotted, arguments)
    found = transfer(machine, node, dotted, arguments) if dotted else None
    if found is None and isinstance(function, ast.Attribute):
        found = method(machine, node, owner, name, arguments)
    if found is None:
        found = _unknown(owner if isinstance(function, ast.Attribute) else value, arguments)
    made = f"{dotted}()" if dotted and not dotted.endswith("()") else ""
    kind = found.kind or (machine.flow.calls.kind(dotted) if dotted else "")
    if made != found.made or kind != found.kind:
        found = found.known_as(made, kind)
    return effects.sourced(machine, node, dotted, name, owner, arguments, found)


def _unknown(owner: Value, arguments: Given) -> Value:
    """What an unknown function may give: anything made of its arguments."""
    if not owner.taints and not arguments.holds_origins:
        return EMPTY
    taints = merged_taints((only(owner.taints, _PASSING), *(only(one.taints, _PASSING) for one in arguments.every)))
    return Value(marked(taints, MAYBE)) if taints else EMPTY


def _run_callbacks(machine: Machine, node: ast.Call, dotted: str, arguments: Given) -> None:
    """Run functions that are given to others, such as the target of a thread, with what is given beside them."""
    listed = (*arguments.positional, *arguments.named.values())
    for number, value in enumerate(listed):
        function = value.function
        if function is None or isinstance(function, Kind):
            continue
        beside = arguments.positional[number + 1 :] if number < len(arguments.positional) else ()
        together = arguments.named.get("args", EMPTY)
        if together.fields:
            beside = tuple(together.fields.values())
        elif dotted in _ON_ELEMENTS or not beside:
            others = (one for one in arguments.positional if one is not value)
            beside = tuple(inner(one, "[]") for one in others)
        if isinstance(function, Anonymous):
            run_lambda(machine, function.node, beside)
        else:
            _project(machine, node, function, EMPTY, Given(beside, arguments.named))


def bound_arguments(machine: Machine, node: ast.Call, function: Function, owner: Value) -> dict[str, Value]:
    """What each parameter of a function stands for in a call."""
    with machine.silence():
        arguments = given(machine, node)
    return bind(machine, function, owner, arguments)


def bind(machine: Machine, function: Function, owner: Value, arguments: Given) -> dict[str, Value]:
    """Give the arguments of a call to the parameters of a function."""
    listed = function.node.args
    names = [one.arg for one in (*listed.posonlyargs, *listed.args)]
    found: dict[str, Value] = {}
    if function.kind is not None and names and not _is_static(function):
        found[names[0]] = owner
        names = names[1:]
    found |= dict(zip(names, arguments.positional, strict=False))
    beyond = arguments.positional[len(names) :]
    known = function.arguments
    others = {key: value for key, value in arguments.named.items() if key not in known}
    found |= {key: value for key, value in arguments.named.items() if key in known}
    if listed.vararg is not None and (beyond or arguments.rest):
        fields = {str(number): value for number, value in enumerate(beyond)}
        taints = merged_taints((*(value.taints for value in beyond), arguments.spread.taints))
        found[listed.vararg.arg] = Value(taints, kind="sequence", fields=fields or None)
    if listed.kwarg is not None and others:
        taints = merged_taints(value.taints for value in others.values())
        found[listed.kwarg.arg] = Value(taints, kind="mapping", fields=others)
    for one in function.parameters:
        if one.arg not in found:
            if arguments.rest and arguments.spread.taints:
                found[one.arg] = arguments.spread
            elif one.arg in function.defaults and function.outer is not None:
                found[one.arg] = machine.peek(function.defaults[one.arg])
    return found


def _is_static(function: Function) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.node.decorator_list)


def _project(machine: Machine, node: ast.Call, target: Function | Kind, owner: Value, arguments: Given) -> Value:
    """Run a function or make an object of the project's."""
    if isinstance(target, Kind):
        return _instance(machine, node, target, arguments)
    summary = machine.flow.summary(target, machine.depth + 1)
    values = bind(machine, target, owner, arguments)
    found = apply(machine, node, target, summary, values)
    if summary.exits:
        found = found._replace(condition=Condition(node))
    return found


def _instance(machine: Machine, node: ast.Call, kind: Kind, arguments: Given) -> Value:
    maker = kind.methods.get("__init__")
    if kind.is_enum:
        return Value(function=kind)
    if maker is None:
        fields = dict(zip(kind.declared, arguments.positional, strict=False)) | dict(arguments.named)
        taints = merged_taints(value.taints for value in arguments.every)
        return Value(taints, fields=fields, function=kind)
    blank = Value(function=kind)
    summary = machine.flow.summary(maker, machine.depth + 1)
    values = bind(machine, maker, blank, arguments)
    apply(machine, node, maker, summary, values)
    made = mapped(machine, node, kind.name, summary.owner, values)
    return made._replace(function=kind, condition=None)


def apply(machine: Machine, node: ast.Call, function: Function, summary: Summary, values: dict[str, Value]) -> Value:
    """What a call of a summed-up function does here, and what it gives."""
    for use in summary.uses:
        source = _source(machine, use.atom.species, use.atom.name, values)
        if source is not None:
            path = use.atom.path
            while path and source.fields is not None and path[0] in source.fields:
                source, path = source.fields[path[0]], path[1:]
            trimmed = use._replace(atom=use.atom._replace(path=path))
            machine.pass_on(trimmed, source, node, function.name)
        elif use.atom.species not in {"param", "free", "asked"}:
            machine.keep(use)
    for remark in summary.remarks:
        machine.keep_remark(remark)
    result = mapped(machine, node, function.name, summary.returns, values)
    always = summary.always
    if always:
        learn_of(machine, always, values)
    return result


def _source(machine: Machine, species: str, name: str, values: Mapping[str, Value]) -> Value | None:
    if species == "param":
        return values.get(name, EMPTY)
    if species == "free":
        return machine.peek(ast.Name(name, ast.Load()))
    return None


def mapped(machine: Machine, node: ast.expr, name: str, value: Value, values: Mapping[str, Value]) -> Value:
    """A value of a called function with its parameters replaced by what they stand for here."""
    if not value.taints and not value.fields:
        return value._replace(condition=None) if value.condition else value
    taints = _mapped_taints(machine, node, name, value.taints, values)
    fields = None
    if value.fields is not None:
        fields = {key: mapped(machine, node, name, one, values) for key, one in value.fields.items()}
    return value._replace(taints=taints, fields=fields, condition=None)


def _mapped_taints(machine: Machine, node: ast.expr, name: str, taints: Taints, values: Mapping[str, Value]) -> Taints:
    parts: list[Taints] = []
    own = {atom: taint for atom, taint in taints.items() if atom.species not in _RELATIVE_SPECIES}
    if own:
        parts.append(stepped_taints(own, machine.code, node, f"{name} gives it back"))
    for atom, taint in taints.items():
        species, path, key = atom.species, atom.path, ""
        if species == "asked":
            parts.append(_answered(taint, values.get(atom.name, EMPTY)))
            continue
        if species == "environ":
            species, key, path = path[0], "environ", path[1:]
        elif species not in {"param", "free"}:
            continue
        source = _source(machine, species, atom.name, values) or EMPTY
        while path and source.fields is not None and path[0] in source.fields:
            source, path = source.fields[path[0]], path[1:]
        parts.append(_through(machine, node, name, source.taints, taint, path, key))
    return merged_taints(parts)


def _answered(taint: Taint, kind: Value) -> Taints:
    """The answer to a question whose type is known here."""
    if kind.text is not None:
        return {Atom("secret", "the answer"): taint} if kind.text == "secret" else {}
    chosen = next((atom for atom in kind.taints if atom.species == "param" and not atom.path), None)
    return {Atom("asked", chosen.name): taint} if chosen is not None else {}


def _through(  # noqa: PLR0913, PLR0917 - the parts of one origin
    machine: Machine, node: ast.expr, name: str, source: Taints, taint: object, path: Sequence[str], key: str
) -> Taints:
    found = {}
    for origin, known in source.items():
        if key and origin.species not in {"param", "free"}:
            continue
        atom = origin
        for part in path:
            atom = atom.inner(part)
        if key:
            atom = atom._replace(species="environ", path=(origin.species, *atom.path))
        mask = known.mask | taint.mask  # type: ignore[attr-defined]
        guards = (*known.guards, *(one for one in taint.guards if one not in known.guards))[:6]  # type: ignore[attr-defined]
        pathy = known.pathy or taint.pathy  # type: ignore[attr-defined]
        found[atom] = known._replace(mask=mask, pathy=pathy, guards=guards)
    return stepped_taints(found, machine.code, node, f"{name} gives it back")
