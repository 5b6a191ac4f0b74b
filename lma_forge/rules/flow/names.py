"""What names, attributes of modules and variables of the environment stand for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lma_forge.rules.flow.naming import is_secret_name
from lma_forge.rules.flow.values import (
    EMPTY,
    RAW,
    Atom,
    Condition,
    Step,
    Taint,
    Value,
    marked,
    merged_taints,
)

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine

_BUILTINS = frozenset(vars(builtins))
_GUARDING = frozenset(
    {
        "is_relative_to",
        "startswith",
        "fullmatch",
        "match",
        "isalnum",
        "isidentifier",
        "isdigit",
        "isalpha",
        "any",
        "all",
    }
    | {"is_absolute", "isabs"}
)
_FOLDERS = frozenset({"HOME", "USERPROFILE", "HOMEPATH", "TMP", "TEMP", "TMPDIR", "APPDATA", "LOCALAPPDATA", "PWD"})


def lookup(machine: Machine, name: str) -> Value:  # noqa: PLR0911 - a table of cases
    """What a name stands for that the function has not assigned."""
    function = machine.function
    outer = function.outer if function is not None else None
    while outer is not None:
        if name in outer.bound:
            return Value({Atom("free", name): RAW})
        outer = outer.outer
    code = machine.code
    if name in code.functions:
        return Value(function=code.functions[name])
    if name in code.kinds:
        return Value(function=code.kinds[name])
    origin = code.imports.get(name) or code.shared_imports.get(name)
    if origin is not None:
        return Value(made=origin)
    if name in code.assigned or name in code.shared:
        return machine.flow.constant(code, name)
    if name in _BUILTINS:
        return Value(made=name)
    return EMPTY


def attribute_of_module(machine: Machine, value: Value, name: str) -> Value:
    """An attribute of a value without origins: mostly of a module, by its dotted name."""
    if not value.made:
        if value.kind == "path" and name in {"parent", "parents"}:
            return Value(kind="path" if name == "parent" else "parents", shape=value.shape)
        return EMPTY
    made = f"{value.made}.{name}"
    if len(made) > 60:  # noqa: PLR2004 - longer chains are not followed by name
        return EMPTY
    if value.kind == "path" and name in {"parent", "parents"}:
        return Value(kind="path" if name == "parent" else "parents", shape=value.shape)
    return Value(made=made, kind=machine.flow.calls.kind(made))


def environ(machine: Machine, node: ast.expr, name: Value) -> Value:
    """A variable of the environment: a secret by its name, or one that a caller chooses."""
    if name.text is not None:
        if is_secret_name(name.text):
            step = Step(machine.code, node, f"{name.text} is read from the environment")
            return Value({Atom("secret", name.text): Taint(step=step)}, kind="text")
        if name.text in _FOLDERS:
            return absolute(machine, node, Value(kind="text"))
        return EMPTY
    if not name.taints:
        return EMPTY
    found: dict[Atom, Taint] = {}
    for atom, taint in machine.here.settled_taints(name.taints).items():
        if atom.species in {"param", "free"}:
            step = Step(machine.code, node, "the variable that it names is read", taint.step)
            found[Atom("environ", atom.name, (atom.species, *atom.path))] = Taint(taint.mask, step=step)
    return Value(found, kind="text")


def absolute(machine: Machine, node: ast.expr, value: Value) -> Value:
    """A path of the host: its text tells where things are on that machine."""
    taints = dict(value.taints)
    step = Step(machine.code, node, "this is an absolute path")
    taints[Atom("absolute", "")] = Taint(step=step)
    return value._replace(taints=taints)


def named(value: Value, node: ast.expr) -> Value:
    """A value that a variable takes: the outcome of a test remembers the test."""
    if value.condition is not None:
        return value
    if isinstance(node, ast.Compare | ast.BoolOp):
        return value._replace(condition=Condition(node))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return value._replace(condition=Condition(node))
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in _GUARDING:
            return value._replace(condition=Condition(node))
    return value


def key_of(node: ast.expr) -> str | None:
    """How the analysis calls a constant key or index; None for one that is not constant."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
        return str(node.value)[:40]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return f"-{node.operand.value!r}"
    return None


def joined_path(parts: Sequence[Value]) -> Value:
    """The path that several parts make together."""
    taints = merged_taints(part.taints for part in parts)
    text = parts[0].text if parts and len(parts) == 1 else None
    shape = parts[0].shape if len(parts) == 1 else ""
    return Value(marked(taints, pathy=True), kind="path", text=text, shape=shape)
