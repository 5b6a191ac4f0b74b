"""What the analysis knows of a value: where it may come from, and what has been done about it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lma_forge.rules.flow.code import Anonymous, Code, Function, Kind

CONTAINED = 0b11111
"""The mask of an origin that is shown to stay inside; it includes what weaker guards give."""
INSIDE = 0b1
"""The bit that only `CONTAINED` has."""
WEAK = 0b10
"""A guard that does not hold was passed."""
UNRESOLVED = 0b100
"""A guard was passed that compares paths which are not resolved."""
NO_DOTS = 0b1000
"""Text that holds no `..`."""
RELATIVE = 0b10000
"""Text that is no absolute path."""
MAYBE = 0b100000
"""The value went through something that the analysis does not know."""
PARTIAL = 0b1000000
"""A part of the origin only."""

OF_SECRETS = frozenset({"secret", "asked", "param", "free"})
"""Origins that may be secrets, or become such where a caller gives them."""
SEGMENT = 0b100000000
"""Text between two separators of a path."""
CHANGED = "~"
"""The key of what an origin becomes when its text is decoded or its dots are taken out."""

PATHS = frozenset({"param", "free", "content", "member"})
"""Origins that paths may be made of: parameters, variables of enclosing functions, file content, archive members."""

_DEEPEST = 3
_STRUCTURED = frozenset({"param", "free"})


class Atom(NamedTuple):
    """An origin of values.

    Args:
        species: `param`, `free` (a variable of an enclosing function), `content` (of a file or
            answer), `member` (the name of an archive's member), `secret`, `asked` (the answer to
            a question whose type a parameter gives), `environ` (a variable
            of the environment that a caller names) or `absolute` (a path of the host).
        name: The parameter or variable, or what the origin is called.
        path: The keys, indices and attributes that lead to it from there.
    """

    species: str
    name: str
    path: tuple[str, ...] = ()

    def inner(self, key: str) -> Atom:
        """The origin under a key of this one; deep ones are not told apart, those in files by their last key."""
        if self.species == "content":
            return self if key == "[]" else Atom(self.species, self.name, (key,))
        if self.species not in _STRUCTURED or len(self.path) >= _DEEPEST:
            return self
        return Atom(self.species, self.name, (*self.path, key))


class Guard(NamedTuple):
    """A test or call that is meant to keep paths inside.

    Args:
        code: The module that it stands in.
        node: The test or call.
        form: What kind it is, such as `startswith`.
        tested: The expression that it is applied to; None where a fix has no use for it.
    """

    code: Code
    node: ast.expr
    form: str
    tested: ast.expr | None = None


class Step(NamedTuple):
    """One place on the way of a value.

    Args:
        code: The module.
        node: The place.
        note: What happens there.
        before: The step before; None for the first.
        length: How many steps there are.
    """

    code: Code
    node: ast.stmt | ast.expr | ast.arg
    note: str
    before: Step | None = None
    length: int = 1


class Taint(NamedTuple):
    """What is known of one origin of a value.

    Args:
        mask: What holds on every way that it came.
        pathy: Whether it was handled as a path.
        guards: The guards that were passed.
        step: The way that it came; None for the origin itself.
    """

    mask: int = 0
    pathy: bool = False
    guards: tuple[Guard, ...] = ()
    step: Step | None = None


Taints = Mapping[Atom, Taint]
NONE: Taints = {}
RAW = Taint()


class Condition(NamedTuple):
    """The test that a variable holds the outcome of.

    Args:
        test: The test.
        item: For one item of the tuple that a call gives, its number.
    """

    test: ast.expr
    item: int | None = None


class Value(NamedTuple):
    """A set of values that an expression may have.

    Args:
        taints: Its origins.
        made: The dotted name of what it is or what made it, such as `os.path` or `sqlite3.connect()`.
        kind: The kind of object: `path`, `text`, `file`, `buffer`, or as `lma_forge.rules.calls` has them.
        shape: For a path, `real` (links followed) or `lexical` (absolute, links not followed); else "".
        text: The text, where it is constant.
        fields: Values under constant keys, indices and attributes.
        function: The function or class of the project's that it is.
        condition: The test whose outcome it is.
    """

    taints: Taints = NONE
    made: str = ""
    kind: str = ""
    shape: str = ""
    text: str | None = None
    fields: Mapping[str, Value] | None = None
    function: Function | Kind | Anonymous | None = None
    condition: Condition | None = None

    def of(self, taints: Taints) -> Value:
        """The same with other origins; much faster than `_replace`."""
        return Value(taints, self.made, self.kind, self.shape, self.text, self.fields, self.function, self.condition)

    def known_as(self, made: str, kind: str) -> Value:
        """The same under another name and of another kind."""
        return Value(self.taints, made, kind, self.shape, self.text, self.fields, self.function, self.condition)


EMPTY = Value()
TRUE = Value(kind="truth", text="True")
FALSE = Value(kind="truth", text="False")


def merged_taints(values: Iterable[Taints]) -> Taints:
    """The origins of several values together; what holds of one holds only if it does in each."""
    found: Taints = NONE
    own: dict[Atom, Taint] | None = None
    for taints in values:
        if not taints or taints is found:
            continue
        if not found:
            found = taints
            continue
        if own is None:
            own = dict(found)
            found = own
        for atom, taint in taints.items():
            known = own.get(atom)
            own[atom] = taint if known is None else both(known, taint)
    return found


def both(first: Taint, second: Taint) -> Taint:
    """What is known of an origin that came on two ways."""
    if first is second:
        return first
    worse = first if first.mask.bit_count() <= second.mask.bit_count() else second
    guards = first.guards if first.guards == second.guards else joined_guards(first.guards, second.guards)
    return Taint(first.mask & second.mask, first.pathy or second.pathy, guards, worse.step)


def joined_guards(first: tuple[Guard, ...], second: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """Guards of both, each once; a handful is enough for any finding."""
    if not first or not second:
        return first or second
    return (*first, *(guard for guard in second if guard not in first))[:6]


def union(values: Iterable[Value]) -> Value:
    """What a variable holds that may be any of several values."""
    listed = [*values]
    if not listed:
        return EMPTY
    first = listed[0]
    for other in listed[1:]:
        if other is not first:
            first = _pair(first, other)
    return first


def _pair(first: Value, second: Value) -> Value:
    if first is EMPTY or second is EMPTY:
        known = second if first is EMPTY else first
        if known.text is None and known.condition is None:
            return known
        return known._replace(text=None, condition=None)
    fields: Mapping[str, Value] | None = None
    if first.fields or second.fields:
        one, other = first.fields or {}, second.fields or {}
        fields = {key: union(part[key] for part in (one, other) if key in part) for key in {**one, **other}}
    return Value(
        merged_taints((first.taints, second.taints)),
        first.made if first.made == second.made else "",
        first.kind if first.kind == second.kind else first.kind or second.kind,
        # How far a path is resolved matters for those whose origin somebody else controls.
        first.shape if first.shape == second.shape or not second.taints else "" if first.taints else second.shape,
        first.text if first.text == second.text else None,
        fields,
        first.function or second.function,
        first.condition if first.condition == second.condition else None,
    )


def marked(taints: Taints, bits: int = 0, *, pathy: bool = False, guard: Guard | None = None) -> Taints:
    """Origins of which more is known: bits of the mask, that they were handled as paths, a guard."""
    if not taints:
        return taints
    found: dict[Atom, Taint] = {}
    for atom, taint in taints.items():
        guards = taint.guards if guard is None else joined_guards(taint.guards, (guard,))
        found[atom] = Taint(taint.mask | bits, taint.pathy or pathy, guards, taint.step)
    return found


def changed(taints: Taints) -> Taints:
    """Origins whose text was altered so that what was found out about them holds no longer."""
    found: dict[Atom, Taint] = {}
    for atom, taint in taints.items():
        if atom.species in PATHS and CHANGED not in atom.path:
            altered = Atom(atom.species, atom.name, (*atom.path, CHANGED))
            found[altered] = Taint(taint.mask & ~CONTAINED, taint.pathy, taint.guards, taint.step)
        else:
            found[atom] = taint
    return found


def without(taints: Taints, species: frozenset[str]) -> Taints:
    """Origins without those of some species."""
    if not taints or not any(atom.species in species for atom in taints):
        return taints
    return {atom: taint for atom, taint in taints.items() if atom.species not in species}


def only(taints: Taints, species: frozenset[str]) -> Taints:
    """Those origins that are of some species."""
    if not taints:
        return taints
    return {atom: taint for atom, taint in taints.items() if atom.species in species}


def inner(value: Value, key: str) -> Value:
    """What stands under a key, an index or an attribute of a value; `[]` is any element."""
    if value.fields is not None:
        found = value.fields.get(key)
        if found is not None:
            return found
        if key == "[]" and value.fields:
            return union(value.fields.values())
        # What is known to stand under other keys does not stand under this one.
        elsewhere = {atom for one in value.fields.values() for atom in one.taints}
        found = Value({atom.inner(key): taint for atom, taint in value.taints.items() if atom not in elsewhere})
        some = value.fields.get("[]")
        return found if some is None else union((some, found))
    if not value.taints:
        return EMPTY
    return Value({atom.inner(key): taint for atom, taint in value.taints.items()})


def stepped(value: Value, code: Code, node: ast.stmt | ast.expr | ast.arg, note: str) -> Value:
    """A value with one more place on its way."""
    if not value.taints:
        return value
    return value.of(stepped_taints(value.taints, code, node, note))


def stepped_taints(taints: Taints, code: Code, node: ast.stmt | ast.expr | ast.arg, note: str) -> Taints:
    """Origins with one more place on their way."""
    found: dict[Atom, Taint] = {}
    for atom, taint in taints.items():
        step = taint.step
        if step is not None and (step.length >= _LONGEST or step.node is node):
            found[atom] = taint
            continue
        length = 1 if step is None else step.length + 1
        found[atom] = Taint(taint.mask, taint.pathy, taint.guards, Step(code, node, note, step, length))
    return found


_LONGEST = 12
