"""Where control goes inside a function: whether a block can be left at its end, and which values reach a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from lma_forge.rules import cst
from lma_forge.rules.scopes import names_in

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.scopes import Scope

_EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
_NEVER = _EXITS | {"typing.assert_never", "typing_extensions.assert_never", "pytest.fail", "pytest.skip"}
_DEPTH = 4
_ASSIGNMENTS = frozenset({"Assign", "AnnAssign", "AugAssign"})
_BLOCKS = frozenset({
    "SimpleStatementLine", "SimpleStatementSuite", "IndentedBlock", "Else", "If", "Try", "TryStar", "With", "For",
    "While", "Match",
})  # fmt: skip


def exits(facts: Facts, call: cst.Call) -> bool:
    """Whether a call ends the process, or tries to."""
    if not isinstance(call.func, cst.Name | cst.Attribute) or facts.dotted(call.func) not in _EXITS:
        return False
    # `exit` may be a function of the author's.
    name = call.func.value if isinstance(call.func, cst.Name) else ""
    return not any(name in scope.bound and name not in scope.imports for scope in facts.scope(call).outward())


def items(block: cst.CSTNode | None) -> Sequence[cst.CSTNode]:
    """The statements and lines of a block."""
    return cast("Sequence[cst.CSTNode]", getattr(block, "body", ()))


def falls_through(facts: Facts, block: cst.CSTNode | None, depth: int = _DEPTH) -> bool:
    """Whether control can come to the end of a block.

    Args:
        facts: The module.
        block: A block, or a definition, whose body is meant.
        depth: How many functions deep calls are looked into.
    """
    if isinstance(block, cst.FunctionDef):
        block = block.body
    return all(_passes(facts, statement, depth) for statement in items(block))


def last_fall(block: cst.CSTNode) -> cst.CSTNode:
    """The innermost last statement after which control comes to the end of a block that it falls through."""
    inner = items(block.body if isinstance(block, cst.FunctionDef) else block)
    if not inner:
        return block
    last = inner[-1]
    if isinstance(last, cst.SimpleStatementLine):
        return last.body[-1] if last.body else last
    return last


def _passes(facts: Facts, node: Any, depth: int) -> bool:  # noqa: ANN401, C901, PLR0911 - one case for each statement
    match type(node).__name__:
        case "SimpleStatementLine" | "SimpleStatementSuite" | "IndentedBlock":
            return all(_passes(facts, one, depth) for one in node.body)
        case "Return" | "Raise" | "Continue" | "Break":
            return False
        case "Expr":
            return type(node.value) is not cst.Call or not _never_returns(facts, node.value, depth)
        case "Assert":
            return not (isinstance(node.test, cst.Name) and node.test.value == "False")
        case "If":
            return node.orelse is None or any(
                _passes(facts, one.body if isinstance(one, cst.Else) else one, depth)
                for one in (node.body, node.orelse)
            )
        case "While":
            if _is_true(node.test):
                return _breaks(node.body)
            return node.orelse is None or _breaks(node.body) or _passes(facts, node.orelse.body, depth)
        case "For":
            return node.orelse is None or _breaks(node.body) or _passes(facts, node.orelse.body, depth)
        case "Try" | "TryStar":
            return _try_passes(facts, node, depth)
        case "With":
            return _swallows(facts, node) or _passes(facts, node.body, depth)
        case "Match":
            return not any(map(_is_irrefutable, node.cases)) or any(
                _passes(facts, case.body, depth) for case in node.cases
            )
    return True


def _try_passes(facts: Facts, node: cst.Try | cst.TryStar, depth: int) -> bool:
    if node.finalbody is not None and not _passes(facts, node.finalbody.body, depth):
        return False
    whole = _passes(facts, node.body, depth) and (node.orelse is None or _passes(facts, node.orelse.body, depth))
    return whole or any(_passes(facts, handler.body, depth) for handler in node.handlers)


def _never_returns(facts: Facts, call: cst.Call, depth: int) -> bool:
    if isinstance(call.func, cst.Name | cst.Attribute) and facts.dotted(call.func) in _NEVER:
        return True
    callee = facts.callee(call) if depth > 0 else None
    if callee is None or callee.is_async or any((callee.of(cst.Return), callee.of(cst.Yield))):
        return False
    if (callee, depth) not in facts.endless:
        facts.endless[callee, depth] = not falls_through(facts, callee.node, depth - 1)
    return facts.endless[callee, depth]


def _is_true(test: cst.CSTNode) -> bool:
    return (isinstance(test, cst.Name) and test.value == "True") or (
        isinstance(test, cst.Integer) and test.value not in {"0", "00"}
    )


def _breaks(block: cst.CSTNode) -> bool:
    """Whether a `break` in a block ends the loop that the block belongs to."""
    pending = [*items(block)]
    while pending:
        node = pending.pop()
        match node:
            case cst.Break():
                return True
            case cst.For() | cst.While():
                pending += items(node.orelse.body) if node.orelse else ()
            case cst.FunctionDef() | cst.ClassDef():
                pass
            case _:
                pending += _inside(node)
    return False


def _inside(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The statements directly in the blocks of a statement."""
    if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
        return [*node.body]
    blocks: list[cst.CSTNode | None] = [getattr(node, "body", None)]
    blocks += [getattr(getattr(node, part, None), "body", None) for part in ("finalbody",)]
    orelse = getattr(node, "orelse", None)
    found: list[cst.CSTNode] = [orelse] if isinstance(orelse, cst.If) else []
    blocks += [orelse.body] if isinstance(orelse, cst.Else) else []
    blocks += [one.body for part in ("handlers", "cases") for one in getattr(node, part, ())]
    return found + [one for block in blocks for one in items(block)]


