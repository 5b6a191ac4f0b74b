"""What people and models read of a tool: the texts of its docstring and of its parameters.

A host takes the docstring's first paragraph as the description and every line that looks like
`name (type): text` as a parameter (LCP doctrine, sections 4.1 and 4.2). So the guidance stands in
the first paragraph, each text on one line, and no line outside `Args` may look like a parameter.
"""

import re
from collections.abc import Iterable, Iterator

from lma_forge.emit.escape import one_line
from lma_forge.lcp import looks_like_parameter
from lma_forge.model import Block, BlockKind, Bullet, Field, Kind, Limits, Tool
from lma_forge.names import title

IN_DESCRIPTION = "description"
IN_DOCSTRING = "docstring"

_SECTION = re.compile(
    r"(?:args|arguments|attention|attributes|caution|danger|error|examples?|hint|important|keyword arg(?:ument)?s|"
    r"methods|notes?|(?:other )?param(?:eter)?s|raises?|references|returns?|see also|tip|todo|warnings?|warns|"
    r"yields?|receives|(?:short|extended) summary):?",
    re.IGNORECASE,
)
_LOWER_FIRST_WORD = re.compile(r"[a-z][A-Za-z']*[.!?]*(?:\s|$)")
_ENDED = (".", "!", "?")

ANNOTATIONS: dict[Kind, str] = {
    Kind.INTEGER: "int",
    Kind.NUMBER: "float",
    Kind.BOOLEAN: "bool",
    Kind.LIST: "list",
    Kind.OBJECT: "dict[str, Any]",
    Kind.ANY: "Any",
}
"""The annotation of each kind but the texts: chosen so that a host's substring rule reads the declared type."""


def annotation(field: Field) -> str:
    """Write the annotation of an input: `list`, never `list[int]`, which hosts read as integer."""
    plain = ANNOTATIONS.get(field.type.kind, "str")
    return f"{plain} | None" if may_be_none(field) and plain != "Any" else plain


def may_be_none(field: Field) -> bool:
    """Tell whether the parameter of an input can be None: nullable, left out, or given a fresh default."""
    return field.type.nullable or (not field.required and (field.default is None or has_fresh_default(field)))


def has_fresh_default(field: Field) -> bool:
    """Tell whether the default is a list or an object, which no signature may share between calls."""
    return field.default is not None and isinstance(field.default.value, list | dict)


def sentence(text: str) -> str:
    """Put `text` on one line and end it with punctuation."""
    line = one_line(text)
    return line if not line or line.endswith(_ENDED) else f"{line}."


def running_text(blocks: Iterable[Block]) -> str:
    """Join paragraphs and bullets to one line, keeping each as it was written; code is left out."""
    joined = ""
    before: Block | None = None
    for block in blocks:
        text = one_line(block.text)
        if block.kind is BlockKind.CODE or not text:
            continue
        if before is not None:
            is_open = not joined.endswith((*_ENDED, ":", ";", ","))
            joined += "; " if is_open and before.kind is block.kind is not BlockKind.PARAGRAPH else " "
        joined += text
        before = block
    return joined


def summary(tool: Tool) -> tuple[str, ...]:
    """Write the docstring's opening: the description on one line, as it was written.

    Where the bare text would be misread (as a parameter, a section, a signature or a part of the
    quotes around it, or for its small first letter), the tool's title goes before it.
    """
    text = sentence(running_text(tool.description.blocks))
    if not text:
        return (f"{tool.title} is a tool without a description.",)
    if f"{tool.function}(" in text:
        return f"{tool.title} does what follows.", f"{tool.title} — {text}"
    if _is_misread(text) or _LOWER_FIRST_WORD.match(text) or text.startswith('"'):
        return (f"{tool.title} — {text}",)
    return (text,)


def guidance(tool: Tool) -> tuple[str, ...]:
    """Write when to use the tool and when not to, one line each, without a line for what is not said."""
    lines = (
        ("Use when:", tool.use_when),
        ("Do not use when:", tool.do_not_use_when),
    )
    return tuple(f"{lead} {_sentences(bullets)}" for lead, bullets in lines if bullets)


def _sentences(bullets: Iterable[Bullet]) -> str:
    return " ".join(sentence(bullet.full_text) for bullet in bullets)


def rules(tool: Tool) -> tuple[str, ...]:
    """Write the tool's rules, one line each; models do not see them here, implementers do."""
    return tuple(
        f"Rule {number}: {sentence(' '.join((rule.text, *rule.details)))}"
        for number, rule in enumerate(tool.rules, start=1)
    )


