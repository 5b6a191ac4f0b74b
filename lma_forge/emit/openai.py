"""The tools as the OpenAI API takes them: the value of `tools` of a chat completion."""

from lma_forge.emit.definitions import definitions, json_text
from lma_forge.emit.schemas import Schema
from lma_forge.model import Spec

_STRICT_KEYWORDS = frozenset(
    {
        *("type", "description", "enum", "properties", "required", "additionalProperties", "items"),
        *("minimum", "maximum", "minItems", "maxItems", "format"),
    }
)
_STRICT_FORMATS = frozenset({"date", "date-time"})


def emit(spec: Spec) -> str:
    """Write the tool list; `strict` is on wherever the schema keeps the rules of strict mode."""
    return json_text(
        [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.input_schema,
                    "strict": is_strict(tool.input_schema),
                },
            }
            for tool in definitions(spec)
        ]
    )


def is_strict(schema: object) -> bool:
    """Tell whether strict mode takes a schema.

    It wants every property required, no object or list of unknown content, and only some keywords
    (OpenAI, Structured Outputs, supported schemas). An optional input would have to become a
    nullable one, which other hosts refuse and the tool does not mean.
    """
    if not isinstance(schema, dict) or not schema.keys() <= _STRICT_KEYWORDS or "type" not in schema:
        return False
    if schema.get("format", "date") not in _STRICT_FORMATS:
        return False
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "array" in kinds:
        return is_strict(schema.get("items"))
    return "object" not in kinds or _is_strict_object(schema)


def _is_strict_object(schema: Schema) -> bool:
    properties = schema.get("properties")
    return (
        isinstance(properties, dict)
        and schema.get("additionalProperties") is False
        and schema.get("required") == list(properties)
        and all(is_strict(inner) for inner in properties.values())
    )
