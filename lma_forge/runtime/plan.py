"""How one tool is called: worked out once from its real signature, then used for every call."""

import copy
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from lma_forge.lcp import HIDDEN, ParameterView, ToolView
from lma_forge.runtime.coercion import RefusedError, accepted, coerce
from lma_forge.runtime.notices import did_you_mean, warn
from lma_forge.runtime.signatures import parameters_of

ARGUMENTS = ("pass", "coerce", "strict")
"""How arguments are treated: as they come, brought to the declared type, or that and checked."""

_Parameter = inspect.Parameter
_MUTABLE = (list, dict, set, bytearray)


class MissingError(TypeError):
    """A call lacks an argument that the tool needs."""


class Plan:
    """The call of one tool.

    What the source declares and what the loaded function takes can differ (decorators), and both
    count: names that neither knows are dropped, unless both take `**kwargs` (doctrine 7.4).

    Args:
        tool: The tool as its source shows it.
        function: The function as the loaded module holds it.
        arguments: One of `ARGUMENTS`.

    Attributes:
        hidden: The host's objects that the tool takes.
    """

    __slots__ = (
        "_enums",
        "_fresh",
        "_known",
        "_mode",
        "_open",
        "_positional",
        "_required",
        "_shapes",
        "function",
        "hidden",
        "tool",
    )

    def __init__(self, tool: ToolView, function: Callable[..., Any], arguments: str) -> None:
        self.tool = tool
        self.function = function
        self._mode = arguments
        parameters = parameters_of(function)
        swallows = parameters is None or any(p.kind is _Parameter.VAR_KEYWORD for p in parameters.values())
        named = {} if parameters is None else {n: p for n, p in parameters.items() if not _variadic(p)}
        declared = {p.name: p for p in tool.parameters if not p.variadic}
        takes = declared.keys() | named.keys() if swallows else named.keys()
        self._open = swallows and tool.takes_any
        self._known = frozenset(takes - HIDDEN)
        self.hidden = HIDDEN if self._open else frozenset(takes & HIDDEN)
        self._positional = {n: p.default for n, p in named.items() if p.kind is _Parameter.POSITIONAL_ONLY}
        required = {name for name, p in named.items() if p.default is _Parameter.empty}
        if swallows:
            required |= {name for name, p in declared.items() if not p.has_default and name not in named}
        self._required = frozenset(required)
        self._fresh = {n: p.default for n, p in named.items() if isinstance(p.default, _MUTABLE)}
        self._shapes = {p.name: p for p in tool.parameters if not p.hidden and not p.variadic}
        self._enums = {name: p for name, p in self._shapes.items() if p.shape.enum and not p.shape.also}

    def bind(self, params: Mapping[str, Any], host: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Work out positional and keyword arguments of one call.

        Args:
            params: What the model sent; never changed, and passed on by reference.
            host: The host's objects by name; None for those that the host did not give.

        Returns:
            The arguments. What the model sent under a host object's name is never among them.

        Raises:
            MissingError: When a required argument is missing.
            RefusedError: When a value does not fit and arguments are not passed as they come, or
                when a name is unknown and arguments are strict.
        """
        known = self._known
        if self._open:
            bound = {name: value for name, value in params.items() if name not in HIDDEN}
        else:
            bound = {name: value for name, value in params.items() if name in known}
            if len(bound) != len(params):
                self._unknown(params)
        if self._mode != "pass":
            self._coerce(bound)
        elif self._enums:
            self._watch(bound)
        for name in self.hidden:
            value = host.get(name)
            if value is not None:
                bound[name] = value
        if not self._required <= bound.keys():
            raise MissingError(self._missing(bound))
        for name, default in self._fresh.items():
            if name not in bound:
                bound[name] = copy.deepcopy(default)
        return self._split(bound) if self._positional else ([], bound)

    def _split(self, bound: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Move positional-only arguments to the front, with defaults for those left out before one."""
        count = max((index for index, name in enumerate(self._positional, 1) if name in bound), default=0)
        names = list(self._positional)[:count]
        return [bound.pop(name) if name in bound else self._positional[name] for name in names], bound

    def _unknown(self, params: Mapping[str, Any]) -> None:
        names = [name for name in params if name not in self._known and name not in HIDDEN]
        for name in names:
            said = f"unknown argument '{name}'"
            guess = did_you_mean(str(name), self._known)
            if self._mode == "strict":
                takes = f" It takes {', '.join(sorted(self._known)) or 'no arguments'}." if not guess else ""
                raise RefusedError(f"{said}.{guess}{takes}")
            warn(f"{self.tool.name}: {said} was dropped.{guess}")

    def _coerce(self, bound: dict[str, Any]) -> None:
        for name, parameter in self._shapes.items():
            if name in bound:
                bound[name] = coerce(name, bound[name], parameter.shape, nullable=_defaults_to_none(parameter))

    def _watch(self, bound: dict[str, Any]) -> None:
        """Log a value outside a `Literal`: the document lets it pass."""
        for name, parameter in self._enums.items():
            if name in bound and bound[name] not in parameter.shape.enum and bound[name] is not None:
                warn(f"{self.tool.name}: argument '{name}' should be {accepted(parameter.shape)}")

    def _missing(self, bound: Mapping[str, Any]) -> str:
        names = [p.name for p in self.tool.parameters if p.name in self._required and p.name not in bound]
        names += sorted(self._required - bound.keys() - set(names))
        said = []
        for name in names:
            parameter = self._shapes.get(name)
            if name in HIDDEN:
                said.append(f"'{name}' (given by the host)")
            else:
                said.append(f"'{name}' ({accepted(parameter.shape)})" if parameter else f"'{name}'")
        return f"missing required argument{'s' if len(said) > 1 else ''} {', '.join(said)}"


def _variadic(parameter: inspect.Parameter) -> bool:
    return parameter.kind in (_Parameter.VAR_POSITIONAL, _Parameter.VAR_KEYWORD)


def _defaults_to_none(parameter: ParameterView) -> bool:
    return parameter.has_default and parameter.literal and parameter.default is None
