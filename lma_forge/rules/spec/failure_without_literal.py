"""SPEC302."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule


@rule("SPEC302", severity=Severity.WARNING)
def failure_without_literal(spec: Spec) -> Iterator[Diagnostic]:
    """A failure does not give its exact message.

    Callers and the model recognise a failure by its exact text. Without one the whole sentence is
    returned, which is rarely what was meant.

    Source: Tools.md, Failure Behavior of each tool.

    Bad:
        ## Tool: NoteReader

        Failure Behavior:

        - Say that the note was not found.

    Good:
        ## Tool: NoteReader

        Failure Behavior:

        - Return: `Note not found.`
    """
    for tool in spec.tools:
        for failure in tool.failures:
            if not failure.literal:
                yield failure_without_literal.at(
                    failure.span,
                    f"This failure of {tool.name} gives no exact message, so the whole sentence is returned; "
                    "put the message in backticks after Return.",
                    help="- Return: `What the tool says when it fails.`",
                )
