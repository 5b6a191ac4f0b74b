"""The parameters of a tool: the host's view of each beside its place in the syntax tree."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.lcp import ParameterView, ToolView
from lma_forge.rules.toolmodule import ToolModule

INJECTED = frozenset(
    {"args", "kwargs", "tool_context", "lollms_client_instance", "discussion_instance", "user_interaction_handler"}
)
"""Names of plain parameters that hosts leave out of the schema (doctrine 4.5)."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter.

    Args:
        tool: The tool that it belongs to.
        view: The host's view.
        node: Name and annotation.
        default: The default; None without one.
    """

    tool: ToolView
    view: ParameterView
    node: ast.arg
    default: ast.expr | None


def parameters(module: ToolModule) -> Iterator[Parameter]:
    """All parameters of all tools of a module, in order."""
    for tool in module.file.tools:
        yield from parameters_of(module, tool)


def shown(module: ToolModule) -> Iterator[Parameter]:
    """The parameters that a model fills: neither injected by the host nor starred."""
    return (one for one in parameters(module) if not one.view.variadic and one.view.name not in INJECTED)


def parameters_of(module: ToolModule, tool: ToolView) -> Iterator[Parameter]:
    """All parameters of a tool, in order; none where its definition is not known."""
    definition = module.definition(tool)
    if definition is None:
        return
    arguments = definition.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: dict[str, ast.expr | None] = {}
    if arguments.defaults:
        named = plain[-len(arguments.defaults) :]
        defaults = {node.arg: value for node, value in zip(named, arguments.defaults, strict=True)}
    defaults |= {node.arg: value for node, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)}
    starred = [node for node in (arguments.vararg, arguments.kwarg) if node is not None]
    nodes = {node.arg: node for node in (*plain, *arguments.kwonlyargs, *starred)}
    for view in tool.parameters:
        if view.name in nodes:
            yield Parameter(tool, view, nodes[view.name], defaults.get(view.name))