def _swallows(facts: Facts, node: cst.With) -> bool:
    return any(
        isinstance(one.item, cst.Call) and facts.dotted(one.item.func) == "contextlib.suppress" for one in node.items
    )


def _is_irrefutable(case: cst.MatchCase) -> bool:
    return case.guard is None and isinstance(case.pattern, cst.MatchAs) and case.pattern.pattern is None


def up_to(facts: Facts, node: cst.CSTNode, end: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """The nodes around a node, as `Facts.ancestors` has them, as far as one of them."""
    for parent, child in facts.ancestors(node):
        if parent is end:
            return
        yield parent, child


# --- which values reach a name ---


class _UnknownError(Exception):
    """What a name holds cannot be told."""


@dataclass(slots=True)
class _Search:
    """Goes backwards from a place and gathers the assignments of a name."""

    facts: Facts
    name: str
    found: list[cst.BaseExpression] = field(default_factory=list)

    def before(self, node: cst.CSTNode) -> None:
        """Gather what reaches a statement."""
        while True:
            block = self.facts.parent(node)
            if block is None or isinstance(node, cst.FunctionDef | cst.Module):
                raise _UnknownError
            siblings = list(items(block)) if isinstance(block, cst.IndentedBlock | cst.SimpleStatementLine) else [node]
            at = next((index for index, one in enumerate(siblings) if one is node), 0)
            if not self.through(siblings[:at]):
                return
            if isinstance(block, cst.FunctionDef):
                return
            self.around(block, node)
            node = block

    def around(self, outer: cst.CSTNode, child: cst.CSTNode) -> None:  # noqa: C901 - one case for each statement
        """Gather what other parts of a compound statement may have assigned before one of its blocks runs."""
        match outer:
            case cst.For() | cst.While():
                if isinstance(outer, cst.For) and self.name in {one.value for one in names_in(outer.target)}:
                    raise _UnknownError
                self.anywhere(outer.body)
            case cst.Try() | cst.TryStar():
                if child is not outer.body:
                    self.anywhere(outer.body)
                if child is outer.finalbody:
                    for handler in outer.handlers:
                        self.anywhere(handler.body)
            case cst.With():
                self.within(outer)
            case cst.ExceptHandler() | cst.ExceptStarHandler():
                if outer.name is not None and self.name in {one.value for one in names_in(outer.name.name)}:
                    raise _UnknownError
            case cst.MatchCase():
                if self._is_bound_by(outer.pattern):
                    raise _UnknownError

    def anywhere(self, block: cst.CSTNode | None) -> None:
        """Gather every assignment in a block."""
        for one in items(block):
            for inner in (one, *_all_inside(one)):
                self.assigned(inner)

    def through(self, statements: Iterable[cst.CSTNode]) -> bool:
        """Gather what statements leave in the name; whether the name may be as it was before them."""
        return all(self.step(one) for one in reversed([*statements]))

    def step(self, node: cst.CSTNode) -> bool:  # noqa: C901, PLR0911 - one case for each statement
        """Gather what one statement leaves in the name; whether it may leave it as it was."""
        facts = self.facts
        facts.patience -= 1
        if facts.patience < 0:
            # Only a program writes functions in which all ways back take so long.
            raise _UnknownError
        if type(node).__name__ not in _BLOCKS:
            return not self.assigned(node)
        match node:
            case cst.SimpleStatementLine() | cst.SimpleStatementSuite() | cst.IndentedBlock() | cst.Else():
                return self.through(items(node.body) if isinstance(node, cst.Else) else node.body)
            case cst.If():
                branches: list[cst.CSTNode] = [node.body, *([node.orelse] if node.orelse else [])]
                passed = [self.through([one]) for one in branches if _passes(facts, _block(one), _DEPTH)]
                return node.orelse is None or any(passed)
            case cst.Try() | cst.TryStar():
                return self._try(node)
            case cst.With():
                self.within(node)
                if _swallows(facts, node):
                    self.anywhere(node.body)
                    return True
                return self.through([node.body])
            case cst.For() | cst.While():
                if isinstance(node, cst.For) and self.name in {one.value for one in names_in(node.target)}:
                    raise _UnknownError
                self.anywhere(node.body)
                self.anywhere(node.orelse.body if node.orelse else None)
                return True
            case cst.Match():
                passed = [self.through([one.body]) for one in node.cases if _passes(facts, one.body, _DEPTH)]
                return not any(map(_is_irrefutable, node.cases)) or any(passed)
        return not self.assigned(node)

    def _try(self, node: cst.Try | cst.TryStar) -> bool:
        facts = self.facts
        if node.finalbody is not None and not self.through([node.finalbody.body]):
            return False
        passed = False
        if _passes(facts, node.body, _DEPTH):
            after = [node.body, *([node.orelse] if node.orelse else [])]
            passed = self.through(after)
        for handler in node.handlers:
            if _passes(facts, handler.body, _DEPTH) and self.through([handler.body]):
                self.anywhere(node.body)
                passed = True
        return passed

    def within(self, node: cst.With) -> None:
        """Give up where a `with` binds the name."""
        for one in node.items:
            if one.asname is not None and self.name in {name.value for name in names_in(one.asname.name)}:
                raise _UnknownError

    def assigned(self, node: cst.CSTNode) -> bool:
        """Gather what a simple statement assigns to the name; whether it assigns anything."""
        if type(node).__name__ not in _ASSIGNMENTS:
            return False
        match node:
            case cst.Assign():
                for target in node.targets:
                    if isinstance(target.target, cst.Name) and target.target.value == self.name:
                        self.found.append(node.value)
                        return True
                    if self.name in {one.value for one in names_in(target.target)}:
                        raise _UnknownError
            case cst.AnnAssign(target=cst.Name(value=name), value=value) if name == self.name:
                if value is not None:
                    self.found.append(value)
                    return True
            case cst.AugAssign(target=cst.Name(value=name)) if name == self.name:
                raise _UnknownError
        return False

    def _is_bound_by(self, pattern: cst.CSTNode) -> bool:
        pending = [pattern]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.Name) and node.value == self.name:
                return True
            pending += node.children
        return False


