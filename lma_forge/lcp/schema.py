"""The schema that a model is shown of a tool: ours, and the one the lollms host makes.

Both are `{name, description, input_schema}` as the doctrine's section 4 has them.
"""

import math

from lma_forge.lcp.annotations import type_by_letters
from lma_forge.lcp.docstring import NO_DESCRIPTION, args_entries, host_line, looks_like_parameter
from lma_forge.lcp.view import HIDDEN, ParameterView, Shape, ToolView

__all__ = ["looks_like_parameter", "schema"]

_HOST_SKIPS = HIDDEN | {"args", "kwargs"}
_NO_PARAMETERS = frozenset({"args", "parameters", "returns", "example"})

Json = dict[str, object]


def schema(tool: ToolView, compat: str | None = None) -> Json:
    """Make the schema of a tool.

    Args:
        tool: The tool, as `read` views it.
        compat: None for the annotation's real structure, keyword-only parameters included and
            nothing taken from prose; "lollms" for what lollms_client 1.21.1 makes of the same
            source: types by the letters of the annotation (doctrine 4.3), descriptions and
            phantom parameters from any docstring line that fits (4.2), and only plain parameters.

    Returns:
        A fresh `{"name", "description", "input_schema"}`. Ours always survives `json.dumps`;
        the host's holds defaults as they are.

    Raises:
        ValueError: For another `compat`.
    """
    if compat not in (None, "lollms"):
        raise ValueError(f"compat must be None or 'lollms', not {compat!r}")
    if tool.broken:
        return _assemble(tool, tool.description, *_broken(tool))
    if compat == "lollms":
        return _assemble(tool, _host_description(tool), *_host(tool))
    return _assemble(tool, tool.description, *(_documented(tool) or _ours(tool)))


def shape_schema(shape: Shape) -> Json:
    """JSON Schema of the values that an annotation stands for.

    None is not part of it: the doctrine's table has `Optional[int]` as integer, and hosts compare
    types as plain words. `Shape.nullable` tells.

    Args:
        shape: The shape.

    Returns:
        `type`, with `items` and `enum` where they are known; a list of types for a plain union.
    """
    if not shape.also:
        return _single(shape)
    members = [_single(shape), *(_single(other) for other in shape.also)]
    if all(len(member) == 1 for member in members):
        return {"type": list(dict.fromkeys(member["type"] for member in members))}
    return {"anyOf": members}


def _single(shape: Shape) -> Json:
    found: Json = {"type": shape.type}
    if shape.items is not None:
        found["items"] = shape_schema(shape.items)
    if shape.enum:
        found["enum"] = list(shape.enum)
    return found


def _assemble(tool: ToolView, description: str, properties: dict[str, Json], required: list[str]) -> Json:
    return {
        "name": tool.name,
        "description": description,
        "input_schema": {"type": "object", "properties": properties, "required": required},
    }


def _ours(tool: ToolView) -> tuple[dict[str, Json], list[str]]:
    properties: dict[str, Json] = {}
    required: list[str] = []
    for parameter in tool.parameters:
        if parameter.hidden or parameter.variadic:
            continue
        entry = shape_schema(parameter.shape)
        entry["description"] = parameter.doc or _placeholder(parameter)
        if parameter.has_default:
            entry["default"] = _default(parameter)
        else:
            required.append(parameter.name)
        properties[parameter.name] = entry
    return properties, required


def _placeholder(parameter: ParameterView) -> str:
    return f"Parameter '{parameter.name}'"


def _default(parameter: ParameterView) -> object:
    """The default as JSON; its source where it is no literal or JSON cannot hold it (doctrine 4.4)."""
    value = parameter.default
    if not parameter.literal:
        return parameter.default_text
    if value is None or type(value) in (str, int, bool):
        return value
    try:
        return _as_json(value)
    except (ValueError, RecursionError):
        return parameter.default_text


def _as_json(value: object) -> object:
    """A copy of a literal with lists for tuples. Raises ValueError for what JSON does not have."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _as_json(item) for key, item in value.items()}
    raise ValueError("not JSON")


def _documented(tool: ToolView) -> tuple[dict[str, Json], list[str]] | None:
    """The parameters by the Args block, where it contradicts a signature of keyword-only ones.

    The lollms host does not see keyword-only parameters and takes such a docstring for the
    signature. Where the block agrees with the signature ours is the better answer; where it names
    a parameter that the signature lacks, the two hosts at least show the same.
    """
    visible = tool.visible
    if not visible or any(parameter.kind != "keyword-only" for parameter in visible):
        return None
    entries = [entry for entry in args_entries(tool.docstring) or () if entry.text]
    known = {parameter.name for parameter in tool.parameters}
    if all(entry.name in known for entry in entries):
        return None
    properties: dict[str, Json] = {}
    required: list[str] = []
    for entry in entries:
        _add_documented(entry.name, entry.type, entry.text, properties, required)
    return properties, required


def _add_documented(
    name: str, type_text: str | None, text: str, properties: dict[str, Json], required: list[str]
) -> None:
    """Add a parameter that only the docstring has; this table of the host knows no list or dict."""
    lowered = (type_text or "string").lower()
    kind = next((json_type for json_type, letters in _DOC_TYPES if letters in lowered), "string")
    properties[name] = {"type": kind, "description": text}
    if "optional" not in lowered and "default" not in lowered:
        required.append(name)


_DOC_TYPES = (("integer", "int"), ("number", "float"), ("boolean", "bool"))


def _host_description(tool: ToolView) -> str:
    if not tool.docstring:
        return NO_DESCRIPTION
    return tool.docstring.strip().split("\n\n")[0].strip()


def _host(tool: ToolView) -> tuple[dict[str, Json], list[str]]:
    lines = [found for line in tool.docstring.splitlines() if (found := host_line(line))]
    docs = {line.name: line.text for line in lines}
    properties: dict[str, Json] = {}
    required: list[str] = []
    for parameter in tool.parameters:
        if parameter.kind != "positional" or parameter.name in _HOST_SKIPS:
            continue
        entry: Json = {
            "type": type_by_letters(parameter.annotation),
            "description": docs.get(parameter.name, _placeholder(parameter)),
        }
        if parameter.has_default:
            entry["default"] = parameter.default if parameter.literal else parameter.default_text.strip("'\"")
        else:
            required.append(parameter.name)
        properties[parameter.name] = entry
    if not properties:
        for line in lines:
            if line.name.lower() not in _NO_PARAMETERS:
                _add_documented(line.name, line.type, line.text, properties, required)
    return properties, required


def _broken(tool: ToolView) -> tuple[dict[str, Json], list[str]]:
    properties: dict[str, Json] = {}
    required: list[str] = []
    for parameter in tool.parameters:
        entry: Json = {"type": parameter.shape.type, "description": _placeholder(parameter)}
        if parameter.literal:
            entry["default"] = parameter.default
        if not parameter.has_default:
            required.append(parameter.name)
        properties[parameter.name] = entry
    return properties, required
