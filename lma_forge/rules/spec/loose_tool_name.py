"""SPEC122."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import is_identifier, pascal, snake
from lma_forge.rules.engine import rule


@rule("SPEC122", severity=Severity.WARNING)
def loose_tool_name(spec: Spec) -> Iterator[Diagnostic]:
    """A tool's name is not written as one capitalised word.

    Such a name works, since it is converted. But flow steps and rules that mention the tool are
    only recognised by the name as the heading writes it, which is easiest to find as one word. A
    name with blanks is a warning, any other spelling a remark.

    Source: Tools.md, section 3 (Tool Definition Format: `### Tool: ToolName`).

    Bad:
        ## Tool: Memory Reader

    Good:
        ## Tool: MemoryReader
    """
    for tool in spec.tools:
        proposed = pascal(tool.name)
        if tool.name == proposed or not is_identifier(snake(tool.name)) or not is_identifier(proposed):
            continue
        if tool.name.replace("_", "").isalnum() and tool.name[:1].isupper() and "_" not in tool.name:
            continue
        spaced = any(character.isspace() for character in tool.name)
        yield loose_tool_name.at(
            tool.name_span,
            f"{tool.name} becomes {tool.function}; write {proposed}, as tool names usually are.",
            severity=Severity.WARNING if spaced else Severity.INFO,
        )
