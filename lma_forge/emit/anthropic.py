"""The tools as the Anthropic API takes them: the value of `tools`."""

from lma_forge.emit.definitions import definitions, json_text
from lma_forge.model import Spec


def emit(spec: Spec) -> str:
    """Write the tool list."""
    return json_text(
        [
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            for tool in definitions(spec)
        ]
    )
