"""Parses a module that consists largely of functions seen before, without parsing those again.

A thousand generated modules hold the same helper functions. A top-level definition whose text was
parsed once needs no second parse: it is blanked out, the rest is parsed, and the known node is put
in its place. That the rest has no statement over a blanked place proves that the definition stood
at the top level there, and in no string.
"""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from lma_forge.lcp.syntax import tree_of

_START = re.compile(r"^(?:def|class) _\w", re.MULTILINE)
_GAP = "\n\n\n"
_MOST = 512


class Known:
    """Definitions seen before, by their text."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def parse(self, text: str) -> ast.Module | None:
        """Parse a module.

        Args:
            text: The module, with line feeds; a mark at its start is no part of it.

        Returns:
            Its tree, in which lines are right and columns are those of the definitions' own text;
            None when it has to be parsed as a whole, for whatever reason.

        Raises:
            ValueError: As `compile`; so are RecursionError and MemoryError.
        """
        if "\r" in text or "\f" in text:
            return None
        places: list[tuple[int, int, ast.stmt]] = []
        rest: list[str] = []
        at = line = 0
        for start, end in _chunks(text):
            chunk = text[start:end]
            node = self._node(chunk)
            if node is None:
                continue
            before = text[at:start]
            line += before.count("\n")
            height = chunk.count("\n")
            places.append((line + 1, line + 1 + height, node))
            rest += (before, "\n" * height)
            line += height
            at = end
        rest.append(text[at:])
        try:
            tree = tree_of("".join(rest))
        except SyntaxError:
            # What is left need not be a module where the whole is one: a decorator may have lost its function.
            return None
        return _joined(tree, places)

    def _node(self, chunk: str) -> ast.stmt | None:
        """The node of a definition that was seen before; the first sight only takes note of it."""
        if chunk in self._seen:
            return _definition(chunk)
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen.add(chunk)
        return None


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Find what looks like a private definition: up to two blank lines and something at the margin, or the end."""
    found = _START.search(text)
    while found is not None:
        end = text.find(_GAP, found.end())
        while end >= 0 and (end + len(_GAP) == len(text) or text[end + len(_GAP)].isspace()):
            end = text.find(_GAP, end + 1)
        end = end if end >= 0 else len(text.rstrip("\n"))
        yield found.start(), end
        found = _START.search(text, end)


@lru_cache(maxsize=_MOST)
def _definition(chunk: str) -> ast.stmt | None:
    try:
        tree = tree_of(chunk, "<definition>")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    # A tool and an implementation's stub are looked at inside, where lines have to be right.
    if len(tree.body) != 1 or "def tool_" in chunk or "NotImplemented" in chunk:
        return None
    (node,) = tree.body
    is_whole = node.end_lineno == chunk.count("\n") + 1
    return node if isinstance(node, ast.FunctionDef | ast.ClassDef) and is_whole else None


def _joined(tree: ast.Module, places: list[tuple[int, int, ast.stmt]]) -> ast.Module | None:
    body: list[ast.stmt] = []
    waiting = list(reversed(places))
    for node in tree.body:
        decorators = getattr(node, "decorator_list", ())
        first = min((node.lineno, *(decorator.lineno for decorator in decorators)))
        while waiting and waiting[-1][0] < first:
            body.append(_moved(*waiting.pop()))
        if waiting and waiting[-1][0] <= (node.end_lineno or node.lineno):
            return None
        body.append(node)
    body += (_moved(*place) for place in reversed(waiting))
    return ast.Module(body, tree.type_ignores)


def _moved(first: int, last: int, node: ast.stmt) -> ast.stmt:
    # As copy.copy, which asks a node how it wants to be copied, at ten times the cost.
    moved = type(node).__new__(type(node))
    moved.__dict__.update(node.__dict__)
    moved.lineno, moved.end_lineno = first, last
    return moved
