"""CHG215 and CHG310: changes of fields inside an object or a list."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.fielddiff import FieldDifference, FieldEdit
from lma_forge.rules.comparison.fieldfinding import INPUT_CODES, INPUTS, OUTPUT_CODES, OUTPUTS, edits
from lma_forge.rules.comparison.finding import ChangeCheck, change_rule
from lma_forge.rules.comparison.pairing import Comparison, ToolPair


@change_rule("CHG215", Category.CALLERS, mirror=("CHG215",))
def nested_input_changed(comparison: Comparison) -> Iterator[Change]:
    """A field inside an object or a list that a tool takes has changed.

    It is weighed as the same change of an input by itself, whose code stands in the message.

    Bad:
        ## Tool: NoteReader
        Input:
        - opts (object): Options.
          - port (integer): The port.
        =>
        ## Tool: NoteReader
        Input:
        - opts (object): Options.
          - port (string): The port.

    Good:
        ## Tool: NoteReader
        Input:
        - opts (object): Options.
          - port (integer): The port.
        =>
        ## Tool: NoteReader
        Input:
        - opts (object): Options.
          - port (integer): The port's number.
    """
    for pair, found in edits(comparison, INPUTS, *INPUT_CODES):
        if found.depth:
            yield _nested(nested_input_changed, pair, found, INPUTS, INPUT_CODES)


@change_rule("CHG310", Category.READERS, mirror=("CHG310",))
def nested_output_changed(comparison: Comparison) -> Iterator[Change]:
    """A field inside an object or a list that a tool gives back has changed.

    It is weighed as the same change of an output by itself, whose code stands in the message.

    Bad:
        ## Tool: NoteReader
        Output:
        - note (object): The note.
          - size (integer): Its size.
        =>
        ## Tool: NoteReader
        Output:
        - note (object): The note.
          - length (integer): Its size.

    Good:
        ## Tool: NoteReader
        Output:
        - note (object): The note.
          - size (integer): Its size.
        =>
        ## Tool: NoteReader
        Output:
        - note (object): The note.
          - size (integer): Its length.
    """
    for pair, found in edits(comparison, OUTPUTS, *OUTPUT_CODES):
        if found.depth:
            yield _nested(nested_output_changed, pair, found, OUTPUTS, OUTPUT_CODES)


def _nested(
    check: ChangeCheck,
    pair: ToolPair,
    found: FieldDifference,
    side: str,
    codes: dict[FieldEdit, tuple[str, Category, Severity]],
) -> Change:
    kin, category, level = codes[found.edit]
    before, after = (f"`{text}`" if text else "" for text in (found.before, found.after))
    was = f"{before} became {after}" if before and after else before or after
    field = f"{side.removesuffix('s')} `{found.path}`"
    return check.at(
        (found.old_span, found.new_span),
        f"{pair.name}, {field}: {found.edit} ({was}); it {category.effect} as {kin} does.",
        tool=pair.name,
        part=side,
        field=found.path,
        texts=(found.before, found.after),
        category=category,
        level=level,
        kin=kin,
    )
