"""What was read of a file as JSON and back: a head for lists of tools, and a body of details.

The head is all that a host needs to know which tools there are. The body, which is most of it,
stays bytes until somebody asks for a description or a parameter.
"""

import ast
import functools
import json
from typing import Any

from lma_forge.lcp import Library, ParameterView, PromptView, ReadError, Shape, ToolFile, ToolView, Unreachable, read
from lma_forge.lcp.docstring import NO_DESCRIPTION
from lma_forge.lcp.view import Details, More

Kept = list[Any]
"""The head of a file; in an index with the place of its body before it."""

_PLAIN = (bool, int, float, str)


class Body:
    """The details of one file.

    Args:
        bodies: The bytes of all files of the index.
        begin: Where those of this file begin.
        end: And end.
        path: The file, which is read again if the details are not what they should be.
    """

    __slots__ = ("_begin", "_bodies", "_end", "_found", "_path")

    def __init__(self, bodies: bytes, begin: int, end: int, path: str) -> None:
        self._bodies = bodies
        self._begin = begin
        self._end = end
        self._path = path
        self._found: list[Any] | None = None

    def _load(self) -> list[Any]:
        found = self._found
        if found is None:
            found = self._found = json.loads(self._bodies[self._begin : self._end])
        return found

    def more(self) -> More:
        """Contract, hooks and docstring of the file."""
        try:
            contract, hooks, docstring = self._load()[0]
            return _value_from(contract), tuple(hooks), docstring
        except Exception:  # noqa: BLE001 - details of any other form count as none
            view = self._again()
            return view.contract, view.hooks, view.docstring

    def details(self, index: int, name: str) -> Details:
        """The details of one tool.

        Args:
            index: Its place among the tools of the file.
            name: Its name.
        """
        try:
            description, docstring, parameters, decorators, returns = self._load()[1][index]
            views = tuple([_parameter_from(parameter, self._path) for parameter in parameters])
        except Exception:  # noqa: BLE001 - as above
            tool = self._again().tool(name)
            if tool is None:
                return NO_DESCRIPTION, "", (), (), ""
            return tool.description, tool.docstring, tool.parameters, tool.decorators, tool.returns
        return description, docstring, views, tuple(decorators), returns

    def _again(self) -> ToolFile:
        try:
            with open(self._path, "rb") as stream:  # noqa: PTH123 - as the rest of the runtime
                return read(stream.read(), self._path, positions=False)
        except OSError:
            return ToolFile(self._path)


# Places are kept without their path, which is the caller's.


def _value_to(value: object) -> list[Any] | None:
    if value is None:
        return None
    if isinstance(value, _PLAIN):
        return [value]
    text = repr(value)
    again = ast.literal_eval(text)
    if type(again) is not type(value) or again != value:
        raise ValueError(text)
    return [text, 1]


def _value_from(kept: list[Any] | None) -> Any:  # noqa: ANN401 - any literal
    if kept is None:
        return None
    return kept[0] if len(kept) == 1 else ast.literal_eval(kept[0])


def _shape_to(shape: Shape) -> str:
    """A shape as text: there are few different ones, and text is quickly looked up."""
    items = None if shape.items is None else _shape_to(shape.items)
    parts = [shape.type, items, list(shape.enum), shape.nullable, [_shape_to(s) for s in shape.also], shape.exact]
    return json.dumps(parts, separators=(",", ":"))


@functools.lru_cache(maxsize=1024)
def _shape_from(kept: str) -> Shape:
    kind, items, enum, nullable, also, exact = json.loads(kept)
    inner = None if items is None else _shape_from(items)
    return Shape(kind, inner, tuple(enum), nullable, tuple(map(_shape_from, also)), exact)


def _parameter_to(view: ParameterView) -> list[Any]:
    return [
        view.name,
        view.kind,
        view.annotation,
        _shape_to(view.shape),
        view.has_default,
        view.literal,
        _value_to(view.default),
        view.default_text,
        view.hidden,
        view.doc,
        view.where[1:],
    ]


def _parameter_from(kept: list[Any], path: str) -> ParameterView:
    name, kind, annotation, shape, has, literal, default, text, hidden, doc, where = kept
    return ParameterView(
        name,
        kind,
        annotation,
        _shape_from(shape),
        has,
        literal,
        _value_from(default),
        text,
        hidden,
        doc,
        (path, *where),
    )


def file_to(view: ToolFile) -> tuple[Kept, bytes]:
    """Write a view as head and body.

    Raises:
        ValueError: When JSON cannot hold it exactly; so are TypeError, SyntaxError, RecursionError.
    """
    library = view.library
    head = [
        [[tool.name, tool.is_async, tool.where[1:], tool.rebound, tool.broken] for tool in view.tools],
        [[stray.name, stray.reason, stray.where[1:]] for stray in view.unreachable],
        [[prompt.name, prompt.tool, prompt.text, prompt.where[1:]] for prompt in view.prompts],
        [library.name, library.desc, library.icon, list(library.aliases), library.load_flag, list(library.unreadable)],
        None if view.error is None else [view.error.message, view.error.line, view.error.column],
    ]
    body = [
        [_value_to(view.contract), list(view.hooks), view.docstring],
        [
            [
                tool.description,
                tool.docstring,
                [_parameter_to(p) for p in tool.parameters],
                tool.decorators,
                tool.returns,
            ]
            for tool in view.tools
        ],
    ]
    # A head that JSON does not give back as it was is found out here, where it does no harm.
    json.dumps(head, allow_nan=False)
    return head, json.dumps(body, separators=(",", ":"), allow_nan=False).encode("ascii")


def file_from(head: Kept, path: str, body: Body) -> ToolFile:
    """Make a view of a file at `path` from its head and body.

    Raises:
        ValueError: When the head is none; so is TypeError.
    """
    tools, strays, prompts, (name, desc, icon, aliases, flag, unreadable), error = head
    return ToolFile.lazy(
        path,
        tools=tuple([_tool_from(index, tool, path, body) for index, tool in enumerate(tools)]),
        unreachable=tuple([Unreachable(stray, reason, (path, *where)) for stray, reason, where in strays]),
        prompts=tuple([PromptView(prompt, tool, text, (path, *where)) for prompt, tool, text, where in prompts]),
        library=Library(name, desc, icon, tuple(aliases), flag, tuple(unreadable)),
        error=None if error is None else ReadError(*error),
        later=body.more,
    )


def _tool_from(index: int, kept: list[Any], path: str, body: Body) -> ToolView:
    name, is_async, (line, column, end_line, end_column), rebound, broken = kept
    return ToolView.lazy(
        name,
        is_async=is_async,
        where=(path, line, column, end_line, end_column),
        rebound=rebound,
        broken=broken,
        later=functools.partial(body.details, index, name),
    )
