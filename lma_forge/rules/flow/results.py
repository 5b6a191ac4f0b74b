"""What tools give back to the model: the fields of their results that hold origins of some species."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.rules.flow.summaries import ToolFlow, tools_of
from lma_forge.rules.flow.values import Atom, Step, Taint, Value

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule


class Result(NamedTuple):
    """One field of a result that holds what it should not.

    Args:
        tool: The tool.
        key: The field; "" for the whole.
        node: The field's expression, or the `return`.
        atom: The origin.
        mask: What holds of it.
        step: The way that it came.
    """

    tool: ToolFlow
    key: str
    node: ast.expr | ast.stmt
    atom: Atom
    mask: int
    step: Step | None

    @property
    def shown(self) -> str:
        """The field as a sentence begins with it."""
        return f"'{self.key}'" if self.key else "The result"


def results(module: ToolModule, species: frozenset[str]) -> Iterator[Result]:
    """The fields of tool results that hold origins of some species, each field of a tool once."""
    others = frozenset(tool.name for tool in module.file.tools)
    for tool in tools_of(module):
        told: set[tuple[str, Atom]] = set()
        for returned in tool.summary.returned:
            if _is_other_tool(others, returned.node):
                continue
            for key, node, value in _fields(returned.node, returned.value):
                for atom, taint in _held(value, species):
                    if (key, atom) not in told:
                        told.add((key, atom))
                        yield Result(tool, key, node, atom, taint.mask, taint.step)


def _is_other_tool(names: frozenset[str], node: ast.Return) -> bool:
    """Whether a tool gives back what another one returns, where it is told."""
    call = node.value
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names


def _fields(node: ast.Return, value: Value) -> Iterator[tuple[str, ast.expr | ast.stmt, Value]]:
    written: dict[str, ast.expr] = {}
    if isinstance(node.value, ast.Dict):
        for key, item in zip(node.value.keys, node.value.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                written[key.value] = item
    named = {key: item for key, item in (value.fields or {}).items() if not key.isdigit() and key != "[]"}
    if not named:
        yield "", node, value
        return
    for name, held in named.items():
        yield name, written.get(name, node), held


def _held(value: Value, species: frozenset[str]) -> Iterator[tuple[Atom, Taint]]:
    for atom, taint in value.taints.items():
        if atom.species in species:
            yield atom, taint
