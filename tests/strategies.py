"""Hypothesis strategies: whole valid specs, their parts, and texts that want to be something else.

This is the only module that defines strategies. A *plain line* is text that a document can hold
as one line of prose, so that writing and reading it gives it back: it neither starts as markdown
structure nor as a label, has no white space at its ends, and holds no line break. Everything else
may be in it. What a spec accepted by the checks may not hold (concealed characters, text that
speaks to the model) comes only with `hostile=True`.
"""

import ast
import string
import tomllib
from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Report, Severity, Span
from lma_forge.grammar import SECTIONS
from lma_forge.model import (
    AllowedValue,
    Approval,
    Block,
    BlockKind,
    Bullet,
    Effect,
    Example,
    ExtraSection,
    Failure,
    FailureStandard,
    Field,
    FieldType,
    FlowStep,
    GovernanceRule,
    HostObject,
    JsonText,
    Kind,
    Limits,
    Prose,
    ReservedTool,
    Risk,
    Section,
    Spec,
    Tool,
)
from lma_forge.names import HOST_PARAMETERS, RESERVED_FIELD_NAMES, folded, snake
from lma_forge.spec.labels import edit_distance, fold
from lma_forge.spec.slips import ORDINARY

# --- texts -----------------------------------------------------------------------------------

WORDS = (
    *("keeps", "note", "page", "letter", "order", "price", "weather", "city", "train", "table", "window", "garden"),
    *("paper", "river", "stone", "light", "small", "large", "quick", "early", "always", "never", "before", "after"),
    *("between", "under", "again", "each", "every", "some", "this", "that"),
)
_OPENINGS = tuple(
    " ".join((WORDS[i % 32].capitalize(), *(WORDS[(i * 7 + j * 5 + 3) % 32] for j in range(2 + i % 4))))
    for i in range(64)
)

TRICKS = (
    '"""',
    "'''",
    '"',
    "'",
    "\\",
    "\\\\",
    "\\n",
    "\\N{x}",
    "\\N{BULLET}",
    "\\u0041",
    "\\x00",
    "{x}",
    "{}",
    "{{ name }}",
    "{{",
    "}}",
    "{% raw %}",
    "{% endraw %}",
    "{# no #}",
    "%s %(x)s %",
    "$HOME ${x}",
    "#",
    "# noqa",
    "# type: ignore",
    "-",
    "---",
    "- item",
    "1. item",
    "*star* **bold** _under_ __dunder__",
    "[link](http://example.org/a_b?c=d&e=f)",
    "[text]",
    "![image](x.png)",
    "a | b | c",
    "|",
    "> quoted",
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "a < b > c",
    "&amp; &lt; &#35; &nbsp;",
    "`code` and `more`",
    "`a`, `b`, or `c`.",
    "``two `ticks` here``",
    "(string): text",
    "(optional, default: 5)",
    "name: text",
    "x - y",
    "Args: x",
    "Returns: y",
    "Input: z",
    "## Tool: Fake",
    "**Bold:** text",
    "Naïve café, 日本語, Привет, עברית, العربية, ½ ﬁ",
    "👩‍👩‍👧 🏳️‍🌈 👍🏽 🧠",
    "“curly” ‘quotes’ – — …",  # noqa: RUF001 - such characters are the point
    "non\u00a0breaking",
    "line\u2028separator",
    "next\u0085line",
    "form\x0cfeed",
    "tab\tinside",
    "two  blanks",
    "class None True lambda def import",
    "); DROP TABLE x; --",
    "$(rm -rf x)",
    "../../etc/passwd",
    "C:\\users\\new",
    "http://example.org",
    "[]{}()<>",
    "~~~",
    "+++",
    "===",
    "e\u0301",
)
"""Pieces that break careless writers, each harmless to a careful one."""

CONCEALED = (
    "\u202e",
    "\u2066x\u2069",
    "a\u200bb",
    "\u2060",
    "\U000e0041\U000e0042",
    "\ufeff",
    "\u00ad",
    "\x1b[2K",
    "\ufffe",
    "\x07",
)
"""Characters that a reader cannot see; a spec that holds them is refused."""

_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
_ANY_CHARACTER = st.characters(
    blacklist_categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Zp", "Co", "Cn"),
    blacklist_characters=_UNSEEN + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))),
)


def _is_steady(text: str) -> bool:
    """Whether `text` keeps its meaning wherever one plain line may stand."""
    return (
        text == text.strip()
        and "<!--" not in text
        and "[enforce" not in text.lower()
        and not text.endswith((":", "\\"))
        and not any(character in text for character in "\r\n\x00")
    )


@cache
def words(minimum: int = 1, maximum: int = 6) -> st.SearchStrategy[str]:
    """Lower-case English words with single blanks between them, no punctuation."""
    return st.lists(st.sampled_from(WORDS), min_size=minimum, max_size=maximum).map(" ".join)


@cache
def plain_lines(*, hostile: bool = False) -> st.SearchStrategy[str]:
    """One line of prose, one sentence or more, mostly tame and often with a trick in it.

    Args:
        hostile: Whether concealed characters may stand in it.
    """
    pieces = [
        st.sampled_from(WORDS),
        st.sampled_from(WORDS),
        st.sampled_from(TRICKS),
        st.text(_ANY_CHARACTER, min_size=1, max_size=8),
    ]
    if hostile:
        pieces.append(st.sampled_from(CONCEALED))
    tail = st.lists(st.one_of(pieces), max_size=3).map(" ".join)
    ends = st.sampled_from(("", "", ".", "!", ' "', '"""'))
    line = st.tuples(st.sampled_from(_OPENINGS), tail, ends).map(
        lambda parts: (parts[0] + (" " + parts[1] if parts[1] else "") + parts[2]).strip()
    )
    return line.filter(_is_steady)


@cache
def sentences() -> st.SearchStrategy[str]:
    """A short tame sentence, for tests in which the text does not matter."""
    return st.sampled_from(_OPENINGS).map(lambda text: text + ".")


