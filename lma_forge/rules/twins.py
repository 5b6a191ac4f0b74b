"""The nodes of `ast` that stand for nodes of concrete syntax, whose positions cost nothing.

Both trees list the nodes of one kind in the same order, so that within one top-level statement the
first call of one is the first call of the other. Inside f-strings `ast` does not always know where
a node is; those are left out.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from lma_forge.rules import cst

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lma_forge.rules.facts import Facts

_KINDS: Mapping[str, tuple[type[ast.AST], ...]] = {
    "AnnAssign": (ast.AnnAssign,),
    "Assert": (ast.Assert,),
    "Assign": (ast.Assign,),
    "Attribute": (ast.Attribute,),
    "AugAssign": (ast.AugAssign,),
    "BinaryOperation": (ast.BinOp,),
    "Call": (ast.Call,),
    "ClassDef": (ast.ClassDef,),
    "Comparison": (ast.Compare,),
    "Del": (ast.Delete,),
    "Dict": (ast.Dict,),
    "ExceptHandler": (ast.ExceptHandler,),
    "Expr": (ast.Expr,),
    "For": (ast.For, ast.AsyncFor),
    "FunctionDef": (ast.FunctionDef, ast.AsyncFunctionDef),
    "If": (ast.If,),
    "IfExp": (ast.IfExp,),
    "Import": (ast.Import,),
    "ImportFrom": (ast.ImportFrom,),
    "Lambda": (ast.Lambda,),
    "List": (ast.List,),
    "ListComp": (ast.ListComp,),
    "Raise": (ast.Raise,),
    "Return": (ast.Return,),
    "Set": (ast.Set,),
    "SetComp": (ast.SetComp,),
    "Subscript": (ast.Subscript,),
    "With": (ast.With, ast.AsyncWith),
}
_NAMES = {kind: name for name, kinds in _KINDS.items() for kind in kinds} | {ast.Name: "Name"}
_TEXT = "text"
_OURS = {name: name for name in (*_KINDS, "Name")} | {"SimpleString": _TEXT, "ConcatenatedString": _TEXT}
_FORMATTED = frozenset({"FormattedString", "TemplatedString"})


class Twins:
    """The pairs of one top-level statement, worked out for one kind of nodes when one is asked for.

    Args:
        facts: The module.
        node: The statement, or a line of several.
        parsed: The same as `ast` has it; empty where that is not known.
    """

    def __init__(self, facts: Facts, node: cst.CSTNode, parsed: list[ast.stmt]) -> None:
        self._facts = facts
        self._inside = facts.inside(node)
        self._theirs: dict[str, list[ast.AST]] = {}
        for name, other in _walk(parsed):
            self._theirs.setdefault(name, []).append(other)
        self._known: dict[str, dict[cst.CSTNode, ast.AST]] = {}

    def of(self, node: cst.CSTNode) -> ast.AST | None:
        """The counterpart of a node; None for one that is not paired."""
        kind = _OURS.get(type(node).__name__, "")
        if not kind:
            return None
        if kind not in self._known:
            self._known[kind] = self._paired(kind)
        return self._known[kind].get(node)

    def _paired(self, kind: str) -> dict[cst.CSTNode, ast.AST]:
        """The nodes of a kind with their counterparts; none where the two trees have different numbers of them."""
        names = {name for name, one in _OURS.items() if one == kind}
        ours = [one for one in self._inside if type(one).__name__ in names and self._counts(one)]
        theirs = sorted(self._theirs.get(kind, ()), key=_place)
        return dict(zip(ours, theirs, strict=True)) if len(ours) == len(theirs) else {}

    def _counts(self, node: cst.CSTNode) -> bool:
        """Whether `ast` has a node for it, and says where."""
        parent = self._facts.parent(node)
        if isinstance(node, cst.Name) and not _is_name(self._facts, node, parent):
            return False
        texts = isinstance(node, cst.SimpleString | cst.ConcatenatedString)
        if texts and isinstance(parent, cst.ConcatenatedString):
            return False
        if isinstance(node, cst.ConcatenatedString):
            return not any(type(part).__name__ in _FORMATTED for part in self._facts.inside(node))
        while parent is not None:
            if type(parent).__name__ in _FORMATTED:
                return False
            parent = None if isinstance(parent, cst.BaseSmallStatement) else self._facts.parent(parent)
        return True


def _is_name(facts: Facts, node: cst.Name, parent: cst.CSTNode | None) -> bool:
    if node.value in {"True", "False", "None"}:
        return False
    if isinstance(parent, cst.AsName):
        # What `with` binds is a name of its own in both trees, what `except` binds is not.
        return isinstance(facts.parent(parent), cst.WithItem)
    return not isinstance(parent, cst.MatchAs | cst.MatchStar) and not (
        isinstance(parent, cst.MatchMapping) and parent.rest is node
    )


def _place(node: ast.AST) -> tuple[int, int, int, int]:
    """What nodes are in the order of: where they begin, and of two that begin together the longer first."""
    first: ast.expr = node  # type: ignore[assignment]  # all of these have positions
    return first.lineno, first.col_offset, -(first.end_lineno or 0), -(first.end_col_offset or 0)


def _walk(body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """The nodes of the paired kinds, those in f-strings left out."""
    pending: list[ast.AST] = [*body]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind in _NAMES:
            yield _NAMES[kind], node
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str | bytes):
                yield _TEXT, node
            continue
        elif kind.__name__ in {"JoinedStr", "TemplateStr"}:
            continue
        for name in node._fields:
            child = getattr(node, name, None)
            if isinstance(child, list):
                pending += [one for one in child if isinstance(one, ast.AST)]
            elif isinstance(child, ast.AST):
                pending.append(child)
