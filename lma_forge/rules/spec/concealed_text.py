"""SPEC701."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.concealed import concealed
from lma_forge.rules.engine import rule
from lma_forge.rules.texts import texts, within

_SHOWN = 3


@rule("SPEC701", severity=Severity.ERROR)
def concealed_text(spec: Spec) -> Iterator[Diagnostic]:
    """A text holds characters that people cannot see.

    Control, tag and zero-width characters and bidirectional controls let a document say one thing
    to its reviewers and another to the model. Joiners inside emoji and inside words of scripts
    that need them are fine.

    Source: Unicode Technical Report 36, section 2; Unicode Technical Standard 55.

    Bad:
        ## Tool: NoteReader

        Description:

        Opens file\u202egnp.exe as a note.

    Good:
        ## Tool: NoteReader

        Description:

        Opens a picture as a note.
    """
    for text, span in texts(spec):
        found = concealed(text)
        if not found:
            continue
        listed = ", ".join(f"{name} at offset {offset}" for offset, name in found[:_SHOWN])
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        yield concealed_text.at(
            within(span, text, found[0][0]),
            f"This text holds characters that readers cannot see: {listed}{more}; remove them.",
        )