@cache
def long_lines() -> st.SearchStrategy[str]:
    """A line of about ten thousand characters."""
    return st.sampled_from(("word ", "x", "né ", '"""', "{{x}} ")).map(
        lambda piece: ("This line goes on " + piece * (10_000 // len(piece))).strip()
    )


@cache
def documents() -> st.SearchStrategy[str]:
    """Any text at all, mostly markdown that nearly is a spec: for "never raises" and "linear time"."""
    labels = [label for key in SECTIONS for label in key.labels()]
    line = st.one_of(
        st.sampled_from(labels).map(lambda label: f"{label}:"),
        st.sampled_from(labels).map(lambda label: f"**{label}:** text"),
        st.sampled_from(labels).map(lambda label: f"### {label}"),
        st.sampled_from(("## Tool: ReadNote", "## Future Tool: SendNote", "# Title", "## 2. Global Tool Rules", "")),
        st.sampled_from(("- key (string): Text.", "* `a` (integer, default: 5)", "1. First.", "- None", "| a | b |")),
        st.sampled_from(
            ("```", "~~~json", "<!--", "-->", "---", "===", "> quote", "    code", "<details>", "|---|---|")
        ),
        st.sampled_from(
            ("- Return: `No.`", "- `X` when y: Return: `No.` followed by the error", "\t- x", "  - `a`: b")
        ),
        plain_lines(hostile=True),
        st.text(max_size=30),
    )
    return st.one_of(
        st.text(max_size=200),
        st.tuples(st.lists(line, max_size=30), st.sampled_from(("\n", "\r\n", "\r", "\n\n"))).map(
            lambda parts: parts[1].join(parts[0])
        ),
    )


_EVERYTHING = (Path(__file__).parent / "corpus" / "specs" / "everything.md").read_text(encoding="utf-8").splitlines()
_STRAY_LINES = (
    *("", "# New", "## New heading", "### Deeper", "#### Very deep", "## Rules", "## Overview", "# Purpose", "## Flow"),
    *("# Source Layer", "## Global Rules", "## Tool: Extra", "### Tool: Deep", "# Tool: Top", "## Future Tool: Later"),
    *(
        "- bullet",
        "  - nested",
        "1. step",
        "1) step",
        "99. big",
        "+ plus",
        "* star",
        "   continued",
        "    code",
        "\ttab",
    ),
    *("> quote", "```", "Notes:", "Data Use: x", "word:", "Use When: a", "Description: inline", "Purpose: p", "Rules:"),
    *(
        "Status: planned",
        "Examples:",
        "**Bold:** text",
        "**Input:**",
        "- **Rules:** x",
        "Text here.",
        "Text - more: yes",
    ),
    *("---", "===", "| a | b |", "|---|---|", "<b>x</b>", "[x]: y", "Return: `x`", "- `a`: meaning", "- None", "a\\"),
)


@cache
@st.composite
def rough_specs(draw: st.DrawFn) -> str:
    """A spec with everything in it after careless edits: lines dropped, moved, doubled, indented, run together."""
    lines = list(_EVERYTHING)
    for _ in range(draw(st.integers(1, 7))):
        place, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        stray = draw(st.sampled_from(_STRAY_LINES))
        edit = draw(st.sampled_from(("drop", "insert", "insert", "indent", "level", "swap", "append", "copy")))
        if edit == "drop" and len(lines) > 1:
            del lines[place]
        elif edit == "insert":
            lines.insert(place, stray)
        elif edit == "indent":
            lines[place] = "  " + lines[place]
        elif edit == "level" and lines[place].startswith("#"):
            lines[place] = f"{'#' * draw(st.integers(1, 4))} {lines[place].lstrip('# ')}"
        elif edit == "swap":
            lines[place], lines[other] = lines[other], lines[place]
        elif edit == "append":
            lines[place] += " " + stray
        elif edit == "copy":
            lines[other:other] = lines[place : place + draw(st.integers(1, 12))]
    return "\n".join(lines) + "\n"


# --- names -----------------------------------------------------------------------------------

_NAME_WORDS = ("Note", "Page", "Letter", "Order", "Price", "City", "Train", "HTTP", "PDF", "Text", "Data", "File")
_VERBS = ("Reader", "Writer", "Finder", "Maker", "Checker", "Sorter", "Sender", "Counter", "Mover", "Lister")


@cache
def tool_names() -> st.SearchStrategy[str]:
    """A usable tool name in one of the styles that people write: Pascal, camel, kebab, dotted, snake, spaced."""
    parts = st.tuples(st.lists(st.sampled_from(_NAME_WORDS), min_size=1, max_size=3), st.sampled_from(_VERBS)).map(
        lambda pair: [*pair[0], pair[1]]
    )
    styles = (
        "".join,
        "".join,
        "".join,
        lambda found: found[0].lower() + "".join(found[1:]),
        lambda found: "-".join(found).lower(),
        lambda found: ".".join(found).lower(),
        lambda found: "_".join(found).lower(),
        " ".join,
    )
    return st.tuples(parts, st.sampled_from(styles)).map(lambda pair: pair[1](pair[0]))


@cache
def identifiers() -> st.SearchStrategy[str]:
    """A field name that is an ASCII identifier and not reserved: keywords and builtins included."""
    made = st.tuples(
        st.sampled_from(string.ascii_letters), st.text(string.ascii_letters + string.digits + "_", max_size=12)
    ).map("".join)
    special = st.sampled_from(("format", "from", "class", "list", "id", "type", "file_path", "input", "print", "Key"))
    return st.one_of(special, made, words(1, 2).map(lambda text: text.replace(" ", "_"))).filter(
        lambda name: name not in RESERVED_FIELD_NAMES and name not in HOST_PARAMETERS
    )


# --- values ----------------------------------------------------------------------------------

_SMALL_INTEGERS = st.integers(-1_000_000, 1_000_000)
_NUMBERS = st.one_of(_SMALL_INTEGERS, st.integers(-4_000, 4_000).map(lambda eighths: eighths / 8))
_DATES = st.dates().map(lambda day: day.isoformat())
_DATETIMES = st.datetimes().map(lambda moment: moment.replace(microsecond=0).isoformat())
_TIMESTAMPS = st.datetimes().map(lambda moment: moment.replace(microsecond=0).isoformat() + "Z")
_PATHS = words(1, 3).map(lambda text: text.replace(" ", "/") + ".txt")
_URLS = words(1, 2).map(lambda text: "https://example.org/" + text.replace(" ", "/"))


@cache
def json_values() -> st.SearchStrategy[Any]:
    """A small JSON value of any shape, hostile strings included."""
    leaf = st.one_of(st.none(), st.booleans(), _NUMBERS, plain_lines())
    return st.recursive(
        leaf,
        lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(words(1, 1), inner, max_size=2)),
        max_leaves=4,
    )


def _scalar_values(kind: Kind, limits: Limits) -> st.SearchStrategy[Any]:
    if kind is Kind.INTEGER:
        low = -1_000_000 if limits.minimum is None else int(limits.minimum)
        high = 1_000_000 if limits.maximum is None else int(limits.maximum)
        return st.integers(min(low, high), max(low, high))
    if kind is Kind.NUMBER:
        low = -1_000_000 if limits.minimum is None else int(limits.minimum)
        high = 1_000_000 if limits.maximum is None else int(limits.maximum)
        return st.integers(min(low, high) * 8, max(low, high) * 8).map(
            lambda eighths: eighths // 8 if eighths % 8 == 0 else eighths / 8
        )
    if kind is Kind.STRING:
        low = int(limits.minimum or 0)
        high = 60 if limits.maximum is None else int(limits.maximum)
        filler = "abc def ghi jkl mno pqr stu vwx yz " * 10
        return plain_lines().map(lambda text: (text + filler[: max(0, low - len(text))])[: max(high, low)])
    plain = {
        Kind.BOOLEAN: st.booleans(),
        Kind.PATH: _PATHS,
        Kind.URL: _URLS,
        Kind.DATE: _DATES,
        Kind.DATETIME: _DATETIMES,
        Kind.TIMESTAMP: _TIMESTAMPS,
        Kind.ANY: json_values(),
        Kind.OBJECT: st.dictionaries(words(1, 1), json_values(), max_size=2),
    }
    return plain[kind]


@st.composite
def values_of(draw: st.DrawFn, field: Field) -> Any:
    """A JSON value that fits `field`: its type, members, allowed values and limits."""
    kind = field.type.kind
    if field.type.nullable and draw(st.integers(0, 4)) == 0:
        return None
    if kind is Kind.LIST:
        low = int(field.limits.minimum or 0)
        high = max(low, min(low + 2, int(field.limits.maximum) if field.limits.maximum is not None else low + 2))
        size = draw(st.integers(low, high))
        return [draw(_items_of(field)) for _ in range(size)]
    if field.allowed:
        return draw(st.sampled_from(field.allowed)).value
    if kind is Kind.OBJECT and field.type.members:
        return draw(objects_of(field.type.members))
    return draw(_scalar_values(kind, field.limits))


def _items_of(field: Field) -> st.SearchStrategy[Any]:
    if field.allowed:
        return st.sampled_from([allowed.value for allowed in field.allowed])
    if field.type.members:
        return objects_of(field.type.members)
    item = field.type.item
    return json_values() if item is None else _scalar_values(item, Limits())


@st.composite
def objects_of(draw: st.DrawFn, fields: tuple[Field, ...]) -> dict[str, Any]:
    """A JSON object that fits `fields`: every required one, some of the others."""
    return {field.name: draw(values_of(field)) for field in fields if field.required or draw(st.booleans())}


# --- fields ----------------------------------------------------------------------------------

_ITEM_KINDS = tuple(kind for kind in Kind if kind not in {Kind.LIST, Kind.ANY, Kind.OBJECT})


@cache
def _allowed_texts() -> st.SearchStrategy[str]:
    text = st.one_of(
        words(1, 2),
        words(1, 2),
        st.sampled_from(
            ("client_safe", "A", "n/a", "a, b", "x|y", "50%", "é", "it's", 'say "x"', "none", "C:\\x", "{x}")
        ),
    )
    return text.filter(lambda value: value == value.strip() and "`" not in value)


@cache
@st.composite
def _allowed(draw: st.DrawFn, kind: Kind) -> tuple[AllowedValue, ...]:
    found: list[Any]
    if kind is Kind.INTEGER:
        found = draw(st.lists(st.integers(-99, 99), min_size=2, max_size=4, unique=True))
    else:
        found = draw(st.lists(_allowed_texts(), min_size=2, max_size=4, unique_by=str.lower))
    described = draw(st.booleans())
    return tuple(AllowedValue(value, draw(plain_lines()) if described else "") for value in found)


@cache
@st.composite
def _limits(draw: st.DrawFn, kind: Kind) -> Limits:
    low_end = 0 if kind in {Kind.STRING, Kind.LIST} else -50
    low, high = sorted(draw(st.lists(st.integers(low_end, 50), min_size=2, max_size=2)))
    shape = draw(st.sampled_from(("both", "minimum", "maximum")))
    return Limits(low if shape != "maximum" else None, high if shape != "minimum" else None)


@cache
@st.composite
def field_types(draw: st.DrawFn, depth: int = 0) -> FieldType:
    """A field type: every kind, lists with and without item type, members two levels deep, nullable or not.

    Args:
        depth: How deep the field already is.
    """
    kind = draw(st.sampled_from(Kind))
    nullable = draw(st.integers(0, 3)) == 0 and kind is not Kind.ANY
    item = draw(st.one_of(st.none(), st.sampled_from(_ITEM_KINDS))) if kind is Kind.LIST else None
    members: tuple[Field, ...] = ()
    if kind in {Kind.OBJECT, Kind.LIST} and depth < 2 and draw(st.booleans()):
        members = draw(fields(minimum=1, maximum=2, depth=depth + 1))
        item = Kind.OBJECT if kind is Kind.LIST else None
    return FieldType(kind, item=item, nullable=nullable, members=members)


@cache
@st.composite
def one_field(draw: st.DrawFn, depth: int = 0, *, defaults: bool = True) -> Field:
    """One field with a type, a description, and any modifiers that go with each other.

    Args:
        depth: 0 for a tool's own field, more for a member.
        defaults: Whether it may have a default.
    """
    kind_of_field = draw(field_types(depth))
    kind = kind_of_field.kind
    allowed: tuple[AllowedValue, ...] = ()
    limits = Limits()
    can_enumerate = kind in {Kind.STRING, Kind.INTEGER} or (kind_of_field.item is Kind.STRING)
    choice = draw(st.integers(0, 5))
    if choice == 0 and can_enumerate:
        allowed = draw(_allowed(kind))
    elif choice == 1 and kind in {Kind.STRING, Kind.INTEGER, Kind.NUMBER, Kind.LIST}:
        limits = draw(_limits(kind))
    described = not allowed or draw(st.booleans())
    made = Field(
        draw(identifiers()),
        kind_of_field,
        description=draw(plain_lines()) if described else "",
        allowed=allowed,
        limits=limits,
    )
    presence = draw(
        st.sampled_from(("required", "required", "optional", "default") if defaults else ("required", "optional"))
    )
    if presence == "required":
        return made
    value = draw(values_of(made)) if presence == "default" else None
    null = value is None and kind_of_field.nullable and presence == "default"
    default = JsonText.of(value) if value is not None or null else None
    return Field(
        made.name,
        made.type,
        made.description,
        required=False,
        default=default,
        allowed=made.allowed,
        limits=made.limits,
    )


@cache
def fields(
    minimum: int = 0, maximum: int = 4, depth: int = 0, *, defaults: bool = True
) -> st.SearchStrategy[tuple[Field, ...]]:
    """Fields of one tool or object, with names that stay apart whatever their case and underscores."""
    return st.lists(
        one_field(depth, defaults=defaults),
        min_size=minimum,
        max_size=maximum,
        unique_by=lambda found: folded(found.name),
    ).map(tuple)


# --- prose -----------------------------------------------------------------------------------

_CODE_LINES = (
    "x = 1",
    "# heading",
    "## Tool: Fake",
    "",
    "- item",
    "Input:",
    "    indented",
    "```",
    "~~~",
    '"""',
    "a\tb",
    "{{ x }}",
)


@cache
def code_texts() -> st.SearchStrategy[str]:
    """The text of a fenced block: several lines, some of which look like structure, none blank at the ends."""
    return (
        st.lists(st.sampled_from(_CODE_LINES), min_size=1, max_size=4)
        .map("\n".join)
        .filter(lambda text: text == text.strip("\n") and text.strip() != "")
    )


@cache
@st.composite
def proses(draw: st.DrawFn, *, hostile: bool = False, rich: bool = True) -> Prose:
    """Running text: a paragraph, then perhaps more paragraphs, bullets, steps, code, quotes and tables.

    Args:
        hostile: As for `plain_lines`.
        rich: Whether anything but paragraphs may follow.
    """
    line = plain_lines(hostile=hostile)
    blocks = [Block(BlockKind.PARAGRAPH, draw(line))]
    kinds = ("paragraph", "bullets", "steps", "code", "quote", "table") if rich else ("paragraph",)
    previous = "paragraph"
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=2)):
        if kind == previous != "paragraph":
            continue
        previous = kind
        if kind == "paragraph":
            blocks.append(Block(BlockKind.PARAGRAPH, draw(line)))
        elif kind == "quote":
            blocks.append(Block(BlockKind.QUOTE, draw(line)))
        elif kind == "table":
            rows = ("| name | use |", "|---|:-:|", "| `a` | one |", "| b | x \\| y |")
            blocks += (Block(BlockKind.TABLE_ROW, row) for row in rows[: draw(st.integers(2, 4))])
        elif kind == "code":
            info = draw(st.sampled_from(("", "json", "text", "python")))
            blocks.append(Block(BlockKind.CODE, draw(code_texts()), info=info))
        else:
            block_kind = BlockKind.BULLET if kind == "bullets" else BlockKind.STEP
            blocks.append(Block(block_kind, draw(line)))
            for _ in range(draw(st.integers(0, 2))):
                depth = draw(st.integers(0, min(2, blocks[-1].depth + 1)))
                blocks.append(Block(block_kind, draw(line), depth=depth))
    return Prose(tuple(blocks))


