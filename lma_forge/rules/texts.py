"""Every text of a spec together with the place where it stands, for rules that read all of them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any

from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, Spec, Tool


def texts(spec: Spec) -> Iterator[tuple[str, Span]]:
    """Walk over the texts of a spec.

    Args:
        spec: Any spec.

    Yields:
        Each non-empty text with the narrowest span known for it, in the model's order; that is the
        start of the document for texts that carry no span, such as its header lines.
    """
    kept = _last.get(id(spec))
    if kept is None or kept[0] is not spec:
        # Several rules read all texts of the same spec; the last one is kept.
        kept = spec, tuple(_walk(spec, Span(spec.path)))
        _last.clear()
        _last[id(spec)] = kept
    yield from kept[1]


_last: dict[int, tuple[Spec, tuple[tuple[str, Span], ...]]] = {}


def within(span: Span, text: str, offset: int) -> Span:
    """Point at one character of a text.

    Args:
        span: Where the text stands.
        text: The text.
        offset: Index of the character, in code points.

    Returns:
        The character's own span where the text stands on one line as it is, else `span`: of a
        text that was joined from several lines only the whole place is known.
    """
    if span.line != span.end_line or span.end_column - span.column != len(text):
        return span
    column = span.column + offset
    return replace(span, column=column, end_column=column + 1)


def _walk(value: Any, span: Span) -> Iterator[tuple[str, Span]]:  # noqa: ANN401 - any part of the model
    if isinstance(value, str):
        if value and not isinstance(value, Enum):
            yield value, span
    elif isinstance(value, tuple):
        for item in value:
            yield from _walk(item, span)
    elif is_dataclass(value):
        kind: Any = type(value)
        for name in _compared(kind):
            part = getattr(value, name)
            if part:
                yield from _walk(part, _place(value, name, span))


@cache
def _compared(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a dataclass
    return tuple(part.name for part in fields(kind) if part.compare)


def _place(owner: Any, part: str, outer: Span) -> Span:  # noqa: ANN401 - any part of the model
    own: Span = getattr(owner, "span", NOWHERE)
    here = outer if own == NOWHERE else own
    narrow: Span = getattr(owner, f"{part}_span", NOWHERE)
    if narrow != NOWHERE:
        return narrow
    if isinstance(owner, Tool) and part != "name":
        section = owner.section_span(part)
        return here if section == NOWHERE else section
    return here
