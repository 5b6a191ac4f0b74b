"""SPEC120."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.model import ReservedTool, Spec, Tool
from lma_forge.names import folded
from lma_forge.rules.engine import rule


@rule("SPEC120", severity=Severity.ERROR)
def duplicate_tool(spec: Spec) -> Iterator[Diagnostic]:
    """Two tools end up with one name.

    Names are compared as the generated functions are named, without regard to case and
    underscores: one of the two would silently take the other's place.

    Source: LCP doctrine, section 2 (discovery by function name).

    Bad:
        ## Tool: FileReader

        ## Tool: file-reader

    Good:
        ## Tool: FileReader

        ## Tool: FileLister
    """
    by_name: dict[str, list[Tool | ReservedTool]] = {}
    tools: list[Tool | ReservedTool] = [*spec.tools, *spec.reserved]
    for tool in tools:
        by_name.setdefault(folded(tool.function), []).append(tool)
    for group in by_name.values():
        in_order = sorted(group, key=lambda tool: tool.name_span)
        for tool in in_order[1:]:
            others = [other for other in in_order if other is not tool]
            listed = " and ".join(f"{_described(other)} on line {other.name_span.line}" for other in others)
            yield duplicate_tool.at(
                tool.name_span,
                f"{_described(tool)} on line {tool.name_span.line} becomes {tool.function}, "
                f"as does {listed}; give each its own name.",
                related=[Related(f"{other.name} stands here", other.name_span) for other in others],
            )


def _described(tool: Tool | ReservedTool) -> str:
    return f"the reserved tool {tool.name}" if isinstance(tool, ReservedTool) else tool.name
