"""What a tool does to the world and whether an operator must agree: as declared, else derived.

Derived effects decide what the runtime guard lets a tool do and what other hosts are told of it,
so they are derived only where the rules leave no doubt; everything else is for the author to say
(spec language, section Tool, rows Effects and Approval).
"""

import re
from collections.abc import Iterable

from lma_forge.model import Approval, Effect, GovernanceRule, Kind, Tool
from lma_forge.names import title
from lma_forge.spec.policy import Policy, policy_named, policy_of

_OUTWARD_WORDS = """
    api browser connect connects download downloads email emails external fetch fetcher fetches http https internet live
    mail network online post posts publish publishes remote search searches send sender sends server upload uploads url
    urls web webhook website websites
"""
_READ_WORDS = frozenset(
    {
        "file",
        "files",
        "find",
        "finds",
        "list",
        "lists",
        "look",
        "looks",
        "memory",
        "read",
        "reads",
        "retrieve",
        "retrieves",
    }
)
_WRITE_VERB_WORDS = """
    add adds append appends change changes clear clears create creates delete deletes drop drops edit edits erase
    erases execute executes install installs log logs modify modifies move moves overwrite overwrites publish publishes
    purge purges record records remove removes rename renames replace replaces save saves send sends set sets
    store stores update updates upload uploads write writes
"""
_WRITE_NOUN_WORDS = """
    appender creator deleter editor executor installer logger mover overwriter publisher purger remover renamer
    saver sender updater uploader writer
"""
_OUTWARD = frozenset(_OUTWARD_WORDS.split())
WRITE_VERBS = frozenset(_WRITE_VERB_WORDS.split())
"""Verbs, as they stand in a description, of which a tool that changes something has one."""

_WRITE_NOUNS = frozenset(_WRITE_NOUN_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+")


def effects_of(tool: Tool) -> tuple[Effect, ...] | None:
    """Tell what a tool does to the world around it.

    Args:
        tool: A tool of the spec.

    Returns:
        The declared effects; else those that its rules state beyond doubt, in the order of
        `Effect`; None when neither is there, when the rules contradict each other, or when the
        tool's name or description speaks of the world outside, of which no rule says enough.
    """
    if tool.effects is not None:
        return tool.effects
    stated = _stated(tool)
    if not stated or doubt(tool):
        return None
    union = {effect for effects in stated for effect in effects}
    return tuple(effect for effect in Effect if effect in union)


def doubt(tool: Tool) -> str:
    """Say why the effects that a tool's rules state are not taken for all that it does.

    Args:
        tool: A tool of the spec.

    Returns:
        The reason, in words that go on from "since"; "" where there is no doubt, or the rules
        state no effects at all.
    """
    stated = _stated(tool)
    only_reads = (Effect.READ,)
    if not stated:
        return ""
    if only_reads in stated and any(effects != only_reads for effects in stated):
        return "they contradict each other"
    word = _outward_word(tool)
    return f"{word} may mean the world outside" if word else ""


def approval_of(tool: Tool, global_rules: tuple[GovernanceRule, ...] = ()) -> Approval:
    """Tell whether an operator must agree to a call of a tool.

    Args:
        tool: A tool of the spec.
        global_rules: The document's rules. One that asks for approval binds the tools whose
            effects hold all that it speaks of.

    Returns:
        What is declared; else approval under the first rule that asks for it, with that rule's
        text as the condition; else no approval.
    """
    if tool.approval is not None:
        return tool.approval
    for rule in tool.rules:
        if any(policy.approval for policy in _policies((rule,))):
            return Approval(required=True, condition=rule.text)
    effects = set(effects_of(tool) or ())
    for rule in global_rules:
        if any(policy.approval and _concerns(policy, effects) for policy in _policies((rule,))):
            return Approval(required=True, condition=rule.text)
    return Approval(required=False)


def is_write_like(tool: Tool) -> bool:
    """Guess from a tool's name and the first word of its description whether it changes things.

    A guess is good enough to ask the author, never to decide for them.
    """
    name = [word.lower() for word in title(tool.name).split()]
    if name and (name[-1] in _WRITE_NOUNS or name[0] in WRITE_VERBS):
        return True
    first = next((_WORD.search(sentence) for sentence in tool.description.sentences), None)
    return first is not None and first.group().lower() in WRITE_VERBS


def likely_effects(tool: Tool) -> tuple[Effect, ...]:
    """Guess a tool's effects from its words, as a proposal to its author and never as an answer."""
    if _outward_word(tool):
        return (Effect.EXTERNAL,)
    if is_write_like(tool):
        return (Effect.WRITE,)
    words = {word.lower() for word in _WORD.findall(" ".join((title(tool.name), *tool.description.sentences)))}
    return (Effect.READ,) if words & _READ_WORDS else (Effect.NONE,)


def _policies(rules: Iterable[GovernanceRule]) -> Iterable[Policy]:
    named = (policy_named(policy_of(rule)) for rule in rules)
    return (policy for policy in named if policy is not None)


def _stated(tool: Tool) -> list[tuple[Effect, ...]]:
    return [policy.effects for policy in _policies(tool.rules) if policy.effects]


def _outward_word(tool: Tool) -> str:
    """What in a tool's fields, name or description speaks of the world outside; "" for nothing."""
    field = next((one for one in (*tool.inputs, *tool.outputs) if one.type.kind is Kind.URL), None)
    if field is not None:
        return f"the URL `{field.name}`"
    for place, text in (("name", title(tool.name)), *(("description", one) for one in tool.description.sentences)):
        word = next((word for word in _WORD.findall(text) if word.lower() in _OUTWARD), None)
        if word is not None:
            return f"`{word}` in its {place}"
    return ""


def _concerns(policy: Policy, effects: set[Effect]) -> bool:
    """Tell whether a rule of the document binds a tool.

    A rule on what destroys binds every tool that does, a rule on writing every tool that changes
    anything, and one that names no effects every tool that does more than read.
    """
    if Effect.DESTRUCTIVE in policy.effects:
        return Effect.DESTRUCTIVE in effects
    if Effect.WRITE in policy.effects:
        return bool(effects & {Effect.WRITE, Effect.DESTRUCTIVE})
    return bool(effects - {Effect.NONE, Effect.READ})
