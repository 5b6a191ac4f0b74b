"""The lock: what `generate` last wrote, so that it can tell its own text from a person's.

JSON with one line per tool, sorted, and a blank line between, so that git merges two branches that
touched different tools. It holds no time and no version: the same modules give the same lock.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from lma_forge.model import Tool
from lma_forge.project.files import digest

NAME = "lma-forge.lock"
"""The lock's file name, in the folder of generated modules."""

LARGEST = 512 * 1024 * 1024
"""The most bytes that a lock may have: enough for some hundred thousand tools."""

UNSURE = "unsure"
"""Stands for the hash of a module that a run was about to create, remove or move."""

_HEAD = '{"tools": {\n'
_BETWEEN = ",\n\n"
_TAIL = "\n}}\n"
_EMPTY = '{"tools": {}}\n'


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a tool's module as last written.

    Args:
        tool: The tool's name in the spec.
        source: The spec, relative to the project.
        path: The module, relative to the folder of generated modules, with `/`.
        layout: `tool` or `category`.
        spec: Hash of what the spec said of the tool.
        module: Hash of the whole module.
        contract: Hash of all the contract's definitions.
        definitions: Hash of each definition of the contract, by name.
        signature: The implementation's signature.
        stub: Hash of the implementation's stub.
        pending: Hash of the module that a run was about to write, or `UNSURE`; empty once it has.
        agreed: The implementation's signature as last agreed, where the person's and the spec's are in conflict.
        text: What the spec said of the tool, as a document; what tells a renamed tool from a new one.
        lost: Names that the implementation used when it was last merged and that nothing gives it: inputs
            that are gone, and with a dot before it each part of the contract that is gone, with spaces between.
        becoming: Hash by name of the contract's definitions that a run was about to write.
    """

    tool: str
    source: str
    path: str
    layout: str
    spec: str
    module: str
    contract: str
    definitions: Mapping[str, str]
    signature: str = ""
    stub: str = ""
    pending: str = ""
    agreed: str = ""
    text: str = ""
    lost: str = ""
    becoming: Mapping[str, str] = field(default_factory=dict)

    def wrote(self, module: str) -> bool:
        """Tell whether a module with this hash is just as `generate` left it."""
        return bool(module) and module in {self.module, self.pending}

    @property
    def may_be_gone(self) -> bool:
        """Whether a run was cut off that was about to create or remove the module, so that it need not be there."""
        return self.pending == UNSURE


def former(name: str) -> str:
    """Name the entry of the module that a tool is about to leave, while both may be there."""
    return f"{name} (former)"


class BrokenLockError(ValueError):
    """The lock's text is not what `write` makes; says why."""


def write(entries: Mapping[str, Entry], made: str = "") -> str:
    """Write a lock.

    Args:
        entries: The tools by function name.
        made: Hash of the settings and the project's own templates that the modules are made with;
            empty, and not written, for those of lma-forge.

    Returns:
        The lock's text; the same for the same entries in any order.
    """
    lines = (f"{_json(name)}: {_json(_values(entries[name]))}" for name in sorted(entries))
    text = _HEAD + _BETWEEN.join(lines) + _TAIL if entries else _EMPTY
    return text.replace("{", f'{{"made": {_json(made)},\n', 1) if made else text


def read(text: str) -> dict[str, Entry]:
    """Read the tools of a lock, by function name; as `read_all`."""
    return read_all(text)[0]


def read_all(text: str) -> tuple[dict[str, Entry], str]:
    """Read a lock.

    Args:
        text: What `write` made, perhaps laid out otherwise.

    Returns:
        The tools by function name, and the hash of what the modules were made with.

    Raises:
        BrokenLockError: The text is something else, such as the two sides of a merge conflict.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenLockError(f"it is no JSON ({error})") from error
    tools = document.get("tools") if isinstance(document, dict) else None
    if not isinstance(tools, dict):
        raise BrokenLockError("it has no `tools`")
    made = document.get("made", "")
    if not isinstance(made, str):
        raise BrokenLockError("`made` is no text")
    return {name: _entry(name, values) for name, values in tools.items()}, made


_MAPS = ("definitions", "becoming")
_TEXTS = tuple(part.name for part in fields(Entry) if part.name not in _MAPS)
_MAY_BE_EMPTY = {"signature", "stub", "pending", "agreed", "text", "lost"}
_LEFT_OUT = ("pending", "agreed", "text", "lost")


def _entry(name: str, values: Any) -> Entry:  # noqa: ANN401 - whatever the file holds
    if not isinstance(values, dict):
        raise BrokenLockError(f"`{name}` is no object")
    texts = {key: values.get(key, "") for key in _TEXTS}
    maps: dict[str, Any] = {key: values.get(key, {} if key == "becoming" else None) for key in _MAPS}
    for key, value in texts.items():
        if not isinstance(value, str) or not (value or key in _MAY_BE_EMPTY):
            raise BrokenLockError(f"`{key}` of `{name}` is missing or no text")
    for key, found in maps.items():
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            raise BrokenLockError(f"`{key}` of `{name}` is missing or holds something else than texts")
    parts = texts["path"].split("/")
    if not parts[-1].endswith(".py") or any(part in {"", ".", ".."} or "\\" in part or ":" in part for part in parts):
        # A lock that somebody else wrote must not lead us out of the folder.
        raise BrokenLockError(f"`path` of `{name}` is no module below this folder")
    entry = Entry(**texts, **maps)
    if entry.contract != contract_of(entry.definitions):
        raise BrokenLockError(f"`definitions` of `{name}` are not those of its `contract`")
    return entry


def _values(entry: Entry) -> dict[str, Any]:
    values: dict[str, Any] = {key: value for key in _TEXTS if (value := getattr(entry, key)) or key not in _LEFT_OUT}
    if entry.becoming:
        values["becoming"] = dict(sorted(entry.becoming.items()))
    return {**values, "definitions": dict(sorted(entry.definitions.items()))}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def meaning(tool: Tool) -> str:
    """Hash what a spec says of a tool; places in the document take no part."""
    kept = _said.get(id(tool))
    if kept is None or kept[0] is not tool:
        if len(_said) >= _MOST_SAID:
            _said.clear()
        # A run asks several times for the same tool.
        kept = _said[id(tool)] = tool, digest(_json(_plain(tool)).encode("ascii"))
    return kept[1]


_said: dict[int, tuple[Tool, str]] = {}
_MOST_SAID = 4096


def combined(hashes: Iterable[str]) -> str:
    """Hash hashes, in their order."""
    return digest("\n".join(hashes).encode("ascii"))


def contract_of(definitions: Mapping[str, str]) -> str:
    """Hash the hashes of a contract's definitions, so that one that is taken out of the lock is missed."""
    return combined(f"{name} {kept}" for name, kept in sorted(definitions.items()))


def _plain(value: Any) -> Any:  # noqa: ANN401 - any part of the model
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        # What is not stated is left out, so that a field which a later version adds changes nothing.
        kind: Any = type(value)
        parts = ((name, _plain(getattr(value, name))) for name in _compared(kind))
        return {name: part for name, part in parts if part not in _UNSTATED}
    return value


_UNSTATED: tuple[Any, ...] = (None, "", [], {})


@cache
def _compared(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a dataclass
    return tuple(part.name for part in fields(kind) if part.compare)