def _block(node: cst.CSTNode) -> cst.CSTNode:
    return node.body if isinstance(node, cst.Else) else node


def _all_inside(node: cst.CSTNode) -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = []
    pending = _inside(node) if not isinstance(node, cst.FunctionDef | cst.ClassDef) else []
    while pending:
        one = pending.pop()
        found.append(one)
        if not isinstance(one, cst.FunctionDef | cst.ClassDef):
            pending += _inside(one)
    return found


def values_of(facts: Facts, scope: Scope, name: str, node: cst.CSTNode) -> tuple[cst.BaseExpression, ...] | None:
    """The expressions whose values a local name may hold where a node runs.

    Args:
        facts: The module.
        scope: The function.
        name: A name that it binds.
        node: A node in it.

    Returns:
        The expressions, of all paths that lead to the node; None where they cannot be told: the
        name is a parameter, a loop variable, unpacked, added to, shared with other functions, or
        there are many of them.
    """
    kinds = cst.Assign | cst.AnnAssign
    bindings = scope.bound.get(name, ())
    if not bindings or name in scope.shared or not all(isinstance(one, kinds) for one in bindings):
        return None
    if any(name in inner.shared for inner in scope.inner):
        return None
    statement = facts.statement(node)
    search = _Search(facts, name)
    try:
        search.before(statement)
    except _UnknownError:
        return None
    return tuple(dict.fromkeys(search.found))
