"""CHG201 to CHG204, CHG214 and CHG216: inputs that come, go, change their name or their place."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.rules.comparison.fielddiff import FieldEdit
from lma_forge.rules.comparison.fieldfinding import INPUTS, said, top_edits
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison


@change_rule("CHG201", Category.CALLERS, mirror=("CHG203", "CHG204"))
def input_removed(comparison: Comparison) -> Iterator[Change]:
    """An input is gone.

    Hosts drop an argument that they do not know without a word: the call succeeds and answers
    something else than what was asked.

    Bad:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        - shelf (integer): The shelf.
        =>
        ## Tool: NoteReader
        Input:
        - key (string): The key.

    Good:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (string): The key of the note.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.REMOVED):
        message = "it is gone; hosts drop the argument without a word, and the call answers something else."
        yield said(input_removed, pair, found, INPUTS, message)


@change_rule("CHG202", Category.CALLERS, mirror=("CHG202", "CHG216"))
def input_renamed(comparison: Comparison) -> Iterator[Change]:
    """An input has another name.

    The argument under the old name is dropped, and the one under the new name is missing.

    Bad:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - name (string): The key.

    Good:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (string): The name.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.RENAMED):
        message = f"it was called `{found.before}`; calls with the old name lack it, and it is dropped from them."
        yield said(input_renamed, pair, found, INPUTS, message)


@change_rule("CHG203", Category.CALLERS, mirror=("CHG201",))
def input_added_required(comparison: Comparison) -> Iterator[Change]:
    """An input is new, and every call must give it.

    Calls that worked fail, since they cannot know of it.

    Bad:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input:
        - key (string): The key.

    Good:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input:
        - key (string, default: "today"): The key.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.ADDED_REQUIRED):
        message = "it is new and required, so every call made so far fails; give it a default."
        yield said(input_added_required, pair, found, INPUTS, message)


@change_rule("CHG204", Category.ADDITION, mirror=("CHG201",))
def input_added_optional(comparison: Comparison) -> Iterator[Change]:
    """An input is new, and calls may leave it out.

    Nothing that worked stops working.

    Bad:
        ## Tool: NoteReader
        Input: None
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
        - limit (integer, default: 5): How many notes.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.ADDED_OPTIONAL):
        yield said(input_added_optional, pair, found, INPUTS, "it is new and may be left out.")


@change_rule("CHG214", Category.ROUTING, mirror=("CHG214",))
def input_order_changed(comparison: Comparison) -> Iterator[Change]:
    """The inputs stand in another order.

    Calls by name do not mind; a host that passes arguments by position passes them wrongly, and
    models tend to fill the first one with the most care.

    Bad:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        - shelf (integer): The shelf.
        =>
        ## Tool: NoteReader
        Input:
        - shelf (integer): The shelf.
        - key (string): The key.

    Good:
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        - shelf (integer, optional): The shelf.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.ORDER):
        yield input_order_changed.at(
            (found.old_span, found.new_span),
            f"{pair.name}: the inputs stood in the order {found.before} and now stand in the order {found.after}; "
            "hosts that pass them by position get them wrong.",
            tool=pair.name,
            part=INPUTS,
            texts=(found.before, found.after),
        )


@change_rule("CHG216", Category.CALLERS, mirror=("CHG202",))
def input_became_hidden(comparison: Comparison) -> Iterator[Change]:
    """An input has a name now that hosts keep for themselves.

    It vanishes from what the model sees, and the host fills it with an object of its own.

    Bad:
        ## Tool: NoteReader
        Input:
        - context (string): The context.
        =>
        ## Tool: NoteReader
        Input:
        - tool_context (string): The context.

    Good:
        ## Tool: NoteReader
        Input:
        - context (string): The context.
        =>
        ## Tool: NoteReader
        Input:
        - surroundings (string): The context.
    """
    for pair, found in top_edits(comparison, INPUTS, FieldEdit.HIDDEN):
        message = f"it was called `{found.before}`; hosts keep the new name for themselves, so no model can give it."
        yield said(input_became_hidden, pair, found, INPUTS, message)
