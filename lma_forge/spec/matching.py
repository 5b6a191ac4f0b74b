"""Which tool of a new spec is which tool of the old one: the one decision behind renames.

What compares specs and what carries code from a module to its successor must agree on it: code that
is moved into another tool would answer in its name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from lma_forge.model import AllowedValue, Field, Prose, ReservedTool, Spec, Tool
from lma_forge.names import folded, snake
from lma_forge.spec.likeness import ALIKE, likeness, pair

_MOST_OFFERS = 10_000


class Reason(StrEnum):
    """Why two tools of different names are one."""

    HEADING = "heading"
    DECLARED = "declared"
    WITHDRAWN = "withdrawn"
    ASKED = "asked"
    SHAPE = "shape"

    @property
    def words(self) -> str:
        """The reason as a clause."""
        return _WORDS[self]


_WORDS = {
    Reason.HEADING: "the heading is the same",
    Reason.DECLARED: "the new one says `Renamed From`",
    Reason.WITHDRAWN: "the old one said `Renamed From`",
    Reason.ASKED: "the rename was asked for",
    Reason.SHAPE: "nothing but the name is different in what they take, give and forbid",
}


@dataclass(frozen=True, slots=True)
class Rename:
    """A tool that has another function name than before.

    Args:
        old: The tool as it was.
        new: The tool as it is.
        reason: Why they are one.
    """

    old: Tool
    new: Tool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Offer:
    """A removed and an added tool that could be one, for a person to say.

    Args:
        old: The removed tool.
        new: The added tool.
        likeness: How alike they are, from 0 to 1.
    """

    old: Tool
    new: Tool
    likeness: float


@dataclass(frozen=True, slots=True)
class Matching:
    """What became of the tools of a spec.

    Args:
        pairs: Tools that are there on both sides, renamed ones included, in the new order.
        added: New tools, those out of the reserve included.
        removed: Tools that are gone, those that are now reserved included.
        renamed: The pairs whose function name differs.
        offered: Removed and added tools that could be one, the likest first.
        retired: Removed tools that are now reserved, with what they became.
        activated: Added tools that were reserved, after what they were.
        unmet: Renames that were asked for and could not be: no such old tool, no such new one, or
            one of them already matched.
    """

    pairs: tuple[tuple[Tool, Tool], ...] = ()
    added: tuple[Tool, ...] = ()
    removed: tuple[Tool, ...] = ()
    renamed: tuple[Rename, ...] = ()
    offered: tuple[Offer, ...] = ()
    retired: tuple[tuple[Tool, ReservedTool], ...] = ()
    activated: tuple[tuple[ReservedTool, Tool], ...] = ()
    unmet: tuple[tuple[str, str], ...] = ()


def match_tools(old: Spec, new: Spec, renamed: Mapping[str, str] | None = None) -> Matching:
    """Find which tool is which.

    Tools of one function name are one, and so are those of one heading. What is left over is one
    where the new tool declares it, where it was asked for, or where exactly one removed and one
    added tool have the same shape.

    Args:
        old: The spec as it was.
        new: The spec as it is.
        renamed: Renames that a person asks for, new name by old name, in any spelling.

    Returns:
        The matching. Nothing is guessed: a similar shape is only offered.
    """
    known = pair(old.tools, new.tools, (lambda tool: tool.function,))
    reserved = {tool.function: tool for tool in new.reserved}
    retired = tuple((tool, reserved[tool.function]) for tool in known.removed if tool.function in reserved)
    were_reserved = {tool.function: tool for tool in old.reserved}
    activated = tuple((were_reserved[tool.function], tool) for tool in known.added if tool.function in were_reserved)
    settled = {tool.function for tool, _ in retired}, {tool.function for _, tool in activated}
    left = [tool for tool in known.removed if tool.function not in settled[0]]
    free = [tool for tool in known.added if tool.function not in settled[1]]
    renames: list[Rename] = []
    unmet: list[tuple[str, str]] = []

    def join(before: Tool | None, after: Tool | None, reason: Reason) -> bool:
        if before is None or after is None:
            return False
        left.remove(before)
        free.remove(after)
        renames.append(Rename(before, after, reason))
        return True

    for before_tool, after_tool in pair(left, free, (lambda tool: tool.name,)).pairs:
        join(before_tool, after_tool, Reason.HEADING)
    for tool in tuple(free):
        join(next((found for name in tool.renamed_from if (found := _named(left, name))), None), tool, Reason.DECLARED)
    for tool in tuple(left):
        join(tool, next((found for name in tool.renamed_from if (found := _named(free, name))), None), Reason.WITHDRAWN)
    for before, after in (renamed or {}).items():
        if not join(_named(left, before), _named(free, after), Reason.ASKED):
            unmet.append((before, after))
    for before_tool, after_tool in _same_shape(left, free):
        join(before_tool, after_tool, Reason.SHAPE)
    place = {id(tool): index for index, tool in enumerate(new.tools)}
    pairs = [*known.pairs, *((rename.old, rename.new) for rename in renames)]
    return Matching(
        pairs=tuple(sorted(pairs, key=lambda both: place[id(both[1])])),
        added=(*free, *(tool for _, tool in activated)),
        removed=(*left, *(tool for tool, _ in retired)),
        renamed=tuple(renames),
        offered=_offers(left, free),
        retired=retired,
        activated=activated,
        unmet=tuple(unmet),
    )


def _named(tools: Iterable[Tool], name: str) -> Tool | None:
    wanted = folded(snake(name).removeprefix("tool_"))
    names = ((tool, {folded(tool.name), folded(tool.snake_name)}) for tool in tools)
    return next((tool for tool, spellings in names if wanted and wanted in spellings), None)


def _same_shape(left: Iterable[Tool], free: Iterable[Tool]) -> list[tuple[Tool, Tool]]:
    """Find the pairs of equal shape that have no rival on either side."""
    olds: dict[Tool, list[Tool]] = {}
    news: dict[Tool, list[Tool]] = {}
    for tool in left:
        olds.setdefault(_shape(tool), []).append(tool)
    for tool in free:
        news.setdefault(_shape(tool), []).append(tool)
    return [
        (found[0], news[shape][0])
        for shape, found in olds.items()
        if len(found) == 1 and len(news.get(shape, ())) == 1 and _tell_the_same(found[0], news[shape][0])
    ]


def _tell_the_same(old: Tool, new: Tool) -> bool:
    """Whether the descriptions agree: tools without much of a shape have it in common by accident."""
    before, after = (_masked(" ".join(tool.description.sentences), tool) for tool in (old, new))
    return likeness(before, after) >= ALIKE


def _shape(tool: Tool) -> Tool:
    """What a tool takes, gives, forbids and says when it fails, without its name and its prose."""
    return Tool(
        name="",
        inputs=tuple(_bare(field) for field in tool.inputs),
        outputs=tuple(_bare(field) for field in tool.outputs),
        rules=tuple(
            replace(rule, text=_masked(rule.text, tool), details=tuple(_masked(text, tool) for text in rule.details))
            for rule in tool.rules
        ),
        failures=tuple(replace(failure, message=_masked(failure.message, tool)) for failure in tool.failures),
        host=tool.host,
        effects=tool.effects,
        approval=tool.approval,
        permissions=tool.permissions,
    )


def _bare(field: Field) -> Field:
    members = tuple(_bare(member) for member in field.type.members)
    allowed = tuple(AllowedValue(value.value) for value in field.allowed)
    return replace(field, type=replace(field.type, members=members), description="", allowed=allowed)


def _masked(text: str, tool: Tool) -> str:
    """Leave a tool's own names out of a text."""
    for name in sorted({tool.name, tool.title, tool.function, tool.snake_name}, key=len, reverse=True):
        text = text.replace(name, "\0")
    return text


def _offers(left: list[Tool], free: list[Tool]) -> tuple[Offer, ...]:
    if not left or not free or len(left) * len(free) > _MOST_OFFERS:
        return ()
    texts = {id(tool): _telling(tool) for tool in (*left, *free)}
    bare = {id(tool): (_schema(tool.inputs), _schema(tool.outputs)) for tool in (*left, *free)}
    found = []
    for old in left:
        for new in free:
            share = likeness(texts[id(old)], texts[id(new)])
            same_schema = bool(old.inputs or old.outputs) and bare[id(old)] == bare[id(new)]
            if share >= ALIKE or same_schema:
                found.append(Offer(old, new, share))
    return tuple(sorted(found, key=lambda offer: (-offer.likeness, offer.old.function, offer.new.function)))


def _schema(fields: tuple[Field, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, field.type.kind) for field in fields)


def _telling(tool: Tool) -> str:
    fields = [word for field in (*tool.inputs, *tool.outputs) for word in (field.name, field.description)]
    prose: Prose = tool.description
    failures = [failure.message for failure in tool.failures]
    return " ".join((*prose.sentences, *fields, *(rule.text for rule in tool.rules), *failures))
