"""The meaning of a spec as immutable values.

Two documents that mean the same give equal models: spans and the path take no part in `==`.
Text is kept as the author wrote it, inline markdown included, with hard-wrapped lines joined.
"""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from lma_forge.diagnostics import Span
from lma_forge.names import parameter, snake, title, tool_function

NOWHERE = Span("<built>")
"""The span of a value that comes from no file."""


def _where() -> Any:  # noqa: ANN401 - what dataclasses.field returns depends on the field
    return field(default=NOWHERE, compare=False, repr=False)


class Kind(StrEnum):
    """The type words of a field, each in its canonical spelling (spec language, section Field)."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    LIST = "list"
    OBJECT = "object"
    PATH = "path"
    URL = "url"
    DATE = "date"
    DATETIME = "datetime"
    TIMESTAMP = "timestamp"
    ANY = "any"

    @property
    def json_type(self) -> str:
        """The JSON Schema type of a value of this kind; empty for `any`."""
        return _JSON_TYPES.get(self, "string")

    @property
    def is_text(self) -> bool:
        """Whether values are strings."""
        return self.json_type == "string"


_JSON_TYPES = {
    Kind.INTEGER: "integer",
    Kind.NUMBER: "number",
    Kind.BOOLEAN: "boolean",
    Kind.LIST: "array",
    Kind.OBJECT: "object",
    Kind.ANY: "",
}


class Effect(StrEnum):
    """What a tool does to the world around it, by growing power."""

    NONE = "none"
    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"
    EXTERNAL = "external"


class Risk(StrEnum):
    """How much harm a misuse of the tool can do, as the author judges it."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class HostObject(StrEnum):
    """Objects that the host injects, hidden from the model (LCP doctrine, sections 4.5 and 13)."""

    CLIENT = "client"
    DISCUSSION = "discussion"
    CONTEXT = "context"
    INTERACTION = "interaction"

    @property
    def parameter(self) -> str:
        """The parameter name under which hosts inject the object."""
        return _HOST_PARAMETERS[self]


_HOST_PARAMETERS = {
    HostObject.CLIENT: "lollms_client_instance",
    HostObject.DISCUSSION: "discussion_instance",
    HostObject.CONTEXT: "tool_context",
    HostObject.INTERACTION: "user_interaction_handler",
}


