"""SPEC303."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.model import Spec
from lma_forge.names import folded
from lma_forge.rules.engine import rule


@rule("SPEC303", severity=Severity.WARNING)
def unreachable_failure(spec: Spec) -> Iterator[Diagnostic]:
    """A failure can never be returned, because another one applies first.

    A tool has one failure that needs no condition. A second one, or a second failure under the
    same condition, would never be chosen.

    Source: Tools.md, Failure Behavior of each tool.

    Bad:
        ## Tool: NoteReader

        Failure Behavior:

        - Return: `Note not found.`
        - Return: `Notes are locked.`

    Good:
        ## Tool: NoteReader

        Failure Behavior:

        - Return: `Note not found.`
        - `LOCKED` when the notes are locked: Return: `Notes are locked.`
    """
    for tool in spec.tools:
        first = {}
        for failure in tool.failures:
            case = (folded(failure.condition), failure.code)
            if case not in first:
                first[case] = failure
                continue
            reason = f"under the condition “{failure.condition}”" if failure.condition else "without a condition"
            yield unreachable_failure.at(
                failure.span,
                f"This failure of {tool.name} is never returned, because another one {reason} comes first; "
                "say when it applies.",
                help="- `CODE` when the condition holds: Return: `The message.`",
                related=[Related("this one is returned", first[case].span)],
            )
