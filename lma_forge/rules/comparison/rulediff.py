"""What became of rules: of a tool, of the document, and of sentences in prose that bind like rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, Block, BlockKind, GovernanceRule, Prose
from lma_forge.rules.comparison.plain import full_text, listed, rule_text
from lma_forge.rules.comparison.strength import (
    Direction,
    Strength,
    asks_for_confirmation,
    folded,
    forbids,
    grants,
    is_normative,
    strength,
)
from lma_forge.spec.likeness import Paired, pair
from lma_forge.spec.policy import policy_named, policy_of


class RuleEdit(StrEnum):
    """What happened to a rule."""

    REMOVED = "removed"
    WEAKENED = "weakened"
    CHANGED = "changed, direction unknown"
    TIGHTENED = "tightened"
    ADDED = "added"
    GRANTED = "added, and it allows something"
    ORDER = "in another order"
    RESPELT = "the same in other marks"
    TEXT = "text that binds nobody"


class Loss(StrEnum):
    """What a tool, or the document, no longer says anywhere once the rule is gone."""

    NONE = ""
    READ_ONLY = "read-only"
    CONFIRMATION = "confirmation"


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose rules are compared.

    Args:
        part: The field of the model that holds them.
        field: How the change names them.
        tool: The tool; empty for the document.
        old_at: Where a rule would have stood that was not there.
        new_at: Where a rule would stand that is gone.
        asks_anyway: Whether calls wait for the operator whatever the rules say.
    """

    part: str
    field: str
    old_at: Span
    new_at: Span
    tool: str = ""
    asks_anyway: bool = False


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One thing that happened to one rule.

    Args:
        edit: What happened.
        owner: Whose rule it is.
        before: The rule as it was; empty for a new one.
        after: The rule as it is; empty for one that is gone.
        old_span: Where it stood, or would have.
        new_span: Where it stands, or would.
        reasons: What the verdict rests on.
        loss: What nothing else of the owner says any more.
        in_prose: Whether it is a sentence of prose and no rule of a list.
    """

    edit: RuleEdit
    owner: Owner
    before: str
    after: str
    old_span: Span
    new_span: Span
    reasons: tuple[str, ...] = ()
    loss: Loss = Loss.NONE
    in_prose: bool = False


_EDITS = {
    Direction.SAME: RuleEdit.RESPELT,
    Direction.WEAKER: RuleEdit.WEAKENED,
    Direction.STRONGER: RuleEdit.TIGHTENED,
    Direction.UNKNOWN: RuleEdit.CHANGED,
}


def rule_differences(
    old: Sequence[GovernanceRule], new: Sequence[GovernanceRule], owner: Owner
) -> tuple[RuleDifference, ...]:
    """Compare two lists of rules.

    Args:
        old: The rules as they were.
        new: The rules as they are.
        owner: Whose they are.

    Returns:
        Every difference: equal lists give none, lists that differ at least one.
    """
    return tuple(_differences(old, new, owner))


def _differences(
    old: Sequence[GovernanceRule], new: Sequence[GovernanceRule], owner: Owner
) -> Iterator[RuleDifference]:
    paired = pair(old, new, (_content, lambda rule: folded(full_text(rule)) or None), full_text)
    for rule in paired.removed:
        spans = _known(rule.span, owner.old_at), owner.new_at
        yield RuleDifference(RuleEdit.REMOVED, owner, rule_text(rule), "", *spans, loss=_loss(rule, None, new, owner))
    for before, after in paired.pairs:
        if _content(before) != _content(after):
            verdict = _verdict(before, after)
            edit = _EDITS[verdict.direction]
            is_loss = edit in {RuleEdit.WEAKENED, RuleEdit.CHANGED}
            loss = _loss(before, after, new, owner) if is_loss else Loss.NONE
            spans = _known(before.span, owner.old_at), _known(after.span, owner.new_at)
            yield RuleDifference(edit, owner, rule_text(before), rule_text(after), *spans, verdict.reasons, loss)
    for rule in paired.added:
        edit = RuleEdit.ADDED if policy_of(rule) else _added(full_text(rule))
        yield RuleDifference(edit, owner, "", rule_text(rule), owner.old_at, _known(rule.span, owner.new_at))
    yield from _order(old, new, paired, owner)


def _added(text: str) -> RuleEdit:
    """What a new rule is: one more duty, a leave, or something of both that a person has to weigh."""
    if not grants(text):
        return RuleEdit.ADDED
    return RuleEdit.CHANGED if forbids(text) else RuleEdit.GRANTED


def _content(rule: GovernanceRule) -> tuple[str, tuple[str, ...], str]:
    return rule.text, rule.details, rule.policy


def _known(span: Span, otherwise: Span) -> Span:
    return otherwise if span == NOWHERE else span


def _verdict(old: GovernanceRule, new: GovernanceRule) -> Strength:
    """The strength of the wording and of what machines enforce, together."""
    said = strength(full_text(old), full_text(new))
    held, holds = policy_of(old), policy_of(new)
    if held == holds:
        return said
    reasons = [*said.reasons]
    reasons += [f"`{held}` is no longer what machines read in it"] if held else []
    reasons += [f"machines now read `{holds}` in it"] if holds else []
    direction = Direction.UNKNOWN
    if not holds and said.direction is not Direction.STRONGER:
        direction = Direction.WEAKER
    elif not held and said.direction in {Direction.SAME, Direction.STRONGER}:
        direction = Direction.STRONGER
    return Strength(direction, tuple(reasons))


def _loss(old: GovernanceRule, new: GovernanceRule | None, others: Sequence[GovernanceRule], owner: Owner) -> Loss:
    """What the owner no longer says, now that a rule is gone or says something else."""
    policy = policy_of(old)
    if policy == "read-only" and not any(policy_of(rule) == policy for rule in others):
        return Loss.READ_ONLY
    still = any(asks_first(rule) for rule in others)
    if asks_first(old) and not (new is not None and asks_first(new)) and not still and not owner.asks_anyway:
        return Loss.CONFIRMATION
    return Loss.NONE


def asks_first(rule: GovernanceRule) -> bool:
    """Tell whether a rule makes calls wait for somebody's word."""
    policy = policy_named(policy_of(rule))
    if policy is not None:
        return policy.approval
    text = full_text(rule)
    return asks_for_confirmation(text) and (forbids(text) or not grants(text))