@cache
def bullets(*, hostile: bool = False) -> st.SearchStrategy[tuple[Bullet, ...]]:
    """Items of Use When or Do Not Use When, some with details."""
    line = plain_lines(hostile=hostile)
    return st.lists(
        st.builds(Bullet, text=line, details=st.one_of(st.just(()), st.lists(line, max_size=2).map(tuple))), max_size=3
    ).map(tuple)


_HARMLESS_POLICIES = ("no-secrets", "exact-errors", "utc-timestamps", "bounded-output", "audit", "label-source")


@cache
def governance_rules(minimum: int = 0, *, hostile: bool = False) -> st.SearchStrategy[tuple[GovernanceRule, ...]]:
    """Rules numbered from 1, some with an enforcement tag, some with details."""
    line = plain_lines(hostile=hostile)
    one = st.tuples(
        line,
        st.one_of(st.just(()), st.just(()), st.lists(line, max_size=2).map(tuple)),
        st.one_of(st.just(""), st.just(""), st.sampled_from(_HARMLESS_POLICIES)),
    )
    return st.lists(one, min_size=minimum, max_size=4).map(
        lambda found: tuple(
            GovernanceRule(text, number, details, policy) for number, (text, details, policy) in enumerate(found, 1)
        )
    )


# --- failures and examples -------------------------------------------------------------------