def tool_docstring(tool: Tool, guidance_in: str = IN_DESCRIPTION) -> tuple[str, ...]:
    """Write the lines of a tool function's docstring.

    Args:
        tool: The tool.
        guidance_in: `IN_DESCRIPTION` puts the guidance into the first paragraph, which is what a
            model reads; `IN_DOCSTRING` gives it a paragraph of its own.
    """
    lines = [*summary(tool)]
    if said := guidance(tool):
        lines += said if guidance_in == IN_DESCRIPTION else ("", *said)
    if bound := rules(tool):
        lines += ("", *bound)
    if tool.inputs:
        lines += ("", "Args:")
        lines += [f"    {field.parameter} ({annotation(field)}): {parameter_text(field)}" for field in tool.inputs]
        lines += [f"    {host.parameter} (Any): Injected by the host." for host in dict.fromkeys(tool.host)]
    return (*lines, "", "Returns:", f"    {returns(tool)}")


def returns(tool: Tool) -> str:
    """Say in prose what the tool gives back: a list of fields would be taken for parameters."""
    names = [f"{field.name} ({kind_words(field)})" for field in tool.outputs]
    held = f"On success its output holds {listed(names, 'and')}" if names else "On success its output is empty"
    return f"A dict. {held}; on failure its error is {failure_words(tool)}"


def failure_words(tool: Tool) -> str:
    """Say how the tool fails, with the exact messages."""
    said = [f'"{one_line(failure.message)}"' for failure in tool.failures]
    words = listed(list(dict.fromkeys(said)), "or")
    if tool.failure.detail:
        return f"{words} with the error's own text after it."
    return words if words.endswith(('."', '!"', '?"')) else f"{words}."


def parameter_text(field: Field) -> str:
    """Describe an input or output for a model: its description, then what is accepted.

    Args:
        field: The field.

    Returns:
        One line, never empty.
    """
    return " ".join(_parameter_parts(field)) or f"The {title(field.name).lower()}."


def _parameter_parts(field: Field) -> Iterator[str]:
    more = list(_accepted_parts(field))
    if description := one_line(field.description):
        yield sentence(description) if more else description
    yield from more


def _accepted_parts(field: Field) -> Iterator[str]:
    """Say what a host's schema cannot: it holds plain types, descriptions and plain defaults only."""
    kind, is_list = field.type.kind, field.type.kind is Kind.LIST
    if field.allowed:
        yield f"{'Items are one' if is_list else 'One'} of {_allowed_words(field)}."
    elif field.type.item not in {None, Kind.STRING, Kind.ANY}:
        yield f"Items are of type {field.type.item}."
    if field.type.members:
        yield f"{'Each item has' if is_list else 'Has'} {listed(list(map(_member_words, field.type.members)), 'and')}."
    if kind in _FORMS:
        yield _FORMS[kind]
    if limits := limit_words(kind, field.limits):
        yield f"{limits[0].upper()}{limits[1:]}."
    if field.type.nullable:
        yield "May be null."
    if has_fresh_default(field) and field.default is not None:
        yield f"Default: {one_line(field.default.text)}."
    if field.name != field.parameter:
        yield f"Called `{field.name}` in the spec."


_FORMS = {
    Kind.URL: "An absolute URL.",
    Kind.DATE: "An ISO 8601 date.",
    Kind.DATETIME: "An ISO 8601 date with a time.",
    Kind.TIMESTAMP: "An ISO 8601 date with a time and an offset from UTC.",
}


def _member_words(member: Field) -> str:
    return f"`{member.name}` ({kind_words(member)}{'' if member.required else ', optional'})"


def _allowed_words(field: Field) -> str:
    return listed(
        [
            f"`{one_line(str(shown(item.value)))}`" + (f" ({one_line(item.description)})" if item.description else "")
            for item in field.allowed
        ],
        "or",
    )


def shown(value: object) -> object:
    """Show an allowed value as JSON writes it."""
    return str(value).lower() if isinstance(value, bool) else value


def limit_words(kind: Kind, limits: Limits) -> str:
    """Say what the limits of a field are: `1 to 100`, `at most 200 characters`; empty without limits."""
    unit = {Kind.INTEGER: "", Kind.NUMBER: "", Kind.LIST: " items", Kind.OBJECT: " keys"}.get(kind, " characters")
    low, high = limits.minimum, limits.maximum
    if low is not None and high is not None:
        return f"{low} to {high}{unit}"
    if low is not None:
        return f"at least {low}{unit}"
    return "" if high is None else f"at most {high}{unit}"


def kind_words(field: Field) -> str:
    """Name the type of a field: `string`, `list of integer`, `string or null`."""
    words = str(field.type.kind)
    if field.type.item is not None:
        words = f"{words} of {field.type.item}"
    return f"{words} or null" if field.type.nullable else words


def listed(items: list[str], joint: str) -> str:
    """Join items as English does: `a`, `a and b`, `a, b, and c`."""
    if len(items) <= 2:  # noqa: PLR2004 - a pair takes no comma
        return f" {joint} ".join(items)
    return f"{', '.join(items[:-1])}, {joint} {items[-1]}"


def _is_misread(line: str) -> bool:
    return looks_like_parameter(line) or any(_SECTION.fullmatch(part) for part in (line, line[:-1]))
