"""The calls of a module that need an operator's leave, sorted by what they do, harmless ones left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Span
from lma_forge.rules import cst
from lma_forge.rules.approval.paths import Paths
from lma_forge.rules.calls import Act, Calls, Effect, calls_of
from lma_forge.rules.named import CallIndex, calls_by_name
from lma_forge.rules.origins import Origins, origins_of
from lma_forge.rules.scopes import imported

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule


class Family(StrEnum):
    """Kinds of deeds, each with a rule of its own."""

    DELETION = "deletion"
    PROCESS = "process"
    CODE = "code"
    NETWORK = "network"
    HOST = "host"
    OVERWRITE = "overwrite"


@dataclass(frozen=True, slots=True)
class Deed:
    """A call that does something to the world.

    Args:
        call: The call.
        family: What it does.
        name: The function as people know it, such as `shutil.rmtree`.
        guarded: For an overwrite, whether the function looks first whether the file is there, or keeps a copy.
        beyond: Where it is done, when the call runs a function of another module.
    """

    call: cst.Call
    family: Family
    name: str
    guarded: bool = False
    beyond: Span | None = None


_FAMILIES = (
    (Act.DELETE, Family.DELETION),
    (Act.PROCESS, Family.PROCESS),
    (Act.CODE, Family.CODE),
    (Act.NETWORK, Family.NETWORK),
    (Act.HOST, Family.HOST),
    (Act.WRITE, Family.OVERWRITE),
)
_RISKY = frozenset(act for act, _ in _FAMILIES) | {Act.OPEN}
_QUERIES = frozenset({"uname", "whoami", "hostname", "nvidia-smi", "df", "du", "ps", "uptime", "which", "where", "ver"})
_LOOKING = MappingProxyType(
    {
        "git": frozenset({"status", "log", "diff", "show", "rev-parse", "ls-files", "describe"}),
        "pip": frozenset({"list", "show", "freeze"}),
        "docker": frozenset({"ps", "images", "info", "version"}),
    }
)
"""Commands of programs that only look."""
_ASKING_FLAGS = frozenset({"--version", "-V", "-version", "version", "--help"})
_LOOPBACK = (
    "localhost",
    "127.0.0.1",
    "::1",
    "http://localhost",
    "http://127.0.0.1",
    "https://localhost",
    "ws://localhost",
)
_REGISTERS = frozenset({"atexit.register", "signal.signal", "isinstance", "getattr", "hasattr", "callable"})
_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.gethostbyname_ex"})


def deeds_of(module: ToolModule) -> dict[cst.Call, Deed]:
    """The deeds of a module by their calls: an analysis for `ToolModule.kept`."""
    return {deed.call: deed for deed in _Finder(module).deeds()}


class _Finder:
    """Looks for deeds in one module."""

    def __init__(self, module: ToolModule) -> None:
        self._module = module
        self._facts = module.facts
        self._calls: Calls = module.kept(calls_of)
        self._origins: Origins = module.kept(origins_of)
        self._paths = Paths(module)

    def deeds(self) -> Iterator[Deed]:
        """The deeds in the order of the source."""
        names = self._calls.names
        index = self._module.kept(calls_by_name)
        found = {
            deed.call: deed for name in index.handed_attributes.keys() & names for deed in self._handed(index, name)
        }
        for call in index.of((index.called.keys() & names) | self._aliases(names)):
            effect = self._origins.effect(call, self._calls)
            if effect is None or not effect.acts & _RISKY:
                continue
            deed = self._deed(call, self._as_opened(call, effect))
            if deed is not None:
                found.setdefault(call, deed)
        yield from (found[call] for call in sorted(found, key=self._facts.order))

    def _aliases(self, names: frozenset[str]) -> set[str]:
        """Names that something known is assigned to: `wipe = shutil.rmtree`."""
        found: set[str] = set()
        name_type, attribute_type = cst.Name, cst.Attribute
        for assign in self._facts.of(cst.Assign):
            value, target = assign.value, assign.targets[0].target
            if type(value) is attribute_type and type(target) is name_type and value.attr.value in names:
                found.add(target.value)
        for statement in self._facts.of(cst.ImportFrom):
            for local, origin in imported(statement):
                last = origin.rpartition(".")[2]
                if last in names and last != local:
                    found.add(local)
        return found

    def _handed(self, index: CallIndex, name: str) -> Iterator[Deed]:
        """Known functions that are handed over to be called: `map(os.remove, …)`, `Thread(target=shutil.rmtree)`."""
        for call, value in index.handed_attributes[name]:
            effect = self._calls.of(self._facts.dotted(value))
            if effect is None or self._facts.dotted(call.func) in _REGISTERS:
                continue
            for act, family in _FAMILIES:
                if act in effect.acts and family is not Family.OVERWRITE:
                    yield Deed(call, family, self._facts.dotted(value))
                    break

    def _as_opened(self, call: cst.Call, effect: Effect) -> Effect:
        if Act.OPEN not in effect.acts or effect.mode is None:
            return effect
        mode = effect.mode.of(self._facts.arguments(call))
        return effect.in_mode(None if mode is None else self._facts.constant(mode))

    def _deed(self, call: cst.Call, effect: Effect) -> Deed | None:
        for act, family in _FAMILIES:
            if act in effect.acts:
                if family is Family.DELETION and not self._deletes(call, effect):
                    continue
                if self._is_harmless(call, effect, act, family):
                    return None
                guarded = family is Family.OVERWRITE and self._paths.is_looked_at(call, self._target(call, effect, act))
                return Deed(call, family, self._shown(call), guarded)
        return None

    def _shown(self, call: cst.Call) -> str:
        dotted = self._facts.dotted(call.func)
        if "?" in dotted or "[" in dotted or "(" in dotted or not dotted:
            return f"….{call.func.attr.value}" if isinstance(call.func, cst.Attribute) else "this call"
        return dotted

    # --- what needs no leave ---

    def _target(self, call: cst.Call, effect: Effect, act: Act) -> cst.BaseExpression | None:
        """The first argument that an act is done to."""
        arguments = self._facts.arguments(call)
        for argument in effect.of(act):
            if argument.receiver and isinstance(call.func, cst.Attribute):
                return call.func.value
            found = argument.of(arguments)
            if found is not None:
                return found
        return None

    def _deletes(self, call: cst.Call, effect: Effect) -> bool:
        """Whether what is removed was there before: neither a temporary file nor one that the function made."""
        target = self._target(call, effect, Act.DELETE)
        return target is None or not self._paths.is_own(call, target)

    def _is_harmless(self, call: cst.Call, effect: Effect, act: Act, family: Family) -> bool:
        target = self._target(call, effect, act)
        if family is Family.OVERWRITE:
            return target is None or self._keeps_all(call, target)
        if family is Family.PROCESS:
            return self._ends_child(call) or self._is_query(target)
        if family is Family.HOST:
            return self._ends_child(call) or (target is not None and self._paths.is_own(call, target))
        if family is Family.NETWORK:
            return self._facts.dotted(call.func) in _LOOKUPS or self._is_near(target)
        return False

    def _keeps_all(self, call: cst.Call, target: cst.BaseExpression) -> bool:
        """Whether a write can lose nothing that the model does not know of."""
        paths, func = self._paths, call.func
        if isinstance(func, cst.Attribute) and func.attr.value.startswith("extract"):
            return True
        if paths.is_temporary(target) or paths.is_in_memory(target) or paths.is_new_name(target):
            return True
        if paths.is_read_back(target) or paths.is_backup(call):
            return True
        content = [one.value for one in call.args if one.value is not target]
        if any(paths.is_restored(one) for one in content):
            return True
        return not paths.is_given(target) and not any(paths.is_given(one) for one in content)

    def _ends_child(self, call: cst.Call) -> bool:
        """Whether a call acts on a process that the module itself started."""
        func = call.func
        if isinstance(func, cst.Attribute):
            origins = self._origins.of(func.value)
            if any(
                one.startswith(("subprocess.", "multiprocessing.", "asyncio.")) and one.endswith("()")
                for one in origins
            ):
                return True
        return any(self._paths.names_child(argument.value) for argument in call.args)

    def _is_query(self, command: cst.BaseExpression | None) -> bool:
        """Whether a command with nothing variable in it only asks for a version or a figure."""
        value = self._facts.constant(command)
        words = value.split() if isinstance(value, str) else value
        if not isinstance(words, list | tuple) or not words:
            return False
        if words[0] in _QUERIES or (len(words) == 2 and words[1] in _ASKING_FLAGS):  # noqa: PLR2004 - and its flag
            return True
        return len(words) > 1 and words[1] in _LOOKING.get(words[0], ())

    def _is_near(self, address: cst.BaseExpression | None) -> bool:
        """Whether an address is one of this machine."""
        if isinstance(address, cst.Tuple) and address.elements:
            address = address.elements[0].value
        while isinstance(address, cst.BinaryOperation):
            address = address.left
        if isinstance(address, cst.FormattedString) and address.parts:
            first = address.parts[0]
            text = first.value if isinstance(first, cst.FormattedStringText) else ""
        else:
            value = self._facts.constant(address)
            text = value if isinstance(value, str) else ""
        rest = text.partition("://")[2] or text
        host = rest.partition("/")[0]
        return host.startswith(_LOOPBACK)
