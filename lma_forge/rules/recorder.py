"""Writes concrete syntax out again without keeping the text, and remembers where each node came to stand."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst._nodes.internal import CodegenState

from lma_forge.rules.positions import Place

_NEWLINE = re.compile(r"\r\n?|\n")


class Recorder(CodegenState):
    """What libcst's nodes write themselves to.

    Args:
        tree: The module that the nodes belong to.

    Attributes:
        places: Where each written node begins and ends.
    """

    def __init__(self, tree: cst.Module) -> None:
        super().__init__(tree.default_indent, tree.default_newline)
        self.line, self.column = 1, 1
        self.places: dict[cst.CSTNode, Place] = {}
        self._open: list[tuple[int, int]] = []

    def write(self, node: cst.CSTNode) -> None:
        """Write a node."""
        node._codegen(self)  # noqa: SLF001 - as libcst's own position providers do

    def add_indent_tokens(self) -> None:
        """Begin a line."""
        for token in self.indent_tokens:
            self.column += len(token)

    def add_token(self, value: str) -> None:
        """Write a piece of text."""
        if "\n" in value or "\r" in value:
            lines = _NEWLINE.split(value)
            self.line += len(lines) - 1
            self.column = len(lines[-1]) + 1
        else:
            self.column += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:  # noqa: ARG002 - libcst's signature
        """Note where a node begins."""
        self._open.append((self.line, self.column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        """Note where a node ends, unless its narrower place is known."""
        line, column = self._open.pop()
        if node not in self.places:
            self.places[node] = line, column, self.line, self.column

    def pop_trailing_newline(self) -> None:
        """Leave the last newline as it is; no place depends on it."""

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        """Note a node's place without the white space that belongs to it."""
        line, column = self.line, self.column
        yield
        if start_node is not None:
            line, column = self.places[start_node][:2]
        end_line, end_column = self.places[end_node][2:] if end_node is not None else (self.line, self.column)
        self.places[node] = line, column, end_line, end_column
