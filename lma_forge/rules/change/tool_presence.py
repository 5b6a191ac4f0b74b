"""CHG101 to CHG103, CHG105 to CHG107, CHG110: tools that come, go, and change between reserved and active."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.model import Tool
from lma_forge.rules.comparison.deprecation import is_deprecated
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison


@change_rule("CHG101", Category.CALLERS, mirror=("CHG105",))
def tool_removed(comparison: Comparison) -> Iterator[Change]:
    """A tool is gone, and its name is not even reserved.

    Plans that were made, prompts and habits of the model still name it; the call finds nothing.

    Bad:
        ## Tool: NoteReader
        Input: None
        ## Tool: NoteWriter
        Output: None
        =>
        ## Tool: NoteWriter
        Output: None

    Good:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input: None
        Status: deprecated
    """
    offers = {id(offer.old): offer for offer in reversed(comparison.matching.offered)}
    for tool in _gone(comparison):
        if is_deprecated(tool):
            continue
        offer = offers.get(id(tool))
        advice = "" if offer is None else f"If it is {offer.new.name} now: Renamed From: {tool.name}"
        yield tool_removed.at(
            (tool.name_span, comparison.spans_without(tool)[1]),
            f"{tool.name} is gone: a call of `{tool.function}` finds nothing. Mark it deprecated first, or reserve it.",
            tool=tool.name,
            part="tools",
            texts=(tool.name, ""),
            help=advice,
        )


@change_rule("CHG102", Category.CALLERS, mirror=("CHG106",))
def tool_removed_reserved(comparison: Comparison) -> Iterator[Change]:
    """A tool is reserved now: known by name, but no longer callable.

    The same calls fail as if it were gone; only the name stays protected.

    Bad:
        ## Tool: NoteReader
        Input: None
        =>
        ## Future Tool: NoteReader

    Good:
        ## Future Tool: NoteReader
        =>
        ## Future Tool: NoteReader
        Purpose: Reads a note.
    """
    for tool, reserved in comparison.matching.retired:
        if not is_deprecated(tool):
            yield tool_removed_reserved.at(
                (tool.name_span, reserved.name_span),
                f"{tool.name} is only reserved now: a call of `{tool.function}` finds nothing.",
                tool=tool.name,
                part="tools",
                texts=(tool.name, f"{reserved.name} (reserved)"),
            )


@change_rule("CHG103", Category.ADDITION, mirror=("CHG105", "CHG106"))
def deprecated_tool_removed(comparison: Comparison) -> Iterator[Change]:
    """A tool is gone that was marked as deprecated.

    Whoever still calls it has been told.

    Bad:
        ## Tool: NoteReader
        Status: deprecated
        ## Tool: NoteWriter
        Output: None
        =>
        ## Tool: NoteWriter
        Output: None

    Good:
        ## Tool: NoteReader
        Status: deprecated
        =>
        ## Tool: NoteReader
        Status: deprecated
        Owner: Ann
    """
    reserved = {id(tool): kept for tool, kept in comparison.matching.retired}
    for tool in comparison.matching.removed:
        if is_deprecated(tool):
            kept = reserved.get(id(tool))
            place = comparison.spans_without(tool)[1] if kept is None else kept.name_span
            yield deprecated_tool_removed.at(
                (tool.name_span, place),
                f"{tool.name} is gone, as its deprecation announced.",
                tool=tool.name,
                part="tools",
                texts=(tool.name, "" if kept is None else f"{kept.name} (reserved)"),
            )


@change_rule("CHG105", Category.ADDITION, mirror=("CHG101", "CHG103"))
def tool_added(comparison: Comparison) -> Iterator[Change]:
    """A tool is new.

    Nothing that worked stops working; but the model has one more tool to choose from, and may choose
    it where it chose another.

    Bad:
        ## Tool: NoteWriter
        Output: None
        =>
        ## Tool: NoteWriter
        Output: None
        ## Tool: NoteReader
        Input: None

    Good:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input: None
        Owner: Ann
    """
    activated = {id(tool) for _, tool in comparison.matching.activated}
    for tool in comparison.matching.added:
        if id(tool) not in activated:
            yield tool_added.at(
                (comparison.spans_without(tool)[0], tool.name_span),
                f"{tool.name} is new.",
                tool=tool.name,
                part="tools",
                texts=("", tool.name),
            )


@change_rule("CHG106", Category.GOVERNANCE, mirror=("CHG102", "CHG103"))
def tool_activated(comparison: Comparison) -> Iterator[Change]:
    """A reserved tool can be called now.

    A power that was only planned goes live; somebody should have agreed to that.

    Bad:
        ## Future Tool: NoteSender
        =>
        ## Tool: NoteSender
        Input: None

    Good:
        ## Future Tool: NoteSender
        =>
        ## Future Tool: NoteSender
        Purpose: Sends a note.
    """
    for reserved, tool in comparison.matching.activated:
        yield tool_activated.at(
            (reserved.name_span, tool.name_span),
            f"{tool.name} was reserved and can be called now: its power goes live.",
            tool=tool.name,
            part="tools",
            texts=(f"{reserved.name} (reserved)", tool.name),
        )


@change_rule("CHG107", Category.GOVERNANCE, mirror=("CHG110",))
def reservation_removed(comparison: Comparison) -> Iterator[Change]:
    """A name is no longer reserved.

    Anybody may now give it to another tool, with another meaning, which models and people will take
    for the planned one.

    Bad:
        ## Tool: NoteReader
        Input: None
        ## Future Tool: NoteSender
        =>
        ## Tool: NoteReader
        Input: None

    Good:
        ## Future Tool: NoteSender
        =>
        ## Future Tool: NoteSender
        Purpose: Sends a note.
    """
    for tool in comparison.reserved_gone:
        yield reservation_removed.at(
            (tool.name_span, comparison.spans_without(tool)[1]),
            f"{tool.name} is no longer reserved: its name may come back with another meaning.",
            tool=tool.name,
            part="reserved",
            texts=(f"{tool.name} (reserved)", ""),
        )


@change_rule("CHG110", Category.ADDITION, mirror=("CHG107",))
def reservation_added(comparison: Comparison) -> Iterator[Change]:
    """A name is reserved for a later tool.

    Nobody can give it to another one by accident.

    Bad:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input: None
        ## Future Tool: NoteSender

    Good:
        ## Future Tool: NoteSender
        =>
        ## Future Tool: NoteSender
        Purpose: Sends a note.
    """
    for tool in comparison.reserved_come:
        yield reservation_added.at(
            (comparison.spans_without(tool)[0], tool.name_span),
            f"{tool.name} is reserved for later.",
            tool=tool.name,
            part="reserved",
            texts=("", f"{tool.name} (reserved)"),
            level=Severity.INFO,
        )


def _gone(comparison: Comparison) -> Iterator[Tool]:
    retired = {id(tool) for tool, _ in comparison.matching.retired}
    yield from (tool for tool in comparison.matching.removed if id(tool) not in retired)
