"""SPEC501."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule
from lma_forge.spec.effects import approval_of, doubt, effects_of, is_write_like, likely_effects


@rule("SPEC501", severity=Severity.WARNING)
def unknown_effects(spec: Spec) -> Iterator[Diagnostic]:
    """Nothing says what a tool does to the world around it.

    The runtime guard lets a tool do what its effects say, hosts are told of them, and an operator
    decides by them. Where neither a section Effects nor the rules state them beyond doubt, a tool
    is treated as undeclared. A tool that seems to change things should say about approval as well.

    Source: Tools.md, section 2, rules 6 and 8.

    Bad:
        ## Tool: NoteSorter

        Description:

        Sorts the notes that it is given.

    Good:
        ## Tool: NoteSorter

        Description:

        Sorts the notes that it is given.

        Effects: none
    """
    for tool in spec.tools:
        if effects_of(tool) is not None:
            continue
        paste = f"Effects: {', '.join(likely_effects(tool))}"
        asks = is_write_like(tool) and not approval_of(tool, spec.global_rules).required and tool.approval is None
        if asks:
            yield unknown_effects.at(
                tool.name_span,
                f"{tool.name} seems to change things, and neither its effects nor its approval are stated; "
                "add the sections Effects and Approval.",
                help=f"{paste}\n\nApproval: yes",
            )
        else:
            reason = doubt(tool)
            why = (
                f"The rules of {tool.name} do not settle its effects, since {reason}"
                if reason
                else f"The effects of {tool.name} are not stated and do not follow from its rules"
            )
            yield unknown_effects.at(
                tool.name_span,
                f"{why}; add a section Effects with none, read, write, destructive or external.",
                help=paste,
            )