@cache
def messages() -> st.SearchStrategy[str]:
    """An exact failure message: a plain line, backticks and all."""
    return plain_lines()


@cache
@st.composite
def failures(draw: st.DrawFn) -> tuple[Failure, ...]:
    """The failures of a tool: a default one, now and then in prose, and perhaps conditional ones after it."""
    if draw(st.integers(0, 9)) == 0:
        return (Failure(draw(sentences()), literal=False),)
    found = [Failure(draw(messages()), detail=draw(st.booleans()))]
    conditions = draw(st.lists(words(2, 4), max_size=2, unique=True))
    codes = draw(st.lists(st.sampled_from(("NOT_FOUND", "DENIED", "TOO_LONG")), min_size=2, max_size=2, unique=True))
    for condition, code in zip(conditions, codes, strict=False):
        found.append(
            Failure(
                draw(messages()),
                detail=draw(st.booleans()),
                condition=condition,
                code=code if draw(st.booleans()) else "",
            )
        )
    return tuple(found)


@st.composite
def examples(
    draw: st.DrawFn, inputs: tuple[Field, ...], outputs: tuple[Field, ...], said: tuple[Failure, ...]
) -> tuple[Example, ...]:
    """Examples that fit the fields: with the outputs, or with the message of one of the failures."""
    found = []
    for _ in range(draw(st.integers(0, 2))):
        given_input = JsonText.of(draw(objects_of(inputs)))
        if draw(st.booleans()):
            found.append(Example(given_input, error=draw(st.sampled_from(said)).message))
        else:
            found.append(Example(given_input, output=JsonText.of(draw(objects_of(outputs)))))
    return tuple(found)


# --- tools and specs -------------------------------------------------------------------------

_EXTRA_LABELS = ("Background", "Data Retention", "Glossary", "See Also")


@cache
def extra_sections(*, hostile: bool = False) -> st.SearchStrategy[tuple[ExtraSection, ...]]:
    """Sections under labels that the grammar does not know and that resemble none it knows."""
    return st.lists(
        st.builds(ExtraSection, label=st.sampled_from(_EXTRA_LABELS), body=proses(hostile=hostile, rich=False)),
        max_size=2,
        unique_by=lambda section: section.label,
    ).map(tuple)


@cache
def effects() -> st.SearchStrategy[tuple[Effect, ...] | None]:
    """Declared effects in the order of `Effect`, or None for a tool that declares none."""
    powers = (Effect.READ, Effect.WRITE, Effect.DESTRUCTIVE, Effect.EXTERNAL)
    some = st.sets(st.sampled_from(powers), min_size=1).map(lambda found: tuple(e for e in powers if e in found))
    return st.one_of(st.none(), st.just((Effect.NONE,)), some)


@cache
def approvals() -> st.SearchStrategy[Approval | None]:
    """No word on approval, no, yes, or a condition."""
    condition = sentences().map(lambda text: "When " + text[0].lower() + text[1:])
    return st.one_of(
        st.none(),
        st.just(Approval(required=False)),
        st.just(Approval(required=True)),
        condition.map(lambda c: Approval(True, c)),
    )


