"""Writes concrete syntax out again without keeping the text, and remembers where each node came to stand."""

import re

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

    def record_syntactic_position(  # type: ignore[override]  # any context manager does
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> "_Noting":
        """Note a node's place without the white space that belongs to it."""
        return _Noting(self, node, start_node, end_node)


class _Noting:
    """Notes where a node begins and ends; an own class, since one made of a generator takes much longer."""

    __slots__ = ("begin", "end_node", "node", "recorder", "start_node")

    def __init__(
        self, recorder: Recorder, node: cst.CSTNode, start_node: cst.CSTNode | None, end_node: cst.CSTNode | None
    ) -> None:
        self.recorder = recorder
        self.node = node
        self.start_node = start_node
        self.end_node = end_node
        self.begin = (recorder.line, recorder.column)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        recorder = self.recorder
        places = recorder.places
        line, column = self.begin if self.start_node is None else places[self.start_node][:2]
        end = (recorder.line, recorder.column) if self.end_node is None else places[self.end_node][2:]
        places[self.node] = line, column, *end
