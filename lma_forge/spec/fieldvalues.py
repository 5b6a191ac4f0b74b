"""A field's values: its enumeration, default and limits, checked against its type."""

from dataclasses import dataclass, field

from lma_forge.diagnostics import Span
from lma_forge.model import AllowedValue, JsonText, JsonValue, Kind, Limits
from lma_forge.spec import faults_field as faults
from lma_forge.spec.parentheses import Typing
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import MISSING, Literal, number, unquoted, value_of

_NULLS = {"null", "none"}
_ARTICLES = {Kind.INTEGER: "an", Kind.OBJECT: "an", Kind.ANY: "a value of type"}


@dataclass(slots=True)
class Values:
    """What a field says of its values.

    Args:
        description: The description.
        allowed: The literals of the enumeration, each with the text that it stands in and its meaning.
    """

    description: str = ""
    allowed: list[tuple[Literal, Text, str]] = field(default_factory=list)


def finish(
    reading: Reading, text: Text, name: str, typing: Typing, values: Values
) -> tuple[JsonText | None, tuple[AllowedValue, ...], Limits]:
    """Check a field's enumeration, default and limits against its type.

    Args:
        reading: The document.
        text: The field's text, in which the modifiers stand.
        name: The field's name, for the messages.
        typing: What the parentheses say.
        values: What the rest says.

    Returns:
        Default, allowed values and limits; what does not fit is reported and left out.
    """
    if not values.allowed and typing.default is None and typing.minimum is None and typing.maximum is None:
        return None, (), Limits()
    allowed = _allowed(reading, typing, values)
    limits = _limits(reading, text, typing)
    marked = next((item for item in values.allowed if item[0].is_default), None)
    if typing.default is not None:
        written, start, end = typing.default
        span = reading.source.text_span(text, start, end)
        default = _default(reading, typing, (allowed, limits), unquoted(written), span)
    elif marked is not None:
        literal, where, _ = marked
        span = reading.source.text_span(where, literal.inner, literal.inner + len(literal.value))
        default = _default(reading, typing, (allowed, limits), (literal.value, True), span)
    else:
        return None, allowed, limits
    if default is not None and typing.required:
        reading.report(
            faults.CONTRADICTING_MODIFIERS,
            span,
            f"`{name}` is called required and has a default: keep one of the two.",
        )
    return default, allowed, limits


def _allowed(reading: Reading, typing: Typing, values: Values) -> tuple[AllowedValue, ...]:
    kind = typing.kind
    if kind is Kind.LIST:
        kind = typing.item or Kind.STRING
    found: dict[tuple[type, JsonValue], AllowedValue] = {}
    for literal, text, meaning in values.allowed:
        span = reading.source.text_span(text, literal.inner, literal.inner + len(literal.value))
        value = (
            literal.value if kind in {Kind.ANY, Kind.OBJECT, Kind.LIST} else value_of(literal.value, kind, literal=True)
        )
        if not literal.value.strip():
            problem = "An allowed value is empty: write the value between the backticks, or remove it."
        elif value is MISSING or not isinstance(value, str | int | float):
            problem = f"`{literal.value}` is no {kind}: correct the value or the type."
        elif (type(value), value) in found:
            problem = f"`{literal.value}` is allowed twice: remove one of the two."
        else:
            found[type(value), value] = AllowedValue(value, meaning, span)
            continue
        where = span if literal.value else reading.source.text_span(text, literal.start, literal.end)
        reading.report(faults.BAD_ALLOWED_VALUE, where, problem)
    return tuple(found.values())


def _limits(reading: Reading, text: Text, typing: Typing) -> Limits:
    if typing.minimum is None and typing.maximum is None:
        return Limits()
    kind = typing.kind
    of_number = kind in {Kind.INTEGER, Kind.NUMBER}
    span = reading.source.text_span(text, *(typing.minimum or typing.maximum or ("", 0, 0))[1:])
    minimum = number(typing.minimum[0]) if typing.minimum else None
    maximum = number(typing.maximum[0]) if typing.maximum else None
    problem = ""
    if not (of_number or kind.is_text or kind is Kind.LIST):
        problem = f"A limit means nothing for the type {kind}: remove it."
    elif not isinstance(minimum, int | float | None) or not isinstance(maximum, int | float | None):
        problem = "This limit has too many digits: write a smaller number."
    elif not of_number and not all(
        isinstance(limit, int) and limit >= 0 for limit in (minimum, maximum) if limit is not None
    ):
        problem = f"The limits of a {kind} are lengths: write whole numbers from 0."
    elif kind is Kind.INTEGER and not all(isinstance(limit, int) for limit in (minimum, maximum) if limit is not None):
        problem = "The limits of an integer are whole numbers."
    elif minimum is not None and maximum is not None and minimum > maximum:
        problem = f"No value is at least {minimum} and at most {maximum}: swap the limits."
    else:
        return Limits(minimum, maximum)
    reading.report(faults.BAD_LIMIT, span, problem)
    return Limits()


def _default(
    reading: Reading,
    typing: Typing,
    checks: tuple[tuple[AllowedValue, ...], Limits],
    written: tuple[str, bool],
    span: Span,
) -> JsonText | None:
    """Read a default and check it against the type, the allowed values and the limits."""
    raw, literal = written
    kind = typing.kind

    def refuse(message: str) -> None:
        reading.report(faults.BAD_DEFAULT, span, message)

    if raw.lower() in _NULLS and not literal:
        if not typing.nullable:
            refuse("The default is null, which is no value here: add `nullable`, or leave the default out.")
            return None
        return JsonText.of(None)
    value = value_of(raw, kind, literal=literal)
    if not raw and not literal:
        refuse("The default is empty: write the value, in quotes where it is the empty text.")
    elif isinstance(value, str | int | float | bool | list | dict):
        problem = _misfit(value, kind, *checks)
        if not problem:
            return JsonText.of(value)
        refuse(problem)
    else:
        refuse(f"The default `{raw[:60]}` is no {kind}: write a value of that type.")
    return None


def _misfit(value: JsonValue, kind: Kind, allowed: tuple[AllowedValue, ...], limits: Limits) -> str:
    """Say why a value of the right type is still not allowed; empty when it is."""
    items = value if isinstance(value, list) else [value]
    known = {(type(item.value), item.value) for item in allowed}
    if known and not all(isinstance(item, str | int | float) and (type(item), item) in known for item in items):
        return "The default is none of the allowed values: choose one of them."
    measure = value if isinstance(value, int | float) else len(value) if isinstance(value, str | list) else None
    if measure is None or kind is Kind.BOOLEAN:
        return ""
    if limits.minimum is not None and measure < limits.minimum:
        return f"The default lies below the limit of {limits.minimum}."
    if limits.maximum is not None and measure > limits.maximum:
        return f"The default lies above the limit of {limits.maximum}."
    return ""
