"""SPEC130."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.grammar import SECTIONS
from lma_forge.model import Spec
from lma_forge.rules.engine import rule

_LABELS = {label.lower(): key.label for key in SECTIONS for label in key.labels()}
_OWN = frozenset({"description", "status"})


@rule("SPEC130", severity=Severity.INFO)
def contract_of_reserved_tool(spec: Spec) -> Iterator[Diagnostic]:
    """A reserved tool states more than its purpose and status.

    Nothing is made of a reserved tool, so its inputs, rules and the like bind nobody yet. They are
    kept for the day on which the tool becomes real.

    Source: Tools.md, section 8 (Tools Reserved for Future Versions).

    Bad:
        ## Future Tool: NoteSender

        Purpose:

        Sends notes.

        Rules:

        - Ask first.

    Good:
        ## Future Tool: NoteSender

        Purpose:

        Sends notes.
    """
    for tool in spec.reserved:
        for section in tool.extra:
            known = _LABELS.get(section.label.lower())
            if known and known.lower() not in _OWN:
                yield contract_of_reserved_tool.at(
                    section.span,
                    f"{tool.name} is reserved, so its section {section.label} has no effect until it becomes a tool.",
                )
