"""The tools in the form that the chat loop of the lollms host takes."""

from collections.abc import Callable
from typing import Any

from lma_forge.runtime.normalize import Record

_PYTHON = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
    "null": "None",
}
_HOST = frozenset({"discussion_instance", "lollms_client_instance", "tool_context"})

Execute = Callable[..., Record]


def chat_spec(record: Record, execute: Execute) -> Record:
    """Make the chat loop's form of one tool.

    Args:
        record: The tool as `discover_tools` lists it.
        execute: The binding's `execute_tool`.

    Returns:
        Name, description, flat parameter list, and a callable that takes the model's arguments
        and the host's objects as keywords, as that loop calls it. It cannot tell one from the other,
        so a loop that has no object of its own under such a name must not hand on the model's.
    """
    name = record["name"]
    return {
        "name": name,
        "description": record["description"],
        "parameters": _parameters(record["input_schema"]),
        "output": [],
        "callable": _callable(name, execute),
        "_source": "personality_tools",
        "_binding": "LCP",
        "_source_file": record.get("_python_file_path"),
        "_python_file_path": record.get("_python_file_path"),
    }


def _parameters(input_schema: dict[str, Any]) -> list[Record]:
    required = set(input_schema["required"])
    return [
        _parameter(name, entry, optional=name not in required) for name, entry in input_schema["properties"].items()
    ]


def _parameter(name: str, entry: dict[str, Any], *, optional: bool) -> Record:
    kind = entry.get("type", "any")
    if isinstance(kind, list):
        kind = kind[0]
    description = entry.get("description", "")
    if entry.get("enum"):
        description = f"{description} Allowed values: {entry['enum']}".strip()
    found: Record = {
        "name": name,
        "type": _PYTHON.get(kind, kind),
        "description": description,
        "optional": optional,
    }
    if "default" in entry:
        found["default"] = entry["default"]
    return found


def _callable(name: str, execute: Execute) -> Callable[..., Record]:
    def call(**arguments: Any) -> Record:  # noqa: ANN401 - whatever the model sends
        host = {key: arguments.pop(key) for key in _HOST if key in arguments}
        discussion = host.pop("discussion_instance", None)
        record = execute(name, arguments, discussion_instance=discussion, **host)
        record.setdefault("success", not record.get("error"))
        return record

    call.__name__ = name
    return call