@lru_cache(maxsize=128)
def _optional(strategy: st.SearchStrategy[Any], missing: Any) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(missing), st.just(missing), strategy)


@cache
@st.composite
def tools(draw: st.DrawFn, *, hostile: bool = False) -> Tool:
    """A whole valid tool: all sections, any of the extended labels.

    Args:
        hostile: Whether concealed characters may stand in its texts.
    """
    inputs = draw(fields(maximum=3))
    outputs = draw(fields(maximum=3, defaults=False))
    said = draw(failures())
    name = draw(tool_names())
    explicit = draw(_optional(tool_names().map(snake), ""))
    if explicit and draw(st.booleans()):
        name = draw(st.sampled_from(("メモ", "Прочитать заметку", "NotizLöscher")))
    return Tool(
        name=name,
        description=draw(proses(hostile=hostile)),
        use_when=draw(bullets(hostile=hostile)),
        do_not_use_when=draw(bullets(hostile=hostile)),
        inputs=inputs,
        outputs=outputs,
        rules=draw(governance_rules(hostile=hostile)),
        failures=said,
        explicit_name=explicit,
        category=draw(_optional(words(1, 2).map(str.title), "")),
        host=draw(_optional(st.sets(st.sampled_from(HostObject)).map(lambda found: tuple(sorted(found))), ())),
        effects=draw(effects()),
        approval=draw(approvals()),
        risk=draw(_optional(st.sampled_from(Risk), None)),
        permissions=draw(_optional(st.lists(words(1, 3), max_size=2, unique=True).map(tuple), ())),
        idempotent=draw(st.sampled_from((None, None, True, False))),
        timeout=draw(_optional(st.sampled_from((0.5, 1.0, 2.5, 30.0, 600.0)), None)),
        version=draw(_optional(st.sampled_from(("1", "1.0", "v2.3.4", "2024-01-31")), "")),
        status=draw(_optional(st.sampled_from(("active", "experimental")), "")),
        owner=draw(_optional(words(1, 2).map(str.title), "")),
        icon=draw(_optional(st.sampled_from(("🧠", "📝", "🏳️‍🌈")), "")),
        examples=draw(_optional(examples(inputs, outputs, said), ())),
        renamed_from=draw(_optional(st.lists(tool_names(), max_size=2, unique_by=folded).map(tuple), ())),
        extra=draw(_optional(extra_sections(hostile=hostile), ())),
    )


@cache
def reserved_tools() -> st.SearchStrategy[ReservedTool]:
    """A tool known by name only."""
    return st.builds(
        ReservedTool, name=tool_names(), purpose=proses(rich=False), status=st.sampled_from(("Reserved.", "Planned."))
    )


@cache
@st.composite
def failure_standards(draw: st.DrawFn) -> FailureStandard:
    """Good and bad phrases, one fenced line each, and perhaps a lead."""
    phrases = st.lists(messages(), min_size=1, max_size=2, unique=True).map(tuple)
    lead = draw(_optional(proses(rich=False), Prose()))
    return FailureStandard(correct=draw(phrases), incorrect=draw(phrases), lead=lead)


@cache
def prose_sections() -> st.SearchStrategy[tuple[Section, ...]]:
    """Parts of the document that are prose for people."""
    titles = st.sampled_from(
        ("About this file", "Background", "History", "Closing words", "Who may read this?", "C\\# and C#")
    )
    one = st.builds(Section, title=titles, level=st.just(2), body=proses())
    return st.lists(one, max_size=2, unique_by=lambda section: section.title).map(tuple)


_GROUPS = ("Core tools", "4. Tools for notes", "Everything else")


