"""CHG501 to CHG504: what rules say."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.finding import ChangeCheck, change_rule
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.rules.comparison.plain import full_text, quoted
from lma_forge.rules.comparison.rulediff import Loss, RuleDifference, RuleEdit
from lma_forge.rules.comparison.strength import folded


@change_rule("CHG501", Category.GOVERNANCE, mirror=("CHG504", "CHG502", "CHG503"))
def rule_removed(comparison: Comparison) -> Iterator[Change]:
    """A rule is gone: of a tool, of the document, or a sentence of prose that bound like one.

    What it forbade or asked for is now nobody's duty.

    Bad:
        ## Tool: NoteReader
        Rules:
        - Do not invent notes.
        - Say which note it was.
        =>
        ## Tool: NoteReader
        Rules:
        - Do not invent notes.

    Good:
        ## Tool: NoteReader
        Rules:
        - Do not invent notes.
        - Say which note it was.
        =>
        ## Tool: NoteReader
        Rules:
        - Say which note it was.
        - Do not invent notes.
    """
    for found in comparison.rules():
        if found.edit is RuleEdit.REMOVED and found.loss is Loss.NONE:
            yield _said(rule_removed, found, f"{quoted(found.before)} is gone.")


@change_rule("CHG502", Category.GOVERNANCE, mirror=("CHG501", "CHG502", "CHG503", "CHG504", "CHG508", "CHG509"))
def rule_weakened(comparison: Comparison) -> Iterator[Change]:
    """A rule says less than it did, or a new one allows something.

    It binds less (`must` became `should`), a prohibition, an `only` or a confirmation is gone, an
    exception came, a limit went up, or machines no longer find in it what they enforced.

    Bad:
        ## Tool: NoteReader
        Rules:
        - Missing notes must be reported.
        =>
        ## Tool: NoteReader
        Rules:
        - Missing notes should be reported.

    Good:
        ## Tool: NoteReader
        Rules:
        - Missing notes should be reported.
        =>
        ## Tool: NoteReader
        Rules:
        - Missing notes must be reported.
    """
    for found in comparison.rules():
        if found.edit is RuleEdit.WEAKENED and found.loss is Loss.NONE:
            became = f"{quoted(found.before)} became {quoted(found.after)}"
            yield _said(rule_weakened, found, f"{became}: {_because(found)}.")
        elif found.edit is RuleEdit.GRANTED:
            yield _said(rule_weakened, found, f"{quoted(found.after)} is new and allows something.")


@change_rule(
    "CHG503",
    Category.GOVERNANCE,
    mirror=("CHG503", "CHG501", "CHG502", "CHG504", "CHG508", "CHG509"),
    level=Severity.WARNING,
)
def rule_changed(comparison: Comparison) -> Iterator[Change]:
    """A rule says something else, and no machine can tell whether that is more or less.

    A person has to read both. It is never taken for wording: a rule that turned around looks just
    like this.

    Bad:
        ## Tool: NoteReader
        Rules:
        - Old notes never outrank new notes.
        =>
        ## Tool: NoteReader
        Rules:
        - New notes never outrank old notes.

    Good:
        ## Tool: NoteReader
        Rules:
        - Old notes never outrank new notes.
        =>
        ## Tool: NoteReader
        Rules:
        - **Old notes** never outrank new notes
    """
    for found in comparison.rules():
        if found.edit is RuleEdit.CHANGED and found.loss is Loss.NONE:
            if found.before:
                because = f" ({_because(found)})" if found.reasons else ""
                what = f"{quoted(found.before)} became {quoted(found.after)}{because}"
            else:
                what = f"{quoted(found.after)} is new, and both allows and forbids"
            yield _said(rule_changed, found, f"{what}; whether that is more or less needs a person.")
    for pair in comparison.tools:
        for before, after in pair.avoids.pairs:
            if folded(full_text(before)) != folded(full_text(after)):
                yield rule_changed.at(
                    (before.span, after.span),
                    f"{pair.name}, Do Not Use When: {quoted(full_text(before))} became {quoted(full_text(after))}; "
                    "whether that is more or less needs a person.",
                    tool=pair.name,
                    part="do_not_use_when",
                    texts=(full_text(before), full_text(after)),
                )


@change_rule("CHG504", Category.TIGHTENING, mirror=("CHG501", "CHG502", "CHG503", "CHG508", "CHG509"))
def rule_tightened(comparison: Comparison) -> Iterator[Change]:
    """A rule is new, or says more than it did.

    Nobody may do more than before. Implementations may have to follow.

    Bad:
        ## Tool: NoteReader
        Rules:
        - Missing notes should be reported.
        =>
        ## Tool: NoteReader
        Rules:
        - Missing notes must be reported.

    Good:
        ## Tool: NoteReader
        Rules:
        - Missing notes must be reported.
        =>
        ## Tool: NoteReader
        Rules:
        - Missing notes must be reported!
    """
    for found in comparison.rules():
        if found.edit is RuleEdit.TIGHTENED:
            became = f"{quoted(found.before)} became {quoted(found.after)}"
            yield _said(rule_tightened, found, f"{became}: {_because(found)}.")
        elif found.edit is RuleEdit.ADDED:
            yield _said(rule_tightened, found, f"{quoted(found.after)} is new.")


def _because(found: RuleDifference) -> str:
    return ", ".join(found.reasons)


def _said(check: ChangeCheck, found: RuleDifference, message: str) -> Change:
    owner = found.owner
    whose = f"{owner.tool}, {owner.field}" if owner.tool else owner.field[:1].upper() + owner.field[1:]
    milder = found.in_prose and check.category is Category.GOVERNANCE
    return check.at(
        (found.old_span, found.new_span),
        f"{whose}: {message}",
        tool=owner.tool,
        part=owner.part,
        field=owner.field,
        texts=(found.before, found.after),
        level=Severity.WARNING if milder else None,
    )
