"""SPEC121."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import ReservedTool, Spec, Tool
from lma_forge.names import is_identifier, propose_identifier, snake
from lma_forge.rules.engine import rule


@rule("SPEC121", severity=Severity.ERROR)
def illegal_tool_name(spec: Spec) -> Iterator[Diagnostic]:
    """A tool's name cannot become the name of a function.

    The function's name is what models and providers know a tool by. Providers take ASCII letters,
    digits, underscores and hyphens, Python no hyphens and no leading digit.

    Source: LCP doctrine, section 1.4 (tool functions); OpenAI and Anthropic, tool names.

    Bad:
        ## Tool: NotizLöscher

    Good:
        ## Tool: NotizLoescher
    """
    tools: list[Tool | ReservedTool] = [*spec.tools, *spec.reserved]
    for tool in tools:
        explicit = tool.explicit_name if isinstance(tool, Tool) else ""
        name = explicit or snake(tool.name)
        if is_identifier(name) and (not explicit or explicit == snake(explicit)):
            continue
        span = tool.section_span("explicit_name") if explicit and isinstance(tool, Tool) else tool.name_span
        yield illegal_tool_name.at(span, _message(tool, explicit or tool.name), help=_help(tool))


def _message(tool: Tool | ReservedTool, written: str) -> str:
    strange = sorted(set(re.findall(r"[^A-Za-z0-9_\s\-./:]", written)))
    if strange:
        reason = "it holds " + " ".join(strange)
    elif not re.search(r"[A-Za-z0-9]", written):
        reason = "it holds no letter"
    elif written[:1].isdigit():
        reason = "it starts with a digit"
    else:
        reason = "it is not in snake_case"
    if not re.search(r"[A-Za-z]", written) and isinstance(tool, Tool):
        return f"{written} cannot name a function: {reason}; add a section Name with a snake_case name."
    return f"{written} cannot name a function: {reason}; write {_proposal(tool)} instead."


def _proposal(tool: Tool | ReservedTool) -> str:
    explicit = tool.explicit_name if isinstance(tool, Tool) else ""
    if explicit:
        return snake(propose_identifier(explicit))
    words = propose_identifier(tool.name).split("_")
    return "".join(word[:1].upper() + word[1:] for word in words)


def _help(tool: Tool | ReservedTool) -> str:
    if isinstance(tool, Tool) and not tool.explicit_name and not re.search(r"[A-Za-z]", tool.name):
        return "Name: read_notes"
    return ""
