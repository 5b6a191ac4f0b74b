"""SPEC123."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import MAX_TOOL_NAME
from lma_forge.rules.engine import rule


@rule("SPEC123", severity=Severity.ERROR)
def long_tool_name(spec: Spec) -> Iterator[Diagnostic]:
    """A tool's function name is longer than providers take.

    A provider refuses the whole request in which one tool has such a name, so that one long name
    takes every tool away from the model.

    Source: OpenAI and Anthropic, tool names: at most 64 characters.

    Bad:
        ## Tool: ReaderOfAllTheNotesThatWereEverWrittenInTheProjectByAnybodyAtAll

    Good:
        ## Tool: ProjectNotesReader
    """
    for tool in spec.tools:
        excess = len(tool.function) - MAX_TOOL_NAME
        if excess > 0:
            yield long_tool_name.at(
                tool.section_span("explicit_name") if tool.explicit_name else tool.name_span,
                f"{tool.function} has {len(tool.function)} characters and providers take {MAX_TOOL_NAME}; "
                f"shorten the name by {excess} or more.",
            )
