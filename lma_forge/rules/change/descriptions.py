"""CHG510, CHG601, CHG602: what the model reads of a tool and of its fields."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.fielddiff import FieldEdit
from lma_forge.rules.comparison.fieldfinding import INPUTS, OUTPUTS, edits, said
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.rules.comparison.plain import plain, quoted
from lma_forge.rules.comparison.scope import lost_qualifiers, new_power


@change_rule("CHG510", Category.GOVERNANCE, mirror=("CHG601", "CHG602", "CHG508", "CHG510"), level=Severity.WARNING)
def scope_widened(comparison: Comparison) -> Iterator[Change]:
    """A word that held a tool back is gone from its description or from that of an input.

    "Reads approved project files" and "Reads files" are not the same tool. Whether the word mattered
    needs a person.

    Bad:
        ## Tool: NoteReader
        Description: Reads approved notes.
        =>
        ## Tool: NoteReader
        Description: Reads notes.

    Good:
        ## Tool: NoteReader
        Description: Reads approved notes.
        =>
        ## Tool: NoteReader
        Description: Fetches approved notes.
    """
    for pair in comparison.tools:
        texts = plain(pair.old.description), plain(pair.new.description)
        words = lost_qualifiers(*texts)
        if words:
            yield scope_widened.at(
                (pair.old.description.span, pair.new.description.span),
                f"{pair.name}: its description no longer says {quoted(', '.join(words))}; "
                "whether it may do more now needs a person.",
                tool=pair.name,
                part="description",
                texts=texts,
            )
    for pair, found in edits(comparison, INPUTS, FieldEdit.DESCRIBED):
        words = lost_qualifiers(found.before, found.after)
        if words:
            gone = quoted(", ".join(words))
            message = f"its description no longer says {gone}; whether it may hold more now needs a person."
            yield said(scope_widened, pair, found, INPUTS, message)


@change_rule("CHG601", Category.ROUTING, mirror=("CHG601", "CHG508", "CHG510"))
def description_changed(comparison: Comparison) -> Iterator[Change]:
    """A tool is described in other words.

    The description is what a model goes by when it chooses a tool.

    Bad:
        ## Tool: NoteReader
        Description: Reads notes.
        =>
        ## Tool: NoteReader
        Description: Looks up what was noted.

    Good:
        ## Tool: NoteReader
        Description: Reads notes.
        =>
        ## Tool: NoteReader
        Description:
        Reads   notes.
    """
    for pair in comparison.tools:
        texts = plain(pair.old.description), plain(pair.new.description)
        if texts[0].split() != texts[1].split() and not lost_qualifiers(*texts) and not new_power(pair):
            yield description_changed.at(
                (pair.old.description.span, pair.new.description.span),
                f"{pair.name}: its description changed, by which models choose it.",
                tool=pair.name,
                part="description",
                texts=texts,
            )


@change_rule("CHG602", Category.ROUTING, mirror=("CHG602", "CHG510"))
def field_description_changed(comparison: Comparison) -> Iterator[Change]:
    """An input or an output is described in other words.

    A model goes by the description when it fills an argument or reads a result.

    Bad:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (string): Under what the note was saved.

    Good:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (string) - The key.
    """
    for side in (INPUTS, OUTPUTS):
        for pair, found in edits(comparison, side, FieldEdit.DESCRIBED):
            if side == OUTPUTS or not lost_qualifiers(found.before, found.after):
                yield said(field_description_changed, pair, found, side, "its description changed, by which models go.")
