"""SPEC503."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.model import Effect, Spec
from lma_forge.rules.engine import rule
from lma_forge.spec.policy import policy_named, policy_of

_CHANGES = frozenset({Effect.WRITE, Effect.DESTRUCTIVE})
_FORBIDDEN = {
    "read-only": _CHANGES,
    "no-network": frozenset({Effect.EXTERNAL}),
    "no-delete": frozenset({Effect.DESTRUCTIVE}),
    "create-only": frozenset({Effect.DESTRUCTIVE}),
}


@rule("SPEC503", severity=Severity.ERROR)
def contradicted_effects(spec: Spec) -> Iterator[Diagnostic]:
    """A rule of a tool says the opposite of its section Effects or Approval.

    One of the two is wrong, and only the author knows which. A rule that speaks of changes in a
    tool that declares none is milder, a warning: the rule may be there for good measure.

    Source: Tools.md, rules of MemoryReader ("Read only.").

    Bad:
        ## Tool: NoteReader

        Rules:

        - Read only.

        Effects: write

    Good:
        ## Tool: NoteReader

        Rules:

        - Read only.

        Effects: read
    """
    for tool in spec.tools:
        for found in tool.rules:
            policy = policy_named(policy_of(found))
            if policy is None:
                continue
            if tool.effects is not None:
                declared = ", ".join(tool.effects)
                related = [Related(f"the effects of {tool.name}", tool.section_span("effects"))]
                clash = _FORBIDDEN.get(policy.name, frozenset()).intersection(tool.effects)
                if clash:
                    yield contradicted_effects.at(
                        found.span,
                        f"This rule of {tool.name} means that it {policy.summary}, but its effects are {declared}; "
                        "correct the rule or the section Effects.",
                        related=related,
                    )
                elif _CHANGES.intersection(policy.effects) and not _CHANGES.intersection(tool.effects):
                    yield contradicted_effects.at(
                        found.span,
                        f"This rule of {tool.name} speaks of changes, but its effects are {declared}; "
                        "correct the section Effects or remove the rule.",
                        related=related,
                        severity=Severity.WARNING,
                    )
            if policy.approval and tool.approval is not None and not tool.approval.required:
                yield contradicted_effects.at(
                    found.span,
                    f"This rule of {tool.name} means that it {policy.summary}, but the section Approval says no; "
                    "correct one of the two.",
                    related=[Related(f"the approval of {tool.name}", tool.section_span("approval"))],
                )
