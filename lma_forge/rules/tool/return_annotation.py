"""LCP420."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import head_span

_DICTS = ("dict", "Dict", "Mapping", "MutableMapping", "TypedDict", "Any")


@rule("LCP420", severity=Severity.INFO, default=False)
def return_annotation(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool that returns dicts is not annotated so.

    Readers and type checkers then cannot tell what a host is given.

    Source: LCP doctrine, section 3 (anatomy of a library).

    Bad:
        def tool_mirror(text: str):
            \"\"\"Writes a text backwards.\"\"\"
            return {"success": True, "output": text[::-1]}

    Good:
        def tool_mirror(text: str) -> dict:
            \"\"\"Writes a text backwards.\"\"\"
            return {"success": True, "output": text[::-1]}

    Fix: annotates it with `dict`.
    """
    wanted = [(tool, node) for tool in module.file.tools if (node := module.definition(tool)) and not _is_dict(node)]
    if not wanted:
        return
    known = module.kept(results)
    for tool, node in wanted:
        scope = module.facts.function(tool.name)
        shapes = known.of(scope) if scope is not None else ()
        if not shapes or any(shape.kind != "dict" for shape in shapes):
            continue
        yield return_annotation.at(
            module.span(node.returns) if node.returns else head_span(module, node),
            f"{tool.name} returns a dict; annotate it with `-> dict`.",
            fix=_fix(module, node),
        )


def _is_dict(node: Definition) -> bool:
    if node.returns is None:
        return False
    text = ast.unparse(node.returns)
    # A name that is not a usual type may well be a TypedDict of the author's.
    simple = {"str", "int", "float", "bool", "list", "None", "tuple", "set", "bytes"}
    return any(word in text for word in _DICTS) or text not in simple


def _fix(module: ToolModule, node: Definition) -> Fix | None:
    title = "Annotate it with dict"
    if node.returns is not None:
        return Fix(title, (module.replacing(node.returns, "dict"),))
    arguments = node.args
    parts: list[ast.expr | ast.arg] = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parts += [*arguments.defaults, *(one for one in arguments.kw_defaults if one is not None)]
    parts += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    last = max(((span.end_line, span.end_column) for span in map(module.span, parts)), default=None)
    head = head_span(module, node)
    line, column = last or (head.end_line, head.end_column)
    # Only where the rest of the head stands on one line is it plain where the colon is.
    rest = module.lines[line - 1][column - 1 :]
    close = rest.find("):")
    if close < 0 or rest[:close].strip(" ,()") or "#" in rest[:close]:
        return None
    at = column + close + 1
    return Fix(title, (Edit(Span(module.path, line, at, line, at), " -> dict"),))
