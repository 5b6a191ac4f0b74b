"""SPEC108."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.grammar import SECTIONS, Need, SectionKind
from lma_forge.model import Spec
from lma_forge.rules.engine import rule


@rule("SPEC108", severity=Severity.WARNING)
def empty_section(spec: Spec) -> Iterator[Diagnostic]:
    """A section is opened and nothing is in it.

    A label without text is usually an edit that was left half done. A tool whose Description or
    Failure Behavior is empty cannot be made at all.

    Source: Tools.md, section 3 (Tool Definition Format).

    Bad:
        ## Tool: NoteReader

        Use When:

        Rules:

        - Read only.

    Good:
        ## Tool: NoteReader

        Use When:

        - The user asks for a note.

        Rules:

        - Read only.
    """
    for tool in spec.tools:
        for name, span in tool.section_spans:
            key = next((key for key in SECTIONS if key.field == name), None)
            if key is None or key.kind is SectionKind.FIELDS or not _is_empty(getattr(tool, name)):
                continue
            yield empty_section.at(
                span,
                f"{key.label} of {tool.name} is empty; write its text or remove the label.",
                severity=Severity.ERROR if key.need is Need.REQUIRED else Severity.WARNING,
            )


def _is_empty(value: object) -> bool:
    return value is None or (not isinstance(value, bool | int | float) and not value)
