"""Inputs and outputs of a tool: type words, types, limits, enumerations, JSON values."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from lma_forge.diagnostics import Span
from lma_forge.model.text import where
from lma_forge.names import parameter


class Kind(StrEnum):
    """The type words of a field, each in its canonical spelling (spec language, section Field)."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    LIST = "list"
    OBJECT = "object"
    PATH = "path"
    URL = "url"
    DATE = "date"
    DATETIME = "datetime"
    TIMESTAMP = "timestamp"
    ANY = "any"

    @property
    def json_type(self) -> str:
        """The JSON Schema type of a value of this kind; empty for `any`."""
        return _JSON_TYPES.get(self, "string")

    @property
    def is_text(self) -> bool:
        """Whether values are strings."""
        return self.json_type == "string"


_JSON_TYPES = {
    Kind.INTEGER: "integer",
    Kind.NUMBER: "number",
    Kind.BOOLEAN: "boolean",
    Kind.LIST: "array",
    Kind.OBJECT: "object",
    Kind.ANY: "",
}


JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"


@dataclass(frozen=True, slots=True)
class JsonText:
    """A JSON value that cannot change: kept as canonical text, handed out as a fresh value.

    Canonical is `json.dumps` with sorted keys and without needless blanks; see `of`.
    """

    text: str

    @classmethod
    def of(cls, value: JsonValue) -> "JsonText":
        """Keep `value`, which must be finite JSON.

        Raises:
            ValueError: The value holds NaN or an infinity.
            TypeError: The value is no JSON.
        """
        return cls(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(", ", ": "), allow_nan=False))

    @property
    def value(self) -> JsonValue:
        """The value, fresh on each call."""
        result: JsonValue = json.loads(self.text)
        return result


@dataclass(frozen=True, slots=True)
class AllowedValue:
    """One value of an enumeration, with what it means when the author says so."""

    value: str | int | float | bool
    description: str = ""
    span: Span = where()


@dataclass(frozen=True, slots=True)
class FieldType:
    """The type of a field.

    Args:
        kind: The type word.
        item: The type of a list's items when stated.
        nullable: Whether None is a value.
        members: The fields of an object, or of the objects in a list.
    """

    kind: Kind
    item: Kind | None = None
    nullable: bool = False
    members: "tuple[Field, ...]" = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """Smallest and largest value of a number, or length of a string or list; inclusive."""

    minimum: int | float | None = None
    maximum: int | float | None = None

    def __bool__(self) -> bool:
        """Whether any limit is set."""
        return self.minimum is not None or self.maximum is not None


@dataclass(frozen=True, slots=True)
class Field:
    """An input or an output of a tool.

    Args:
        name: The name as written; an ASCII identifier in an accepted spec.
        type: Its type.
        description: What it is, on one line; empty when allowed values are all that is said.
        required: Whether it must be given; False with a default or with `optional`.
        default: The value when it is not given; None when there is no default.
        allowed: The enumeration; for a list, of its items; empty when any value will do.
        limits: Smallest and largest value or length.
        span: The whole field.
        name_span: The name alone.
        type_span: The parentheses' content.
    """

    name: str
    type: FieldType = FieldType(Kind.STRING)
    description: str = ""
    required: bool = True
    default: JsonText | None = None
    allowed: tuple[AllowedValue, ...] = ()
    limits: Limits = Limits()
    span: Span = where()
    name_span: Span = where()
    type_span: Span = where()

    @property
    def parameter(self) -> str:
        """The Python parameter name: the field's name, with an underscore after a keyword."""
        return parameter(self.name)
