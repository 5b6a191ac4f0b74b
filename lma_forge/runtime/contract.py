"""What generated modules declare of their tools: TOOL_CONTRACT, read from the source, never from a run."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lma_forge.lcp import read

_WORDS = frozenset({"none", "read", "write", "destructive", "external"})
_TYPES: dict[str, dict[str, object]] = {
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "object": {"type": "object"},
    "any": {},
}
_LIMITS = {
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
    "list": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}

Schema = dict[str, Any]


class Contract(NamedTuple):
    """What a tool declares.

    Args:
        title: Its name in the spec.
        effects: What it does to the world; None when it does not say.
        approval: Whether it asks an operator before it acts.
        idempotent: Whether a repetition changes nothing; None when it does not say.
        output: JSON Schema of its output; None when it does not say.
    """

    title: str = ""
    effects: frozenset[str] | None = None
    approval: bool = False
    idempotent: bool | None = None
    output: Schema | None = None


NOTHING = Contract()
"""The contract of a tool that declares nothing."""


def contracts(source: bytes) -> dict[str, Contract]:
    """Read the contracts of a module.

    Args:
        source: The module. What is no literal, or of another form, declares nothing.

    Returns:
        The contracts by tool function.
    """
    found = read(source, positions=False).contract or {}
    return {name: _contract(entry) for name, entry in found.items()}


def contract_of(path: str, tool: str) -> Contract:
    """Read the contract of one tool from its file; `NOTHING` when there is none."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - as the rest of the runtime
            return contracts(stream.read()).get(tool, NOTHING)
    except OSError:
        return NOTHING


def annotations(contract: Contract) -> dict[str, object]:
    """Say what a tool does in the words of MCP's tool annotations; what it does not say is left out.

    A hint that is left out has the protocol's default, which is the worst case.
    """
    hints: dict[str, object] = {}
    if contract.title:
        hints["title"] = contract.title
    if contract.effects is not None:
        read_only = contract.effects <= {"none", "read"}
        hints["readOnlyHint"] = read_only
        if not read_only:
            hints["destructiveHint"] = "destructive" in contract.effects
        hints["openWorldHint"] = "external" in contract.effects
    if contract.idempotent is not None:
        hints["idempotentHint"] = contract.idempotent
    return hints


def _contract(entry: object) -> Contract:
    if not isinstance(entry, Mapping):
        return NOTHING
    effects, idempotent, output = entry.get("effects"), entry.get("idempotent"), entry.get("output")
    known = isinstance(effects, list | tuple) and all(isinstance(word, str) and word in _WORDS for word in effects)
    return Contract(
        title=str(entry.get("tool") or ""),
        effects=frozenset(effects) if known and effects is not None else None,
        approval=entry.get("approval") is True,
        idempotent=idempotent if isinstance(idempotent, bool) else None,
        output=_fields(output) if isinstance(output, Mapping) else None,
    )


def _fields(fields: Mapping[Any, object]) -> Schema:
    optional = {name for name, said in fields.items() if isinstance(said, Mapping) and said.get("optional") is True}
    return {
        "type": "object",
        "properties": {str(name): _declared(said) for name, said in fields.items()},
        "required": [str(name) for name in fields if name not in optional],
        "additionalProperties": False,
    }


def _declared(said: object) -> Schema:
    if not isinstance(said, Mapping):
        said = {"type": said}
    kind = str(said.get("type"))
    found: Schema = dict(_TYPES.get(kind, {"type": "string"}))
    if kind == "list":
        found = {"type": "array", "items": _declared(said["items"]) if "items" in said else {}}
    fields, values = said.get("fields"), said.get("values")
    if isinstance(fields, Mapping):
        found |= _fields(fields)
    if isinstance(values, list | tuple):
        found["enum"] = list(values)
    low, high = _LIMITS.get(kind, ("minLength", "maxLength"))
    for key, word in (("minimum", low), ("maximum", high)):
        if isinstance(said.get(key), int | float):
            found[word] = said[key]
    if said.get("nullable") is True and "type" in found:
        found["type"] = [found["type"], "null"]
        if "enum" in found:
            found["enum"].append(None)
    return found
