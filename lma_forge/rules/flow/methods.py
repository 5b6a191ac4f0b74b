"""What methods of values give: of text, paths, containers, files and archives."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from lma_forge.rules.flow.assigning import store
from lma_forge.rules.flow.containment import contain
from lma_forge.rules.flow.names import absolute, joined_path, key_of
from lma_forge.rules.flow.tables import (
    ADDING_METHODS,
    CLEANING_METHODS,
    CONTAINER_METHODS,
    MEMBER_METHODS,
    PATH_METHODS,
    TEXT_METHODS,
    WHOLE_METHODS,
)
from lma_forge.rules.flow.transfers import searched, substituted
from lma_forge.rules.flow.values import (
    EMPTY,
    MAYBE,
    PATHS,
    RELATIVE,
    SEGMENT,
    WEAK,
    Atom,
    Guard,
    Step,
    Taint,
    Value,
    changed,
    inner,
    marked,
    merged_taints,
    union,
    without,
)

if TYPE_CHECKING:
    from lma_forge.rules.flow.invocations import Given
    from lma_forge.rules.flow.machine import Machine

_GONE = PATHS | {"absolute"}
_SURE_OF_PATHS = PATH_METHODS - {"replace", "rename", "glob", "walk"}
_LISTING = frozenset({"iterdir", "glob", "rglob"})


def method(machine: Machine, node: ast.Call, owner: Value, name: str, arguments: Given) -> Value | None:  # noqa: C901, PLR0911 - a table of cases
    """What a method gives.

    Args:
        machine: The function under analysis.
        node: The call.
        owner: The object.
        name: The method.
        arguments: Its arguments.

    Returns:
        The value; None for a method that is not known.
    """
    if name in PATH_METHODS and (owner.kind == "path" or (owner.kind == "" and name in _SURE_OF_PATHS)):
        return _path(machine, node, owner, name, arguments)
    if owner.kind == "archive" and (name in MEMBER_METHODS or name in {"getmember", "getinfo"}):
        return members(machine, node)
    if owner.kind == "pattern":
        if name in {"sub", "subn"}:
            return substituted(owner.text, arguments.get(0), arguments.get(1))
        return searched(owner.text, arguments.get(0))
    if name in ADDING_METHODS and name != "setdefault":
        return _added(machine, node, owner, arguments)
    if not owner.taints and owner.fields is None:
        if name in TEXT_METHODS:
            return _text(machine, node, owner, name, arguments)
        return EMPTY if not arguments.holds_origins or name in CONTAINER_METHODS else None
    if name in CLEANING_METHODS:
        return EMPTY
    if name in CONTAINER_METHODS:
        key = key_of(node.args[0]) if node.args else None
        return union((inner(owner, key or "[]"), arguments.get(1, "default")))
    if name in TEXT_METHODS:
        return _text(machine, node, owner, name, arguments)
    if name in WHOLE_METHODS:
        kind = "" if owner.kind in {"file", "buffer", "answer"} else owner.kind
        return owner._replace(kind=kind, made="")
    return None


def members(machine: Machine, node: ast.expr) -> Value:
    """The names of the members of an archive, which whoever made it has chosen."""
    step = Step(machine.code, node, "these are the members of the archive")
    return Value({Atom("member", f"{node.lineno}:{node.col_offset}"): Taint(step=step)}, kind="")


def _path(machine: Machine, node: ast.Call, owner: Value, name: str, arguments: Given) -> Value:  # noqa: PLR0911 - a table of cases
    if name == "resolve":
        return absolute(machine, node, Value(marked(owner.taints, pathy=True), kind="path", shape="real"))
    if name == "absolute":
        shape = "real" if owner.shape == "real" else "lexical"
        return absolute(machine, node, Value(marked(owner.taints, pathy=True), kind="path", shape=shape))
    if name in {"joinpath", "with_segments"}:
        return joined_path((owner, *arguments.positional))
    if name == "relative_to":
        function = node.func
        tested = function.value if isinstance(function, ast.Attribute) else node
        contain(machine, owner, node, tested, root=arguments.get(0))
        return Value(without(owner.taints, frozenset({"absolute"})), kind="path")
    if name in _LISTING:
        return Value(owner.taints, kind="paths", shape=owner.shape)
    if name == "walk":
        return Value(owner.taints, kind="walk")
    if name in {"rename", "replace"}:
        return arguments.get(0, "target")._replace(kind="path")
    if name in {"as_posix", "as_uri"}:
        return Value(owner.taints, kind="text", shape=owner.shape)
    if name == "expanduser":
        held = changed(machine.here.settled_taints(owner.taints)) if machine.here.facts else owner.taints
        return Value(marked(held, pathy=True), kind="path")
    return Value(marked(owner.taints, pathy=True), kind="path", shape=owner.shape)


def _added(machine: Machine, node: ast.Call, owner: Value, arguments: Given) -> Value:
    function = node.func
    added = union(arguments.every) if arguments.every else EMPTY
    if not isinstance(function, ast.Attribute) or (not added.taints and not added.fields):
        return EMPTY
    if function.attr in {"update", "extend"} and added.fields:
        for key, value in [*added.fields.items()][:24]:
            store(machine, function.value, key if function.attr == "update" else "[]", value)
    elif function.attr in {"append", "add", "appendleft"} and owner.fields is not None and "[]" in owner.fields:
        store(machine, function.value, "[]", union((owner.fields["[]"], added)))
    elif function.attr in {"append", "add", "appendleft"}:
        store(machine, function.value, "[]", added)
    else:
        store(machine, function.value, None, added)
    return EMPTY


def _text(machine: Machine, node: ast.Call, owner: Value, name: str, arguments: Given) -> Value:  # noqa: PLR0911 - a table of cases
    if name == "join":
        taints = merged_taints((owner.taints, *(one.taints for one in arguments.positional)))
        return Value({atom: taint._replace(mask=taint.mask & ~SEGMENT) for atom, taint in taints.items()}, kind="text")
    if name in {"format", "format_map", "substitute", "safe_substitute"}:
        return Value(merged_taints((owner.taints, *(one.taints for one in arguments.every))), kind="text")
    if name == "replace":
        return _replaced(machine, node, owner, arguments)
    if name in {"lstrip", "strip"} and arguments.positional:
        return _stripped(machine, node, owner, arguments.positional[0].text)
    if name == "translate":
        return Value(marked(owner.taints, MAYBE), kind="text")
    if name in {"split", "rsplit"} and arguments.get(0).text == "/":
        return Value(marked(owner.taints, SEGMENT), kind="sequence")
    if name in {"split", "rsplit", "splitlines", "partition", "rpartition"}:
        return Value(owner.taints, kind="sequence", shape=owner.shape)
    return Value(owner.taints, kind="text", shape=owner.shape)


def _replaced(machine: Machine, node: ast.Call, owner: Value, arguments: Given) -> Value:
    old, new = arguments.get(0), arguments.get(1)
    taints = merged_taints((owner.taints, new.taints))
    if old.text and not old.text.strip("./\\") and machine.here.facts:
        taints = changed(machine.here.settled_taints(taints))
    separator = old.text == "/" or old.made in {"os.sep", "os.path.sep"}
    if separator and new.text is not None and "/" not in new.text:
        return Value(without(taints, _GONE), kind="text")
    if old.text in {"..", "../", "..\\"}:
        guard = Guard(machine.code, node, "replace")
        return Value(_paths_marked(taints, WEAK, guard), kind="text")
    if any(atom.species == "absolute" for atom in old.taints):
        # The root is taken out of the path.
        taints = without(taints, frozenset({"absolute"}))
    return Value(taints, kind="text", shape=owner.shape)


def _stripped(machine: Machine, node: ast.Call, owner: Value, marks: str | None) -> Value:
    if marks is None or "/" not in marks:
        return Value(owner.taints, kind="text", shape=owner.shape)
    if "." in marks:
        guard = Guard(machine.code, node, "lstrip-dots")
        return Value(_paths_marked(owner.taints, WEAK | RELATIVE, guard), kind="text")
    guard = Guard(machine.code, node, "lstrip")
    return Value(_paths_marked(owner.taints, RELATIVE, guard), kind="text")


def _paths_marked(taints: object, bits: int, guard: Guard) -> dict[Atom, Taint]:
    found: dict[Atom, Taint] = dict(taints)  # type: ignore[call-overload]
    for atom, taint in found.items():
        if atom.species in PATHS:
            guards = taint.guards if guard in taint.guards else (*taint.guards, guard)[:6]
            found[atom] = Taint(taint.mask | bits, taint.pathy, guards, taint.step)
    return found
