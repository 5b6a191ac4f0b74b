"""Summaries of tool files for rules about several of them, and how they are kept from run to run."""

import ast
from typing import Any

from lma_forge.diagnostics import Span
from lma_forge.lcp import ToolFile, syntax
from lma_forge.project.neighbours import imports_of
from lma_forge.rules import is_library
from lma_forge.rules.places import head
from lma_forge.rules.toolset import Summary


def summary_of(file: ToolFile, data: bytes) -> Summary:
    """Sum up a tool file.

    Args:
        file: The host's view of it.
        data: Its bytes.

    Returns:
        The summary.
    """
    return Summary(
        file.path,
        tools=tuple((tool.name, head(tool.span, tool.name)) for tool in file.tools if not tool.broken),
        imports=imports_of(data),
        flag=file.library.load_flag or "",
        is_library=file.error is None and is_library(file),
        error=file.error is not None,
        free_line=_free_line(data) if file.error is None else 0,
    )


def _free_line(data: bytes) -> int:
    tree = syntax(data)
    for node in tree.body if tree else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign):
            decorators: list[ast.expr] = getattr(node, "decorator_list", [])
            return min(one.lineno for one in (node, *decorators))
    return 0


def pack(summary: Summary) -> list[Any]:
    """Turn a summary into JSON values."""
    tools = [[name, span.line, span.column, span.end_line, span.end_column] for name, span in summary.tools]
    return [
        summary.path,
        tools,
        list(summary.imports),
        summary.flag,
        summary.is_library,
        summary.error,
        summary.free_line,
    ]


def unpack(values: Any) -> Summary:  # noqa: ANN401 - whatever was kept
    """Turn JSON values from `pack` back into a summary.

    Raises:
        ValueError: They are something else.
    """
    try:
        path, tools, imports, flag, library, error, free = values
        found = tuple((name, Span(path, *place)) for name, *place in tools)
        return Summary(path, found, tuple(imports), flag, is_library=library, error=error, free_line=free)
    except (TypeError, LookupError) as fault:
        raise ValueError("this is no kept summary") from fault
