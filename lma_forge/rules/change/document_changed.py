"""CHG603: what changes nothing for anybody but readers of the document."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.rules.comparison.respelling import document_respellings, tool_respellings


@change_rule("CHG603", Category.DOCUMENTATION, mirror=("CHG603",))
def document_changed(comparison: Comparison) -> Iterator[Change]:
    """Something is written otherwise and means the same: marks, order, header fields, prose.

    Only what is known to bind nobody and to reach no model is filed here.

    Bad:
        # Tools
        **Owner:** Ann
        ## Tool: NoteReader
        Rules:
        - Never invent notes.
        =>
        # Tools
        **Owner:** Bob
        ## Tool: NoteReader
        Rules:
        - Never invent notes

    Good:
        # Tools
        **Owner:** Ann
        ## Tool: NoteReader
        Rules:
        - Never invent notes.
        =>
        Tools
        =====
        **Owner:** Ann
        ### Tool: NoteReader
        #### Rules
        * Never invent
          notes.
    """
    found = [*document_respellings(comparison)]
    for pair in comparison.tools:
        found += tool_respellings(pair, comparison)
    for one in found:
        whose = f"{one.tool}: {one.field}" if one.tool else one.field[:1].upper() + one.field[1:]
        yield document_changed.at(
            one.spans,
            f"{whose} {one.what}; {'it means the same' if one.same else 'it binds nobody and reaches no model'}.",
            tool=one.tool,
            part=one.part,
            field=one.field,
            texts=one.texts,
        )
