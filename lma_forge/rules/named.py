"""The calls of a module by the last part of what is called, and the functions that calls are given.

index = module.kept(calls_by_name)
index.called["run"]                     the calls of `run`, `x.run` and `a.b.run`, in order
index.handed["wipe"]                    the calls that get the name `wipe` as an argument, each with the argument
index.handed_attributes["rmtree"]       the calls that get `shutil.rmtree`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule


def name_of(call: cst.Call) -> str:
    """The name of the function or method that a call names; "" where it calls what an expression gives."""
    func = call.func
    if isinstance(func, cst.Attribute):
        return func.attr.value
    return func.value if isinstance(func, cst.Name) else ""


class CallIndex:
    """Calls by name, filed in one pass, so that rules need not go through all calls.

    Args:
        calls: The calls of a module, in order.

    Attributes:
        called: Calls by the name of the function or method that they call.
        handed: Calls by the names among their arguments, with the argument.
        handed_attributes: Calls by the last parts of the attributes among their arguments, with the argument.
    """

    def __init__(self, calls: Iterable[cst.Call]) -> None:
        self.called: dict[str, list[cst.Call]] = {}
        self.handed: dict[str, list[tuple[cst.Call, cst.Name]]] = {}
        self.handed_attributes: dict[str, list[tuple[cst.Call, cst.Attribute]]] = {}
        # To ask for the type is several times as fast as isinstance with libcst's classes.
        name_type, attribute_type = cst.Name, cst.Attribute
        for call in calls:
            func = call.func
            kind = type(func)
            if kind is name_type:
                self.called.setdefault(func.value, []).append(call)  # type: ignore[attr-defined]
            elif kind is attribute_type:
                self.called.setdefault(func.attr.value, []).append(call)  # type: ignore[attr-defined]
            for argument in call.args:
                value = argument.value
                kind = type(value)
                if kind is name_type:
                    self.handed.setdefault(value.value, []).append((call, value))  # type: ignore[attr-defined, arg-type]
                elif kind is attribute_type:
                    found = self.handed_attributes.setdefault(value.attr.value, [])  # type: ignore[attr-defined]
                    found.append((call, value))  # type: ignore[arg-type]

    def of(self, names: Iterable[str]) -> Iterator[cst.Call]:
        """The calls of any of some names; those of one name in order."""
        for name in names:
            yield from self.called.get(name, ())


def calls_by_name(module: ToolModule) -> CallIndex:
    """The index of a module: an analysis for `ToolModule.kept`."""
    return CallIndex(module.facts.of(cst.Call))
