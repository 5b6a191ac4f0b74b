"""The abstract run of one function: where it stands, and what it has found."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.rules.flow.states import Facts, State
from lma_forge.rules.flow.values import (
    CONTAINED,
    EMPTY,
    OF_SECRETS,
    PATHS,
    Atom,
    Guard,
    Step,
    Taint,
    Value,
    joined_guards,
)

if TYPE_CHECKING:
    from lma_forge.rules.flow.code import Code, Function
    from lma_forge.rules.flow.summaries import Flow


class Use(NamedTuple):
    """Something that an origin reaches.

    Args:
        kind: `path` (a file function), `probe` (one that only asks), `pattern` (of a glob),
            `log`, `store` (content written to a file), `argument` (of a process).
        atom: The origin.
        mask: What holds of it there.
        pathy: Whether it was handled as a path on its way.
        guards: The guards that it passed.
        step: The way there, the last step at the sink.
        code: The module of the sink.
        node: The call.
        sink: How the sink is called.
    """

    kind: str
    atom: Atom
    mask: int
    pathy: bool
    guards: tuple[Guard, ...]
    step: Step
    code: Code
    node: ast.expr
    sink: str


class Remark(NamedTuple):
    """A guard whose outcome is lost.

    Args:
        code: The module.
        node: The call.
        name: The guard.
        atoms: The origins that it looks at.
    """

    code: Code
    node: ast.expr
    name: str
    atoms: tuple[Atom, ...]


class Returned(NamedTuple):
    """One `return` of a function.

    Args:
        node: The statement.
        value: What it gives, the facts there written in.
    """

    node: ast.Return
    value: Value


class Exit(NamedTuple):
    """One way out of a function that raises nothing.

    Args:
        truth: Whether what it gives is true; None where that depends.
        facts: What holds then.
        items: The truth of each item, where it gives a tuple.
    """

    truth: bool | None
    facts: Facts
    items: tuple[bool | None, ...] = ()


class Machine:
    """One function under analysis.

    Args:
        flow: Gives the summaries of other functions.
        code: The module.
        function: The function; None for expressions of the module itself.
        depth: How many calls lead here.
    """

    def __init__(self, flow: Flow, code: Code, function: Function | None, depth: int) -> None:
        self.flow = flow
        self.code = code
        self.function = function
        self.depth = depth
        self.state: State | None = State()
        self.uses: dict[tuple[str, Atom, int], Use] = {}
        self.remarks: dict[ast.expr, Remark] = {}
        self.returned: list[Returned] = []
        self.exits: list[Exit] = []
        self.inner: dict[str, Function] = {}
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []
        self.yielded: Value = EMPTY
        self.owner: Value = EMPTY
        self.loops = 0
        self.asking: list[ast.expr] = []
        self._quiet = 0

    # --- evaluation ---

    def eval(self, node: ast.expr | None) -> Value:
        """Run an expression.

        Args:
            node: The expression; None gives nothing.

        Returns:
            What it may give.
        """
        if node is None or self.state is None:
            return EMPTY
        handler = HANDLERS.get(type(node))
        return handler(self, node) if handler is not None else EMPTY

    def peek(self, node: ast.expr) -> Value:
        """What an expression may give, without noting anything that it does."""
        if type(node) is ast.Name:
            # By far the most frequent, and nothing happens when it is read.
            found = self.here.variables.get(node.id)
            if found is not None:
                return found
        self._quiet += 1
        try:
            return self.eval(node)
        finally:
            self._quiet -= 1

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Note nothing for a while."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1

    @property
    def here(self) -> State:
        """The state; an empty one where nothing gets to."""
        if self.state is None:
            return State()
        return self.state

    def alive(self) -> State | None:
        """The state; None where nothing gets to."""
        return self.state

    # --- findings ---

    def use(self, kind: str, value: Value, node: ast.expr, sink: str, *, plain: bool = True) -> None:
        """Note what the origins of a value reach.

        Args:
            kind: The kind of use.
            value: The value.
            node: The call.
            sink: How the sink is called.
            plain: Whether origins that were not handled as paths count.
        """
        if self._quiet or not value.taints or self.state is None:
            return
        state = self.state
        for atom, taint in value.taints.items():
            if (plain or taint.pathy) and atom.species in (OF_SECRETS if kind in _KEEPING else PATHS):
                mask, guards = state.known(atom)
                self.note(kind, atom, taint, mask, guards, node, sink)

    def note(  # noqa: PLR0913, PLR0917 - the parts of a use
        self, kind: str, atom: Atom, taint: Taint, mask: int, guards: tuple[Guard, ...], node: ast.expr, sink: str
    ) -> None:
        """Note that one origin reaches a sink here."""
        mask |= taint.mask
        key = (kind, atom, mask)
        if key in self.uses or len(self.uses) > _MOST or (atom.species == "content" and not mask & CONTAINED):
            # What a file says is of interest where a guard was meant to judge it.
            return
        step = Step(self.code, node, f"{sink} takes it", taint.step, 1 if taint.step is None else taint.step.length + 1)
        both = joined_guards(taint.guards, guards)
        self.uses[key] = Use(kind, atom, mask, taint.pathy, both, step, self.code, node, sink)

    def pass_on(self, use: Use, value: Value, call: ast.expr, name: str) -> None:
        """Note a use in a called function of what a value holds.

        Args:
            use: The use there, of a parameter.
            value: What the parameter stands for here.
            call: The call.
            name: The name of the function.
        """
        if self._quiet or self.state is None:
            return
        wanted = OF_SECRETS if use.kind in _KEEPING else PATHS
        for origin, taint in value.taints.items():
            if origin.species not in wanted:
                continue
            atom = origin
            for key in use.atom.path:
                atom = atom.inner(key)
            mask, guards = self.state.known(atom)
            mask |= taint.mask | use.mask
            key_of_use = (use.kind, atom, mask)
            if (
                key_of_use in self.uses
                or len(self.uses) > _MOST
                or (atom.species == "content" and not mask & CONTAINED)
            ):
                continue
            before = 0 if taint.step is None else taint.step.length
            entering = Step(self.code, call, f"it goes into {name}", taint.step, before + 1)
            step = _chained(entering, use.step)
            both = joined_guards(joined_guards(taint.guards, guards), use.guards)
            pathy = taint.pathy or use.pathy
            self.uses[key_of_use] = Use(use.kind, atom, mask, pathy, both, step, use.code, use.node, use.sink)

    def remark(self, node: ast.expr, name: str, value: Value) -> None:
        """Note that what a guard finds is lost."""
        atoms = tuple(atom for atom in value.taints if atom.species in PATHS)
        if atoms and not self._quiet:
            self.remarks[node] = Remark(self.code, node, name, atoms)

    def keep(self, use: Use) -> None:
        """Note a use in a called function of what did not come from its caller."""
        if not self._quiet and len(self.uses) <= _MOST:
            self.uses.setdefault((use.kind, use.atom, use.mask), use)

    def keep_remark(self, remark: Remark) -> None:
        """Note what was remarked in a called function."""
        if not self._quiet:
            self.remarks.setdefault(remark.node, remark)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is noted at present."""
        return self._quiet > 0


def _chained(before: Step, after: Step) -> Step:
    """The steps of a called function behind those that lead to the call."""
    steps: list[Step] = []
    current: Step | None = after
    while current is not None:
        steps.append(current)
        current = current.before
    for step in reversed(steps[: max(1, _LONGEST - before.length)]):
        before = Step(step.code, step.node, step.note, before, before.length + 1)
    return before


LONGEST_NAME = 60
"""How long the dotted name of a value may get; chains of calls beyond are not followed by name."""
_MOST = 400
_KEEPING = frozenset({"log", "store"})
_OF_SECRETS = frozenset({"log", "store"})
_LONGEST = 16
Handler = Callable[[Machine, "ast.expr"], Value]
HANDLERS: Mapping[type[ast.expr], Handler] = {}
"""What runs each kind of expression; `expressions` fills it when it is loaded."""
