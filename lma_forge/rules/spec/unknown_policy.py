"""SPEC402."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import GovernanceRule, Spec
from lma_forge.names import nearest
from lma_forge.rules.engine import rule
from lma_forge.spec.policy import POLICIES, policy_named


@rule("SPEC402", severity=Severity.ERROR)
def unknown_policy(spec: Spec) -> Iterator[Diagnostic]:
    """A rule asks for the enforcement of a policy that does not exist.

    Its author believes that something holds the tool to the rule, and nothing does.

    Source: spec language, section "Rules and their enforcement".

    Bad:
        ## Tool: NoteReader

        Rules:

        - Notes are never changed. [enforce: readonly]

    Good:
        ## Tool: NoteReader

        Rules:

        - Notes are never changed. [enforce: read-only]
    """
    names = [policy.name for policy in POLICIES]
    rules: list[GovernanceRule] = [*spec.global_rules]
    for tool in spec.tools:
        rules += tool.rules
    for found in rules:
        if found.policy and policy_named(found.policy) is None:
            meant = nearest(found.policy, names)
            advice = f"did you mean {meant}?" if meant else "write one of those listed or remove the tag."
            yield unknown_policy.at(
                found.span,
                f"There is no policy called {found.policy}, so nothing enforces this rule; {advice}",
                help=f"Policies: {', '.join(names)}." if meant is None else f"[enforce: {meant}]",
            )
