"""CHG301 to CHG309 and CHG311: what a tool gives back."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.fielddiff import FieldEdit
from lma_forge.rules.comparison.fieldfinding import OUTPUTS, came_to, said, top_edits
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison

_WIDER = (
    FieldEdit.TYPE_CHANGED,
    FieldEdit.TYPE_WIDENED,
    FieldEdit.WORKSPACE_LOST,
    FieldEdit.LIMIT_LOOSENED,
    FieldEdit.ENUM_DROPPED,
)
_NARROWER = (FieldEdit.TYPE_NARROWED, FieldEdit.LIMIT_TIGHTENED, FieldEdit.BECAME_ENUM)


@change_rule("CHG301", Category.READERS, mirror=("CHG303",))
def output_removed(comparison: Comparison) -> Iterator[Change]:
    """An output is gone.

    Whoever reads it finds nothing there.

    Bad:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        - found (boolean): Whether there was one.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The note.

    Good:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The text.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.REMOVED):
        yield said(output_removed, pair, found, OUTPUTS, "it is gone; whoever reads it finds nothing.")


@change_rule("CHG302", Category.READERS, mirror=("CHG302",))
def output_renamed(comparison: Comparison) -> Iterator[Change]:
    """An output has another name.

    Whoever reads it under the old name finds nothing there.

    Bad:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - note (string): The note.

    Good:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The note's text.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.RENAMED):
        message = f"it was called `{found.before}`; whoever reads that finds nothing."
        yield said(output_renamed, pair, found, OUTPUTS, message)


@change_rule("CHG303", Category.ADDITION, mirror=("CHG301",))
def output_added(comparison: Comparison) -> Iterator[Change]:
    """An output is new.

    Whoever does not know it does not read it.

    Bad:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        - found (boolean): Whether there was one.

    Good:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The text.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.ADDED_REQUIRED, FieldEdit.ADDED_OPTIONAL):
        yield said(output_added, pair, found, OUTPUTS, "it is new.")


@change_rule("CHG304", Category.READERS, mirror=("CHG304", "CHG305"))
def output_type_changed(comparison: Comparison) -> Iterator[Change]:
    """An output may hold what it never held.

    Its type is another or a wider one, its limits are looser, or its list of values is gone; whoever
    reads it may not cope.

    Bad:
        ## Tool: NoteReader
        Output:
        - size (integer): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (number): The size.

    Good:
        ## Tool: NoteReader
        Output:
        - size (number): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (integer): The size.
    """
    for pair, found in top_edits(comparison, OUTPUTS, *_WIDER):
        what = came_to(found) if found.after else f"it held nothing but {found.before} and may hold anything now"
        message = f"{what}; whoever reads it may get what it never held."
        yield said(output_type_changed, pair, found, OUTPUTS, message)


@change_rule("CHG305", Category.ADDITION, mirror=("CHG304",))
def output_type_narrowed(comparison: Comparison) -> Iterator[Change]:
    """An output holds less than it could.

    Whoever coped with the old values copes with the new ones.

    Bad:
        ## Tool: NoteReader
        Output:
        - size (number): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (integer): The size.

    Good:
        ## Tool: NoteReader
        Output:
        - size (integer): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (integer): The note's size.
    """
    for pair, found in top_edits(comparison, OUTPUTS, *_NARROWER):
        what = came_to(found) if found.before else f"it holds nothing but {found.after} now"
        yield said(output_type_narrowed, pair, found, OUTPUTS, f"{what}.")


@change_rule("CHG306", Category.READERS, mirror=("CHG307",), level=Severity.WARNING)
def output_enum_value_added(comparison: Comparison) -> Iterator[Change]:
    """An output may hold a value that was not listed.

    A host that tells the values apart has no case for it.

    Bad:
        ## Tool: NoteReader
        Output:
        - state (string): `found` or `missing`.
        =>
        ## Tool: NoteReader
        Output:
        - state (string): `found`, `missing`, or `locked`.

    Good:
        ## Tool: NoteReader
        Output:
        - state (string): `found` or `missing`.
        =>
        ## Tool: NoteReader
        Output:
        - state (string): `missing` or `found`.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.VALUE_ADDED):
        message = f"it may be `{found.after}` now; hosts that tell its values apart have no case for that."
        yield said(output_enum_value_added, pair, found, OUTPUTS, message)


@change_rule("CHG307", Category.ADDITION, mirror=("CHG306",))
def output_enum_value_removed(comparison: Comparison) -> Iterator[Change]:
    """An output no longer holds one of its values.

    A host has a case too many, which harms nobody.

    Bad:
        ## Tool: NoteReader
        Output:
        - state (string): `found`, `missing`, or `locked`.
        =>
        ## Tool: NoteReader
        Output:
        - state (string): `found` or `missing`.

    Good:
        ## Tool: NoteReader
        Output:
        - state (string): `found` or `missing`.
        =>
        ## Tool: NoteReader
        Output:
        - state (string): `missing` or `found`.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.VALUE_REMOVED):
        yield said(output_enum_value_removed, pair, found, OUTPUTS, f"it is never `{found.before}` any more.")


@change_rule("CHG308", Category.READERS, mirror=("CHG309",))
def output_became_optional(comparison: Comparison) -> Iterator[Change]:
    """An output that was always there may be missing.

    Whoever reads it without asking stumbles.

    Bad:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string, optional): The note.

    Good:
        ## Tool: NoteReader
        Output:
        - text (string, optional): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The note.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.BECAME_OPTIONAL):
        yield said(output_became_optional, pair, found, OUTPUTS, "it was always there and may be missing now.")


@change_rule("CHG309", Category.ADDITION, mirror=("CHG308",))
def output_became_required(comparison: Comparison) -> Iterator[Change]:
    """An output that could be missing is always there.

    Whoever coped without it still does.

    Bad:
        ## Tool: NoteReader
        Output:
        - text (string, optional): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The note.

    Good:
        ## Tool: NoteReader
        Output:
        - text (string): The note.
        =>
        ## Tool: NoteReader
        Output:
        - text (string): The text.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.BECAME_REQUIRED):
        yield said(output_became_required, pair, found, OUTPUTS, "it could be missing and is always there now.")


@change_rule("CHG311", Category.READERS, mirror=("CHG311",), level=Severity.WARNING)
def output_default_changed(comparison: Comparison) -> Iterator[Change]:
    """An output that may be missing stands for another value then.

    Whoever relied on the old one reads the same silence otherwise.

    Bad:
        ## Tool: NoteReader
        Output:
        - size (integer, default: 0): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (integer, default: 1): The size.

    Good:
        ## Tool: NoteReader
        Output:
        - size (integer, default: 0): The size.
        =>
        ## Tool: NoteReader
        Output:
        - size (integer, default: 0): The note's size.
    """
    for pair, found in top_edits(comparison, OUTPUTS, FieldEdit.DEFAULT):
        message = f"{came_to(found)}; where it is missing, it stands for something else now."
        yield said(output_default_changed, pair, found, OUTPUTS, message)
