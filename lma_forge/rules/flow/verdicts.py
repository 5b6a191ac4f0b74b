"""What is to be said of the paths of a module's tools: shown to be safe, shown to be wrong, or neither."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.rules.flow.summaries import ToolFlow, parameters, tools_of
from lma_forge.rules.flow.values import INSIDE, MAYBE, NO_DOTS, RELATIVE, UNRESOLVED, WEAK, Guard

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Remark, Use
    from lma_forge.rules.toolmodule import ToolModule


class Verdict(StrEnum):
    """How sure it is that a path stays inside."""

    SAFE = "safe"
    """A guard that holds lies on every way."""
    WRONG = "wrong"
    """There is a way without any guard."""
    WEAK = "weak"
    """The only guards do not hold."""
    UNRESOLVED = "unresolved"
    """The only guard compares paths that are not resolved."""
    UNPROVED = "unproved"
    """The way leads through what the analysis does not know, or links could still lead out."""


class Reach(NamedTuple):
    """A parameter of a tool that reaches something.

    Args:
        tool: The tool.
        name: The parameter.
        node: Where it is declared.
        use: What it reaches.
        verdict: How sure it is that it stays inside.
    """

    tool: ToolFlow
    name: str
    node: ast.arg
    use: Use
    verdict: Verdict


_WEAK_FORMS = frozenset({"startswith", "prefix", "leading", "commonprefix", "lstrip-dots", "replace", "normpath"})
_UNRESOLVED_FORMS = frozenset({"unresolved", "lexical", "root"})


def verdict_of(mask: int) -> Verdict:
    """How sure it is that an origin of which a mask holds stays inside."""
    if mask & INSIDE:
        return Verdict.SAFE
    if mask & NO_DOTS and mask & RELATIVE:
        # As text it stays inside, whatever else was tried; a link could still lead out.
        return Verdict.UNPROVED
    if mask & UNRESOLVED:
        return Verdict.UNRESOLVED
    if mask & WEAK:
        return Verdict.WEAK
    if mask & (NO_DOTS | RELATIVE):
        return Verdict.WEAK
    return Verdict.UNPROVED if mask & MAYBE else Verdict.WRONG


def guards_of(use: Use) -> Iterator[Guard]:
    """The guards that a use relies on although they do not hold."""
    verdict = verdict_of(use.mask)
    for guard in use.guards:
        if verdict is Verdict.UNRESOLVED:
            meant = guard.form in _UNRESOLVED_FORMS
        elif use.mask & WEAK:
            meant = guard.form in _WEAK_FORMS
        else:
            meant = guard.form in {"dots", "relative", "lstrip"}
        if meant and verdict in {Verdict.UNRESOLVED, Verdict.WEAK}:
            yield guard


def reaches(module: ToolModule) -> tuple[Reach, ...]:
    """What the parameters of a module's tools reach, in the order of the tools."""
    return module.kept(_reaches)


def _reaches(module: ToolModule) -> tuple[Reach, ...]:
    found: list[Reach] = []
    for tool in tools_of(module):
        names = parameters(tool)
        for use in tool.summary.uses:
            if use.atom.species == "param" and use.atom.name in names:
                node = names[use.atom.name]
                verdict = verdict_of(use.mask)
                if verdict in {Verdict.WEAK, Verdict.UNRESOLVED} and not any(guards_of(use)):
                    verdict = Verdict.WRONG
                found.append(Reach(tool, use.atom.name, node, use, verdict))
    return tuple(found)


def lost_guards(module: ToolModule) -> frozenset[tuple[str, str]]:
    """The parameters, by tool, that a guard looks at whose outcome is lost."""
    return module.kept(_lost_guards)


def _lost_guards(module: ToolModule) -> frozenset[tuple[str, str]]:
    return frozenset(
        (tool.view.name, atom.name)
        for tool in tools_of(module)
        for remark in tool.summary.remarks
        for atom in remark.atoms
        if remark.code is tool.function.code
    )


def weak_guards(module: ToolModule) -> Iterator[tuple[Guard, Use]]:
    """Guards of this module that do not hold although a path relies on them, one of a kind a line, in order."""
    return iter(module.kept(_weak_guards))


def _weak_guards(module: ToolModule) -> tuple[tuple[Guard, Use], ...]:
    return tuple(_relied_on(module, Verdict.WEAK))


def unresolved_guards(module: ToolModule) -> Iterator[tuple[Guard, Use]]:
    """Comparisons of this module of paths that are not resolved, in order."""
    wrong = {(one.tool.view.name, one.name) for one in reaches(module) if one.verdict is Verdict.WRONG}
    seen = {
        id(guard.node)
        for one in reaches(module)
        if (one.tool.view.name, one.name) not in wrong
        for guard in guards_of(one.use)
    }
    return ((guard, use) for guard, use in _relied_on(module, Verdict.UNRESOLVED) if id(guard.node) in seen)


def _relied_on(module: ToolModule, verdict: Verdict) -> Iterator[tuple[Guard, Use]]:
    found: dict[tuple[str, int], tuple[Guard, Use]] = {}
    for tool in tools_of(module):
        names = parameters(tool)
        for use in sorted(tool.summary.uses, key=lambda one: one.kind == "probe"):
            chosen = use.atom.species in {"content", "member"} or use.atom.name in names
            if not chosen or use.kind not in {"path", "probe"} or verdict_of(use.mask) is not verdict:
                continue
            for guard in guards_of(use):
                if guard.code.path == module.path:
                    found.setdefault((guard.form, guard.node.lineno), (guard, use))
    yield from sorted(found.values(), key=lambda one: (one[0].node.lineno, one[0].node.col_offset))


def ignored_guards(module: ToolModule) -> Iterator[tuple[Remark, Reach]]:
    """Guards whose outcome is lost, each with what the parameter reaches unguarded."""
    told: set[ast.expr] = set()
    for tool in tools_of(module):
        for remark in tool.summary.remarks:
            if remark.node in told or remark.code.path != module.path:
                continue
            names = {atom.name for atom in remark.atoms}
            for reach in reaches(module):
                if reach.tool is tool and reach.name in names and reach.verdict is Verdict.WRONG:
                    told.add(remark.node)
                    yield remark, reach
                    break


def members(module: ToolModule) -> tuple[Use, ...]:
    """Where names that an archive chooses are used as paths without any guard, each place once."""
    found: dict[ast.expr, Use] = {}
    for tool in tools_of(module):
        for use in tool.summary.uses:
            if use.atom.species == "member" and verdict_of(use.mask) is Verdict.WRONG:
                found.setdefault(use.node, use)
    return tuple(found.values())