class BlockKind(StrEnum):
    """What a piece of prose is."""

    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    STEP = "step"
    CODE = "code"
    QUOTE = "quote"
    TABLE_ROW = "table-row"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of prose.

    Args:
        kind: What it is.
        text: Its text; wrapped lines are joined, but for code, which keeps its lines.
        depth: 0 for a top-level piece, 1 for a bullet inside a bullet, and so on.
        info: The info string of a fence.
        span: Where it stands.
    """

    kind: BlockKind
    text: str
    depth: int = 0
    info: str = ""
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text: paragraphs, bullets and code in their order."""

    blocks: tuple[Block, ...] = ()
    span: Span = _where()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text meant for a reader, one item a paragraph or bullet; code is left out."""
        return tuple(block.text for block in self.blocks if block.kind is not BlockKind.CODE)

    def __bool__(self) -> bool:
        """Whether there is any text."""
        return bool(self.blocks)


@dataclass(frozen=True, slots=True)
class Bullet:
    """An item of a list such as Use When: its text, and the bullets nested in it.

    Args:
        text: The item's own text on one line.
        details: The nested bullets' texts, in order, whatever their depth.
        span: Where the text stands, without the marker.
    """

    text: str
    details: tuple[str, ...] = ()
    span: Span = _where()

    @property
    def full_text(self) -> str:
        """The text and its details on one line."""
        return " ".join((self.text, *self.details))


@dataclass(frozen=True, slots=True)
class GovernanceRule:
    """A rule of a tool or of the whole document.

    Args:
        text: The rule on one line, without an enforcement tag.
        number: 1-based position in its list.
        details: Nested bullets.
        policy: The explicit `[enforce: …]` tag, empty without one.
        span: Where it stands.
    """

    text: str
    number: int = 0
    details: tuple[str, ...] = ()
    policy: str = ""
    span: Span = _where()


JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"


@dataclass(frozen=True, slots=True)
class JsonText:
    """A JSON value that cannot change: kept as canonical text, handed out as a fresh value.

    Canonical is `json.dumps` with sorted keys and without needless blanks; see `of`.
    """

    text: str

    @classmethod
    def of(cls, value: JsonValue) -> "JsonText":
        """Keep `value`, which must be finite JSON.

        Raises:
            ValueError: The value holds NaN or an infinity.
            TypeError: The value is no JSON.
        """
        return cls(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(", ", ": "), allow_nan=False))

    @property
    def value(self) -> JsonValue:
        """The value, fresh on each call."""
        result: JsonValue = json.loads(self.text)
        return result


@dataclass(frozen=True, slots=True)
class AllowedValue:
    """One value of an enumeration, with what it means when the author says so."""

    value: str | int | float | bool
    description: str = ""
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class FieldType:
    """The type of a field.

    Args:
        kind: The type word.
        item: The type of a list's items when stated.
        nullable: Whether None is a value.
        members: The fields of an object, or of the objects in a list.
    """

    kind: Kind
    item: Kind | None = None
    nullable: bool = False
    members: "tuple[Field, ...]" = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """Smallest and largest value of a number, or length of a string or list; inclusive."""

    minimum: int | float | None = None
    maximum: int | float | None = None

    def __bool__(self) -> bool:
        """Whether any limit is set."""
        return self.minimum is not None or self.maximum is not None


@dataclass(frozen=True, slots=True)
class Field:
    """An input or an output of a tool.

    Args:
        name: The name as written; an ASCII identifier in an accepted spec.
        type: Its type.
        description: What it is, on one line; empty when allowed values are all that is said.
        required: Whether it must be given; False with a default or with `optional`.
        default: The value when it is not given; None when there is no default.
        allowed: The enumeration; for a list, of its items; empty when any value will do.
        limits: Smallest and largest value or length.
        span: The whole field.
        name_span: The name alone.
        type_span: The parentheses' content.
    """

    name: str
    type: FieldType = FieldType(Kind.STRING)
    description: str = ""
    required: bool = True
    default: JsonText | None = None
    allowed: tuple[AllowedValue, ...] = ()
    limits: Limits = Limits()
    span: Span = _where()
    name_span: Span = _where()
    type_span: Span = _where()

    @property
    def parameter(self) -> str:
        """The Python parameter name: the field's name, with an underscore after a keyword."""
        return parameter(self.name)


@dataclass(frozen=True, slots=True)
class Failure:
    """What a tool says when it fails.

    Args:
        message: The exact text.
        detail: Whether the error's own text always follows.
        condition: When this failure applies, in the author's words; empty for the default.
        code: A code such as NOT_FOUND; empty without one.
        literal: Whether the message was given as a literal; False when prose is used whole.
        span: Where it stands.
        message_span: The message alone.
    """

    message: str
    detail: bool = False
    condition: str = ""
    code: str = ""
    literal: bool = True
    span: Span = _where()
    message_span: Span = _where()


