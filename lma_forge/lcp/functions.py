"""Views one tool function: its signature, docstring and position."""

import ast

from lma_forge.lcp.annotations import NAMED, Names, shape_of, source_of
from lma_forge.lcp.decode import decode, without_mark
from lma_forge.lcp.docstring import clean, first_paragraph, parameter_docs
from lma_forge.lcp.module import Function
from lma_forge.lcp.view import HIDDEN, ParameterView, ToolView, Where


class Place:
    """Where the nodes of one file stand.

    The syntax tree counts columns in bytes of UTF-8; a span counts code points from 1. In a file
    of plain ASCII these differ by one, and nothing needs to be decoded.

    Args:
        path: Name of the file, for spans.
        source: Its text or bytes; None for places that only tell the line, which cost nothing.
    """

    __slots__ = ("_last", "_lines", "_source", "path")

    def __init__(self, path: str, source: str | bytes | None) -> None:
        self.path = path
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
        where=place.where(node),
        rebound=rebound,
    )


def _parameters(arguments: ast.arguments, docstring: str, names: Names, place: Place) -> tuple[ParameterView, ...]:
    listed = _listed(arguments)
    docs = parameter_docs(docstring, {node.arg for _, node, _ in listed}) if docstring and listed else {}
    found: list[ParameterView] = []
    for kind, node, default in listed:
        name, annotation = node.arg, node.annotation
        value, literal, text = _default(default) if default is not None else _NO_DEFAULT
        if type(annotation) is ast.Name and annotation.id in NAMED:
            shown, shape = annotation.id, NAMED[annotation.id]
        else:
            shown = "" if annotation is None else source_of(annotation)
            shape = shape_of(annotation, names)
        has_default = default is not None
        hidden, doc, where = name in HIDDEN, docs.get(name, ""), place.where(node)
        found.append(ParameterView(name, kind, shown, shape, has_default, literal, value, text, hidden, doc, where))
    return tuple(found)


_NO_DEFAULT = (None, False, "")


def _listed(arguments: ast.arguments) -> list[tuple[str, ast.arg, ast.expr | None]]:
    """Each parameter with its kind and default, in the order of the signature."""
    leading = len(arguments.posonlyargs)
    bare = leading + len(arguments.args) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * bare), *arguments.defaults]
    listed = [("positional-only", node, defaults[index]) for index, node in enumerate(arguments.posonlyargs)]
    listed += [("positional", node, defaults[index]) for index, node in enumerate(arguments.args, leading)]
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
