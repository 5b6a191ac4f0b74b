"""The JSON Schemas of a tool: the one truth for exports and for the check of generated modules."""

from lma_forge.emit.contract import item_field
from lma_forge.emit.wording import parameter_text
from lma_forge.model import Field, Kind, Tool

Schema = dict[str, object]

_FORMATS = {Kind.URL: "uri", Kind.DATE: "date", Kind.DATETIME: "date-time", Kind.TIMESTAMP: "date-time"}
_LIMITS = {
    Kind.INTEGER: ("minimum", "maximum"),
    Kind.NUMBER: ("minimum", "maximum"),
    Kind.LIST: ("minItems", "maxItems"),
    Kind.OBJECT: ("minProperties", "maxProperties"),
}


def input_schema(tool: Tool) -> Schema:
    """Make the JSON Schema of a tool's arguments.

    `required` is always there, arrays always say `items`, and an optional input keeps its plain
    type: strict clients refuse anything else. Only a nullable input admits null.

    Args:
        tool: A tool of an accepted spec.

    Returns:
        A fresh schema, its properties in the order of the spec and named as the function's
        parameters are.
    """
    return _object({field.parameter: field for field in tool.inputs})


def output_schema(tool: Tool) -> Schema:
    """Make the JSON Schema of what a tool's result holds in `output`."""
    return _object({field.name: field for field in tool.outputs})


def field_schema(field: Field) -> Schema:
    """Make the JSON Schema of one field, with its description and default."""
    found = _bare(field)
    found["description"] = parameter_text(field)
    if field.default is not None:
        found["default"] = field.default.value
    return found


def _bare(field: Field) -> Schema:
    kind = field.type.kind
    found: Schema = {}
    if kind.json_type:
        found["type"] = [kind.json_type, "null"] if field.type.nullable else kind.json_type
    if kind is Kind.LIST:
        item = item_field(field)
        found["items"] = _bare(item) if item is not None else {}
    elif field.allowed:
        values: list[object] = [allowed.value for allowed in field.allowed]
        found["enum"] = [*values, None] if field.type.nullable else values
    if kind is Kind.OBJECT and field.type.members:
        found |= {
            key: value for key, value in _object({m.name: m for m in field.type.members}).items() if key != "type"
        }
    if kind in _FORMATS:
        found["format"] = _FORMATS[kind]
    low, high = _LIMITS.get(kind, ("minLength", "maxLength"))
    if field.limits.minimum is not None:
        found[low] = field.limits.minimum
    if field.limits.maximum is not None:
        found[high] = field.limits.maximum
    return found


def _object(fields: dict[str, Field]) -> Schema:
    return {
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }
