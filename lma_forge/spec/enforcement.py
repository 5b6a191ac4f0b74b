"""What holds each rule today: one table, from which `explain`, `enforcement` and the tests read.

A rule is held only by a mechanism that exists and that a test has seen hold it. What is merely
recognised, or waits for a linter, is not counted: nothing pretends to be enforced.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lma_forge.model import Effect, GovernanceRule, Kind, Spec, Tool
from lma_forge.model.text import GUESS
from lma_forge.spec.effects import approval_of, effects_of
from lma_forge.spec.policy import policy_named, policy_of


class Holder(StrEnum):
    """What enforces a rule."""

    CONTRACT = "generated guard"
    GUARD = "runtime guard"
    OUTPUT = "output check"
    BODY = "toolkit"
    LINT = "checked by lint only"
    NONE = "advisory"

    @property
    def enforces(self) -> bool:
        """Whether a call that breaks the rule is stopped."""
        return self in {Holder.CONTRACT, Holder.GUARD, Holder.OUTPUT, Holder.BODY}


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule and what holds it.

    Args:
        where: The tool's name; `document` for a rule of all tools; else the part that states it.
        number: Its number there, from 1.
        text: The rule.
        policy: The policy that it states; empty when it is not recognised.
        holder: What holds it.
        how: How, or why not, in a few words.
    """

    where: str
    number: int
    text: str
    policy: str
    holder: Holder
    how: str


DOCUMENT = "document"
_ASKED = "the generated contract asks the operator before each call"
_NOT_YET = "recognised, and nothing checks the implementation for it in this version"
_ADVISORY = "it is written into the module for its author, and nothing checks it"

_MECHANISMS: dict[str, tuple[Holder, str]] = {
    "confirm-overwrite": (Holder.CONTRACT, _ASKED),
    "confirm-destructive": (Holder.CONTRACT, _ASKED),
    "confirm-write": (Holder.CONTRACT, _ASKED),
    "confirm": (Holder.CONTRACT, _ASKED),
    "sandboxed-paths": (Holder.CONTRACT, "the generated contract holds {paths} inside the workspace"),
    "exact-errors": (Holder.CONTRACT, "the generated contract puts the error's own text after the failure message"),
    "report-failure": (Holder.CONTRACT, "a failure is never reported as a success, and says the document's words"),
    "structured-output": (Holder.OUTPUT, "an output that is not as declared is a failure"),
    "read-only": (
        Holder.GUARD,
        'with guard="enforce" a write, a process or a connection of the tool is refused; lint reports a write (GOV104)',
    ),
    "no-network": (Holder.GUARD, 'with guard="enforce" a connection of the tool is refused'),
}
"""What holds each policy today; a policy that is not here is recognised and not held."""

_LINTED: dict[str, str] = {
    "label-source": "lint reports an output that lacks the declared source or timestamp (GOV112)",
    "no-secrets": "lint reports secrets that reach a result, a log or a file (LCP701, LCP702, LCP703)",
}
"""What lint looks for in the code of a tool, where nothing stops the call."""

_GUESSES = "lint reports guesses in the texts of failures (GOV101)"
_LIVE = frozenset({"source", "timestamp"})


def standings(spec: Spec) -> Iterator[Standing]:
    """Tell what holds each rule of a spec.

    Args:
        spec: An accepted spec.

    Yields:
        The rules of the document, of each tool, and the sentences of the flow, the failure
        standard and the final rule, in this order.
    """
    for rule in spec.global_rules:
        yield _of_document(rule, spec)
    for tool in spec.tools:
        for rule in tool.rules:
            yield standing(rule, tool, spec)
    for step in spec.flow:
        yield Standing(
            "flow", step.number, step.text, "", Holder.NONE, "a model is told it by `export --format prompt`"
        )
    for number, text in enumerate(_failure_sentences(spec), 1):
        policy = policy_of(GovernanceRule(text))
        unseen = (Holder.NONE, "nothing looks for these phrases in this version")
        holder, how = _MECHANISMS.get(policy, (Holder.LINT, _GUESSES) if GUESS.search(text) else unseen)
        yield Standing("failure standard", number, text, policy, holder, how)
    for number, text in enumerate(_final_sentences(spec), 1):
        yield Standing("final rule", number, text, "", Holder.NONE, "it binds people, and nothing checks it")


