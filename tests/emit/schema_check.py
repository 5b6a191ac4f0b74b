"""A small judge of JSON Schemas, independent of the code that writes them."""

from typing import Any

TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}
KEYWORDS = {
    *("type", "description", "enum", "default", "format", "items", "properties", "required", "additionalProperties"),
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
}


def faults(schema: dict[str, Any], *, is_item: bool = False) -> list[str]:
    """Say what a strict client would refuse in a schema of ours."""
    found = [f"unknown keyword {key}" for key in schema.keys() - KEYWORDS]
    kinds = kinds_of(schema)
    found += [f"unknown type {kind}" for kind in kinds if kind not in TYPES]
    if not is_item and not schema.get("description") and "properties" not in schema:
        found.append("no description")
    if "array" in kinds:
        found += faults(schema["items"], is_item=True) if "items" in schema else ["array without items"]
    if "properties" in schema:
        if schema.get("additionalProperties") is not False:
            found.append("open object")
        if not isinstance(schema.get("required"), list) or not set(schema["required"]) <= set(schema["properties"]):
            found.append("required is missing or names what is not there")
        for inner in schema["properties"].values():
            found += faults(inner)
    if "enum" in schema and len(schema["enum"]) != len({(type(value), value) for value in schema["enum"]}):
        found.append("enum repeats itself")
    if "default" in schema and not fits(schema, schema["default"]):
        found.append("default does not fit")
    return found


def kinds_of(schema: dict[str, Any]) -> list[str]:
    kind = schema.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def fits(schema: dict[str, Any], value: Any) -> bool:
    """Tell whether a JSON value is valid under a schema of ours."""
    kinds = kinds_of(schema)
    if kinds and not any(_is(value, kind) for kind in kinds):
        return False
    if "enum" in schema and not any(type(value) is type(one) and value == one for one in schema["enum"]):
        return False
    return value is None or (_fits_limits(schema, value) and _fits_inside(schema, value))


def _fits_limits(schema: dict[str, Any], value: Any) -> bool:
    size = value if isinstance(value, int | float) else len(value)
    low = [schema.get(key, size) for key in ("minimum", "minLength", "minItems", "minProperties")]
    high = [schema.get(key, size) for key in ("maximum", "maxLength", "maxItems", "maxProperties")]
    return bool(max(low) <= size <= min(high))


def _fits_inside(schema: dict[str, Any], value: Any) -> bool:
    if isinstance(value, list):
        return all(fits(schema.get("items", {}), item) for item in value)
    if not isinstance(value, dict) or "properties" not in schema:
        return True
    inside = schema["properties"]
    known = set(schema["required"]) <= set(value) <= set(inside)
    return known and all(fits(inside[key], item) for key, item in value.items())


def _is(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, TYPES[kind])
