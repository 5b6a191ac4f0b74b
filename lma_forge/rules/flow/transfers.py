"""What known functions give: paths, texts and containers that hold what their arguments hold."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from lma_forge.rules.flow.cleaners import admits_separator, replaces_separator
from lma_forge.rules.flow.names import absolute, environ, joined_path, key_of
from lma_forge.rules.flow.tables import ABSOLUTE, BUFFERS, CLEANING, KEEPING, NAMING, PATH_CLASSES
from lma_forge.rules.flow.values import (
    EMPTY,
    MAYBE,
    PATHS,
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
_WHOLE = frozenset(
    {"list", "tuple", "set", "sorted", "reversed", "iter", "dict", "frozenset", "copy.copy", "copy.deepcopy"}
)
_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv", "os.environ.pop", "os.environ.setdefault", "os.environb.get"})
_DECODING = frozenset(
    {"urllib.parse.unquote", "urllib.parse.unquote_plus", "base64.b64decode", "html.unescape", "os.path.expandvars"}
    | {"codecs.decode", "json.loads", "urllib.request.url2pathname", "string.Template"}
)
"""Functions that make other text of a text, with separators where there were none."""
_SEARCHES = frozenset({"re.match", "re.fullmatch", "re.search", "re.findall", "re.finditer"})


def transfer(machine: Machine, node: ast.Call, dotted: str, arguments: Given) -> Value | None:  # noqa: C901, PLR0911 - a table of cases
    """What a known function gives.

    Args:
        machine: The function under analysis.
        node: The call.
        dotted: The name of the function called.
        arguments: Its arguments.

    Returns:
        The value; None for a function that is not known here.
    """
    if dotted in CLEANING:
        return EMPTY if dotted != "re.compile" else Value(kind="pattern", text=arguments.get(0, "pattern").text)
    if dotted in PATH_CLASSES:
        parts = (*arguments.positional, arguments.spread) if arguments.rest else arguments.positional
        return joined_path(parts) if parts else Value(kind="path")
    if dotted in KEEPING:
        return _kept(machine, node, dotted, arguments)
    if dotted in NAMING:
        return Value(without(arguments.get(0).taints, _GONE), kind="text")
    if dotted in ABSOLUTE:
        kind = "path" if dotted.startswith("pathlib") else "text"
        return absolute(machine, node, Value(kind=kind, shape="real"))
    if dotted in _ENVIRONMENT:
        return union((environ(machine, node, arguments.get(0, "key")), arguments.get(1, "default")))
    if dotted in BUFFERS:
        return Value(merged_taints(one.taints for one in arguments.every), kind="buffer")
    if dotted.startswith("os."):
        return _system(machine, node, dotted, arguments)
    if dotted.startswith("re."):
        return _pattern(dotted, arguments)
    if dotted == "getattr":
        key = key_of(node.args[1]) if len(node.args) > 1 else None
        return union((inner(arguments.get(0), key or "[]"), arguments.get(2)))
    return None


def _kept(machine: Machine, node: ast.Call, dotted: str, arguments: Given) -> Value:
    first = arguments.get(0)
    if dotted in {"str", "os.fspath", "format", "repr"}:
        return Value(first.taints, kind="text", shape=first.shape, text=first.text)
    if dotted == "dict" and first.made == "os.environ":
        return everything(machine, node)
    if dotted in _WHOLE and len(arguments.positional) <= 1:
        fields = {**(first.fields or {}), **arguments.named}
        taints = merged_taints((first.taints, *(one.taints for one in arguments.named.values())))
        return Value(taints, kind=first.kind or "sequence", fields=fields or None, shape=first.shape)
    taints = merged_taints(one.taints for one in arguments.every)
    if dotted in _DECODING and machine.here.facts:
        return Value(changed(machine.here.settled_taints(taints)))
    if dotted in {"next", "min", "max"} and len(arguments.positional) == 1:
        return inner(first, "[]")
    return Value(taints)


def everything(machine: Machine, node: ast.expr) -> Value:
    """The whole environment of the process."""
    step = Step(machine.code, node, "all variables are taken")
    return Value({Atom("environ", "*", ("everything",)): Taint(step=step)}, kind="mapping")


def _system(machine: Machine, node: ast.Call, dotted: str, arguments: Given) -> Value | None:  # noqa: PLR0911 - a table of cases
    first = arguments.get(0, "path")
    taints = merged_taints(one.taints for one in arguments.positional)
    if dotted == "os.path.join":
        ends = arguments.positional[-1:] and arguments.positional[-1].text == ""
        shape = arguments.positional[0].shape if ends and len(arguments.positional) == 2 else ""  # noqa: PLR2004
        return Value(marked(taints, pathy=True), kind="text", shape=shape)
    if dotted == "os.path.realpath":
        return absolute(machine, node, Value(marked(first.taints, pathy=True), kind="text", shape="real"))
    if dotted == "os.path.abspath":
        shape = "real" if first.shape == "real" else "lexical"
        return absolute(machine, node, Value(marked(first.taints, pathy=True), kind="text", shape=shape))
    if dotted == "os.path.normpath":
        guard = Guard(machine.code, node, "normpath", node.args[0] if node.args else None)
        return Value(marked(first.taints, WEAK, pathy=True, guard=guard), kind="text", shape=first.shape or "lexical")
    if dotted == "os.path.relpath":
        return Value(without(first.taints, frozenset({"absolute"})), kind="relpath", shape=first.shape)
    if dotted == "os.path.expanduser":
        held = changed(machine.here.settled_taints(first.taints)) if machine.here.facts else first.taints
        return Value(marked(held, pathy=True), kind="text")
    if dotted == "os.environ.copy":
        return everything(machine, node)
    if dotted in {"os.walk", "os.fwalk"}:
        return Value(first.taints, kind="walk")
    if dotted in {"os.listdir", "os.environ.items"}:
        return everything(machine, node) if dotted == "os.environ.items" else EMPTY
    return None


def _pattern(dotted: str, arguments: Given) -> Value | None:
    pattern = arguments.get(0, "pattern").text
    if dotted in {"re.sub", "re.subn"}:
        replacement, text = arguments.get(1, "repl"), arguments.get(2, "string")
        return substituted(pattern, replacement, text)
    if dotted in _SEARCHES:
        return searched(pattern, arguments.get(1, "string"))
    return None


def substituted(pattern: str | None, replacement: Value, text: Value) -> Value:
    """What `re.sub` gives."""
    taints = merged_taints((text.taints, replacement.taints))
    if pattern is not None and replacement.text is not None and replaces_separator(pattern, replacement.text):
        return Value(without(taints, _GONE), kind="text")
    return Value(taints, kind="text")


def searched(pattern: str | None, text: Value) -> Value:
    """What a search for a pattern gives: parts of the text that match it."""
    if not text.taints:
        return EMPTY
    if pattern is not None and not admits_separator(pattern, whole=True):
        return Value(without(text.taints, PATHS))
    return Value(marked(text.taints, MAYBE))


def secret(machine: Machine, node: ast.expr, name: str, note: str) -> Value:
    """A secret that comes from here."""
    return Value({Atom("secret", name): Taint(step=Step(machine.code, node, note))}, kind="text")