@dataclass(frozen=True, slots=True)
class Approval:
    """Whether an operator must approve a call, and under which condition in the author's words.

    A condition is prose for the operator: with one, approval is required.
    """

    required: bool
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked call: its input, and either the output or the error that it must give."""

    input: JsonText
    output: JsonText | None = None
    error: str | None = None
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class ExtraSection:
    """A labelled section that the grammar does not know, kept for people."""

    label: str
    body: Prose
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of the spec.

    The fields follow the section table in `grammar`; what a section says when it is missing is the
    field's default. `name` is the heading's, `explicit_name` the `Name:` label's.
    """

    name: str
    description: Prose = Prose()
    use_when: tuple[Bullet, ...] = ()
    do_not_use_when: tuple[Bullet, ...] = ()
    inputs: tuple[Field, ...] = ()
    outputs: tuple[Field, ...] = ()
    rules: tuple[GovernanceRule, ...] = ()
    failures: tuple[Failure, ...] = ()
    explicit_name: str = ""
    category: str = ""
    host: tuple[HostObject, ...] = ()
    effects: tuple[Effect, ...] | None = None
    approval: Approval | None = None
    risk: Risk | None = None
    permissions: tuple[str, ...] = ()
    idempotent: bool | None = None
    timeout: float | None = None
    version: str = ""
    status: str = ""
    owner: str = ""
    icon: str = ""
    examples: tuple[Example, ...] = ()
    renamed_from: tuple[str, ...] = ()
    extra: tuple[ExtraSection, ...] = ()
    group: str = ""
    span: Span = _where()
    name_span: Span = _where()
    section_spans: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)

    @property
    def snake_name(self) -> str:
        """The name of the module and, after `tool_`, of the function."""
        return self.explicit_name or snake(self.name)

    @property
    def function(self) -> str:
        """The function that the model calls."""
        return tool_function(self.snake_name)

    @property
    def title(self) -> str:
        """The name for people."""
        return title(self.name)

    @property
    def failure(self) -> Failure:
        """The failure that applies when no condition does: the unconditional one, else the first.

        Raises:
            IndexError: The tool states no failure; an accepted spec has one for every tool.
        """
        return next((failure for failure in self.failures if not failure.condition), self.failures[0])

    def section_span(self, section: str) -> Span:
        """Where the section stored in field `section` opens, or the tool's name without one."""
        return next((span for name, span in self.section_spans if name == section), self.name_span)


@dataclass(frozen=True, slots=True)
class ReservedTool:
    """A tool that is known by name only: never generated, never callable."""

    name: str
    purpose: Prose = Prose()
    status: str = ""
    extra: tuple[ExtraSection, ...] = ()
    group: str = ""
    span: Span = _where()
    name_span: Span = _where()

    @property
    def function(self) -> str:
        """The function name that the tool would have."""
        return tool_function(self.name)


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A step of the recommended flow and the tools of the spec that it names."""

    number: int
    text: str
    tools: tuple[str, ...] = ()
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class FailureStandard:
    """Phrases that a failure should sound like, and phrases that no output may contain."""

    correct: tuple[str, ...] = ()
    incorrect: tuple[str, ...] = ()
    lead: Prose = Prose()

    def __bool__(self) -> bool:
        """Whether the document states a standard."""
        return bool(self.correct or self.incorrect or self.lead)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the document that is prose for people: heading and text."""

    title: str
    level: int
    body: Prose = Prose()
    span: Span = _where()


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole document.

    Args:
        title: The first heading.
        metadata: Header lines `**Key:** value` and front matter, in order, as (key, value).
        global_rules: Rules that bind every tool.
        tools: The tools, in the document's order.
        reserved: Tools known by name only.
        flow: The recommended order of tool use.
        source_labels: Allowed source-layer labels.
        failure_standard: How failures must and must not sound.
        sections: Everything else, in the document's order.
        path: The file that the document was read from.
    """

    title: str = ""
    metadata: tuple[tuple[str, str], ...] = ()
    global_rules: tuple[GovernanceRule, ...] = ()
    tools: tuple[Tool, ...] = ()
    reserved: tuple[ReservedTool, ...] = ()
    flow: tuple[FlowStep, ...] = ()
    source_labels: tuple[str, ...] = ()
    failure_standard: FailureStandard = FailureStandard()
    sections: tuple[Section, ...] = ()
    path: str = field(default="<string>", compare=False)

    def tool(self, name: str) -> Tool | None:
        """Find a tool by its spec name, snake name or function name; None when there is none."""
        return next((tool for tool in self.tools if name in {tool.name, tool.snake_name, tool.function}), None)

    def reserved_tool(self, name: str) -> ReservedTool | None:
        """Find a reserved tool by its spec name or would-be function name."""
        return next((tool for tool in self.reserved if name in {tool.name, tool.function, snake(tool.name)}), None)
