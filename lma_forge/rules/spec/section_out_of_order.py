"""SPEC104."""

from collections.abc import Iterator
from itertools import pairwise

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.grammar import SECTIONS
from lma_forge.model import Spec
from lma_forge.rules.engine import rule

_PLACE = {key.field: place for place, key in enumerate(SECTIONS)}
_LABEL = {key.field: key.label for key in SECTIONS}


@rule("SPEC104", severity=Severity.INFO)
def section_out_of_order(spec: Spec) -> Iterator[Diagnostic]:
    """A section of a tool stands before one that usually comes earlier.

    The order of sections has no meaning, but people who read many tools find their way faster
    when all of them are laid out alike.

    Source: Tools.md, section 3 (Tool Definition Format).

    Bad:
        ## Tool: NoteReader

        Output:

        - text (string): The note.

        Input:

        - key (string): Which note.

    Good:
        ## Tool: NoteReader

        Input:

        - key (string): Which note.

        Output:

        - text (string): The note.
    """
    for tool in spec.tools:
        opened = sorted(
            ((span.start, name, span) for name, span in tool.section_spans if name in _PLACE),
            key=lambda found: found[0],
        )
        for (_, before, _), (_, name, span) in pairwise(opened):
            if _PLACE[name] < _PLACE[before]:
                yield section_out_of_order.at(
                    span,
                    f"{_LABEL[name]} of {tool.name} comes after {_LABEL[before]}; move it before that section.",
                )
                break