def standing(rule: GovernanceRule, tool: Tool, spec: Spec) -> Standing:
    """Tell what holds a rule for one tool.

    Args:
        rule: A rule of the tool, or of the document.
        tool: The tool.
        spec: The spec, whose own rules can make a tool ask.
    """
    policy = policy_named(policy_of(rule))
    if policy is None:
        return Standing(tool.name, rule.number, rule.text, "", Holder.NONE, _ADVISORY)
    holder, how = _MECHANISMS.get(policy.name, _linted(policy.name, rule, tool))
    if policy.approval and not approval_of(tool, spec.global_rules).required:
        holder, how = Holder.NONE, "this tool needs no approval"
    elif policy.name == "sandboxed-paths":
        paths = ", ".join(field.name for field in tool.inputs if _is_path(field.name, field.type.kind))
        holder, how = (holder, how.format(paths=paths)) if paths else (Holder.NONE, "this tool takes no path")
    elif policy.name == "read-only" and not _only_reads(tool):
        holder, how = Holder.NONE, f"{_undermined(tool)}, so the guard lets it write"
    elif policy.name == "no-network" and Effect.EXTERNAL in (effects_of(tool) or (Effect.EXTERNAL,)):
        holder, how = Holder.NONE, f"{_undermined(tool)}, so the guard lets it connect"
    return Standing(tool.name, rule.number, rule.text, policy.name, holder, how)


def _undermined(tool: Tool) -> str:
    """Why the guard does not hold what a rule says of a tool's effects."""
    if tool.effects is not None:
        return "the effects that the tool declares say otherwise"
    if effects_of(tool) is not None:
        return "other rules of the tool say that it does more"
    return "the effects of the tool are not settled (SPEC501)"


def _linted(policy: str, rule: GovernanceRule, tool: Tool) -> tuple[Holder, str]:
    """What lint does for a policy of a tool: what it looks for, where there is something to look at."""
    if policy == "label-source" and not any(field.name in _LIVE for field in tool.outputs):
        return Holder.NONE, "this tool declares no output for a source or a time"
    if policy == "no-secrets" and re.search(r"\baccess\b", rule.text, re.IGNORECASE):
        return (
            Holder.NONE,
            "lint reports secrets that are shown (LCP701, LCP702, LCP703), and nothing those that are read",
        )
    return (Holder.LINT, _LINTED[policy]) if policy in _LINTED else (Holder.NONE, _NOT_YET)


def _of_document(rule: GovernanceRule, spec: Spec) -> Standing:
    """A rule of the document is held when it is held for every tool that it concerns, and for one at least."""
    each = [standing(rule, tool, spec) for tool in spec.tools]
    policy = policy_named(policy_of(rule))
    if policy is None or not each:
        return Standing(DOCUMENT, rule.number, rule.text, policy.name if policy else "", Holder.NONE, _ADVISORY)
    concerned = [
        one
        for one, tool in zip(each, spec.tools, strict=True)
        if not policy.approval or approval_of(tool, spec.global_rules).required
    ]
    held = [one for one in concerned if one.holder.enforces]
    if held and len(held) == len(concerned):
        return Standing(DOCUMENT, rule.number, rule.text, policy.name, held[0].holder, held[0].how)
    if concerned and all(one.holder is Holder.LINT for one in concerned):
        return Standing(DOCUMENT, rule.number, rule.text, policy.name, Holder.LINT, concerned[0].how)
    how = concerned[0].how if concerned else "no tool does what it speaks of"
    return Standing(DOCUMENT, rule.number, rule.text, policy.name, Holder.NONE, how)


def _only_reads(tool: Tool) -> bool:
    return set(effects_of(tool) or (Effect.WRITE,)) <= {Effect.NONE, Effect.READ}


def _is_path(name: str, kind: Kind) -> bool:
    """As the generated contract has it: a path, and a string that is called one."""
    return kind is Kind.PATH or (kind is Kind.STRING and (name == "path" or name.endswith("_path")))


def _failure_sentences(spec: Spec) -> Iterator[str]:
    for text in spec.failure_standard.lead.sentences:
        yield from _sentences(text)
    yield from (f"No output says: {phrase}" for phrase in spec.failure_standard.incorrect)


def _final_sentences(spec: Spec) -> Iterator[str]:
    for section in spec.sections:
        if "final rule" in section.title.lower():
            for text in section.body.sentences:
                if not re.fullmatch(r"\*\*.*\*\*", text):
                    yield from _sentences(text)


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]
