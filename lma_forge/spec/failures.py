"""Failures: ``Return: `Message.` `` with a condition, a code, and whether the error's text follows."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from lma_forge.diagnostics import Related
from lma_forge.model import Failure
from lma_forge.spec import faults_failure as faults
from lma_forge.spec.labels import fold
from lma_forge.spec.outline import Entry
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import Literal, code_span, quoted

_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*\Z")
_VERB = re.compile(
    r"(?:(?:it|lma|the tool|the agent)\s++)?(?:must\s++|should\s++)?"
    r"(?:return|say|respond|reply|report|answer|show|output|fail)s?(?:\s++with)?(?:\s++the\s++message)?\s*+:?+\s*+(?=[`\"“])",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?:if|when|on|for|unless|after|while|as soon as|in case)\b", re.IGNORECASE)
_BETWEEN = " \t,:;—–-"  # noqa: RUF001
_DETAIL = re.compile(
    r"(?:[,;]\s*)?(?:(?:and\s+then|and|then|plus)\s+)?(?:(?:is\s+)?(?:followed\s+by|with|plus|append|including|includes?|add)\s+)?"
    r"(?:the\s+|any\s+)?(?:exact\s+|original\s+|raw\s+|underlying\s+|actual\s+)?"
    r"(?:error|exception|details?|cause|reason)(?:'s)?(?:\s+(?:message|messages|text|details?|output))?\s*[.!]?\Z",
)
_LONGEST_TAIL = 200
_MOST_VERBS = 20
"""Verbs of a sentence that are tried as the one before the message."""


def read_failures(reading: Reading, entries: Iterable[Entry]) -> tuple[Failure, ...]:
    """Read the items of a Failure Behavior section.

    Args:
        reading: The document.
        entries: Its bullets and paragraphs.

    Returns:
        The failures in their order.
    """
    failures: list[Failure] = []
    for entry in entries:
        failures.extend(_entry(reading, entry))
    _report_unreachable(reading, failures)
    return tuple(failures)


def _entry(reading: Reading, entry: Entry) -> Iterable[Failure]:
    text = entry.text
    nested = [child for child in entry.children if child.is_item]
    if nested and text.value.rstrip().endswith(":"):
        condition = text.value.rstrip(": ")
        for child in nested:
            _report_nested(reading, child.children)
            failure = _failure(reading, child.text)
            yield replace(failure, condition=failure.condition or condition)
        return
    if text.value:
        yield _failure(reading, text)
    _report_nested(reading, entry.children)


def _report_nested(reading: Reading, children: Iterable[Entry]) -> None:
    for child in children:
        if child.piece.is_text:
            reading.report(
                faults.UNREAD_TAIL,
                reading.source.text_span(child.text),
                "What is nested below a failure's message is not read: write it as a failure of its own, or leave it"
                " out.",
            )
            _report_nested(reading, child.children)


def _failure(reading: Reading, text: Text) -> Failure:
    value = text.value
    span = reading.source.text_span(text)
    code, position = _code(value)
    found = _message(value, position)
    if found is None:
        prose = value[position:].strip(_BETWEEN) if code else value
        return Failure(prose, condition="", code=code, literal=False, span=span, message_span=span)
    literal, condition = found
    where = reading.source.text_span(text, literal.inner, literal.inner + len(literal.value))
    if not literal.value.strip():
        reading.report(
            faults.EMPTY_MESSAGE,
            reading.source.text_span(text, literal.start, literal.end),
            "The message is empty: write what the tool is to say when it fails.",
        )
    detail, later = _tail(reading, text, literal.end)
    return Failure(literal.value, detail, condition or later, code, literal=True, span=span, message_span=where)


def _code(value: str) -> tuple[str, int]:
    """Read a code such as `NOT_FOUND` at the start, when something follows it."""
    literal = code_span(value, 0) if value.startswith("`") else None
    if literal is None or _CODE.match(literal.value) is None or not value[literal.end :].strip(_BETWEEN + "."):
        return "", 0
    return literal.value, literal.end


def _message(value: str, start: int) -> tuple[Literal, str] | None:
    """Find the message and the condition before it; None when the text is prose."""
    rest = value[start:]
    position = start + len(rest) - len(rest.lstrip(_BETWEEN))
    for verb in islice(_VERB.finditer(value, position), _MOST_VERBS):
        literal = _literal(value, verb.end())
        if literal is not None and (verb.start() == position or value[verb.start() - 1].isspace()):
            condition = value[position : verb.start()].strip(_BETWEEN)
            return literal, condition
    literal = _literal(value, position)
    if literal is not None:
        return literal, ""
    if _CONDITION.match(value, position) is None:
        return None
    return _after_condition(value, position)


def _after_condition(value: str, position: int) -> tuple[Literal, str] | None:
    """Read `When the key is missing: `Message.``, where no verb stands."""
    colon = value.find(":", position)
    while colon >= 0:
        after = colon + 1
        while after < len(value) and value[after].isspace():
            after += 1
        literal = _literal(value, after)
        if literal is not None:
            return literal, value[position:colon].strip(_BETWEEN)
        colon = value.find(":", after)
    return None


def _literal(value: str, position: int) -> Literal | None:
    if value[position : position + 1] == "`":
        return code_span(value, position)
    if value[position : position + 1] in {'"', "“"}:
        return quoted(value, position)
    return None


def _tail(reading: Reading, text: Text, start: int) -> tuple[bool, str]:
    """Read what follows a message: whether the detail is set, and a condition that stands there."""
    tail = text.value[start:].strip()
    if not tail.strip(".,;:!"):
        return False, ""
    folded = fold(tail[:_LONGEST_TAIL])
    if _DETAIL.match(folded) is not None:
        return True, ""
    bare = tail.lstrip(_BETWEEN)
    if _CONDITION.match(bare) is not None:
        return False, bare.rstrip(". ")
    begin = len(text.value) - len(text.value[start:].lstrip())
    reading.report(
        faults.UNREAD_TAIL,
        reading.source.text_span(text, begin),
        "What follows the message is not understood: write `followed by the error message`, or leave it out.",
    )
    return False, ""


def _report_unreachable(reading: Reading, failures: list[Failure]) -> None:
    seen: dict[str, Failure] = {}
    for failure in failures:
        first = seen.setdefault(fold(failure.condition), failure)
        if first is not failure and first.code == failure.code:
            reading.report(
                faults.UNREACHABLE_FAILURE,
                failure.span,
                "This failure never applies, because the one above applies in the same case: begin it with a"
                " condition, such as `If the key is missing, return:`.",
                related=(Related("this failure applies first", first.span),),
            )
