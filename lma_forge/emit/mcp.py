"""The tools as an MCP server lists them: the result of `tools/list`."""

from lma_forge.emit.definitions import annotations, definitions, json_text
from lma_forge.model import Spec


def emit(spec: Spec) -> str:
    """Write the tool list, with the annotations that the spec's effects settle."""
    return json_text(
        {
            "tools": [
                {
                    "name": tool.name,
                    "title": tool.title,
                    "description": tool.description,
                    "inputSchema": tool.input_schema,
                    "outputSchema": tool.output_schema,
                    "annotations": annotations(tool.tool),
                }
                for tool in definitions(spec)
            ]
        }
    )
