"""A module on disk as lines: where each definition stands, and edits of whole lines.

What is done to a file in which somebody writes goes by its lines as they are; nothing is parsed and
printed again.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lma_forge import lcp

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")

Position = tuple[int, int]
"""A place in a file: line from 0, column in characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """A definition on disk: its lines, counted from 0 and end exclusive, and its node."""

    name: str
    start: int
    end: int
    node: ast.stmt
    indent: str
    alone: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines from `start` to `end`, counted from 0 and end exclusive, become others; `order` sorts insertions."""

    start: int
    end: int
    lines: tuple[str, ...]
    order: int


class File:
    """A module on disk as lines, with the definitions that stand in it."""

    def __init__(self, text: str) -> None:
        self.lines = _lines(text)
        # Modules of one run have most of their helpers in common, and these are parsed once.
        self.tree = lcp.syntax(text, alike=True) or ast.parse(text)
        self.newline = next((match[0] for match in re.finditer(r"\r\n|\r|\n", text)), "\n")
        self.places = tuple(self._places(self.tree.body, ""))
        self._by_name: dict[str, list[Place]] = {}
        for place in self.places:
            self._by_name.setdefault(place.name, []).append(place)

    def _places(self, body: Sequence[ast.stmt], indent: str) -> Iterator[Place]:
        for index, node in enumerate(body):
            decorators = getattr(node, "decorator_list", ())
            start = (min(node.lineno, *(one.lineno for one in decorators)) if decorators else node.lineno) - 1
            end = node.end_lineno or node.lineno
            before, after = body[index - 1] if index else None, body[index + 1] if index + 1 < len(body) else None
            alone = (before is None or (before.end_lineno or before.lineno) <= start) and (
                after is None or after.lineno > end
            )
            for name in _names(node, first=index == 0 and not indent):
                yield Place(name, start, end, node, indent, alone)
            for inner in _branches(node) if isinstance(node, _BRANCHING) else ():
                if inner:
                    line = self.lines[inner[0].lineno - 1]
                    yield from self._places(inner, line[: len(line) - len(line.lstrip(" \t"))])

    def find(self, name: str) -> list[Place]:
        """All definitions of a name at module level, under `if` and `try` too."""
        return list(self._by_name.get(name, ()))

    def text(self, place: Place) -> str:
        """Write the lines of a definition with line feeds and without the indent at which it stands."""
        whole = "".join(self.lines[place.start : place.end])
        if not place.indent and "\r" not in whole:
            return whole.rstrip("\n")
        lines = [line.rstrip("\r\n") for line in self.lines[place.start : place.end]]
        return "\n".join(line.removeprefix(place.indent) for line in lines)

    def with_edits(self, edits: Sequence[Edit]) -> str:
        """Apply edits of whole lines that do not overlap."""
        lines = list(self.lines)
        # From the end; where something goes in just before lines that are replaced, these are replaced first.
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end > edit.start, edit.order), reverse=True):
            new = [f"{line}{self.newline}" for line in edit.lines]
            if edit.start and edit.start == len(lines) and not lines[-1].endswith(("\r", "\n")):
                lines[-1] += self.newline
            at_end = edit.end == len(self.lines) and not self.lines[-1].endswith(("\r", "\n"))
            if at_end and new and edit.end > edit.start:
                new[-1] = new[-1].removesuffix(self.newline)
            lines[edit.start : edit.end] = new
        return "".join(lines)


def _lines(text: str) -> list[str]:
    """Split a text into lines with their ends; a form feed is none."""
    if "\r" in text:
        return _LINES.findall(text)
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else ())]


@lru_cache(maxsize=4)
def take_apart(text: str) -> File:
    """Take a module apart; the last few are kept, since a merge and its proof look at the same texts.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: It holds a NUL.
        RecursionError: It is nested too deeply.
    """
    return File(text)


_BRANCHING = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def _branches(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    match node:
        case ast.If() | ast.For() | ast.While():
            yield from (node.body, node.orelse)
        case ast.With():
            yield node.body
        case ast.Try():
            yield from (node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody)


def _names(node: ast.stmt, *, first: bool) -> Iterator[str]:
    """Name what a statement binds; an import that binds several names gives each as it is written."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import():
            yield from (f"import {alias.name}{_as(alias)}" for alias in node.names)
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        case ast.ImportFrom():
            origin = f"from {'.' * node.level}{node.module or ''} import"
            yield from (f"{origin} {alias.name}{_as(alias)}" for alias in node.names)
            yield from (alias.asname or alias.name for alias in node.names)
        case ast.Expr(value=ast.Constant(value=str())) if first:
            yield "__doc__"
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (
                    one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                )


def _as(alias: ast.alias) -> str:
    return f" as {alias.asname}" if alias.asname else ""


def head_of(file: File, place: Place) -> tuple[Position, Position] | None:
    """Find where a function's parameters start, and its colon: (line from 0, column in characters)."""
    start = place.node.lineno - 1
    source = iter([line.rstrip("\r\n") + "\n" for line in file.lines[start : place.end]])
    first: Position | None = None
    depth = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(source, "")):
            at = (start + token.start[0] - 1, token.start[1])
            if token.type != tokenize.OP:
                continue
            if token.string in "([{":
                first = first or at
                depth += 1
            elif token.string in ")]}":
                depth -= 1
            elif token.string == ":" and depth == 0 and first is not None:
                return first, at
    except (tokenize.TokenError, IndentationError):
        return None
    return None


def signature_of(file: File, place: Place) -> str:
    """Write the signature of a function that stands at a place on one line; empty for anything else."""
    head = head_of(file, place)
    if head is None:
        return ""
    first, last = head
    inner = "".join(file.lines[first[0] : last[0] + 1])
    cut = len(file.lines[last[0]]) - last[1]
    name = place.node.name if isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef) else ""
    text = " ".join(inner[first[1] : len(inner) - cut].split())
    return f"{name}{text}".replace("( ", "(").replace(", )", ")").replace(",)", ")")


def has_comment(file: File, head: tuple[Position, Position]) -> bool:
    """Whether a comment stands between the parameters."""
    first, last = head
    text = "".join(file.lines[first[0] : last[0] + 1])[first[1] :]
    cut = len(file.lines[last[0]]) - last[1]
    try:
        tokens = tokenize.generate_tokens(io.StringIO(text[: len(text) - cut]).readline)
        return any(token.type == tokenize.COMMENT for token in tokens)
    except (tokenize.TokenError, IndentationError):
        return "#" in text
