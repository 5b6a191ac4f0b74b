"""Parts of a spec as short texts: what a change shows of them, and what its fingerprint rests on."""

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from lma_forge.model import AllowedValue, Bullet, Field, FieldType, GovernanceRule, JsonText, Limits, Prose


def plain(value: Any) -> str:  # noqa: ANN401 - any part of the model
    """Write any part of the model as one text; parts that differ give different texts, places aside."""
    if value is None:
        return ""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str):
        return value
    if isinstance(value, Prose):
        return "\n".join(block.text for block in value.blocks)
    return json.dumps(_values(value), ensure_ascii=False)


def exact(value: Any) -> str:  # noqa: ANN401 - any part of the model
    """Write any part of the model with all that it holds, for what its text alone does not tell apart."""
    return json.dumps(_values(value), ensure_ascii=False)


def _values(value: Any) -> Any:  # noqa: ANN401 - any part of the model
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [_values(item) for item in value]
    if is_dataclass(value):
        return {part.name: _values(getattr(value, part.name)) for part in fields(value) if part.compare}
    return value


def listed(texts: Iterable[str]) -> str:
    """Join texts with commas."""
    return ", ".join(texts)


def type_text(kind: FieldType) -> str:
    """Write a type as an author does: `list of string, nullable`; members are left to themselves."""
    item = f" of {kind.item}" if kind.item is not None else ""
    return f"{kind.kind}{item}{', nullable' if kind.nullable else ''}"


def default_text(field: Field) -> str:
    """Write what a field is when it is not given."""
    if field.default is not None:
        return f"default {field.default.text}"
    return "required" if field.required else "optional"


def value_text(value: AllowedValue | JsonText) -> str:
    """Write an allowed value; text and numbers that look alike stay apart."""
    if isinstance(value, JsonText):
        return value.text
    return value.value if isinstance(value.value, str) else json.dumps(value.value)


def limits_text(limits: Limits) -> str:
    """Write limits as an author does: `1 to 100`, `max 200`, `no limits`."""
    if limits.minimum is not None and limits.maximum is not None:
        return f"{limits.minimum} to {limits.maximum}"
    if limits.maximum is not None:
        return f"max {limits.maximum}"
    return f"min {limits.minimum}" if limits.minimum is not None else "no limits"


def full_text(item: GovernanceRule | Bullet) -> str:
    """Write a rule or bullet with what is nested in it."""
    return " ".join((item.text, *item.details))


def rule_text(rule: GovernanceRule) -> str:
    """Write a rule with what is nested in it and with its tag."""
    return f"{full_text(rule)} [enforce: {rule.policy}]" if rule.policy else full_text(rule)


def quoted(text: str, longest: int = 80) -> str:
    """Quote a text within a message, its beginning where it is long."""
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= longest else f"“{line[: longest - 1].rstrip()}…”"
