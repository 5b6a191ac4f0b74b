"""Findings that a comment in the spec accepts, and comments that accept nothing or may not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lma_forge.diagnostics import Diagnostic, Severity, sort
from lma_forge.rules.engine import rule
from lma_forge.spec import Suppression


@dataclass(frozen=True, slots=True)
class Use:
    """A suppression and the findings on its lines that have its codes.

    Args:
        suppression: The comment.
        matched: The findings, errors included.
        unmatched: Codes that match nothing there.
    """

    suppression: Suppression
    matched: tuple[Diagnostic, ...]
    unmatched: tuple[str, ...]


def apply(diagnostics: Iterable[Diagnostic], suppressions: tuple[Suppression, ...]) -> tuple[Diagnostic, ...]:
    """Leave out what is accepted with a reason, and report what is wrong with the comments.

    Args:
        diagnostics: All findings of a spec.
        suppressions: The comments in it.

    Returns:
        The remaining findings and those about the comments, sorted. Errors always remain.
    """
    found = tuple(diagnostics)
    if not suppressions:
        return sort(found)
    uses = [_use(found, suppression) for suppression in suppressions]
    accepted = {
        id(diagnostic)
        for use in uses
        if use.suppression.reason
        for diagnostic in use.matched
        if diagnostic.severity is not Severity.ERROR
    }
    remaining = [diagnostic for diagnostic in found if id(diagnostic) not in accepted]
    remaining += (diagnostic for check in CHECKS for use in uses for diagnostic in check(use))
    return sort(remaining)


def _use(found: tuple[Diagnostic, ...], suppression: Suppression) -> Use:
    matched = tuple(
        diagnostic
        for diagnostic in found
        if suppression.first_line <= diagnostic.span.line <= suppression.last_line
        and (diagnostic.code in suppression.codes or diagnostic.name in suppression.codes)
    )
    hit = {word for diagnostic in matched for word in (diagnostic.code, diagnostic.name)}
    return Use(suppression, matched, tuple(code for code in suppression.codes if code not in hit))


@rule("SPEC901", severity=Severity.WARNING)
def unused_suppression(use: Use) -> Iterator[Diagnostic]:
    """A comment accepts findings that are not there.

    It is left over from a fault that was mended, and would hide the next one of its kind.

    Source: spec language, section "Variations and their verdicts".

    Bad:
        <!-- lma: disable SPEC122 -- the name is known to our users -->

        ## Tool: MemoryReader

    Good:
        <!-- lma: disable SPEC122 -- the name is known to our users -->

        ## Tool: Memory Reader
    """
    if use.unmatched:
        codes = ", ".join(use.unmatched)
        yield unused_suppression.at(
            use.suppression.span, f"This comment accepts {codes}, but nothing there is reported as such; remove it."
        )


@rule("SPEC902", severity=Severity.WARNING)
def suppression_without_reason(use: Use) -> Iterator[Diagnostic]:
    """A comment accepts findings without saying why.

    The next reader cannot tell whether the finding was weighed or waved through. Without a reason
    the findings are reported all the same.

    Source: spec language, section "Variations and their verdicts".

    Bad:
        <!-- lma: disable SPEC122 -->

        ## Tool: Memory Reader

    Good:
        <!-- lma: disable SPEC122 -- the name is known to our users -->

        ## Tool: Memory Reader
    """
    if not use.suppression.reason:
        codes = ", ".join(use.suppression.codes)
        yield suppression_without_reason.at(
            use.suppression.span,
            f"This comment does not say why {codes or 'a finding'} is accepted, so it has no effect; "
            "add a reason after --.",
            help=f"<!-- lma: disable {codes or 'SPEC122'} -- why it is fine here -->",
        )


@rule("SPEC903", severity=Severity.WARNING)
def suppressed_error(use: Use) -> Iterator[Diagnostic]:
    """A comment tries to accept an error.

    An error means that no working tool can be made or that the spec does not say what its author
    means; it is reported whatever a comment says.

    Source: spec language, section "Variations and their verdicts".

    Bad:
        <!-- lma: disable SPEC127 -- we like the name -->

        ## Tool: LetterPrompt

    Good:
        ## Tool: PromptOfLetters
    """
    errors = sorted({diagnostic.code for diagnostic in use.matched if diagnostic.severity is Severity.ERROR})
    if errors:
        yield suppressed_error.at(
            use.suppression.span, f"{', '.join(errors)} is an error there and cannot be accepted; mend it instead."
        )


CHECKS = (unused_suppression, suppression_without_reason, suppressed_error)
