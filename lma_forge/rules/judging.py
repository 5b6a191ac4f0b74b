"""What a project makes of changes: how grave it takes them, which it accepts, and which fail the run."""

from collections.abc import Iterable
from datetime import date

from lma_forge.change import Accept, Change, ChangePolicy, ChangeReport, Judged
from lma_forge.diagnostics import Diagnostic, Rule, Severity, sort

UNUSED_ACCEPT = Rule(
    code="CFG106",
    name="unused-accept",
    severity=Severity.WARNING,
    summary="An accepted change that is not there.",
    why="It is left over from a change that was made or taken back, and would hide the same one when it comes again.",
    source="changes, accepting a change",
    bad='[[tool.lma-forge.changes.accept]]\nfingerprint = "000000000000"\nreason = "agreed in spring"\n',
    good="[tool.lma-forge.changes]\n",
)
EXPIRED_ACCEPT = Rule(
    code="CFG107",
    name="expired-accept",
    severity=Severity.WARNING,
    summary="An accepted change whose last day has passed.",
    why="What was agreed for a time is no longer agreed; the change counts again.",
    source="changes, accepting a change",
    bad='[[tool.lma-forge.changes.accept]]\nfingerprint = "000000000000"\nreason = "for now"\nuntil = 2020-01-01\n',
    good='[[tool.lma-forge.changes.accept]]\nfingerprint = "000000000000"\nreason = "for now"\nuntil = 2999-01-01\n',
)
RULES = (UNUSED_ACCEPT, EXPIRED_ACCEPT)
"""The catalogue entries of what can be wrong with accepting changes."""


def judge(changes: Iterable[Change], policy: ChangePolicy, today: date) -> ChangeReport:
    """Weigh changes as a project has decided.

    Args:
        changes: The changes.
        policy: What the project has decided.
        today: The day on which accepts count as over or not.

    Returns:
        All changes with their levels, with what accepts them, and with whether they fail the run; and
        what is to be said about accepts that match nothing or are over.
    """
    accepts = {accept.fingerprint: accept for accept in reversed(policy.accepts)}
    judged = []
    met: set[str] = set()
    for change in changes:
        accept = accepts.get(change.fingerprint)
        if accept is not None:
            met.add(change.fingerprint)
        valid = accept if accept is not None and not _is_over(accept, today) else None
        level = _level(change, policy)
        judged.append(Judged(change, level, valid is None and _fails(change, level, policy), valid))
    return ChangeReport(tuple(judged), remarks=sort(_remarks(policy.accepts, met, today)))


def _is_over(accept: Accept, today: date) -> bool:
    return accept.until is not None and today > accept.until


def _stated(change: Change, policy: ChangePolicy) -> Severity | None:
    """The level that the project gives a change by its code or its name."""
    return policy.levels.get(change.code) or policy.levels.get(change.name)


def _level(change: Change, policy: ChangePolicy) -> Severity:
    return _stated(change, policy) or policy.levels.get(str(change.category)) or change.level


def _fails(change: Change, level: Severity, policy: ChangePolicy) -> bool:
    """A change fails by its category, unless it is a mere remark; and when its code was made an error."""
    if level is Severity.INFO:
        return False
    return change.category in policy.fail_on or _stated(change, policy) is Severity.ERROR


def _remarks(accepts: Iterable[Accept], met: set[str], today: date) -> Iterable[Diagnostic]:
    for accept in accepts:
        if accept.fingerprint not in met:
            yield UNUSED_ACCEPT.at(
                accept.span, f"there is no change with the fingerprint {accept.fingerprint}; remove this entry."
            )
        elif _is_over(accept, today):
            yield EXPIRED_ACCEPT.at(
                accept.span,
                f"the change {accept.fingerprint} was accepted until {accept.until} ({accept.reason}); it counts "
                "again. Undo it, or agree on another day.",
            )
