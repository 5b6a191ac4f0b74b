"""Hand-written tools held to a spec: what a function that the spec knows takes, and how it fails."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lma_forge import lcp
from lma_forge.diagnostics import Diagnostic, Related, Span
from lma_forge.lcp import ToolFile, ToolView
from lma_forge.model import Field, Tool
from lma_forge.project import faults


def compare(file: ToolFile, source: str, declared: Mapping[str, Tool]) -> Iterator[Diagnostic]:
    """Compare the hand-written tools of a file with the spec.

    Args:
        file: The host's view of the file.
        source: Its text.
        declared: The tools that the specs declare, by function name.

    Yields:
        The differences in inputs, allowed values and failure messages. A tool in whose module the
        generated contract stands is passed over: it is compared with what was generated.
    """
    if file.error is not None:
        return
    ours = file.contract if isinstance(file.contract, Mapping) else {}
    views = [view for view in file.tools if view.name in declared and view.name not in ours]
    if not views:
        return
    texts = tuple(_texts(source))
    for view in views:
        tool = declared[view.name]
        yield from _inputs(view, tool)
        yield from _values(view, tool, texts)
        for failure in tool.failures:
            if not any(failure.message in text for text in texts):
                message = (
                    f"nothing in this file says `{failure.message}`, with which {tool.name} has to fail; return it."
                )
                yield _at(view, tool, message, failure.message_span)


def _texts(source: str) -> Iterator[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _at(view: ToolView, tool: Tool, message: str, span: Span) -> Diagnostic:
    where = Span(view.span.path, view.span.line, view.span.column, view.span.line, view.span.column + 1)
    return faults.DIFFERENT_TOOL.at(where, message, related=(Related(f"{tool.name} is declared here", span),))


def _schema(view: ToolView) -> Any:  # noqa: ANN401 - JSON
    return lcp.schema(view)["input_schema"]


def _inputs(view: ToolView, tool: Tool) -> Iterator[Diagnostic]:
    schema = _schema(view)
    there, required = schema["properties"], set(schema.get("required", ()))
    fields = {field.parameter: field for field in tool.inputs}
    for name in there.keys() - fields.keys():
        message = f"the spec gives {tool.name} no input `{name}`; take the parameter away, or declare the input."
        yield _at(view, tool, message, tool.name_span)
    for name, field in fields.items():
        if name not in there:
            message = f"`{name}` is an input of {tool.name}, and this function does not take it; add the parameter."
            yield _at(view, tool, message, field.name_span)
            continue
        kind = there[name].get("type", "string")
        wanted = field.type.kind.json_type or "string"
        if kind != wanted and field.type.kind.json_type:
            message = f"`{name}` is of the type {wanted} in the spec, and {kind} here; annotate it so."
            yield _at(view, tool, message, field.type_span)
        if field.required != (name in required):
            message = (
                f"`{name}` is required in the spec, and has a default here; take the default away."
                if field.required
                else f"`{name}` is optional in the spec, and required here; give it a default."
            )
            yield _at(view, tool, message, field.name_span)


def _values(view: ToolView, tool: Tool, texts: Iterable[str]) -> Iterator[Diagnostic]:
    """Find allowed values that the function neither lists in its annotation nor mentions anywhere."""
    properties = _schema(view)["properties"]
    for field in tool.inputs:
        enum = properties.get(field.parameter, {}).get("enum")
        values = [value.value for value in field.allowed]
        if enum is not None and values and set(map(repr, enum)) != set(map(repr, values)):
            shown = ", ".join(map(str, values))
            message = (
                f"`{field.parameter}` may be {shown} in the spec, and {', '.join(map(str, enum))} here; list the same."
            )
            yield _at(view, tool, message, field.name_span)
        elif enum is None and field.parameter in properties:
            yield from _unmentioned(view, tool, field, texts)


def _unmentioned(view: ToolView, tool: Tool, field: Field, texts: Iterable[str]) -> Iterator[Diagnostic]:
    known = set(texts)
    missing = [str(one.value) for one in field.allowed if isinstance(one.value, str) and one.value not in known]
    if missing:
        message = (
            f"`{field.parameter}` may be {', '.join(missing)}, and nothing in this file checks that; compare with it."
        )
        yield _at(view, tool, message, field.name_span)
