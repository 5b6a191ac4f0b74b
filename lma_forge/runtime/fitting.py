"""Tells whether a value is what a JSON Schema asks: at once for plain schemas, else by the package jsonschema."""

import json
from functools import lru_cache
from typing import Any

Json = dict[str, Any]

_PLAIN = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "title", "description", "default"}
)
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_LONGEST = 300
"""Characters of a message that quotes a value."""


def mismatch(value: object, schema: Json) -> str:
    """Say why a JSON value is not what a schema asks; "" when it is."""
    if surely_fits(value, schema):
        return ""
    import jsonschema  # noqa: PLC0415 - it comes with the extra that serving needs

    fault = jsonschema.exceptions.best_match(_validator(json.dumps(schema, sort_keys=True)).iter_errors(value))
    return "" if fault is None else str(fault.message)[:_LONGEST]


def surely_fits(value: Any, schema: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a value is what a schema asks, as far as a short look can tell.

    Args:
        value: A JSON value.
        schema: A schema.

    Returns:
        True only where it is. False where it is not, and where the schema says more than types,
        fields and items.
    """
    if not isinstance(schema, dict) or not schema.keys() <= _PLAIN:
        return False
    kind = schema.get("type")
    if kind is None:
        return not schema.keys() & {"properties", "required", "additionalProperties", "items"}
    if not isinstance(kind, str) or type(value) not in _TYPES.get(kind, ()):
        return False
    if kind == "array":
        items = schema.get("items", {})
        return all(surely_fits(item, items) for item in value)
    return kind != "object" or _fields_fit(value, schema)


def _fields_fit(value: Json, schema: Json) -> bool:
    fields = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    if not all(name in value for name in schema.get("required", ())):
        return False
    return all(
        surely_fits(item, fields[name]) if name in fields else others is True or surely_fits(item, others)
        for name, item in value.items()
    )


@lru_cache(maxsize=1_000)
def _validator(schema: str) -> Any:  # noqa: ANN401 - its class needs the extra
    import jsonschema  # noqa: PLC0415 - as above

    return jsonschema.Draft202012Validator(json.loads(schema))
