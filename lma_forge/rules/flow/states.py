"""What holds at one point of a function: the values of variables, and facts about their origins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lma_forge.rules.flow.values import (
    CHANGED,
    EMPTY,
    INSIDE,
    PATHS,
    Atom,
    Guard,
    Taint,
    Taints,
    Value,
    joined_guards,
    union,
)

Fact = tuple[int, tuple[Guard, ...]]
Facts = Mapping[Atom, Fact]


class State:
    """The variables of a function and what tests have told about origins.

    A fact is of an origin, not of a variable: once the path made of a parameter is shown to be
    inside, so is whatever else was made of that parameter.

    Args:
        variables: The value of each variable that was assigned.
        facts: The bits and guards of each origin that something is known of.
    """

    __slots__ = ("facts", "variables")

    def __init__(self, variables: dict[str, Value] | None = None, facts: dict[Atom, Fact] | None = None) -> None:
        self.variables: dict[str, Value] = {} if variables is None else variables
        self.facts: dict[Atom, Fact] = {} if facts is None else facts

    def copy(self) -> State:
        """The same, to be changed on its own."""
        return State(dict(self.variables), dict(self.facts))

    def learn(self, taints: Taints, bits: int, guard: Guard | None = None) -> None:
        """Note that something holds of the origins of a value, those of paths only."""
        for atom in taints:
            if atom.species in PATHS:
                mask, guards = self.facts.get(atom, (0, ()))
                self.facts[atom] = mask | bits, joined_guards(guards, (guard,)) if guard else guards

    def forget(self, taints: Taints) -> None:
        """Drop what is known of origins, since another element of the same container takes their place."""
        for atom in taints:
            self.facts.pop(atom, None)

    def known(self, atom: Atom) -> Fact:
        """What holds of an origin, also by what holds of the container that it is in."""
        facts = self.facts
        if not facts:
            return 0, ()
        mask, guards = facts.get(atom, (0, ()))
        path = atom.path
        while path and not mask & INSIDE and path[-1] != CHANGED:
            path = path[:-1]
            outer = facts.get(Atom(atom.species, atom.name, path))
            if outer is not None:
                mask |= outer[0]
                guards = joined_guards(guards, outer[1])
        return mask, guards

    def settled(self, value: Value) -> Value:
        """A value with the facts of here written into it, for use where they no longer hold."""
        if not self.facts or value is EMPTY:
            return value
        fields = value.fields
        if fields is not None:
            fields = {key: self.settled(one) for key, one in fields.items()}
        taints = self.settled_taints(value.taints)
        if taints is value.taints and fields is value.fields:
            return value
        return value._replace(taints=taints, fields=fields)

    def settled_taints(self, taints: Taints) -> Taints:
        """Origins with the facts of here written into them."""
        if not taints or not self.facts:
            return taints
        found: dict[Atom, Taint] | None = None
        for atom, taint in taints.items():
            mask, guards = self.known(atom)
            if mask | taint.mask != taint.mask:
                found = dict(taints) if found is None else found
                found[atom] = Taint(mask | taint.mask, taint.pathy, joined_guards(taint.guards, guards), taint.step)
        return taints if found is None else found


def joined(states: Iterable[State | None]) -> State | None:
    """What holds where several ways meet; None when none of them gets there."""
    alive = [state for state in states if state is not None]
    if not alive:
        return None
    first = alive[0]
    for other in alive[1:]:
        if other is not first:
            first = State(_variables(first, other), common(first.facts, other.facts))
    return first


def _variables(first: State, second: State) -> dict[str, Value]:
    """The variables of both; what holds on one way only is written into the values that come on it."""
    found = dict(first.variables)
    for name, value in second.variables.items():
        known = found.get(name)
        if known is None:
            found[name] = second.settled(value)
        elif known is not value:
            found[name] = union((first.settled(known), second.settled(value)))
    if first.facts:
        for name in first.variables.keys() - second.variables.keys():
            found[name] = first.settled(found[name])
    return found


def common(first: Facts, second: Facts) -> dict[Atom, Fact]:
    """The facts that hold by both."""
    if first is second:
        return dict(first)
    found: dict[Atom, Fact] = {}
    for atom, (mask, guards) in first.items():
        other = second.get(atom)
        if other is not None and mask & other[0]:
            found[atom] = mask & other[0], joined_guards(guards, other[1])
    return found


def same(first: State, second: State) -> bool:
    """Whether a loop has come to rest: no origin is new in what it began with, and no fact is lost.

    A variable that only the loop itself assigns is assigned anew before anything reads it.
    """
    if first.facts.keys() != second.facts.keys():
        return False
    if any(first.facts[atom][0] != second.facts[atom][0] for atom in first.facts):
        return False
    return all(_alike(value, second.variables.get(name, value)) for name, value in first.variables.items())


def _alike(first: Value, second: Value) -> bool:
    if first is second:
        return True
    return first.kind == second.kind and _level(first.taints) == _level(second.taints)


def _level(taints: Taints) -> Mapping[Atom, int]:
    return {atom: taint.mask for atom, taint in taints.items()} if taints else {}
