"""Where nodes of concrete syntax stand, worked out only for the statements that a rule points into.

libcst knows no positions; it finds them by writing the module out again. Here only the top-level
statement that holds a node is written out, once, and the line where it starts comes from `ast`,
where positions cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lma_forge.rules import cst

if TYPE_CHECKING:
    import ast

Place = tuple[int, int, int, int]
"""Line, column, end line, end column; lines from 1, columns in code points from 1, the end exclusive."""


class Positions:
    """The positions of the nodes of one module.

    Args:
        tree: The module.
        parsed: The same module as `ast` has it; None where it is not known.
    """

    def __init__(self, tree: cst.Module, parsed: ast.Module | None) -> None:
        self._tree = tree
        self._starts = _starts(tree, parsed)
        self._known: dict[int, dict[cst.CSTNode, Place]] = {}

    def of(self, node: cst.CSTNode, statement: int) -> Place | None:
        """Find where a node stands, without white space and comments around it.

        Args:
            node: A node.
            statement: The number of the top-level statement that holds it.

        Returns:
            Its place; None for a node that is not in there.
        """
        if statement not in self._known:
            try:
                self._known[statement] = self._written(statement)
            except RecursionError:
                self._known[statement] = {}
        return self._known[statement].get(node) or self._beginning(statement)

    def _beginning(self, statement: int) -> Place | None:
        """The first place of a top-level statement, for nodes that are nested too deeply to be written out."""
        if self._starts is None or statement >= len(self._starts):
            return None
        return self._starts[statement], 1, self._starts[statement], 1

    def _written(self, statement: int) -> dict[cst.CSTNode, Place]:
        from lma_forge.rules.recorder import Recorder  # noqa: PLC0415 - loaded with the first position

        recorder = Recorder(self._tree)
        if self._starts is None:
            # The two trees do not match, which should not be; the whole module then tells.
            recorder.write(self._tree)
            return recorder.places
        node = self._tree.body[statement]
        recorder.write(node)
        inner = node.body[0] if isinstance(node, cst.SimpleStatementLine) and node.body else node
        shift = self._starts[statement] - recorder.places[inner][0]
        return {
            one: (line + shift, column, end_line + shift, end_column)
            for one, (line, column, end_line, end_column) in recorder.places.items()
        }


def _starts(tree: cst.Module, parsed: ast.Module | None) -> list[int] | None:
    """The first line of each top-level statement, decorators not counted; None where the trees differ."""
    if parsed is None:
        return None
    starts: list[int] = []
    at = 0
    for statement in tree.body:
        if at >= len(parsed.body):
            return None
        starts.append(parsed.body[at].lineno)
        at += len(statement.body) if isinstance(statement, cst.SimpleStatementLine) else 1
    return starts if at == len(parsed.body) else None
