"""A whole spec document."""

from dataclasses import dataclass, field

from lma_forge.diagnostics import Span
from lma_forge.model.text import Prose, where
from lma_forge.model.tool import GovernanceRule, ReservedTool, Tool
from lma_forge.names import snake


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A step of the recommended flow and the tools of the spec that it names."""

    number: int
    text: str
    tools: tuple[str, ...] = ()
    span: Span = where()


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
    span: Span = where()


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
