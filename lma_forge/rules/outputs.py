"""The dicts that a tool of a spec gives as its output."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.rules.declared import Held, body_of
from lma_forge.rules.results import Shape, results
from lma_forge.rules.toolmodule import ToolModule

LIVE = ("source", "timestamp")
"""Fields that say where data comes from and of when it is."""


def outputs(module: ToolModule, one: Held) -> Iterator[Shape]:
    """The dicts that a tool gives as the output of a success, as far as they are written in the module.

    Args:
        module: The file.
        one: A tool of it that a spec declares. What stands behind a generated contract returns
            the output itself.
    """
    scope = body_of(module, one)
    if scope is None:
        return
    found = module.kept(results)
    for shape in found.of(scope):
        if shape.kind != "dict":
            continue
        if one.generated:
            yield shape
        elif found.verdict(shape) is True and (node := shape.value("output")) is not None:
            yield from (inner for inner in found.inside(shape, node) if inner.kind == "dict")
