"""Shows the way of a value as places that belong to a finding, from its source to its sink."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Related, Span

if TYPE_CHECKING:
    from lma_forge.rules.flow.code import Code
    from lma_forge.rules.flow.values import Step
    from lma_forge.rules.flow.verdicts import Reach


def steps_of(step: Step | None) -> tuple[Step, ...]:
    """The steps of a way in their order."""
    found: list[Step] = []
    while step is not None:
        found.append(step)
        step = step.before
    return tuple(reversed(found))


def way(reach: Reach) -> tuple[Related, ...]:
    """The way of a parameter: where the model gives it, what is made of it, and what takes it."""
    code = reach.tool.function.code
    first = Related(f"the model gives {reach.name}", span_of(code, reach.node))
    return (first, *way_of(reach.use.step))


def way_of(step: Step | None) -> tuple[Related, ...]:
    """The steps of a way as places, each once."""
    found: list[Related] = []
    for one in steps_of(step):
        place = Related(one.note, span_of(one.code, one.node))
        if place not in found:
            found.append(place)
    return tuple(found)


def span_of(code: Code, node: ast.stmt | ast.expr | ast.arg) -> Span:
    """Where a node of any module stands; of a statement with a body, its first line."""
    if isinstance(node, ast.stmt) and hasattr(node, "body"):
        return Span(code.path, node.lineno, node.col_offset + 1, node.lineno, node.col_offset + 1)
    return code.module.span(node)


def sink_span(reach: Reach) -> Span:
    """Where a finding about a use belongs: at the sink, or where this file hands the value to another."""
    code = reach.tool.function.code
    if reach.use.code.path == code.path:
        return span_of(code, reach.use.node)
    own = [one for one in steps_of(reach.use.step) if one.code.path == code.path]
    return span_of(code, own[-1].node if own else reach.node)