@st.composite
def grouped(draw: st.DrawFn, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """Tools or reserved tools under groups: none, one, or one after the other."""
    groups = sorted(draw(st.lists(st.sampled_from(("", *_GROUPS)), min_size=len(found), max_size=len(found))))
    return tuple(replace(tool, group=group) for tool, group in zip(found, groups, strict=True))


def _is_pascal(name: str) -> bool:
    return name.isalnum() and name[:1].isupper() and name != name.upper()


@st.composite
def flows(draw: st.DrawFn, found: tuple[Tool, ...]) -> tuple[FlowStep, ...]:
    """Numbered steps, some of which name a tool of `found`."""
    named = [tool.name for tool in found if _is_pascal(tool.name)]
    steps = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        text = draw(sentences())
        if named and draw(st.booleans()):
            name = draw(st.sampled_from(named))
            steps.append(FlowStep(number, f"Use {name} when {text[0].lower()}{text[1:]}", (name,)))
        else:
            steps.append(FlowStep(number, text))
    return tuple(steps)


@cache
@st.composite
def specs(draw: st.DrawFn, *, hostile: bool = False, minimum: int = 1, maximum: int = 3) -> Spec:
    """A whole valid spec: every part of the document, tools and reserved tools with names that stay apart.

    Args:
        hostile: Whether concealed characters may stand in its texts; such a spec is readable but refused.
        minimum: Fewest tools.
        maximum: Most tools.
    """
    taken: set[str] = set()

    def is_new(found: Tool | ReservedTool) -> bool:
        names = {folded(found.function.removeprefix("tool_")), folded(found.name)}
        if isinstance(found, Tool):
            names.add(folded(found.snake_name))
        if names & taken:
            return False
        taken.update(names)
        return True

    drawn = draw(st.lists(tools(hostile=hostile), min_size=minimum, max_size=maximum, unique_by=_tool_key))
    found = tuple(tool for tool in drawn if is_new(tool))
    reserved = tuple(tool for tool in draw(st.lists(reserved_tools(), max_size=2)) if is_new(tool))
    keys = st.sampled_from(("File Name", "System", "Layer", "Version", "Purpose", "Owner"))
    metadata = draw(st.lists(st.tuples(keys, plain_lines()), max_size=3, unique_by=lambda pair: pair[0]))
    return Spec(
        title=draw(st.one_of(st.just(""), words(2, 4).map(str.title), words(2, 4).map(str.title))),
        metadata=tuple(metadata),
        global_rules=draw(governance_rules()),
        tools=draw(grouped(found)),
        reserved=draw(grouped(reserved)),
        flow=draw(flows(found)),
        source_labels=draw(st.lists(messages(), max_size=2, unique=True).map(tuple)),
        failure_standard=draw(_optional(failure_standards(), FailureStandard())),
        sections=draw(prose_sections()),
    )


def _tool_key(tool: Tool) -> str:
    return folded(tool.snake_name)


# --- findings and configuration files ----------------------------------------------------------


@st.composite
def spans(draw: st.DrawFn, path: str) -> Span:
    """A stretch of a file, which may lie outside of any real one."""
    line, column = draw(st.integers(1, 50)), draw(st.integers(1, 50))
    return Span(path, line, column, line + draw(st.integers(0, 1)), column + draw(st.integers(0, 5)))


@st.composite
def findings(draw: st.DrawFn) -> Diagnostic:
    """A finding whose every text is any text."""
    path = draw(st.text(min_size=1))
    edits = st.builds(Edit, spans(path), st.text())
    fixes = st.builds(Fix, st.text(), st.lists(edits, max_size=2).map(tuple), st.sampled_from(Applicability))
    return Diagnostic(
        "SPEC999",
        "any",
        draw(st.sampled_from(Severity)),
        draw(st.text()),
        draw(spans(path)),
        draw(st.text()),
        draw(st.lists(st.builds(Related, st.text(), spans(path)), max_size=2).map(tuple)),
        draw(st.none() | fixes),
    )


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """A report of one finding, with any text for its source."""
    found = draw(findings())
    return Report((found,), {found.span.path: draw(st.text())}, files_checked=1)


@st.composite
def toml_documents(draw: st.DrawFn) -> tuple[str, dict[tuple[str, ...], Any]]:
    """A TOML document, and each of its values by the way to it."""
    scalars = st.sampled_from(
        ('"a"', "'#'", '"\\" ]"', '""', "'''x'''", '"""y"" """', "1", "-2.5", "true", "0x1f", "1979-05-27")
    )
    blanks = st.sampled_from(("", " ", "  "))
    keys = st.lists(st.sampled_from(("a", "b-c", "d_e", '"f g"', "'h.i'", "7")), min_size=1, max_size=3, unique=True)
    lines: list[str] = []
    values: dict[tuple[str, ...], Any] = {}
    for table in ((), *((name,) for name in draw(st.lists(st.sampled_from("stuv"), max_size=3, unique=True)))):
        lines += [f"[{draw(blanks)}{table[0]}{draw(blanks)}] # [no.table]"] if table else ["# first"]
        for key in draw(keys):
            lead, gap = draw(blanks), draw(blanks)
            items = draw(st.lists(scalars, max_size=3))
            path = (*table, key.strip("\"'"))
            if draw(st.booleans()):
                end = draw(st.sampled_from(("", ",", "\n # ]\n", ",\n")) if items else st.just(""))
                lines.append(f"{lead}{key}{gap}={gap}[{gap}{', '.join(items)}{end}] # = 1")
                values |= {(*path, str(index)): _toml_value(item) for index, item in enumerate(items)}
            else:
                item = draw(scalars)
                lines.append(f"{lead}{key}{gap}={gap}{item}{gap}# = 1")
                values[path] = _toml_value(item)
    return "\n".join(lines) + "\n", values


def _toml_value(text: str) -> Any:
    return tomllib.loads(f"value = {text}")["value"]


# --- tool modules and what tools return ------------------------------------------------------

_PIECES = (
    *(
        "def tool_a(",
        "def tool_b(x: int = 1):\n",
        "async def tool_c():\n",
        "class A:\n",
        "    ",
        "\t",
        "\n",
        "\r\n",
        "\f",
    ),
    *('"""', "'''", '"', "'", "#", "\\", "(", ")", "[", "]", "{", "}", ":", ",", "=", "->", "@", "*", "**", "/", "|"),
    *("if x:\n", "elif y:\n", "else:\n", "try:\n", "except E:\n", "return 1\n", "import os\n", "TOOL_LIBRARY_NAME = "),
    *("TOOL_LIBRARY_LOAD_FLAG: str = 'x'\n", "TOOL_CONTRACT = {'a': [1]}\n", "del tool_a\n", "tool_a = 5\n", "pass\n"),
    *(
        "Args:\n",
        "x (int): The x.\n",
        "Optional[",
        "Literal['a', 1]",
        "# -*- coding: latin-1 -*-\n",
        "\ufeff",
        "\0",
        "é",
    ),
)


def sources() -> st.SearchStrategy[str | bytes]:
    """Text or bytes that may or may not be a Python module."""
    pieces = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)
    return pieces | st.text() | st.binary() | pieces.map(lambda text: text.encode("utf-8", "surrogatepass"))


_ANNOTATIONS = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "list": {"type": "array"},
    "dict": {"type": "object"},
    "list[int]": {"type": "array", "items": {"type": "integer"}},
    "dict[str, Any]": {"type": "object"},
    "Optional[int]": {"type": "integer"},
    "str | None": {"type": "string"},
    "Literal['print', 'list']": {"type": "string", "enum": ["print", "list"]},
    "": {"type": "string"},
}
_DEFAULTS = ("None", "0", "-1", "2.5", "True", "'a'", "''", "[1, 'b']", "{'k': [1]}")
_PARAMETERS = ("alpha", "beta", "key", "limit", "flags", "print_all", "args", "self", "tool_context")


@st.composite
def tool_modules(draw: st.DrawFn) -> tuple[str, dict[str, dict[str, Any]]]:
    """A module with the tool `tool_made`, and what each visible parameter's schema has to begin with."""
    names = draw(st.lists(st.sampled_from(_PARAMETERS), unique=True, max_size=5))
    keyword_only = draw(st.integers(0, len(names)))
    parts: list[str] = []
    wanted: dict[str, dict[str, Any]] = {}
    has_default = False
    for index, name in enumerate(names):
        if index == keyword_only and index:
            parts.append("*")
        annotation = draw(st.sampled_from(sorted(_ANNOTATIONS)))
        has_default = draw(st.booleans()) or (has_default and not 0 < keyword_only <= index)
        text = f"{name}: {annotation}" if annotation else name
        parts.append(f"{text} = {draw(st.sampled_from(_DEFAULTS))}" if has_default else text)
        if name != "tool_context":
            wanted[name] = _ANNOTATIONS[annotation]
    if draw(st.booleans()):
        parts.append("**kwargs")
    docs = "".join(f"        {name}: About {name}.\n" for name in names)
    doc = f'    """Does it.\n\n    Args:\n{docs}    """\n' if docs and draw(st.booleans()) else ""
    head = "from typing import Any, Literal, Optional\n\n"
    kind = draw(st.sampled_from(("def", "async def")))
    return f"{head}{kind} tool_made({', '.join(parts)}):\n{doc}    return 1\n", wanted


