"""Views one tool function: its signature, docstring and position."""

import ast
from functools import partial
from typing import Any

from lma_forge.lcp.annotations import NAMED, UNKNOWN, WRITTEN, Names, shape_of, source_of
from lma_forge.lcp.decode import decode, without_mark
from lma_forge.lcp.docstring import clean, first_paragraph, parameter_docs
from lma_forge.lcp.module import Function
from lma_forge.lcp.view import HIDDEN, Details, ParameterView, ToolView, Where


class Place:
    """Where the nodes of one file stand.

    The syntax tree counts columns in bytes of UTF-8; a span counts code points from 1. In a file
    of plain ASCII these differ by one, and nothing needs to be decoded.

    Args:
        path: Name of the file, for spans.
        source: Its text or bytes; None for places that only tell the line, which cost nothing.

    Attributes:
        exact: Whether places tell more than the line.
    """

    __slots__ = ("_last", "_lines", "_source", "exact", "path")

    def __init__(self, path: str, source: str | bytes | None) -> None:
        self.path = path
        self.exact = source is not None
        self._source = source
        self._lines: list[bytes] | None = [] if source is None or source.isascii() else None
        self._last: Where = (path, 1, 1, 1, 1)

    def where(self, node: ast.stmt | ast.expr | ast.arg) -> Where:
        """The stretch of file that a node covers, decorators excluded."""
        line = node.lineno
        if self._source is None:
            if line != self._last[1]:
                self._last = (self.path, line, 1, line, 1)
            return self._last
        end_line, end_offset = node.end_lineno or line, node.end_col_offset or node.col_offset
        lines = self._lines
        if lines is None:
            lines = self._lines = self._split(self._source)
        if not lines:
            return self.path, line, node.col_offset + 1, end_line, end_offset + 1
        return self.path, line, _column(lines, line, node.col_offset), end_line, _column(lines, end_line, end_offset)

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
    text = _raw_docstring(node)
    return clean(text) if text else ""


def _raw_docstring(node: Function | ast.Module) -> str:
    body = node.body
    if body and type(body[0]) is ast.Expr and type(body[0].value) is ast.Constant:
        text = body[0].value.value
        return text if type(text) is str else ""
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
    # Details hold values and no part of the tree, which would keep the whole file in memory.
    later = partial(
        _details,
        _raw_docstring(node),
        _flat(node.args, names, place),
        place.path,
        tuple(map(source_of, node.decorator_list)) if node.decorator_list else (),
        source_of(node.returns) if node.returns else "",
    )
    return ToolView.lazy(
        node.name,
        is_async=type(node) is ast.AsyncFunctionDef,
        where=place.where(node),
        rebound=rebound,
        broken=False,
        later=later,
    )


_WIDTH = 9


def _flat(arguments: ast.arguments, names: Names, place: Place) -> list[Any]:
    """What is to be known of the parameters, one after the other: few objects, since most are never asked for.

    The source of a default that is a plain value is None, and a place that only tells the line is its number.
    """
    found: list[Any] = []
    for kind, node, default in _listed(arguments):
        annotation = node.annotation
        if default is None:
            value, literal, text = _NO_DEFAULT
        elif type(default) is ast.Constant and type(default.value) in WRITTEN and default.kind is None:
            value, literal, text = default.value, True, None
        else:
            value, literal, text = _default(default)
        if annotation is None:
            shown, shape = "", UNKNOWN
        elif type(annotation) is ast.Name and annotation.id in NAMED:
            shown, shape = annotation.id, NAMED[annotation.id]
        else:
            shown, shape = source_of(annotation), shape_of(annotation, names)
        where = place.where(node) if place.exact else node.lineno
        found.extend((node.arg, kind, shown, shape, default is not None, literal, value, text, where))
    return found


def _details(raw: str, flat: list[Any], path: str, decorators: tuple[str, ...], returns: str) -> Details:
    docstring = clean(raw) if raw else ""
    docs = parameter_docs(docstring, set(flat[::_WIDTH])) if docstring and flat else {}
    parameters: list[ParameterView] = []
    for at in range(0, len(flat), _WIDTH):
        name, kind, shown, shape, has, literal, value, text, where = flat[at : at + _WIDTH]
        if type(where) is int:
            where = (path, where, 1, where, 1)
        text = repr(value) if text is None else text
        doc = docs.get(name, "")
        parameters.append(
            ParameterView(name, kind, shown, shape, has, literal, value, text, name in HIDDEN, doc, where)
        )
    return first_paragraph(docstring), docstring, tuple(parameters), decorators, returns


_NO_DEFAULT: tuple[object, bool, str | None] = (None, False, "")


def _listed(arguments: ast.arguments) -> list[tuple[str, ast.arg, ast.expr | None]]:
    """Each parameter with its kind and default, in the order of the signature."""
    plain, defaults = arguments.args, arguments.defaults
    if arguments.posonlyargs:
        both = [("positional-only", node) for node in arguments.posonlyargs]
        both += [("positional", node) for node in plain]
    else:
        both = [("positional", node) for node in plain]
    bare = len(both) - len(defaults)
    listed = [(kind, node, None if at < bare else defaults[at - bare]) for at, (kind, node) in enumerate(both)]
    if arguments.vararg:
        listed.append(("var-positional", arguments.vararg, None))
    if arguments.kwonlyargs:
        pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        listed += [("keyword-only", node, default) for node, default in pairs]
    if arguments.kwarg:
        listed.append(("var-keyword", arguments.kwarg, None))
    return listed


def _default(node: ast.expr) -> tuple[object, bool, str]:
    """A default's value, whether it is a literal, and its source."""
    text = source_of(node)
    if type(node) is ast.Constant:
        return node.value, True, text
    try:
        return ast.literal_eval(node), True, text
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None, False, text
