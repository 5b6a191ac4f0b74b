"""Carry hand-written code over into another module: all of it, or none with the reason why not."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lma_forge.project.contract import Definition, definitions
from lma_forge.project.graft import BOM
from lma_forge.project.placing import Edit, File, Place
from lma_forge.project.unbound import unbound
from lma_forge.project.written import Base


@dataclass(frozen=True, slots=True)
class Load:
    """A module whose hand-written code is to go into another.

    Args:
        name: What people call it.
        text: The module.
        base: What `generate` last wrote of it.
        imports: The imports that the contract brought, as definitions name them.
        was_here: Whether the code was taken out of this very module, where what others use has stayed.
    """

    name: str
    text: str
    base: Base
    imports: frozenset[str] = frozenset()
    was_here: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """The outcome: the module with the code in it, or why nothing was carried over.

    Args:
        text: The module as it becomes; None where something stands in the way.
        why: What.
        stayed: Names of what stands there already, word for word.
    """

    text: str | None
    why: str = ""
    stayed: frozenset[str] = frozenset()


class _StuckError(Exception):
    """Something stands in the way; says what."""


def carry(target: str, loads: Sequence[Load]) -> Carried:
    """Put all hand-written code of some modules into another, in place of its stubs.

    Args:
        target: The module, in which the implementations are stubs.
        loads: The modules that the code comes from.

    Returns:
        The module with every line of theirs, in its order; nothing where a name would mean
        something else there, or the contract was edited by hand.

    Raises:
        SyntaxError: One of the texts is no Python.
        ValueError: One holds a NUL.
        RecursionError: One is nested too deeply.
    """
    file = File(target.removeprefix(BOM))
    taken = {place.name: _said(place, "the contract") for place in file.places}
    free = frozenset(part.name for part in definitions(target) if part.is_stub)
    edits: list[Edit] = []
    stayed: frozenset[str] = frozenset()
    try:
        for load in loads:
            here = _stayed(file, load)
            stayed |= here
            edits += _moves(file, load, taken, free, here)
    except _StuckError as stuck:
        return Carried(None, str(stuck))
    text = (BOM if target.startswith(BOM) else "") + file.with_edits(edits)
    after = File(text.removeprefix(BOM))
    for load in loads:
        gone = unbound(after, load.base.known.keys())
        if gone:
            return Carried(None, f"code in {load.name} uses `{next(iter(gone))}`, which the new contract does not have")
    return Carried(text, stayed=stayed)


def _stayed(file: File, load: Load) -> frozenset[str]:
    """Name what a module that code was taken out of still has of it."""
    there = File(load.text.removeprefix(BOM))
    texts = {place.name: there.text(place) for place in there.places if place.alone and not place.indent}
    return frozenset(
        name
        for name, text in texts.items()
        if load.was_here and name not in load.base.stubs and [file.text(one) for one in file.find(name)] == [text]
    )


def _moves(file: File, load: Load, taken: dict[str, str], free: frozenset[str], here: frozenset[str]) -> Iterator[Edit]:
    """Work out the edits that put the code of one module in."""
    there = File(load.text.removeprefix(BOM))
    stubs = [place for name in load.base.stubs for place in file.find(name) if place.name in free]
    if len(stubs) != len(load.base.stubs) or any(place.indent or not place.alone for place in stubs):
        raise _StuckError(f"the module has no stub for each implementation of {load.name}")
    for place in stubs:
        taken.pop(place.name, None)
    imports, block = _lines(there, load, here)
    for place in there.places:
        if not place.indent and not _is_owned(place, load) and place.name not in here:
            _claim(place, load, taken)
    # Imports that open the code go to the others; what the rest of it is stays together, in its order.
    at = next((node.end_lineno or 0 for node in reversed(file.tree.body) if isinstance(node, _IMPORTS)), 0)
    if imports:
        yield Edit(at, at, tuple(imports), 1)
    first, *more = sorted(stubs, key=lambda place: place.start)
    yield Edit(first.start, first.end, tuple(block), 0)
    for place in more:
        end = place.end
        while end < len(file.lines) and not file.lines[end].strip():
            end += 1
        yield Edit(place.start, end, (), 0)


_IMPORTS = (ast.Import, ast.ImportFrom)


def _claim(place: Place, load: Load, taken: dict[str, str]) -> None:
    """Note that a name is in use; the same import in two modules is one."""
    if isinstance(place.node, ast.ImportFrom) and place.node.module == "__future__":
        raise _StuckError(f"{load.name} has an import from __future__, which would hold for all of the new module")
    said = _said(place, load.name)
    if taken.setdefault(place.name, said) != said or (said == load.name and place.name in load.base.known):
        raise _StuckError(f"`{place.name}` of {load.name} would meet one of that name")


def _said(place: Place, owner: str) -> str:
    """Say what a name stands for: what is imported, or something of the owner's."""
    if isinstance(place.node, _IMPORTS):
        for key, one in zip(_keys(place.node), place.node.names, strict=True):
            bound = (one.asname or one.name).partition(".")[0] if isinstance(place.node, ast.Import) else one.asname
            if place.name in {key, bound or one.name}:
                return key
    return owner


def _is_owned(place: Place, load: Load) -> bool:
    """Whether a definition is the contract's, so that it stays behind."""
    if isinstance(place.node, _IMPORTS):
        return not place.indent and {*_keys(place.node)} <= load.imports
    return place.name in load.base.known and not place.indent


def _keys(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (f"import {ast.unparse(one)}" for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        origin = f"from {'.' * node.level}{node.module or ''} import"
        yield from (f"{origin} {ast.unparse(one)}" for one in node.names)


def _owned(there: File, load: Load) -> set[int]:
    """Number the lines that are the contract's, and so stay behind."""
    owned: set[int] = set()
    for place in there.places:
        if place.name in load.base.known and (place.indent or not place.alone):
            raise _StuckError(f"`{place.name}` of {load.name} stands under a condition or beside other code")
        lines = there.lines[place.start : place.end]
        is_import = isinstance(place.node, _IMPORTS)
        if _is_owned(place, load) and not (is_import and ("#" in "".join(lines) or not place.alone)):
            owned.update(range(place.start, place.end))
            hashes = load.base.known.get(place.name, frozenset())
            if not is_import and Definition(place.name, there.text(place), 1).digest not in hashes:
                raise _StuckError(f"`{place.name}` of {load.name} was edited by hand")
    return owned


def _lines(there: File, load: Load, here: frozenset[str]) -> tuple[list[str], list[str]]:
    """Sort the lines that are not the contract's into opening imports and the rest."""
    owned = _owned(there, load)
    owned.update(line for place in there.places if place.name in here for line in range(place.start, place.end))
    free = [node for node in there.tree.body if not owned.issuperset(range(node.lineno - 1, node.end_lineno or 0))]
    opening = 0
    for node in free:
        if not isinstance(node, _IMPORTS):
            break
        opening = node.end_lineno or node.lineno
    inside = {number for node in free for number in range(node.lineno, node.end_lineno or 0)}
    head: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(there.lines):
        if number in owned or (number < opening and not line.strip()):
            continue
        part = head if number < opening else rest
        # Of the blank lines between definitions two are enough; those within one are its own.
        if line.strip() or number in inside or (part and [one.strip() for one in part[-2:]] != ["", ""]):
            part.append(line.rstrip("\r\n"))
    while rest and not rest[-1].strip():
        rest.pop()
    return head, rest


def imports_of(definitions: Mapping[str, str]) -> frozenset[str]:
    """Name the imports among a contract's definitions, as the lock keeps them."""
    return frozenset(name for name, kept in definitions.items() if not kept)
