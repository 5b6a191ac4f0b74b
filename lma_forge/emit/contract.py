"""The contract literal of a module: what readers take from its source without importing it."""

from collections.abc import Iterator

from lma_forge.emit.escape import Value
from lma_forge.emit.library import Library
from lma_forge.model import Field, FieldType, Kind, Tool

Declaration = dict[str, Value]


def contract(library: Library) -> dict[str, Value]:
    """Make the value of TOOL_CONTRACT: one entry for each tool function of the module."""
    return {tool.function: tool_contract(tool) for tool in library.tools}


def tool_contract(tool: Tool) -> Declaration:
    """Make the contract of one tool.

    Args:
        tool: A tool of a library, its effects and approval settled.

    Returns:
        Its spec name, effects (None when unknown), approval, idempotence (None when unknown), and
        each output with its declaration (see `declaration`).
    """
    return {
        "tool": tool.name,
        "effects": None if tool.effects is None else [str(effect) for effect in tool.effects],
        "approval": tool.approval is not None and tool.approval.required,
        "idempotent": tool.idempotent,
        "output": {field.name: declaration(field) for field in tool.outputs},
    }


def declaration(field: Field) -> str | Declaration:
    """Declare an output: its type word when that says it all, else a mapping.

    Returns:
        The word, or a mapping with `type` and those of: `optional`, `nullable`, `values` (the
        allowed ones), `minimum`, `maximum`, `items` (a declaration), `fields` (declarations by name).
    """
    found: Declaration = {"type": str(field.type.kind)}
    if not field.required:
        found["optional"] = True
    if field.type.nullable:
        found["nullable"] = True
    if field.limits.minimum is not None:
        found["minimum"] = field.limits.minimum
    if field.limits.maximum is not None:
        found["maximum"] = field.limits.maximum
    if field.type.kind is Kind.LIST:
        if (item := item_field(field)) is not None:
            found["items"] = declaration(item)
    else:
        if field.allowed:
            found["values"] = [item.value for item in field.allowed]
        if field.type.members:
            found["fields"] = {member.name: declaration(member) for member in field.type.members}
    return str(field.type.kind) if len(found) == 1 else found


def item_field(field: Field) -> Field | None:
    """Describe the items of a list as a field of their own; None when they may be anything."""
    if field.type.item is None and not field.type.members and not field.allowed:
        return None
    kind = field.type.item or (Kind.OBJECT if field.type.members else Kind.ANY)
    return Field(field.name, FieldType(kind, members=field.type.members), allowed=field.allowed)


def kinds(declared: Value) -> Iterator[str]:
    """Name every type that a declaration speaks of."""
    if isinstance(declared, str):
        yield declared
    elif isinstance(declared, dict):
        yield str(declared["type"])
        if "items" in declared:
            yield from kinds(declared["items"])
        inner = declared.get("fields", {})
        if isinstance(inner, dict):
            for field in inner.values():
                yield from kinds(field)
