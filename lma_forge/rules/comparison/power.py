"""What a tool may do without anybody's word, in two versions: its effects and its approval."""

from lma_forge.model import Approval, Effect, Tool
from lma_forge.rules.comparison.pairing import ToolPair
from lma_forge.spec.effects import approval_of, effects_of

_CHANGES = frozenset({Effect.WRITE, Effect.DESTRUCTIVE})


def effects(pair: ToolPair) -> tuple[frozenset[Effect] | None, frozenset[Effect] | None]:
    """The effects of both versions, declared or derived; None where they are unknown."""
    old, new = (effects_of(tool) for tool in (pair.old, pair.new))
    return _real(old), _real(new)


def effects_text(tool: Tool) -> str:
    """Write a tool's effects as they are known, declared or derived."""
    found = effects_of(tool)
    return "unknown" if found is None else ", ".join(found) or "none"


def is_wider(old: frozenset[Effect] | None, new: frozenset[Effect] | None) -> bool:
    """Tell whether new effects give a tool more power, or another one, than the old ones.

    Writing counts for more than reading, and destroying for more than writing. Effects that are no
    longer known are wider than any.
    """
    if new is None or old is None:
        return new is None
    before, after = _with_lesser(old), _with_lesser(new)
    return not after <= before or (before == after and not new <= old)


def is_read_only(found: frozenset[Effect] | None) -> bool:
    """Tell whether effects are known and change nothing."""
    return found is not None and not found & _CHANGES


def approvals(pair: ToolPair) -> tuple[Approval, Approval]:
    """The approval of both versions, declared or derived from rules."""
    return approval_of(pair.old, pair.old_document.global_rules), approval_of(pair.new, pair.new_document.global_rules)


def approval_text(approval: Approval | None) -> str:
    """Write an approval as an author does."""
    if approval is None:
        return ""
    if not approval.required:
        return "no"
    return approval.condition or "yes"


def _with_lesser(found: frozenset[Effect]) -> frozenset[Effect]:
    lesser = {Effect.WRITE: {Effect.READ}, Effect.DESTRUCTIVE: {Effect.READ, Effect.WRITE}}
    return found.union(*(lesser.get(effect, set()) for effect in found))


def _real(found: tuple[Effect, ...] | None) -> frozenset[Effect] | None:
    return None if found is None else frozenset(found) - {Effect.NONE}
