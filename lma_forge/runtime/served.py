"""The tools of a binding as an MCP server lists them, and their results as it gives them."""

import base64
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lma_forge.runtime.binding import LCPBinding
from lma_forge.runtime.contract import annotations, contract_of
from lma_forge.runtime.fitting import mismatch
from lma_forge.runtime.jsonable import encodable, held, plain
from lma_forge.runtime.notices import warn

_NAME = re.compile(r"[A-Za-z0-9._-]{1,128}\Z", re.ASCII)
"""The names that MCP allows (SEP-986)."""

_PLAIN = frozenset({"output", "status_code", "success", "error", "traceback"})

Json = dict[str, Any]


class Served(NamedTuple):
    """A tool as a client sees it.

    Args:
        name: The function.
        title: The name for people; "" when there is none.
        description: What the model reads.
        input_schema: JSON Schema of the arguments.
        output_schema: JSON Schema of the structured result; None when there is none.
        annotations: Hints about what it does.
    """

    name: str
    title: str
    description: str
    input_schema: Json
    output_schema: Json | None
    annotations: Json


class Answer(NamedTuple):
    """A result as a client gets it.

    Args:
        text: For the model.
        failed: Whether it is a failure.
        structured: The output as JSON; only of a success.
        media: Triples of "image" or "audio", base64 data and media type.
        resources: Files as MCP has them: dicts with `uri`, `text` or `blob`, and `mimeType`.
        beside: What else the tool gave for the host.
    """

    text: str
    failed: bool
    structured: Any = None
    media: tuple[tuple[str, str, str], ...] = ()
    resources: tuple[Json, ...] = ()
    beside: Json | None = None


def served(binding: LCPBinding, modelled: Iterable[Mapping[str, Any]] = ()) -> dict[str, Served]:
    """Describe the tools of a binding.

    Args:
        binding: The binding.
        modelled: Definitions of tools from specs, in the form of MCP's tool list. One whose
            parameters are those of the tool replaces what the tool's source says.

    Returns:
        The tools by name. Those that cannot be called, or that MCP has no name for, are left out
        and logged.
    """
    known = {str(definition["name"]): definition for definition in modelled}
    found = {}
    for record in binding.discover_tools():
        name = record["name"]
        if record.get("_parsed_via_regex_fallback"):
            warn(f"{name} is not served: its file does not parse")
        elif not _NAME.match(name):
            warn(f"{name} is not served: MCP allows letters, digits, dot, dash and underscore in names, up to 128")
        else:
            found[name] = _served(record, known.get(name))
    return found


def _served(record: Json, definition: Mapping[str, Any] | None) -> Served:
    schema = record["input_schema"]
    if definition is not None:
        given = definition["inputSchema"]
        if given["properties"].keys() == schema["properties"].keys() and given["required"] == schema["required"]:
            return Served(
                record["name"],
                definition["title"],
                definition["description"],
                given,
                definition["outputSchema"],
                dict(definition["annotations"]),
            )
        warn(f"{record['name']} is not what its spec says; it is served as its source is. Run `lma-forge generate`")
    path = record.get("_python_file_path")
    contract = contract_of(path, record["name"]) if path else contract_of("", "")
    return Served(
        record["name"],
        contract.title,
        record["description"],
        {**_portable(schema), "additionalProperties": False},
        contract.output,
        annotations(contract),
    )


def _portable(schema: Json) -> Json:
    """A schema that clients take which know less: arrays say `items`, and no default is null."""
    found = dict(schema)
    if "properties" in found:
        found["properties"] = {name: _portable(field) for name, field in found["properties"].items()}
    if found.get("type") == "array" or "items" in found:
        found["items"] = _portable(found.get("items", {}))
    if isinstance(found.get("additionalProperties"), dict):
        found["additionalProperties"] = _portable(found["additionalProperties"])
    if "type" in found and found.get("default", found) is None:
        del found["default"]
    return found


def answer(record: Mapping[str, Any], schema: Json | None) -> Answer:
    """Turn a tool's record into a result.

    Args:
        record: What the binding gave.
        schema: The tool's output schema.

    Returns:
        The result. A failure has its text and nothing else; so has a success that is not what the
        tool declares.
    """
    if record.get("success") is not True:
        return Answer(held(record.get("error") or record.get("output") or "The tool failed.")[1], failed=True)
    output, text = held(record.get("output"))
    if schema is not None:
        problem = mismatch(output, schema)
        if problem:
            return Answer(f"The tool's result is not what it declares: {problem}", failed=True)
    beside = {encodable(str(key)): plain(value) for key, value in record.items() if key not in _PLAIN}
    return Answer(
        text,
        failed=False,
        structured=output if schema is not None or isinstance(output, dict) else None,
        media=(*_media(beside, "image", "image/png"), *_media(beside, "audio", "audio/wav")),
        resources=_resources(beside),
        beside=beside or None,
    )


def _media(beside: Json, kind: str, usual: str) -> list[tuple[str, str, str]]:
    """Take pictures or sounds out of what a tool gave beside its output.

    They are `image_b64`, or `images` with their `image_media_types` (doctrine 8), and the same for
    audio.
    """
    data = [beside.pop(f"{kind}_b64", None)]
    several, types = beside.pop(f"{kind}s", None), beside.pop(f"{kind}_media_types", None)
    data += several if isinstance(several, list) else []
    types = types if isinstance(types, list) else []
    found = []
    for index, item in enumerate(text for text in data if isinstance(text, str)):
        media_type = types[index] if index < len(types) else usual
        if item.startswith("data:") and "," in item:
            head, item = item.split(",", 1)  # noqa: PLW2901 - the same data without its head
            media_type = head[5:].split(";")[0] or media_type
        if _is_base64(item):
            found.append((kind, item, encodable(str(media_type))))
        else:
            warn(f"a tool gave {kind} data that is no base64; it was left out")
    return found


def _is_base64(text: str) -> bool:
    try:
        return bool(base64.b64decode(text, validate=True))
    except ValueError:
        return False


def _resources(beside: Json) -> tuple[Json, ...]:
    """Take files out of what a tool gave beside its output; what is none stays there."""
    given = beside.pop("resources", None)
    found, other = [], []
    for item in given if isinstance(given, list) else ():
        content = item.get("text", item.get("blob")) if isinstance(item, dict) else None
        if isinstance(content, str) and isinstance(item.get("uri"), str):
            kind = item.get("mimeType")
            held = {key: item[key] for key in ("uri", "text", "blob") if key in item}
            found.append(held | ({"mimeType": kind} if isinstance(kind, str) else {}))
        else:
            other.append(item)
    if given is not None and (other or not isinstance(given, list)):
        beside["resources"] = other or given
    return tuple(found)
