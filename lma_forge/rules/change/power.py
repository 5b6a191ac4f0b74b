"""CHG508, CHG509, CHG511 to CHG514: what a tool may do, and who must agree."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison, ToolPair
from lma_forge.rules.comparison.plain import plain, quoted
from lma_forge.rules.comparison.power import approval_text, approvals, effects, effects_text, is_read_only, is_wider
from lma_forge.rules.comparison.rulediff import Loss
from lma_forge.rules.comparison.scope import new_power


@change_rule(
    "CHG508",
    Category.GOVERNANCE,
    mirror=("CHG504", "CHG511", "CHG512", "CHG502", "CHG503", "CHG508", "CHG509", "CHG601", "CHG510"),
)
def read_only_lost(comparison: Comparison) -> Iterator[Change]:
    """A tool that changed nothing may change something.

    Its rule "Read only" is gone, its effects say so, or a verb of changing came into its description.

    Bad:
        ## Tool: NoteReader
        Rules:
        - Read only.
        - Do not invent notes.
        =>
        ## Tool: NoteReader
        Rules:
        - Do not invent notes.

    Good:
        ## Tool: NoteReader
        Rules:
        - Read only.
        =>
        ## Tool: NoteReader
        Rules:
        - Never change anything.
    """
    for found in comparison.rules():
        if found.loss is Loss.READ_ONLY:
            became = f" became {quoted(found.after)}" if found.after else " is gone"
            whose = found.owner.tool or "Global rules"
            yield read_only_lost.at(
                (found.old_span, found.new_span),
                f"{whose}: {quoted(found.before)}{became}, and nothing else says that nothing is changed.",
                tool=found.owner.tool,
                part=found.owner.part,
                field=found.owner.field,
                texts=(found.before, found.after),
            )
    for pair in comparison.tools:
        if pair.old.effects != pair.new.effects:
            old, new = effects(pair)
            if is_read_only(old) and new is not None and not is_read_only(new):
                yield read_only_lost.at(
                    pair.spans("effects"),
                    f"{pair.name} changed nothing and now has the effects {effects_text(pair.new)}.",
                    tool=pair.name,
                    part="effects",
                    texts=(effects_text(pair.old), effects_text(pair.new)),
                )
        yield from _new_verbs(pair)


def _new_verbs(pair: ToolPair) -> Iterator[Change]:
    texts = plain(pair.old.description), plain(pair.new.description)
    verbs = new_power(pair)
    if verbs:
        yield read_only_lost.at(
            (pair.old.description.span, pair.new.description.span),
            f"{pair.name}: its description now says {quoted(', '.join(verbs))}, of which it said nothing; "
            "does it change something?",
            tool=pair.name,
            part="description",
            texts=texts,
            level=Severity.WARNING,
        )


@change_rule("CHG509", Category.GOVERNANCE, mirror=("CHG513", "CHG502", "CHG503", "CHG504", "CHG508"))
def confirmation_lost(comparison: Comparison) -> Iterator[Change]:
    """Calls that waited for somebody's word no longer do.

    The approval is gone or holds for fewer calls, or the rule that asked for it is.

    Bad:
        ## Tool: NoteWriter
        Rules:
        - Do not overwrite notes without confirmation.
        =>
        ## Tool: NoteWriter
        Rules:
        - Overwrite notes with care.

    Good:
        ## Tool: NoteWriter
        Rules:
        - Do not overwrite notes without confirmation.
        =>
        ## Tool: NoteWriter
        Rules:
        - Never overwrite notes without confirmation.
    """
    for found in comparison.rules():
        if found.loss is Loss.CONFIRMATION:
            became = f" became {quoted(found.after)}" if found.after else " is gone"
            whose = found.owner.tool or "Global rules"
            yield confirmation_lost.at(
                (found.old_span, found.new_span),
                f"{whose}: {quoted(found.before)}{became}, and no other rule makes a call wait for anybody's word.",
                tool=found.owner.tool,
                part=found.owner.part,
                field=found.owner.field,
                texts=(found.before, found.after),
            )
    for pair in comparison.tools:
        if pair.declares_otherwise:
            old, new = approvals(pair)
            fewer = old.required and new.required and not old.condition and bool(new.condition)
            if (old.required and not new.required) or fewer:
                what = f"only {quoted(new.condition)}" if fewer else "no more"
                yield confirmation_lost.at(
                    pair.spans("approval"),
                    f"{pair.name}: calls waited for the operator and now do {what}.",
                    tool=pair.name,
                    part="approval",
                    texts=(approval_text(old), approval_text(new)),
                )


@change_rule("CHG511", Category.GOVERNANCE, mirror=("CHG511", "CHG512", "CHG508"))
def effects_widened(comparison: Comparison) -> Iterator[Change]:
    """A tool has an effect that it had not, or no longer says which it has.

    Hosts decide by the effects what a tool may do and whom to ask; a tool without any is one of
    which nobody knows.

    Bad:
        ## Tool: NoteWriter
        Effects: write
        =>
        ## Tool: NoteWriter
        Effects: write, destructive

    Good:
        ## Tool: NoteWriter
        Effects: write, destructive
        =>
        ## Tool: NoteWriter
        Effects: write
    """
    for pair in comparison.tools:
        if pair.old.effects != pair.new.effects:
            old, new = effects(pair)
            said_otherwise = new is not None and is_read_only(old) and not is_read_only(new)
            if is_wider(old, new) and not said_otherwise:
                yield effects_widened.at(
                    pair.spans("effects"),
                    f"{pair.name} had the effects {effects_text(pair.old)} and now has {effects_text(pair.new)}.",
                    tool=pair.name,
                    part="effects",
                    texts=(effects_text(pair.old), effects_text(pair.new)),
                )


@change_rule("CHG512", Category.TIGHTENING, mirror=("CHG508", "CHG511"))
def effects_narrowed(comparison: Comparison) -> Iterator[Change]:
    """A tool has fewer effects than it had, or says for the first time which it has.

    Hosts may allow it more readily, and hold it to what it says.

    Bad:
        ## Tool: NoteWriter
        Effects: write, destructive
        =>
        ## Tool: NoteWriter
        Effects: write

    Good:
        ## Tool: NoteWriter
        Effects: write
        =>
        ## Tool: NoteWriter
        Effects: write, external
    """
    for pair in comparison.tools:
        if pair.old.effects != pair.new.effects:
            old, new = effects(pair)
            if old != new and not is_wider(old, new):
                yield effects_narrowed.at(
                    pair.spans("effects"),
                    f"{pair.name} had the effects {effects_text(pair.old)} and now has {effects_text(pair.new)}.",
                    tool=pair.name,
                    part="effects",
                    texts=(effects_text(pair.old), effects_text(pair.new)),
                )


@change_rule("CHG513", Category.TIGHTENING, mirror=("CHG509",))
def confirmation_added(comparison: Comparison) -> Iterator[Change]:
    """Calls wait for the operator that did not, or all calls do where some did.

    Nobody may do more than before; hosts without an operator cannot use the tool.

    Bad:
        ## Tool: NoteWriter
        Approval: no
        =>
        ## Tool: NoteWriter
        Approval: yes

    Good:
        ## Tool: NoteWriter
        Approval: yes
        =>
        ## Tool: NoteWriter
        Approval: yes
        Owner: Ann
    """
    for pair in comparison.tools:
        if pair.declares_otherwise:
            old, new = approvals(pair)
            all_now = old.required and new.required and bool(old.condition) and not new.condition
            if (new.required and not old.required) or all_now:
                yield confirmation_added.at(
                    pair.spans("approval"),
                    f"{pair.name}: calls wait for the operator now{' without any condition' if all_now else ''}.",
                    tool=pair.name,
                    part="approval",
                    texts=(approval_text(old), approval_text(new)),
                )


@change_rule("CHG514", Category.GOVERNANCE, mirror=("CHG514",), level=Severity.WARNING)
def approval_condition_changed(comparison: Comparison) -> Iterator[Change]:
    """Calls wait for the operator in other cases than before.

    Whether these are more or fewer needs a person.

    Bad:
        ## Tool: NoteWriter
        Approval: when a note is replaced
        =>
        ## Tool: NoteWriter
        Approval: when a long note is replaced

    Good:
        ## Tool: NoteWriter
        Approval: when a note is replaced
        =>
        ## Tool: NoteWriter
        Approval: yes
    """
    for pair in comparison.tools:
        if pair.old.approval != pair.new.approval:
            old, new = approvals(pair)
            if old.required and new.required and old.condition and new.condition and old.condition != new.condition:
                yield approval_condition_changed.at(
                    pair.spans("approval"),
                    f"{pair.name}: calls waited for the operator {quoted(old.condition)} and now do "
                    f"{quoted(new.condition)}; whether these are fewer needs a person.",
                    tool=pair.name,
                    part="approval",
                    texts=(old.condition, new.condition),
                )
