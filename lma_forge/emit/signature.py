"""The parameters of a tool's two functions, and the lines that define functions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lma_forge.emit.escape import INDENT, WIDTH, Value, literal
from lma_forge.emit.outputs import value_type
from lma_forge.emit.wording import annotation, has_fresh_default
from lma_forge.model import Field, Tool


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generated function.

    Args:
        name: Its name.
        annotation: Its annotation.
        default: The source of its default; empty without one.
        field: The input that it stands for; None for an object that the host injects.
    """

    name: str
    annotation: str
    default: str = ""
    field: Field | None = None

    def called(self, name: str) -> "Parameter":
        """The same parameter under another name."""
        return replace(self, name=name)

    def of_implementation(self) -> "Parameter":
        """The parameter of the implementation: always given, and of the exact type."""
        field = self.field
        if field is None:
            return replace(self, default="")
        exact = value_type(field)
        is_left_out = not field.required and field.default is None and not field.type.nullable
        return replace(self, annotation=f"{exact} | None" if is_left_out and exact != "Any" else exact, default="")

    def __str__(self) -> str:
        """The parameter as a signature has it."""
        return f"{self.name}: {self.annotation}" + (f" = {self.default}" if self.default else "")

    @property
    def default_value(self) -> Value:
        """The value of the default; None without one."""
        return None if self.field is None else _default(self.field)


def parameters(tool: Tool) -> list[Parameter]:
    """List the parameters of a tool: required ones, then those with a default, then the host's objects."""
    required = [Parameter(field.parameter, annotation(field), "", field) for field in tool.inputs if field.required]
    optional = [
        Parameter(field.parameter, annotation(field), literal(_default(field)), field)
        for field in tool.inputs
        if not field.required
    ]
    return [*required, *optional, *(Parameter(host.parameter, "Any", "None") for host in dict.fromkeys(tool.host))]


def _default(field: Field) -> Value:
    return None if field.default is None or has_fresh_default(field) else field.default.value


def signature(name: str, found: Sequence[Parameter], returned: str) -> str:
    """Write a function's first line, or lines where one would be too long."""
    flat = f"def {name}({', '.join(map(str, found))}) -> {returned}:"
    if len(flat) <= WIDTH or not found:
        return flat
    inner = "".join(f"{INDENT}{parameter},\n" for parameter in found)
    return f"def {name}(\n{inner}) -> {returned}:"