_DOC_PIECES = (
    *(
        "Args:",
        "Returns:",
        "key",
        "value",
        "-",
        "--",
        ":",
        " : ",
        "(int)",
        "(str, optional)",
        "()",
        "x",
        "n",
        "1.",
        "12",
    ),
    *(
        "* ",
        "** ",
        "\n",
        "\n    ",
        "\n        ",
        "\n\n",
        "    ",
        "\t",
        "\v",
        "\xa0",
        "é",
        "٣",
        "Note:",
        "y (int): t",
        "_a",
    ),
)


def docstrings() -> st.SearchStrategy[str]:
    """Text between the quotes of a docstring, as people and programs indent it."""
    return st.lists(st.sampled_from(_DOC_PIECES), max_size=14).map("".join) | st.text()


def tool_results() -> st.SearchStrategy[dict[str, Any]]:
    """A dict such as a tool may return, sensible or not."""
    keys = (
        "success",
        "status",
        "error",
        "message",
        "return_code",
        "stderr",
        "output",
        "data",
        "text",
        "images",
        "x",
        "",
    )
    values = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
    return st.dictionaries(st.sampled_from(keys), values)


# --- edits of a spec ---------------------------------------------------------------------------


@st.composite
def edits(draw: st.DrawFn) -> tuple[Spec, Spec, str]:
    """A spec, the same with one part of it replaced by another, and the name of the part.

    The part is any field of the model at any depth that takes part in equality, so that a field
    which is added to the model is edited too.
    """
    before = draw(specs(minimum=1))
    other = draw(specs(minimum=1))
    way = draw(st.sampled_from([way for way in ways(before) if way]))
    after = replaced(before, way, lambda value: draw(_another(value, other, way)))
    return before, after, ".".join(str(step) for step in way if isinstance(step, str))


def ways(value: Any) -> list[tuple[str | int, ...]]:
    """The ways to every part of a value that takes part in equality."""
    found: list[tuple[str | int, ...]] = [()]
    if isinstance(value, tuple):
        found += [(index, *way) for index, item in enumerate(value) for way in ways(item)]
    elif is_dataclass(value):
        for part in dataclass_fields(value):
            if part.compare:
                found += [(part.name, *way) for way in ways(getattr(value, part.name))]
    return found


def replaced(value: Any, way: tuple[str | int, ...], make: Callable[[Any], Any]) -> Any:
    """The value with the part at the end of a way made anew."""
    if not way:
        return make(value)
    step, *rest = way
    if isinstance(step, int):
        return (*value[:step], replaced(value[step], tuple(rest), make), *value[step + 1 :])
    return replace(value, **{step: replaced(getattr(value, step), tuple(rest), make)})


def _another(value: Any, other: Spec, way: tuple[str | int, ...]) -> st.SearchStrategy[Any]:
    """Another value for a part: one that stands in another spec, or an edit by hand of this one."""
    pool = [found for found in _found(other, way) if type(found) is type(value)]
    made: list[st.SearchStrategy[Any]] = [st.sampled_from(pool)] if pool else []
    if isinstance(value, JsonText):
        made.append(json_values().map(JsonText.of))
    elif isinstance(value, Enum):
        made.append(st.sampled_from(type(value)))
    elif isinstance(value, str):
        made += [plain_lines(), st.just("")]
    elif isinstance(value, bool):
        made.append(st.just(not value))
    elif isinstance(value, int | float):
        made.append(st.integers(1, 99))
    elif isinstance(value, tuple) and isinstance(way[-1], str):
        # A tuple at an index is a pair of the header, which stays one.
        made.append(st.just(value[::-1]))
        made += [st.just(value[1:]), st.just((*value, value[0]))] if value else []
    return st.one_of(made) if made else st.just(value)


def _found(value: Any, way: tuple[str | int, ...]) -> list[Any]:
    """What stands at the end of a way in another value, whatever the indices."""
    if not way:
        return [value]
    step, *rest = way
    if isinstance(step, int):
        return [found for item in value for found in _found(item, tuple(rest))] if isinstance(value, tuple) else []
    return _found(getattr(value, step), tuple(rest)) if hasattr(value, step) else []


# --- hostile markdown text -----------------------------------------------------------------------
# Documents glued together from the smallest pieces of markdown and of the spec language, in any
# order: what no author writes on purpose, and the reader must take without raising.

_GLUE = (
    *("```", "~~~", "<!--", "-->", "<details>", "<pre>", "</pre>", "---", "===", "> ", "- ", "* ", "1. ", "    ", "\t"),
    *(
        "|",
        "|---|---|",
        "| Name | Type |\n|---|---|\n| a |\n",
        "| text | |\n" * 4,
        "# ",
        "### ",
        "## Tool: ",
        "\\",
        "\\|",
    ),
    *("## Future Tool: X", "## Tools: Y", "**", "__", "`", "``", "`a`", "`b`", "[ ] ", "[enforce: x]", "&amp;", "::"),
    *(
        "(string)",
        "(",
        ")",
        "(integer, default: ",
        "optional",
        "1 to 5",
        "list of ",
        ": ",
        "：",  # noqa: RUF001 - full-width on purpose
        "—",
        '"',
        "“",
        "”",
        "'",
    ),
    *(
        "Return: `",
        "if ",
        "followed by the error",
        "None",
        "key",
        "x_y",
        "NoteReader",
        "9" * 50,
        "1e999",
        "NaN",
        "null",
    ),
    *(
        '{"input": {}, "output": 1}',
        "<!-- lma: disable SPEC203 -- why -->",
        "<!-- lma: enable -->",
        "é",
        "🧠",
        "\ufeff",
    ),
    *("Global Tool Rules", "Flow", "Source Layer", "Failure Standard", "Correct:", "Incorrect:"),
    *("\n", "\n", "\n", "\n\n", "\r\n", "\r", "\x00", "\u2028", "\x85", "\x0c", "\u00a0", "\ud800"),
)


def glued_documents() -> st.SearchStrategy[str]:
    """A document of pieces that were never meant to stand together, often under a tool's heading."""
    labels = [label for key in SECTIONS for label in key.labels()]
    piece = st.one_of(
        st.sampled_from(_GLUE),
        st.sampled_from(_GLUE),
        st.sampled_from(labels).map("{}:".format),
        st.sampled_from(labels).map("- **{}:** ".format),
        st.sampled_from(labels).map("### {}".format),
    )
    ends = st.sampled_from(("", "", " ", "\n"))
    body = st.lists(st.tuples(piece, ends).map("".join), max_size=60).map("".join)
    return st.tuples(st.sampled_from(("", "## Tool: A\n")), body).map("".join)


# --- what people do to a generated module ------------------------------------------------------


