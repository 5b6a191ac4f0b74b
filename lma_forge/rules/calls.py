"""What calls of known functions and methods do: which acts, and on which of their arguments.

One table serves every rule that asks what code reaches: paths, approval, secrets, governance. A
project adds its own functions with the setting `lint.sinks`.

    calls = module.kept(calls_of)
    effect = calls.of(facts.dotted(call.func))              a function: "shutil.rmtree"
    effect = calls.method("path", "write_text")             a method of a known kind of object
    effect = calls.method("", "write_text")                 a method whose name alone tells
    calls.kind("pathlib.Path")                              "path": the kind of object a call makes
    effect.acts                                             frozenset({Act.DELETE})
    effect.uses                                             (Use(Act.DELETE, (Argument(0, ("path",)),)),)
    effect.paths()                                          the arguments that name files
    effect.in_mode("w")                                     `open` as it acts with that mode
    argument.of(facts.arguments(call))                      its expression in a call, or None
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from lma_forge.rules.calltable import FUNCTIONS, KINDS, METHODS

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule

Expression = TypeVar("Expression")


class Act(StrEnum):
    """What a call does to the world."""

    READ = "read"
    """Takes the content of a file or folder."""
    LIST = "list"
    """Names what is in a folder."""
    PROBE = "probe"
    """Asks whether a file is there, how large or how old it is."""
    OPEN = "open"
    """Reads or writes, as a mode argument says; see `Effect.in_mode`."""
    CREATE = "create"
    """Makes a file or folder, and fails or does nothing where there is one."""
    WRITE = "write"
    """Makes a file or puts other content in place of the one that is there."""
    APPEND = "append"
    """Adds to a file."""
    DELETE = "delete"
    """Removes a file or folder, also from its place by moving it."""
    ENTER = "enter"
    """Makes a folder the working directory, of this process or of a child."""
    PROCESS = "process"
    """Starts another program."""
    CODE = "code"
    """Runs text or a file as Python code."""
    LOAD = "load"
    """Reads objects or modules in a form that may run code, such as pickles."""
    NETWORK = "network"
    """Speaks with another machine."""
    LISTEN = "listen"
    """Opens a socket or serves on one, without calling anybody."""
    HOST = "host-control"
    """Acts on processes, permissions, devices, screen or keyboard of the machine."""
    INSTALL = "install"
    """Installs packages."""
    INPUT = "input"
    """Waits for a person at a terminal."""
    WAIT = "wait"
    """Lets time pass."""


PATH_ACTS = frozenset(
    {Act.READ, Act.LIST, Act.PROBE, Act.OPEN, Act.CREATE, Act.WRITE, Act.APPEND, Act.DELETE, Act.ENTER}
)
"""The acts whose arguments name files or folders; those of the others are commands, code or addresses."""

SINK_KINDS = ("read", "list", "write", "append", "delete", "process", "code", "network", "host-control", "install")
"""The kinds that the setting `lint.sinks` may name."""

SINK = re.compile(r"(?P<name>\.?[^\W\d]\w*(?:\(\)|\.[^\W\d]\w*)*)(?::(?P<argument>[0-9]{1,2}|[^\W\d]\w*))?")
"""What an entry of `lint.sinks` looks like: `shop.load`, `shop.copy:1`, `shop.save:target`, `.send_to`."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call: by position, by keyword, or the object whose method is called.

    Args:
        position: Its number; None where only the keyword gives it.
        keywords: Its names, usually one; none where only the position gives it.
        receiver: Whether it is the object in front of the method instead.
        rest: Whether all positions from `position` on are meant.
    """

    position: int | None = None
    keywords: tuple[str, ...] = ()
    receiver: bool = False
    rest: bool = False

    def of(self, arguments: Mapping[str | int, Expression]) -> Expression | None:
        """Its expression among those of a call (`Facts.arguments`); None where it is left out.

        For the receiver that is None as well: it stands in `call.func.value`.
        """
        if self.position is not None and self.position in arguments:
            return arguments[self.position]
        return next((arguments[name] for name in self.keywords if name in arguments), None)


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a call does, and the arguments that it does it to.

    Args:
        act: What it does.
        arguments: The paths, commands, code or addresses; empty where the call takes none.
    """

    act: Act
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call does.

    Args:
        uses: Each act with its arguments.
        mode: The argument that says whether a file is read or written; None without one.
        acts: The acts alone; made from `uses`.
    """

    uses: tuple[Use, ...]
    mode: Argument | None = None
    acts: frozenset[Act] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "acts", frozenset(one.act for one in self.uses))

    def of(self, *acts: Act) -> Iterator[Argument]:
        """The arguments of the given acts, in order."""
        for use in self.uses:
            if use.act in acts:
                yield from use.arguments

    def paths(self) -> tuple[Argument, ...]:
        """The arguments that name files or folders, probes included."""
        return tuple(one for use in self.uses if use.act in PATH_ACTS for one in use.arguments)

    def in_mode(self, mode: object) -> Effect:
        """The effect of an opening call with a mode, such as `open(path, "wb")`.

        Args:
            mode: The constant value of the mode argument; None where it is left out, and anything
                else that is no text where it cannot be told.

        Returns:
            The effect with READ, WRITE, APPEND or CREATE in place of OPEN; itself where there is no
            OPEN in it or the mode cannot be told.
        """
        if Act.OPEN not in self.acts or not (mode is None or isinstance(mode, str)):
            return self
        acts = _acts_in(mode or "r")
        uses = tuple(
            Use(act, one.arguments) for one in self.uses for act in (acts if one.act is Act.OPEN else (one.act,))
        )
        return Effect(uses, self.mode)


def _acts_in(mode: str) -> tuple[Act, ...]:
    """What a mode of `open`, of an archive or of a database in the same letters does."""
    for letter, act in (("w", Act.WRITE), ("a", Act.APPEND), ("x", Act.CREATE)):
        if letter in mode:
            return (act,)
    return (Act.READ, Act.APPEND) if "+" in mode else (Act.READ,)


class Calls:
    """The table of known calls, with those of a project.

    Args:
        sinks: The setting `lint.sinks`: dotted names by kind. The first argument is the path,
            command or address unless the entry says `name:1` or `name:keyword`. A name with a
            leading dot is a method of anything.
    """

    def __init__(self, sinks: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._functions = dict(_functions())
        self._methods = {kind: dict(table) for kind, table in _methods().items()}
        for kind, entries in (sinks or {}).items():
            for entry in entries:
                self._add(kind, entry)

    def _add(self, kind: str, entry: str) -> None:
        found = SINK.fullmatch(entry)
        if kind not in SINK_KINDS or found is None:
            return
        target = found["argument"] or "0"
        argument = Argument(int(target)) if target.isdigit() else Argument(keywords=(target,))
        effect = Effect((Use(Act(kind), (argument,)),))
        name = found["name"]
        table = self._methods[""] if name.startswith(".") else self._functions
        known = table.get(name.lstrip("."))
        table[name.lstrip(".")] = Effect((*known.uses, *effect.uses), known.mode) if known else effect

    def of(self, dotted: str) -> Effect | None:
        """What a function does.

        Args:
            dotted: Its name as `Facts.dotted` gives it, such as `os.remove`.

        Returns:
            Its effect; None for a function that the table does not hold.
        """
        return self._functions.get(dotted)

    def method(self, kind: str, name: str) -> Effect | None:
        """What a method does.

        Args:
            kind: The kind of its object, as `kind` gives it; "" where that is not known, which
                finds only methods whose name is used for nothing else, such as `write_text`.
            name: The method's name.

        Returns:
            Its effect; None for a method that the table does not hold.
        """
        return self._methods.get(kind, _NOTHING).get(name) or self._methods[""].get(name)

    def kind(self, dotted: str) -> str:
        """The kind of object that a call makes or an attribute holds.

        Args:
            dotted: The name of the class or function, such as `pathlib.Path` or `requests.Session`.

        Returns:
            The kind, such as `path`, `session`, `child`; "" where it is not known.
        """
        return KINDS.get(dotted, "")

    @cached_property
    def names(self) -> frozenset[str]:
        """The last parts of all names: what a text must hold before the table can find anything in it."""
        listed = (name for table in (self._functions, *self._methods.values()) for name in table)
        return frozenset(name.rpartition(".")[2] for name in listed)


_NOTHING: Mapping[str, Effect] = MappingProxyType({})


@cache
def _functions() -> Mapping[str, Effect]:
    return MappingProxyType(dict(_rows(FUNCTIONS)))


@cache
def _methods() -> Mapping[str, Mapping[str, Effect]]:
    found: dict[str, Mapping[str, Effect]] = {"": _NOTHING}
    for kind, text in METHODS.items():
        found[kind] = MappingProxyType(dict(_rows(text)))
    return MappingProxyType(found)


def _rows(text: str) -> Iterator[tuple[str, Effect]]:
    """Read rows of `names: act=arguments act=arguments`, where `|` parts the arguments of an act."""
    for line in text.splitlines():
        names, mark, does = line.partition(": ")
        if not mark:
            continue
        uses: list[Use] = []
        mode: Argument | None = None
        for word in does.split():
            act, _, listed = word.partition("=")
            arguments = tuple(_argument(one) for one in listed.split("|") if one)
            if act == "mode":
                (mode,) = arguments
            else:
                uses.append(Use(Act(act), arguments))
        effect = Effect(tuple(uses), mode)
        for name in names.split():
            yield name, effect


def _argument(text: str) -> Argument:
    """Read an argument as the table writes it; see `calltable`."""
    if text == "self":
        return Argument(receiver=True)
    position, *keywords = text.split("/")
    if position.rstrip("*").isdigit():
        return Argument(int(position.rstrip("*")), tuple(keywords), rest=position.endswith("*"))
    return Argument(keywords=(position, *keywords))


def calls_of(module: ToolModule) -> Calls:
    """The table for a module, with its project's own functions: an analysis for `ToolModule.kept`."""
    return _table(tuple((kind, tuple(names)) for kind, names in module.settings.sinks.items()))


@cache
def _table(sinks: tuple[tuple[str, tuple[str, ...]], ...]) -> Calls:
    return Calls(dict(sinks))
