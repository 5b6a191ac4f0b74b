"""The class that types what an implementation returns."""

import re
from dataclasses import dataclass

from lma_forge.emit.escape import docstring, literal, text_literal
from lma_forge.emit.wording import parameter_text
from lma_forge.model import Field, Kind, Tool
from lma_forge.names import is_keyword, pascal

_TYPES = {
    Kind.INTEGER: "int",
    Kind.NUMBER: "float",
    Kind.BOOLEAN: "bool",
    Kind.OBJECT: "dict[str, Any]",
    Kind.ANY: "Any",
}

_NAMED_TYPES = frozenset({"bool", "dict", "float", "int", "list", "str"})
_NAMED_TYPE = re.compile(rf"\b(?:{'|'.join(sorted(_NAMED_TYPES))})\b")
"""Types whose names a field of the class may hide from the annotations after it."""


@dataclass(frozen=True, slots=True)
class Output:
    """The output class of a tool.

    Args:
        name: Its name.
        docstring: The class's docstring.
        lines: The class's fields.
        source: The whole assignment in place of a class, where class syntax cannot say it.
    """

    name: str
    docstring: str = ""
    lines: tuple[str, ...] = ()
    source: str = ""

    @property
    def names_builtins(self) -> bool:
        """Whether an annotation names the module of the builtin types."""
        return any("builtins." in line for line in self.lines)


def output_class_name(tool: Tool) -> str:
    """Name the output class of a tool: MemoryReaderOutput."""
    written = pascal(tool.name)
    usable = not tool.explicit_name and written.isascii() and written.isidentifier()
    return f"{written if usable else pascal(tool.snake_name)}Output"


def output_class(tool: Tool) -> Output | None:
    """Describe the output class of a tool; None when it has no outputs."""
    if not tool.outputs:
        return None
    name = output_class_name(tool)
    types = {field.name: _type(field) for field in tool.outputs}
    if any(is_keyword(key) or key.startswith("__") for key in types):
        items = ", ".join(f"{text_literal(key)}: {kind}" for key, kind in types.items())
        return Output(name, source=f"{name} = TypedDict({literal(name)}, {{{items}}})")
    if not _NAMED_TYPES.isdisjoint(types):
        types = {key: _NAMED_TYPE.sub(r"builtins.\g<0>", kind) for key, kind in types.items()}
    said = [f"Output of {tool.function}.", "", "Attributes:"]
    said += [f"    {field.name}: {parameter_text(field)}" for field in tool.outputs]
    lines = tuple(f"{key}: {kind}" for key, kind in types.items())
    return Output(name, docstring=docstring(said, depth=1), lines=lines)


def _type(field: Field) -> str:
    plain = value_type(field)
    return plain if field.required else f"NotRequired[{plain}]"


def value_type(field: Field) -> str:
    """Write the type of a field's values for people and type checkers; no host reads it."""
    kind = field.type.kind
    if kind is Kind.LIST:
        inner = Kind.OBJECT if field.type.members else field.type.item or Kind.ANY
        plain = f"list[{_TYPES.get(inner, 'str')}]"
    else:
        plain = _TYPES.get(kind, "str")
    return f"{plain} | None" if field.type.nullable and plain != "Any" else plain
