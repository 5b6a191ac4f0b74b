"""Worked calls: fenced JSON objects with an input and the output or error that it gives."""

import json
from collections.abc import Iterable

from lma_forge.diagnostics import Span
from lma_forge.model import Example, JsonText, JsonValue
from lma_forge.spec import faults_tool as faults
from lma_forge.spec.lines import Piece, PieceKind
from lma_forge.spec.reading import Reading
from lma_forge.spec.values import Missing, json_value

_KEYS = {"input", "output", "error"}


def read_examples(reading: Reading, pieces: Iterable[Piece]) -> tuple[Example, ...]:
    """Read the fences of an Examples section.

    Args:
        reading: The document.
        pieces: The section's pieces; text between the fences is for people.

    Returns:
        The examples; a fence that holds none is reported.
    """
    found: list[Example] = []
    for piece in pieces:
        if piece.kind is not PieceKind.CODE:
            continue
        span = reading.source.line_span(piece.start)
        value = json_value(piece.content)
        if isinstance(value, Missing):
            _refuse(reading, *_json_fault(reading, piece, span))
            continue
        for item in value if isinstance(value, list) else [value]:
            example = _example(reading, item, span)
            if example is not None:
                found.append(example)
    return tuple(found)


def _refuse(reading: Reading, span: Span, message: str) -> None:
    reading.report(faults.BAD_EXAMPLE, span, message)


def _json_fault(reading: Reading, piece: Piece, span: Span) -> tuple[Span, str]:
    """Say where the JSON of a fence breaks."""
    try:
        json.loads(piece.content)
    except json.JSONDecodeError as error:
        number = piece.start + error.lineno
        if number < piece.end:
            line = reading.source.lines[number]
            written = piece.content.split("\n")[error.lineno - 1]
            column = len(line) - len(written) + error.colno - 1 if line.endswith(written) else 0
            span = reading.source.span(number, max(column, 0), max(column, 0))
        return span, f"This example is no JSON ({error.msg}): write an object with `input` and `output` or `error`."
    except (ValueError, RecursionError):
        pass
    return span, "This example holds a value that JSON does not have, or is nested too deeply."


def _example(reading: Reading, value: JsonValue, span: Span) -> Example | None:
    if not isinstance(value, dict) or not isinstance(value.get("input"), dict):
        _refuse(reading, span, 'An example is an object with an object as its `"input"`.')
        return None
    if not value.keys() <= _KEYS or ("output" in value) == ("error" in value):
        _refuse(reading, span, 'An example has `"input"`, and either `"output"` or `"error"`, and nothing else.')
        return None
    error = value.get("error")
    if "error" in value and not isinstance(error, str):
        _refuse(reading, span, "The error of an example is the text of the failure's message.")
        return None
    output = JsonText.of(value["output"]) if "output" in value else None
    return Example(JsonText.of(value["input"]), output, error if isinstance(error, str) else None, span)
