"""Fields written as `- name (type, modifiers): description`."""

import json
import re
from collections.abc import Iterable

from lma_forge.model import AllowedValue, Field, FieldType, JsonText, JsonValue, Kind
from lma_forge.spec.writeprose import code_span, flat

_INSIDE_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
_LOOSE = re.compile(r"[`()\[\]{}<>,;\u201c\u201d|/]")


def field_lines(fields: Iterable[Field], indent: str = "") -> list[str]:
    """Write fields as a list, members and described values nested below them.

    Args:
        fields: The fields.
        indent: What stands before each line.

    Returns:
        The lines; `- None` when there are no fields.
    """
    lines: list[str] = []
    for field in fields:
        described = bool(field.description) or any(value.description for value in field.allowed)
        head = f"{indent}- {field.name} ({', '.join(_typing(field))})"
        if field.description:
            head += f": {flat(field.description)}"
        elif field.allowed:
            head += ":" if described else f": {_enumeration(field.allowed)}"
        lines.append(head)
        if described:
            lines += (f"{indent}  - {_described(value)}" for value in field.allowed)
        if field.type.members:
            lines += field_lines(field.type.members, indent + "  ")
    return lines or [f"{indent}- None"]


def _typing(field: Field) -> list[str]:
    words = [_type_word(field.type)]
    if field.type.nullable:
        words.append("nullable")
    low, high = field.limits.minimum, field.limits.maximum
    if low is not None and high is not None:
        words.append(f"{_number(low)} to {_number(high)}")
    elif low is not None:
        words.append(f"min {_number(low)}")
    elif high is not None:
        words.append(f"max {_number(high)}")
    if field.default is not None:
        words.append(f"default: {_default(field.default, field.type.kind)}")
    elif not field.required:
        words.append("optional")
    return words


def _type_word(kind: FieldType) -> str:
    if kind.kind is not Kind.LIST or kind.item is None:
        return str(kind.kind)
    return f"list of {kind.item}" + ("" if kind.item is Kind.ANY else "s")


def _number(value: float) -> str:
    if isinstance(value, int):
        return str(value)
    return format(value, "f").rstrip("0").rstrip(".") or "0"


def _default(default: JsonText, kind: Kind) -> str:
    value = default.value
    if isinstance(value, str):
        return code_span(value) if value else '""'
    if kind is Kind.LIST or kind is Kind.OBJECT or isinstance(value, list | dict):
        return _json(value)
    return default.text


def _json(value: JsonValue) -> str:
    """Write JSON in which nothing inside a string can be taken for the end of the default."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return _INSIDE_STRINGS.sub(lambda string: _LOOSE.sub(_escaped, _plain_escapes(string.group())), text)


def _plain_escapes(string: str) -> str:
    return string.replace("\\\\", "\\u005c").replace('\\"', "\\u0022")


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def _enumeration(allowed: tuple[AllowedValue, ...]) -> str:
    spans = [_value(value) for value in allowed]
    if len(spans) == 1:
        return f"{spans[0]}."
    if len(spans) == 2:  # noqa: PLR2004 - two values need no comma
        return f"{spans[0]} or {spans[1]}."
    return f"{', '.join(spans[:-1])}, or {spans[-1]}."


def _described(value: AllowedValue) -> str:
    return f"{_value(value)}: {flat(value.description)}" if value.description else _value(value)


def _value(allowed: AllowedValue) -> str:
    value = allowed.value
    return code_span(value if isinstance(value, str) else json.dumps(value))
