"""The tools' inputs and outputs as one JSON Schema document, draft 2020-12."""

from lma_forge.emit.definitions import definitions, json_text
from lma_forge.model import Spec
from lma_forge.names import pascal


def emit(spec: Spec) -> str:
    """Write the schemas of all tools, two definitions each: `MemoryReaderInput`, `MemoryReaderOutput`."""
    schemas: dict[str, object] = {}
    for tool in definitions(spec):
        stem = pascal(tool.name.removeprefix("tool_"))
        schemas[f"{stem}Input"] = {"description": tool.description} | tool.input_schema
        schemas[f"{stem}Output"] = {"description": f"What {tool.name} gives back."} | tool.output_schema
    return json_text(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": spec.title,
            "$defs": schemas,
        }
    )
