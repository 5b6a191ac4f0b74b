"""CHG205 to CHG213 and CHG217 to CHG219: what an input takes, and whether it must be given."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.fielddiff import FieldEdit
from lma_forge.rules.comparison.fieldfinding import INPUTS, came_to, said, top_edits
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison


@change_rule("CHG205", Category.CALLERS, mirror=("CHG206",))
def input_became_required(comparison: Comparison) -> Iterator[Change]:
    """An input that could be left out must be given.

    Calls that left it out fail.

    Bad:
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer): How many.

    Good:
        ## Tool: NoteReader
        Input:
        - limit (integer): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.BECAME_REQUIRED):
        message = f"{came_to(found)}; calls that leave it out fail now."
        yield said(input_became_required, pair, found, INPUTS, message)


@change_rule("CHG206", Category.ADDITION, mirror=("CHG205",))
def input_became_optional(comparison: Comparison) -> Iterator[Change]:
    """An input that had to be given may be left out.

    Nothing that worked stops working.

    Bad:
        ## Tool: NoteReader
        Input:
        - limit (integer): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.

    Good:
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 6): How many.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.BECAME_OPTIONAL):
        yield said(input_became_optional, pair, found, INPUTS, f"{came_to(found)}; it may be left out now.")


@change_rule("CHG207", Category.CALLERS, mirror=("CHG207",), level=Severity.WARNING)
def input_default_changed(comparison: Comparison) -> Iterator[Change]:
    """An input that may be left out has another default.

    The same call now means something else; hosts fill defaults in, so nobody notices.

    Bad:
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 50): How many.

    Good:
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, default: 5): How many notes.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.DEFAULT):
        message = f"{came_to(found)}; the same call means something else now."
        yield said(input_default_changed, pair, found, INPUTS, message)


@change_rule("CHG208", Category.CALLERS, mirror=("CHG208", "CHG209", "CHG219"))
def input_type_changed(comparison: Comparison) -> Iterator[Change]:
    """An input no longer takes all that it took.

    Its type is another one or a narrower one; values that were fine are refused.

    Bad:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (integer): The key.

    Good:
        ## Tool: NoteReader
        Input:
        - key (integer): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (number): The key.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.TYPE_CHANGED, FieldEdit.TYPE_NARROWED):
        message = f"{came_to(found)}; values that were fine are refused now."
        yield said(input_type_changed, pair, found, INPUTS, message)


@change_rule("CHG209", Category.ADDITION, mirror=("CHG208",))
def input_type_widened(comparison: Comparison) -> Iterator[Change]:
    """An input takes more than it did.

    Everything that was fine is still fine.

    Bad:
        ## Tool: NoteReader
        Input:
        - size (integer): The size.
        =>
        ## Tool: NoteReader
        Input:
        - size (number): The size.

    Good:
        ## Tool: NoteReader
        Input:
        - size (integer): The size.
        =>
        ## Tool: NoteReader
        Input:
        - size (integer): The size of the note.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.TYPE_WIDENED):
        yield said(input_type_widened, pair, found, INPUTS, f"{came_to(found)}; it takes more than it did.")


@change_rule("CHG210", Category.CALLERS, mirror=("CHG211",))
def input_enum_value_removed(comparison: Comparison) -> Iterator[Change]:
    """An allowed value of an input is gone.

    Calls that give it are refused.

    Bad:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create`, `update`, or `append`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.

    Good:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `create`, `update`, or `append`.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.VALUE_REMOVED):
        message = f"`{found.before}` is no longer allowed; calls that give it are refused."
        yield said(input_enum_value_removed, pair, found, INPUTS, message)


@change_rule("CHG211", Category.ADDITION, mirror=("CHG210",))
def input_enum_value_added(comparison: Comparison) -> Iterator[Change]:
    """An input has one more allowed value.

    Everything that was fine is still fine.

    Bad:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `create`, `update`, or `append`.

    Good:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `update` or `create`.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.VALUE_ADDED):
        yield said(input_enum_value_added, pair, found, INPUTS, f"`{found.after}` is allowed now as well.")


@change_rule("CHG212", Category.CALLERS, mirror=("CHG213",))
def input_became_enum(comparison: Comparison) -> Iterator[Change]:
    """An input that took anything takes only listed values.

    Calls that give something else are refused.

    Bad:
        ## Tool: NoteWriter
        Input:
        - mode (string): The mode.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.

    Good:
        ## Tool: NoteWriter
        Input:
        - mode (string): The mode.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): The mode, such as `create`.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.BECAME_ENUM):
        message = f"it takes nothing but {found.after} now; calls that give anything else are refused."
        yield said(input_became_enum, pair, found, INPUTS, message)


@change_rule("CHG213", Category.GOVERNANCE, mirror=("CHG212",))
def input_enum_dropped(comparison: Comparison) -> Iterator[Change]:
    """An input that took only listed values takes anything.

    The guard that refused everything else disappears.

    Bad:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): The mode.

    Good:
        ## Tool: NoteWriter
        Input:
        - mode (string): `create` or `update`.
        =>
        ## Tool: NoteWriter
        Input:
        - mode (string): `create`, `update`, or `append`.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.ENUM_DROPPED):
        message = f"it took nothing but {found.before} and takes anything now; the guard is gone."
        yield said(input_enum_dropped, pair, found, INPUTS, message)


@change_rule("CHG217", Category.CALLERS, mirror=("CHG218",))
def input_limit_tightened(comparison: Comparison) -> Iterator[Change]:
    """An input has limits that refuse what was fine.

    Calls with values beyond them fail.

    Bad:
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, max 50): How many.

    Good:
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many notes.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.LIMIT_TIGHTENED):
        message = f"{came_to(found)}; values that were fine are refused now."
        yield said(input_limit_tightened, pair, found, INPUTS, message)


@change_rule("CHG218", Category.GOVERNANCE, mirror=("CHG217",))
def input_limit_loosened(comparison: Comparison) -> Iterator[Change]:
    """An input lets through what its limits refused.

    A limit is a guard: raised or dropped, it lets the model ask for more than anybody agreed to.

    Bad:
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, max 1000): How many.

    Good:
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many.
        =>
        ## Tool: NoteReader
        Input:
        - limit (integer, max 100): How many notes.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.LIMIT_LOOSENED):
        message = f"{came_to(found)}; it lets through what was refused."
        yield said(input_limit_loosened, pair, found, INPUTS, message)


@change_rule("CHG219", Category.GOVERNANCE, mirror=("CHG202", "CHG208"))
def workspace_guard_lost(comparison: Comparison) -> Iterator[Change]:
    """An input is no longer a path for the contract, so that nothing holds it in the workspace.

    Paths are resolved and refused outside of the workspace; a plain text is not, whatever the
    implementation does with it. Text named `path` or ending in `_path` counts as a path.

    Bad:
        ## Tool: NoteReader
        Input:
        - place (path): The note's file.
        =>
        ## Tool: NoteReader
        Input:
        - place (string): The note's file.

    Good:
        ## Tool: NoteReader
        Input:
        - file_path (path): The note's file.
        =>
        ## Tool: NoteReader
        Input:
        - file_path (string): The note's file.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.WORKSPACE_LOST):
        message = f"{came_to(found)}; nothing holds it in the workspace any more. Make it a path."
        yield said(workspace_guard_lost, pair, found, INPUTS, message)
