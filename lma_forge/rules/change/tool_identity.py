"""CHG104, CHG108, CHG109, CHG111: tools under another name, at another place, or announced to end."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.model import Tool
from lma_forge.names import propose_identifier, snake
from lma_forge.rules.comparison.deprecation import is_deprecated
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.spec.matching import Reason

_BY_CATEGORY = "category"


@change_rule("CHG104", Category.CALLERS, mirror=("CHG104", "CHG101"))
def tool_renamed(comparison: Comparison) -> Iterator[Change]:
    """A tool has another function name.

    It is taken for the same tool when the new one says so, or when nothing but the name differs in
    what it takes, gives and forbids. Calls under the old name find nothing.

    Bad:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: PageReader
        Renamed From: NoteReader
        Input: None

    Good:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: Note Reader
        Input: None
    """
    for rename in comparison.matching.renamed:
        old, new = rename.old, rename.new
        is_said = rename.reason in {Reason.DECLARED, Reason.WITHDRAWN}
        yield tool_renamed.at(
            (old.name_span, new.name_span),
            f"{old.name} is called {new.name} now ({rename.reason.words}): a call of `{old.function}` finds nothing.",
            tool=new.name,
            part="name",
            texts=(f"{old.name} ({old.function})", f"{new.name} ({new.function})"),
            help="" if is_said else f"Renamed From: {old.name}",
        )


@change_rule("CHG109", Category.READERS, mirror=("CHG109",))
def module_path_changed(comparison: Comparison) -> Iterator[Change]:
    """A tool keeps its name and moves to another module.

    Hosts key the configuration of tools by the module's name, so settings made for the old one no
    longer reach the tool. With one module for each category, another category is another module.

    Bad:
        ## Tool: NoteReader
        Category: Notes
        =>
        ## Tool: NoteReader
        Category: Files

    Good:
        ## Tool: NoteReader
        Category: Notes
        =>
        ## Tool: NoteReader
        Category: notes
    """
    for pair in comparison.tools:
        old, new = (_stem(tool, comparison.layout) for tool in (pair.old, pair.new))
        if old != new and pair.rename is None:
            yield module_path_changed.at(
                pair.spans("category"),
                f"{pair.name} moves from module `{old}` to `{new}`: what hosts configured for `{old}` no longer "
                "reaches it.",
                tool=pair.name,
                part="category",
                texts=(old, new),
            )


def _stem(tool: Tool, layout: str) -> str:
    if layout == _BY_CATEGORY and tool.category:
        stem = propose_identifier(snake(tool.category)).lower()
        return tool.category if stem == propose_identifier("") else stem
    return tool.snake_name


@change_rule("CHG108", Category.ADDITION, mirror=("CHG111",))
def tool_deprecated(comparison: Comparison) -> Iterator[Change]:
    """A tool is marked as deprecated.

    It still works; its end is announced, so that it can go later without breaking anybody.

    Bad:
        ## Tool: NoteReader
        Input: None
        =>
        ## Tool: NoteReader
        Input: None
        Status: deprecated

    Good:
        ## Tool: NoteReader
        Status: deprecated
        =>
        ## Tool: NoteReader
        Status: deprecated since spring
    """
    for pair in comparison.tools:
        if is_deprecated(pair.new) and not is_deprecated(pair.old):
            yield tool_deprecated.at(
                pair.spans("status"),
                f"{pair.name} is deprecated now.",
                tool=pair.name,
                part="status",
                texts=(pair.old.status, pair.new.status),
            )


@change_rule("CHG111", Category.ADDITION, mirror=("CHG108",))
def deprecation_withdrawn(comparison: Comparison) -> Iterator[Change]:
    """A tool is no longer marked as deprecated.

    It stays after all; whoever moved away from it may come back.

    Bad:
        ## Tool: NoteReader
        Status: deprecated
        =>
        ## Tool: NoteReader
        Input: None

    Good:
        ## Tool: NoteReader
        Status: deprecated
        =>
        ## Tool: NoteReader
        Status: Deprecated.
    """
    for pair in comparison.tools:
        if is_deprecated(pair.old) and not is_deprecated(pair.new):
            yield deprecation_withdrawn.at(
                pair.spans("status"),
                f"{pair.name} is no longer deprecated.",
                tool=pair.name,
                part="status",
                texts=(pair.old.status, pair.new.status),
            )
