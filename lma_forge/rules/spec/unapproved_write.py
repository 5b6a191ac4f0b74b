"""SPEC502."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Effect, Spec
from lma_forge.rules.engine import rule
from lma_forge.spec.effects import approval_of, effects_of

_CHANGES = frozenset({Effect.WRITE, Effect.DESTRUCTIVE})


@rule("SPEC502", severity=Severity.WARNING)
def unapproved_write(spec: Spec) -> Iterator[Diagnostic]:
    """A tool changes things, and nothing says whether an operator must agree.

    Without a word on approval the tool acts unasked. That may be right, as for a log, but it
    should be the author's decision and not an omission.

    Source: Tools.md, section 2, rule 6.

    Bad:
        ## Tool: NoteWriter

        Effects: write

    Good:
        ## Tool: NoteWriter

        Effects: write

        Approval: yes
    """
    for tool in spec.tools:
        changes = _CHANGES.intersection(effects_of(tool) or ())
        if changes and tool.approval is None and not approval_of(tool, spec.global_rules).required:
            yield unapproved_write.at(
                tool.section_span("effects"),
                f"{tool.name} changes things and no rule or section Approval says whether the operator must agree; "
                "add Approval: yes, or Approval: no if it may act unasked.",
                help="Approval: yes",
            )
