"""What every host is told of a tool, before it is put into a host's own words."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.emit.library import settled_tools
from lma_forge.emit.schemas import Schema, input_schema, output_schema
from lma_forge.emit.wording import guidance, summary
from lma_forge.model import Effect, Spec, Tool


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as hosts are told of it.

    Args:
        name: The function that is called.
        title: The name for people.
        description: What the model reads: the description, and when to use the tool and when not.
        input_schema: JSON Schema of the arguments.
        output_schema: JSON Schema of the output.
        tool: The tool, its effects and approval settled.
    """

    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema
    tool: Tool


def definitions(spec: Spec) -> Iterator[Definition]:
    """Describe the tools of a spec, in its order; reserved tools are no tools."""
    for tool in settled_tools(spec):
        yield Definition(
            tool.function,
            tool.title,
            "\n".join((*summary(tool), *guidance(tool))),
            input_schema(tool),
            output_schema(tool),
            tool,
        )


def annotations(tool: Tool) -> dict[str, object]:
    """Say what a tool does to the world in the words of MCP (tool annotations, 2025-06-18).

    Args:
        tool: A tool, its effects settled.

    Returns:
        The hints that the spec settles; a hint that is left out has the protocol's default, which
        is the worst case. Reading alone is read-only; a tool that reaches outside is not, since
        what happens there is not known.
    """
    hints: dict[str, object] = {"title": tool.title}
    if tool.effects is not None:
        effects = set(tool.effects)
        is_read_only = effects <= {Effect.NONE, Effect.READ}
        hints["readOnlyHint"] = is_read_only
        if not is_read_only:
            hints["destructiveHint"] = Effect.DESTRUCTIVE in effects
        hints["openWorldHint"] = Effect.EXTERNAL in effects
    if tool.idempotent is not None:
        hints["idempotentHint"] = tool.idempotent
    return hints


def json_text(value: object) -> str:
    """Write JSON for people and machines: indented, in the order given, ending in a newline."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
