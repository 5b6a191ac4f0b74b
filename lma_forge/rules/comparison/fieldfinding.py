"""What the rules about inputs and outputs share: picking their differences and saying them."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.fielddiff import FieldDifference, FieldEdit
from lma_forge.rules.comparison.finding import ChangeCheck
from lma_forge.rules.comparison.pairing import Comparison, ToolPair

INPUTS, OUTPUTS = "inputs", "outputs"

INPUT_CODES: dict[FieldEdit, tuple[str, Category, Severity]] = {
    FieldEdit.REMOVED: ("CHG201", Category.CALLERS, Severity.ERROR),
    FieldEdit.RENAMED: ("CHG202", Category.CALLERS, Severity.ERROR),
    FieldEdit.ADDED_REQUIRED: ("CHG203", Category.CALLERS, Severity.ERROR),
    FieldEdit.ADDED_OPTIONAL: ("CHG204", Category.ADDITION, Severity.INFO),
    FieldEdit.BECAME_REQUIRED: ("CHG205", Category.CALLERS, Severity.ERROR),
    FieldEdit.BECAME_OPTIONAL: ("CHG206", Category.ADDITION, Severity.INFO),
    FieldEdit.DEFAULT: ("CHG207", Category.CALLERS, Severity.WARNING),
    FieldEdit.TYPE_CHANGED: ("CHG208", Category.CALLERS, Severity.ERROR),
    FieldEdit.TYPE_NARROWED: ("CHG208", Category.CALLERS, Severity.ERROR),
    FieldEdit.TYPE_WIDENED: ("CHG209", Category.ADDITION, Severity.INFO),
    FieldEdit.VALUE_REMOVED: ("CHG210", Category.CALLERS, Severity.ERROR),
    FieldEdit.VALUE_ADDED: ("CHG211", Category.ADDITION, Severity.INFO),
    FieldEdit.BECAME_ENUM: ("CHG212", Category.CALLERS, Severity.ERROR),
    FieldEdit.ENUM_DROPPED: ("CHG213", Category.GOVERNANCE, Severity.ERROR),
    FieldEdit.LIMIT_TIGHTENED: ("CHG217", Category.CALLERS, Severity.ERROR),
    FieldEdit.LIMIT_LOOSENED: ("CHG218", Category.GOVERNANCE, Severity.ERROR),
    FieldEdit.WORKSPACE_LOST: ("CHG219", Category.GOVERNANCE, Severity.ERROR),
}
"""What each edit of an input is; one inside an object or a list is weighed alike."""

OUTPUT_CODES: dict[FieldEdit, tuple[str, Category, Severity]] = {
    FieldEdit.REMOVED: ("CHG301", Category.READERS, Severity.ERROR),
    FieldEdit.RENAMED: ("CHG302", Category.READERS, Severity.ERROR),
    FieldEdit.ADDED_REQUIRED: ("CHG303", Category.ADDITION, Severity.INFO),
    FieldEdit.ADDED_OPTIONAL: ("CHG303", Category.ADDITION, Severity.INFO),
    FieldEdit.TYPE_CHANGED: ("CHG304", Category.READERS, Severity.ERROR),
    FieldEdit.TYPE_WIDENED: ("CHG304", Category.READERS, Severity.ERROR),
    FieldEdit.WORKSPACE_LOST: ("CHG304", Category.READERS, Severity.ERROR),
    FieldEdit.LIMIT_LOOSENED: ("CHG304", Category.READERS, Severity.ERROR),
    FieldEdit.ENUM_DROPPED: ("CHG304", Category.READERS, Severity.ERROR),
    FieldEdit.TYPE_NARROWED: ("CHG305", Category.ADDITION, Severity.INFO),
    FieldEdit.LIMIT_TIGHTENED: ("CHG305", Category.ADDITION, Severity.INFO),
    FieldEdit.BECAME_ENUM: ("CHG305", Category.ADDITION, Severity.INFO),
    FieldEdit.VALUE_ADDED: ("CHG306", Category.READERS, Severity.WARNING),
    FieldEdit.VALUE_REMOVED: ("CHG307", Category.ADDITION, Severity.INFO),
    FieldEdit.BECAME_OPTIONAL: ("CHG308", Category.READERS, Severity.ERROR),
    FieldEdit.BECAME_REQUIRED: ("CHG309", Category.ADDITION, Severity.INFO),
    FieldEdit.DEFAULT: ("CHG311", Category.READERS, Severity.WARNING),
}
"""What each edit of an output is."""


def edits(comparison: Comparison, side: str, *wanted: FieldEdit) -> Iterator[tuple[ToolPair, FieldDifference]]:
    """Find the differences of inputs or outputs that are of the wanted kinds, at every depth.

    Args:
        comparison: Both versions.
        side: `inputs` or `outputs`.
        wanted: The kinds.

    Yields:
        Each difference with its tool.
    """
    for pair in comparison.tools:
        for found in pair.inputs if side == INPUTS else pair.outputs:
            if found.edit in wanted:
                yield pair, found


def top_edits(comparison: Comparison, side: str, *wanted: FieldEdit) -> Iterator[tuple[ToolPair, FieldDifference]]:
    """Find such differences of the tool's own fields, not of fields inside others."""
    return (found for found in edits(comparison, side, *wanted) if found[1].depth == 0)


def said(check: ChangeCheck, pair: ToolPair, found: FieldDifference, side: str, message: str) -> Change:
    """Make the change of a field.

    Args:
        check: Its rule.
        pair: Its tool.
        found: What happened to it.
        side: `inputs` or `outputs`.
        message: What follows; the tool and the field are put in front of it.
    """
    word = "input" if side == INPUTS else "output"
    return check.at(
        (found.old_span, found.new_span),
        f"{pair.name}, {word} `{found.path}`: {message}",
        tool=pair.name,
        part=side,
        field=found.path,
        texts=(found.before, found.after),
    )


def came_to(found: FieldDifference) -> str:
    """Say what a difference turned into what."""
    return f"`{found.before}` became `{found.after}`"
