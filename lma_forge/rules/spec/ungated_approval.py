"""SPEC504."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule
from lma_forge.spec.effects import approval_of
from lma_forge.spec.policy import policy_of

_ASKING = re.compile(
    r"\b(?:approval|confirmation|consent|permission|sign-?off)\b|\bask(?:s|ed|ing)? (?:the )?(?:user|operator)\b"
    r"|\bconfirm(?:s|ed)? (?:with|by) (?:the )?(?:user|operator)\b",
    re.IGNORECASE,
)


@rule("SPEC504", severity=Severity.WARNING)
def ungated_approval(spec: Spec) -> Iterator[Diagnostic]:
    """A rule speaks of approval, and the tool asks for none.

    The generated module asks the operator only where the document says so in words that are
    recognised, or in a section Approval. A rule that only people understand is not kept.

    Source: Tools.md, section 2, rule 6.

    Bad:
        ## Tool: Payer

        Effects: external

        Rules:

        - Money moves with the treasurer's consent alone.

    Good:
        ## Tool: Payer

        Effects: external

        Rules:

        - Money moves with the treasurer's consent alone.

        Approval: yes
    """
    for tool in spec.tools:
        if approval_of(tool, spec.global_rules).required:
            continue
        for stated in tool.rules:
            if _ASKING.search(stated.text) and not policy_of(stated):
                yield ungated_approval.at(
                    stated.span,
                    f"This rule speaks of approval, and {tool.name} asks for none; add a section Approval.",
                    help="Approval: yes",
                )
