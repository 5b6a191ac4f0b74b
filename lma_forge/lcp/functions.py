"""Views one tool function: its signature, docstring and position."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Span
from lma_forge.lcp.annotations import Names, shape_of, source_of
from lma_forge.lcp.decode import decode, without_mark
from lma_forge.lcp.docstring import clean, first_paragraph, parameter_docs
from lma_forge.lcp.module import Function
from lma_forge.lcp.view import HIDDEN, ParameterView, ToolView


class Place:
    """Where the nodes of one file stand.

    The syntax tree counts columns in bytes of UTF-8; a span counts code points from 1. In a file
    of plain ASCII these differ by one, and nothing needs to be decoded.

    Args:
        path: Name of the file, for spans.
        source: Its text or bytes; None for spans that only tell the line, which cost nothing.
    """

    __slots__ = ("_last", "_lines", "_source", "path")

    def __init__(self, path: str, source: str | bytes | None) -> None:
        self.path = path
        self._source = source
        self._lines: list[bytes] | None = [] if source is None or source.isascii() else None
        self._last = Span(path)

    def span(self, node: ast.stmt | ast.expr | ast.arg) -> Span:
        """The stretch of file that a node covers, decorators excluded."""
        line = node.lineno
        if self._source is None:
            if line != self._last.line:
                self._last = Span(self.path, line, 1, line, 1)
            return self._last
        end_line, end_offset = node.end_lineno or line, node.end_col_offset or node.col_offset
        lines = self._lines
        if lines is None:
            lines = self._lines = self._split(self._source)
        if not lines:
            return Span(self.path, line, node.col_offset + 1, end_line, end_offset + 1)
        return Span(
            self.path, line, _column(lines, line, node.col_offset), end_line, _column(lines, end_line, end_offset)
        )

    @staticmethod
    def _split(source: str | bytes) -> list[bytes]:
        text = without_mark(source if isinstance(source, str) else decode(source)[0])
        return text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "surrogatepass").split(b"\n")


def _column(lines: list[bytes], line: int, offset: int) -> int:
    """The column in code points, from 1, of an offset in bytes."""
    if line > len(lines):
        return offset + 1
    return len(lines[line - 1][:offset].decode("utf-8", "replace")) + 1


def docstring_of(node: Function | ast.Module) -> str:
    """The docstring of a function or module, indentation cleaned; "" without one."""
    body = node.body
    if body and type(body[0]) is ast.Expr and type(body[0].value) is ast.Constant:
        text = body[0].value.value
        return clean(text) if type(text) is str else ""
    return ""


def tool_view(node: Function, names: Names, place: Place, *, rebound: int = 0) -> ToolView:
    """View a tool function as hosts do.

    Args:
        node: The function.
        names: What names of the module stand for, to follow aliases in annotations.
        place: Where the file is.
        rebound: Line that later deletes or rebinds the name; 0 if none does.

    Returns:
        The view.
    """
    docstring = docstring_of(node)
    return ToolView(
        name=node.name,
        description=first_paragraph(docstring),
        docstring=docstring,
        parameters=_parameters(node.args, docstring, names, place),
        is_async=type(node) is ast.AsyncFunctionDef,
        decorators=tuple(map(source_of, node.decorator_list)) if node.decorator_list else (),
        returns=source_of(node.returns) if node.returns else "",
        span=place.span(node),
        rebound=rebound,
    )


def _parameters(arguments: ast.arguments, docstring: str, names: Names, place: Place) -> tuple[ParameterView, ...]:
    listed = list(_listed(arguments))
    docs = parameter_docs(docstring, {node.arg for _, node, _ in listed}) if docstring and listed else {}
    return tuple(
        _parameter(kind, node, default, docs.get(node.arg, ""), names, place) for kind, node, default in listed
    )


def _listed(arguments: ast.arguments) -> Iterator[tuple[str, ast.arg, ast.expr | None]]:
    """Each parameter with its kind and default, in the order of the signature."""
    plain = len(arguments.posonlyargs) + len(arguments.args)
    defaults: list[ast.expr | None] = [None] * (plain - len(arguments.defaults))
    defaults += arguments.defaults
    for index, node in enumerate(arguments.posonlyargs):
        yield "positional-only", node, defaults[index]
    for index, node in enumerate(arguments.args, len(arguments.posonlyargs)):
        yield "positional", node, defaults[index]
    if arguments.vararg:
        yield "var-positional", arguments.vararg, None
    for node, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield "keyword-only", node, default
    if arguments.kwarg:
        yield "var-keyword", arguments.kwarg, None


def _parameter(  # noqa: PLR0913, PLR0917 - the parts of a parameter
    kind: str, node: ast.arg, default: ast.expr | None, doc: str, names: Names, place: Place
) -> ParameterView:
    value, literal, text = _default(default)
    name, annotation = node.arg, node.annotation
    return ParameterView(
        name,
        kind,
        source_of(annotation) if annotation is not None else "",
        shape_of(annotation, names),
        default is not None,
        literal,
        value,
        text,
        name in HIDDEN,
        doc,
        place.span(node),
    )


def _default(node: ast.expr | None) -> tuple[object, bool, str]:
    """A default's value, whether it is a literal, and its source."""
    if node is None:
        return None, False, ""
    text = source_of(node)
    if type(node) is ast.Constant:
        return node.value, True, text
    try:
        return ast.literal_eval(node), True, text
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None, False, text
