"""CHG401 to CHG405: what a tool says when it fails."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.failurediff import FailureDifference, FailureEdit, failure_differences
from lma_forge.rules.comparison.finding import ChangeCheck, change_rule
from lma_forge.rules.comparison.pairing import Comparison, ToolPair


@change_rule("CHG401", Category.READERS, mirror=("CHG401",), level=Severity.WARNING)
def failure_message_changed(comparison: Comparison) -> Iterator[Change]:
    """A failure has another message.

    Hosts and prompts recognise a failure by its exact words.

    Bad:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `There is no such note.`

    Good:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return `Note not found.`
    """
    for pair, found in _found(comparison, FailureEdit.MESSAGE):
        message = f"`{found.before}` became `{found.after}`; hosts and prompts that look for the old words miss it."
        yield _said(failure_message_changed, pair, found, message)


@change_rule("CHG402", Category.GOVERNANCE, mirror=("CHG403",))
def failure_removed(comparison: Comparison) -> Iterator[Change]:
    """A failure is gone.

    What it stood for may now pass in silence, or under a message that does not say it.

    Bad:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        - If the note is locked, return: `Note is locked.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`

    Good:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `No note found.`
    """
    for pair, found in _found(comparison, FailureEdit.REMOVED):
        yield _said(failure_removed, pair, found, f"`{found.before}` is gone; what it stood for may pass in silence.")


@change_rule("CHG403", Category.ADDITION, mirror=("CHG402",))
def failure_added(comparison: Comparison) -> Iterator[Change]:
    """A failure is new.

    A case that was not told apart is told apart.

    Bad:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        - If the note is locked, return: `Note is locked.`

    Good:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `No note found.`
    """
    for pair, found in _found(comparison, FailureEdit.ADDED):
        yield _said(failure_added, pair, found, f"`{found.after}` is new.")


@change_rule("CHG404", Category.READERS, mirror=("CHG404",))
def failure_detail_changed(comparison: Comparison) -> Iterator[Change]:
    """A failure is, or is no longer, followed by the error's own text.

    Without it, whoever needs the reason no longer gets it: that breaks readers. With it, whatever
    the error says goes out, secrets in it included: that weakens governance, and is a warning.

    Bad:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.` followed by the error message.
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`

    Good:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.` followed by the error message.
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.` followed by the error.
    """
    for pair, found in _found(comparison, FailureEdit.DETAIL_LOST):
        message = f"`{found.message}` is no longer followed by the error's text; the reason is lost."
        yield _said(failure_detail_changed, pair, found, message)
    for pair, found in _found(comparison, FailureEdit.DETAIL_GAINED):
        message = f"`{found.message}` is followed by the error's text now; what it says may hold secrets."
        yield _said(failure_detail_changed, pair, found, message, category=Category.GOVERNANCE, level=Severity.WARNING)


@change_rule("CHG405", Category.READERS, mirror=("CHG405",), level=Severity.WARNING)
def failure_condition_changed(comparison: Comparison) -> Iterator[Change]:
    """A failure applies in another case, or has another code.

    The same words now mean something else to whoever acts on them.

    Bad:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        - If the note is locked, return: `Note cannot be opened.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        - If the note is too long, return: `Note cannot be opened.`

    Good:
        ## Tool: NoteReader
        Failure Behavior:
        - Return: `Note not found.`
        - If the note is locked, return: `Note cannot be opened.`
        =>
        ## Tool: NoteReader
        Failure Behavior:
        - If the note is locked, return: `Note cannot be opened.`
        - Return: `Note not found.`
    """
    for pair, found in _found(comparison, FailureEdit.CONDITION):
        was, now = (text or "no condition" for text in (found.before, found.after))
        message = f"`{found.message}` was said for {was} and is now said for {now}."
        yield _said(failure_condition_changed, pair, found, message)


def _found(comparison: Comparison, edit: FailureEdit) -> Iterator[tuple[ToolPair, FailureDifference]]:
    for pair in comparison.tools:
        for found in failure_differences(pair.old, pair.new):
            if found.edit is edit:
                yield pair, found


def _said(  # noqa: PLR0913 - mirrors the fields of a change
    check: ChangeCheck,
    pair: ToolPair,
    found: FailureDifference,
    message: str,
    *,
    category: Category | None = None,
    level: Severity | None = None,
) -> Change:
    return check.at(
        (found.old_span, found.new_span),
        f"{pair.name}, failure: {message}",
        tool=pair.name,
        part="failures",
        texts=(found.before, found.after),
        category=category,
        level=level,
    )
