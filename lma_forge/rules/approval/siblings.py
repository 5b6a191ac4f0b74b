"""What a module calls in other modules of its folder: deeds behind such a call, and gates there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.deeds import Deed, Family, deeds_of
from lma_forge.rules.approval.graph import Graph

if TYPE_CHECKING:
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


@dataclass(frozen=True, slots=True)
class Abroad:
    """A function of another module that a call runs.

    Args:
        module: The other module.
        graph: Its call graph.
        scope: The function.
        deed: What the function does in the end, as a deed of the call; None where it does nothing of the kind.
    """

    module: ToolModule
    graph: Graph
    scope: Scope
    deed: Deed | None


def abroad(module: ToolModule) -> dict[cst.Call, Abroad]:
    """The calls of a module that run functions of other modules of its folder: for `ToolModule.kept`."""
    facts = module.facts
    origins = {origin for scope in facts.scopes for origin in scope.imports.values()}
    graphs: dict[str, tuple[ToolModule, Graph] | None] = {}
    for stem in sorted({origin.lstrip(".").partition(".")[0] for origin in origins}):
        other = module.sibling(stem) if stem and stem != module.stem else None
        # What the other module calls in a third one is not gone into.
        graphs[stem] = (other, Graph(other, other.kept(deeds_of))) if other is not None else None
    if not any(graphs.values()):
        return {}
    found: dict[cst.Call, Abroad] = {}
    for call in facts.of(cst.Call):
        stem, _, name = facts.dotted(call.func).lstrip(".").rpartition(".")
        known = graphs.get(stem)
        scope = known[1].facts.function(name) if known else None
        if known is not None and scope is not None:
            found[call] = Abroad(*known, scope, _deed(call, known[1], scope, f"{stem}.{name}", known[0]))
    return found


def _deed(call: cst.Call, graph: Graph, scope: Scope, name: str, module: ToolModule) -> Deed | None:
    """The first deed that a function reaches, or that one of the functions below it does."""
    if scope not in graph.reaching:
        return None
    deeds = module.kept(deeds_of)
    below = [deeds[one] for one in graph.below(scope)] if scope not in graph.concerned else []
    below = below or [deed for deed in deeds.values() if graph.facts.scope(deed.call) in graph.reaching]
    first = min(below, key=lambda deed: tuple(Family).index(deed.family))
    return Deed(call, first.family, name, first.guarded, module.span(first.call))
