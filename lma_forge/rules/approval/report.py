"""Findings about deeds: what is said, and the way from the tool to the deed as related places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Related
from lma_forge.rules import cst
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.verdicts import Reached, judged, of_family

if TYPE_CHECKING:
    from lma_forge.rules.engine import Check
    from lma_forge.rules.toolmodule import ToolModule

_DOES = {
    Family.DELETION: "deletes or moves files",
    Family.PROCESS: "starts a program",
    Family.CODE: "runs code",
    Family.NETWORK: "uses the network",
    Family.HOST: "controls the machine",
    Family.OVERWRITE: "overwrites a file",
}
_WHY = {
    "unasked": "without asking anybody",
    "refused": "even when the operator refused",
    "undecided": "without looking at what the operator decided",
}


def unasked(check: Check[ToolModule], module: ToolModule, family: Family) -> Iterator[Diagnostic]:
    """The findings of a rule about one family of deeds.

    Args:
        check: The rule.
        module: The module.
        family: The family.

    Yields:
        A finding for each deed that is shown to run without an operator's yes.
    """
    for reached in of_family(module.kept(judged), family):
        yield check.at(
            module.span(reached.deed.call),
            f"{who(reached)} {_DOES[family]} with {reached.deed.name} {_WHY[reached.why]}; call the confirm handler "
            'before, go on only with "allow" or "always", and return a failure otherwise.',
            related=way(module, reached),
        )


def does(reached: Reached) -> str:
    """What a deed does, in words."""
    return _DOES[reached.deed.family]


def who(reached: Reached) -> str:
    """The tools that reach a deed, in words."""
    if not reached.others:
        return reached.tool.name
    more = f"{reached.others} other tool" + ("s" if reached.others > 1 else "")
    return f"{reached.tool.name} (and {more})"


def way(module: ToolModule, reached: Reached) -> Iterator[Related]:
    """The tool and the calls on the way from it to a deed."""
    yield Related(f"{reached.tool.name} is what the model calls", module.head(reached.tool.function))
    for call in reached.way:
        if isinstance(call, cst.Call):
            yield Related(f"it goes on through {module.text(call.func)}", module.span(call.func))
    if reached.deed.beyond is not None:
        yield Related("this is where it is done", reached.deed.beyond)