@st.composite
def personal_code(draw: st.DrawFn, module: str, implementation: str) -> str:
    """Write into a generated module what people write: a body, helpers, comments in every position.

    Args:
        draw: Hypothesis' own.
        module: The generated module.
        implementation: Name of its implementation, which is a stub.

    Returns:
        The module with the person's code; often with other line ends, or without a last one.
    """
    lines = module.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"def {implementation}("))
    stub = next(number for number in range(at, len(lines)) if lines[number] == "    raise NotImplementedError")
    bodies = (
        ["    return {}"],
        ["    # fmt: off", "    x = [1,  2]", "    # fmt: on", "    return {'a': x}"],
        ["\tif True:", "\t\treturn {}", "\treturn {}"],
        ['    """Mine."""', "    def inner(a):", "        return a", "", "    return inner({})  # done"],
        ["    raise NotImplementedError"],
    )
    lines[stub : stub + 1] = draw(st.sampled_from(bodies))
    if draw(st.booleans()):
        lines[stub - 1] += "  # noqa: D103"
    pieces = (
        ["# a remark"],
        ["#: about it", "MINE = {'a':1,", "        'b' : 2}"],
        ["def _helper(x, *, y=1) : return x", ""],
        ["@staticmethod", "# between", "def _decorated(): pass"],
        ["class _Kept:", "    '''Three quotes.'''", "", "    a = 1 ; b = 2"],
        ["try:", "    import tomllib", "except ImportError:", "    tomllib = None"],
        ["import os, sys  # both", "from os import path as _path_of"],
        ["if __name__ == '__main__':", "    print('hello')"],
        ["TEXT = '''", "def not_a_function():", "    FAILURE = 1", "'''"],
        ["", "", ""],
        ["\x0c"],
    )
    gaps = [
        number
        for number, line in enumerate(lines)
        if number and line and not line[0].isspace() and line[0] not in ")]}@" and not lines[number - 1].strip()
    ]
    for gap in sorted(draw(st.lists(st.sampled_from(gaps), max_size=4)), reverse=True):
        lines[gap:gap] = draw(st.sampled_from(pieces))
    lines += draw(st.sampled_from(((), *pieces)))
    if draw(st.integers(0, 9)) == 0:
        lines.insert(0, "#!/usr/bin/env python3")
    if draw(st.integers(0, 3)) == 0:
        lines = _with_one_moved(draw, lines)
    newline = draw(st.sampled_from(("\n", "\n", "\r\n")))
    return newline.join(lines) + draw(st.sampled_from((newline, newline, "")))


def _with_one_moved(draw: st.DrawFn, lines: list[str]) -> list[str]:
    """Move a function of a module to its end, or put it under a condition where it stands."""
    tree = ast.parse("\n".join(lines))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    node = draw(st.sampled_from(found))
    start, end = node.lineno - 1, node.end_lineno or node.lineno
    part = lines[start:end]
    if draw(st.booleans()):
        return [*lines[:start], *lines[end:], "", "", *part]
    inside = ["if True:", *(f"    {line}" if line else line for line in part)]
    return [*lines[:start], *inside, *lines[end:]]


# --- slips of the pen in labels ----------------------------------------------------------------


@st.composite
def misspelt_labels(draw: st.DrawFn) -> tuple[str, str]:
    """A canonical label, and the same with one slip, or with two where it is long enough for two.

    Labels of four letters have their neighbours swapped only: with another letter they are other words.
    """
    label = draw(st.sampled_from([key.label for key in SECTIONS]))
    written = label
    for _ in range(draw(st.integers(1, 2 if len(label) > 7 else 1))):
        at = draw(st.integers(1, len(written) - 2))
        letter = draw(st.sampled_from("aeinrstx"))
        swapped = written[:at] + written[at + 1] + written[at] + written[at + 2 :]
        other = (written[:at] + written[at + 1 :], written[:at] + letter + written[at:])
        replaced = written[:at] + letter + written[at + 1 :]
        written = swapped if len(label) == 4 else draw(st.sampled_from((swapped, *other, replaced)))
    known = {fold(other) for key in SECTIONS for other in key.labels()}
    assume(fold(written) not in known | ORDINARY and written == written.strip() and "  " not in written)
    assume(edit_distance(fold(label), fold(written)) <= 2)
    return label, written


def loose_texts() -> st.SearchStrategy[str]:
    """Anything that somebody may hand to a tool that judges text: prose, numbers, code, marks, noise."""
    plain = [
        "the",
        "a",
        "not",
        "never",
        "all",
        "10%",
        "$5",
        "2021",
        "March",
        "file",
        "error",
        "delete",
        "approved",
        "user",
    ]
    marks = [
        '"quoted words"',
        "`code`",
        "https://example.com/a",
        "```",
        "def x():",
        "-",
        "*",
        "#",
        "|",
        ":",
        "{}",
        "[1]",
    ]
    odd = [
        "run",
        "write",
        "Acme",
        "thanks",
        "hello",
        "must",
        "not-a-word",
        "Caf\u00e9",
        "\u202e",
        "\x00",
        ",",
        ".",
        "!",
        "?",
    ]
    words = st.sampled_from([*plain, *marks, *odd])
    prose = st.lists(words | st.text(max_size=6), max_size=25).map(" ".join)
    return prose | st.lists(prose, max_size=6).map("\n".join) | st.text(max_size=80)


_AROUND = (
    ("if n > 3:",),
    ("for i in range(n):",),
    ("while n:",),
    ("with open(p) as f:",),
    ("try:", "except ValueError:\n    print(n)"),
    ("try:", "finally:\n    print(n)"),
    ("if n:\n    print(p)\nelse:",),
    ("match n:\n    case 1:\n        print(p)\n    case _:",),
)


@st.composite
def gated_bodies(draw: st.DrawFn, gate: str, deed: str) -> tuple[str, str, str]:
    """The body of a tool that asks and then acts somewhere below, the same without asking, and with the two swapped.

    Args:
        gate: Statements that ask and leave on refusal.
        deed: A statement that acts.
    """

    def around(body: str, how: tuple[str, ...]) -> str:
        last = how[0].rsplit("\n", 1)[-1]
        indent = " " * (len(last) - len(last.lstrip()) + 4)
        inner = "\n".join(indent + line for line in body.split("\n"))
        return "\n".join((how[0], inner, *how[1:]))

    inside = draw(st.lists(st.sampled_from(_AROUND), max_size=3))
    outside = draw(st.lists(st.sampled_from(_AROUND), max_size=2))
    between = draw(st.sampled_from(["x = 1", "print(p)", "y = [i for i in range(n)]", "def f():\n    return p"]))
    wrapped = deed
    for how in inside:
        wrapped = around(wrapped, how)

    def whole(*parts: str) -> str:
        body = "\n".join(parts)
        for how in outside:
            body = around(body, how)
        return body

    return whole(gate, between, wrapped), whole(between, wrapped), whole(wrapped, between, gate)
