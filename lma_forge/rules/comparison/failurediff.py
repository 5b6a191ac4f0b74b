"""What became of the failures of a tool."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, Failure, Tool
from lma_forge.spec.likeness import pair


class FailureEdit(StrEnum):
    """What happened to a failure."""

    REMOVED = "removed"
    ADDED = "added"
    MESSAGE = "message changed"
    DETAIL_LOST = "detail lost"
    DETAIL_GAINED = "detail gained"
    CONDITION = "condition changed"
    RESPELT = "written otherwise"
    ORDER = "order changed"


@dataclass(frozen=True, slots=True)
class FailureDifference:
    """One thing that happened to one failure.

    Args:
        edit: What happened.
        message: The failure's message, the new one where it has one.
        before: What stood there; empty for a new failure.
        after: What stands there; empty for one that is gone.
        old_span: Where it stood, or would have.
        new_span: Where it stands, or would.
    """

    edit: FailureEdit
    message: str
    before: str
    after: str
    old_span: Span
    new_span: Span


def failure_differences(old: Tool, new: Tool) -> tuple[FailureDifference, ...]:
    """Compare the failures of two versions of a tool.

    Args:
        old: The tool as it was.
        new: The tool as it is.

    Returns:
        Every difference. Failures belong together by their condition and code, else by their words.
    """
    return () if old.failures == new.failures else tuple(_differences(old, new))


def _differences(old: Tool, new: Tool) -> Iterator[FailureDifference]:
    paired = pair(
        old.failures,
        new.failures,
        (
            lambda one: one,
            lambda one: (one.condition, one.code, one.message),
            lambda one: (one.condition, one.code),
            _message,
        ),
    )
    at = old.section_span("failures"), new.section_span("failures")
    for failure in paired.removed:
        yield FailureDifference(
            FailureEdit.REMOVED, failure.message, _text(failure), "", _known(failure.span, at[0]), at[1]
        )
    for before, after in paired.pairs:
        spans = _known(before.span, at[0]), _known(after.span, at[1])
        exact = _known(before.message_span, spans[0]), _known(after.message_span, spans[1])
        if before.message != after.message:
            texts = before.message, after.message
            yield FailureDifference(FailureEdit.MESSAGE, after.message, *texts, *exact)
        if before.detail != after.detail:
            edit = FailureEdit.DETAIL_GAINED if after.detail else FailureEdit.DETAIL_LOST
            yield FailureDifference(edit, after.message, _detail(before), _detail(after), *spans)
        if _when(before) != _when(after):
            yield FailureDifference(FailureEdit.CONDITION, after.message, _when(before), _when(after), *spans)
        if before.literal != after.literal:
            kinds = ("prose", "literal") if after.literal else ("literal", "prose")
            yield FailureDifference(FailureEdit.RESPELT, after.message, *kinds, *spans)
    for failure in paired.added:
        yield FailureDifference(
            FailureEdit.ADDED, failure.message, "", _text(failure), at[0], _known(failure.span, at[1])
        )
    if not paired.keeps_order:
        yield _reordered(old, new, at)


def _reordered(old: Tool, new: Tool, at: tuple[Span, Span]) -> FailureDifference:
    """Another order makes another failure the default one, where several have no condition."""
    before, after = old.failure, new.failure
    texts = tuple("; ".join(one.message for one in tool.failures) for tool in (old, new))
    if before.message == after.message or before.condition != after.condition:
        return FailureDifference(FailureEdit.ORDER, after.message, texts[0], texts[1], *at)
    spans = _known(before.span, at[0]), _known(after.span, at[1])
    return FailureDifference(FailureEdit.MESSAGE, after.message, before.message, after.message, *spans)


def _message(failure: Failure) -> str | None:
    return failure.message or None


def _when(failure: Failure) -> str:
    return f"{failure.code} {failure.condition}".strip()


def _text(failure: Failure) -> str:
    when = _when(failure)
    return f"{when}: {failure.message}" if when else failure.message


def _detail(failure: Failure) -> str:
    return f"{failure.message} + the error's text" if failure.detail else failure.message


def _known(span: Span, otherwise: Span) -> Span:
    return otherwise if span == NOWHERE else span
