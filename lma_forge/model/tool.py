"""A tool of a spec, and all that its sections say."""

from dataclasses import dataclass, field
from enum import StrEnum

from lma_forge.diagnostics import Span
from lma_forge.model.fields import Field, JsonText
from lma_forge.model.text import Bullet, Prose, where
from lma_forge.names import snake, title, tool_function


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
    span: Span = where()


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
    span: Span = where()
    message_span: Span = where()


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
    span: Span = where()


@dataclass(frozen=True, slots=True)
class ExtraSection:
    """A labelled section that the grammar does not know, kept for people."""

    label: str
    body: Prose
    span: Span = where()


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
    span: Span = where()
    name_span: Span = where()
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
        """The failure that applies when no condition does.

        That is the one without condition and code, else the one without condition, else the first.

        Raises:
            IndexError: The tool states no failure; an accepted spec has one for every tool.
        """
        unconditional = [failure for failure in self.failures if not failure.condition]
        plain = [failure for failure in unconditional if not failure.code]
        return (plain or unconditional or self.failures)[0]

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
    span: Span = where()
    name_span: Span = where()

    @property
    def function(self) -> str:
        """The function name that the tool would have."""
        return tool_function(self.name)