def _order(
    old: Sequence[GovernanceRule], new: Sequence[GovernanceRule], paired: Paired[GovernanceRule], owner: Owner
) -> Iterator[RuleDifference]:
    kept = len(paired.pairs) == len(old) == len(new)
    renumbered = kept and any(before.number != after.number for before, after in paired.pairs)
    if paired.keeps_order and not renumbered:
        return
    moved = next((both for both in paired.pairs if both[0].number != both[1].number), paired.pairs[0])
    spans = _known(moved[0].span, owner.old_at), _known(moved[1].span, owner.new_at)
    before, after = _places(paired.order)
    if paired.keeps_order:
        before, after = (listed(str(both[side].number) for both in paired.pairs) for side in (0, 1))
    yield RuleDifference(RuleEdit.ORDER, owner, before, after, *spans)


def _places(order: tuple[int, ...]) -> tuple[str, str]:
    """The old places, counted from 1, in their old and in their new order."""
    return listed(str(place + 1) for place in sorted(order)), listed(str(place + 1) for place in order)


def prose_differences(old: Prose, new: Prose, owner: Owner) -> tuple[RuleDifference, ...]:
    """Compare running text, in which single sentences may bind like rules.

    Args:
        old: The text as it was.
        new: The text as it is.
        owner: Whose it is.

    Returns:
        Every difference; those of sentences that bind nobody, before and after, are `TEXT`.
    """
    return tuple(_prose_differences(old, new, owner))


def _prose_differences(old: Prose, new: Prose, owner: Owner) -> Iterator[RuleDifference]:
    paired = pair(old.blocks, new.blocks, (_block, lambda block: block.text or None), lambda block: block.text)
    changed: list[tuple[Block | None, Block | None]] = [(block, None) for block in paired.removed]
    changed += ((before, after) for before, after in paired.pairs if before != after)
    changed += ((None, block) for block in paired.added)
    for before, after in changed:
        spans = (
            _known(before.span if before else NOWHERE, owner.old_at),
            _known(after.span if after else NOWHERE, owner.new_at),
        )
        texts = (before.text if before else "", after.text if after else "")
        yield _sentence(texts, spans, owner, binding=_binds(before) or _binds(after))
    if not paired.keeps_order:
        yield RuleDifference(RuleEdit.TEXT, owner, *_places(paired.order), owner.old_at, owner.new_at, in_prose=True)


def _block(block: Block) -> tuple[str, str, int, str]:
    return block.kind, block.text, block.depth, block.info


def _binds(block: Block | None) -> bool:
    return block is not None and block.kind is not BlockKind.CODE and is_normative(block.text)


def _sentence(texts: tuple[str, str], spans: tuple[Span, Span], owner: Owner, *, binding: bool) -> RuleDifference:
    before, after = texts
    reasons: tuple[str, ...] = ()
    if before == after or not binding:
        edit = RuleEdit.TEXT
    elif not before:
        edit = _added(after)
    elif not after:
        edit = RuleEdit.REMOVED
    else:
        verdict = strength(before, after)
        edit, reasons = _EDITS[verdict.direction], verdict.reasons
    return RuleDifference(edit, owner, before, after, *spans, reasons, in_prose=True)
