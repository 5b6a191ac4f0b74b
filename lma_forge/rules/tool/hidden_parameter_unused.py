"""LCP803."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.lcp import HIDDEN, ToolView
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, parameters_of
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP803", severity=Severity.INFO, default=False)
def hidden_parameter_unused(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool declares a parameter for the host and does not use it.

    It tells readers that the tool depends on the host, which it does not.

    Source: LCP doctrine, section 10.6 (declare host parameters only where they are needed).

    Bad:
        def tool_clip(text: str, discussion_instance=None) -> dict:
            \"\"\"Clips a text after forty characters.\"\"\"
            return {"success": True, "output": text[:40]}

    Good:
        def tool_clip(text: str) -> dict:
            \"\"\"Clips a text after forty characters.\"\"\"
            return {"success": True, "output": text[:40]}

    Fix: removes the parameter, where nothing else calls the tool.
    """
    for tool in module.file.tools:
        hidden = [one for one in tool.parameters if one.name in HIDDEN and not one.variadic]
        scope = module.facts.function(tool.name) if hidden else None
        if scope is None:
            continue
        for one in hidden:
            inside = any(one.name in inner.reads for inner in scope.inner)
            if one.name in scope.parameters and one.name not in scope.reads and not inside:
                yield hidden_parameter_unused.at(
                    one.span,
                    f"{tool.name} never uses {one.name}; leave it out of the signature.",
                    fix=_fix(module, tool, one.name),
                )


def _fix(module: ToolModule, tool: ToolView, name: str) -> Fix | None:
    """Remove it with the comma in front of it, or the one behind it where it is the first."""
    if any(True for read in (tool.name, "locals") for _ in module.facts.reads(read)):
        return None
    found = [*parameters_of(module, tool)]
    if any(one.view.kind not in {"positional", "keyword-only"} or one.view.variadic for one in found):
        return None
    index = next((number for number, one in enumerate(found) if one.view.name == name), None)
    if index is None or any(one.view.kind == "keyword-only" for one in found):
        return None
    begin, end = _extent(module, found[index])
    if index:
        _, begin = _extent(module, found[index - 1])
    elif len(found) > 1:
        end, _ = _extent(module, found[1])
    elif module.lines[end[0] - 1][end[1] - 1 :].startswith(","):
        end = (end[0], end[1] + 1)
    span = replace(found[index].view.span, line=begin[0], column=begin[1], end_line=end[0], end_column=end[1])
    taken = [module.lines[line - 1] for line in range(begin[0], end[0] + 1)]
    if any("#" in line for line in taken):
        return None
    return Fix(f"Remove {name}", (Edit(span, ""),))


def _extent(module: ToolModule, one: Parameter) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a parameter with its default begins and ends."""
    name = module.span(one.node)
    last = module.span(one.default) if one.default is not None else name
    end = (last.end_line, last.end_column)
    # A default may stand in parentheses, which its own span leaves out.
    line = module.lines[end[0] - 1]
    column = end[1]
    while (
        one.default is not None
        and line[column - 1 : column] == ")"
        and line[: column - 1].count("(") > line[: column - 1].count(")") + 1
    ):
        column += 1
    return (name.line, name.column), (end[0], column)
