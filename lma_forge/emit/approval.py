"""When a generated tool asks an operator, and what it says to them."""

from collections.abc import Mapping

from lma_forge.emit.checks import holds_path
from lma_forge.emit.escape import literal, one_line, text_literal
from lma_forge.emit.wording import running_text, sentence
from lma_forge.model import Effect, Tool

_HARMLESS = frozenset({Effect.NONE, Effect.READ})


def can_ask(tool: Tool) -> bool:
    """Tell whether a call of the tool can ever need an operator's word.

    The autonomy level `strict` asks for every effect but none and read; a tool whose effects are
    unknown may have any.
    """
    marked = tool.approval is not None and tool.approval.required
    return marked or tool.effects is None or not _HARMLESS.issuperset(tool.effects)


def approval_call(tool: Tool, variables: Mapping[str, str], needs: set[str]) -> str | None:
    """Write the statement that asks for approval; None for a tool that never asks.

    Args:
        tool: A tool of a library, its effects and approval settled.
        variables: The variable that holds each parameter's checked value.
        needs: Takes the parts of the module that the statement uses.
    """
    if not can_ask(tool):
        return None
    needs.add("approve")
    arguments = ", ".join(f"{text_literal(field.parameter)}: {variables[field.parameter]}" for field in tool.inputs)
    paths = literal(tuple(field.parameter for field in tool.inputs if holds_path(field)))
    marked = tool.approval is not None and tool.approval.required
    label, action = text_literal(tool.function), text_literal(_action(tool))
    return f"_approve({label}, {action}, {{{arguments}}}, {paths}, always={marked})"


def _action(tool: Tool) -> str:
    effects = "unknown" if tool.effects is None else ", ".join(tool.effects)
    said = [f"{tool.name}: {sentence(running_text(tool.description.blocks))}", f"Effects: {effects}."]
    if tool.approval is not None and tool.approval.condition:
        said.append(f"Approval is asked for: {sentence(tool.approval.condition)}")
    return one_line(" ".join(said))
