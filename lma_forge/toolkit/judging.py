"""Judges an action by a spec: what it does, which tools it would use, and who has agreed to it.

What is not understood is never approved. Nor does a word of consent in the context open a gate: the
tools ask the operator themselves when they are called, and the reason says so.
"""

import re
from dataclasses import dataclass

from lma_forge.model import Effect, GovernanceRule, ReservedTool, Spec, Tool
from lma_forge.names import title
from lma_forge.spec.effects import approval_of, effects_of
from lma_forge.toolkit.acts import ACTS, CLOSED, TELLING, UNASKED, WRITING, Act, understood
from lma_forge.toolkit.language import meaning
from lma_forge.toolkit.language.consent import Leave, leave, refused
from lma_forge.toolkit.language.phrases import frames
from lma_forge.toolkit.language.words import spelt_plainly
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.wrongs import CONCEALING, WRONGS, affirmed, claims_falsely

APPROVED, REVIEW, BLOCKED = "approved", "needs review", "blocked"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What governance says to an action.

    Args:
        status: `APPROVED`, `REVIEW` or `BLOCKED`.
        reason: Why, with the number of the rule that decides.
    """

    status: str
    reason: str


def judge(action: str, context: str, spec: Spec, *, checker: str = "GovernanceChecker") -> Verdict:
    """Say whether governance lets an action pass.

    Args:
        action: What is about to be done.
        context: What matters about the user or the system.
        spec: The document that governs.
        checker: The name of the tool that asks, whose rules count as well.

    Returns:
        `APPROVED` only where all that the action does is understood and allowed.

    Raises:
        Refusal: No action is given.
    """
    action, context = spelt_plainly(action), spelt_plainly(context)
    if not action.strip():
        raise Refusal("No action was given.")
    rules = _Rules(spec, checker)
    if wrong := _wrong(action, context, spec, rules):
        return wrong
    tools = [tool for tool in spec.tools if tool.name != checker and _named(tool.name, action)]
    acts, clear = understood(action)
    if (not acts and not tools) or not clear:
        if UNASKED.search(action) or refused(action) or refused(context):
            return Verdict(BLOCKED, rules.reason(WRITING, "Nobody has authorised it"))
        return Verdict(REVIEW, "It is not clear what the action does, and what is not understood is never approved.")
    act = min(acts, key=ACTS.index, default=None)
    effect, why = _weight(act, tools)
    about = act or WRITING
    if effect in {Effect.NONE, Effect.READ}:
        about = act if act is not None and act.effect is Effect.READ else ACTS[-1]
        objected = TELLING.match(action.lstrip()) is None and leave(context, action) is Leave.REFUSED
        if objected or CLOSED.search(f"{action}\n{context}"):
            return Verdict(REVIEW, rules.reason(about, "The context speaks of an objection, or of what is not open"))
        return Verdict(APPROVED, rules.reason(about, f"{why} and changes nothing"))
    status, said = _permitted(action, context, about)
    asks = any(approval_of(tool, spec.global_rules).required for tool in tools)
    later = " The tool still asks the operator when it is called." if asks and status == APPROVED else ""
    return Verdict(status, rules.reason(about, f"{why}, and {said}") + later)


def _wrong(action: str, context: str, spec: Spec, rules: "_Rules") -> Verdict | None:
    """Block what nobody's consent makes right."""
    telling = TELLING.match(action.lstrip()) is not None
    for reserved in spec.reserved:
        if _named(reserved.name, action) or (not telling and _reserved(reserved, action, context, spec)):
            return Verdict(
                BLOCKED, f"{reserved.name} is reserved: it cannot be called until it is a tool of the document."
            )
    for wrong in WRONGS:
        if found := affirmed(wrong.pattern, action):
            return Verdict(BLOCKED, rules.reason(wrong, f"The action {wrong.name} (“{found}”)"))
    if claims_falsely(action, context):
        return Verdict(
            BLOCKED, rules.reason(WRONGS[1], "The action says that something worked, the context that it failed")
        )
    if hidden := CONCEALING.search(f"{action}\n{context}"):
        return Verdict(BLOCKED, rules.reason(WRONGS[1], f"It shall not be noticed (“{hidden[0]}”)"))
    return None


def _reserved(reserved: ReservedTool, action: str, context: str, spec: Spec) -> bool:
    """Tell whether an action needs a reserved tool: it speaks of what that is for, or the context names it."""
    turns = frames(f"{title(reserved.name)}. {' '.join(reserved.purpose.sentences)}").keys()
    told = (f"{' '.join(tool.description.sentences)}\n{one.full_text}" for tool in spec.tools for one in tool.use_when)
    own = turns & frames(action).keys()
    # What the document has a tool for needs no reserved one.
    return bool(own and own - {frame for text in told for frame in frames(text)}) or (
        _named(reserved.name, context) and _ABSENT.search(context) is not None
    )


_ABSENT = re.compile(
    r"\b(?:reserved|(?:not|n't) (?:yet )?(?:been )?(?:implemented|available|there|ready|built|callable))\b",
    re.IGNORECASE,
)


def _permitted(action: str, context: str, act: Act) -> tuple[str, str]:
    """Say whether there is leave for an action that changes something, and why."""
    if UNASKED.search(action) or refused(action):
        return BLOCKED, "nobody has authorised it"
    given = leave(context, action, act.pattern)
    if given is Leave.LACKING and act.effect is Effect.DESTRUCTIVE and UNASKED.search(context):
        return BLOCKED, "nobody has authorised it"
    if given is Leave.ASKED and (act.grave or (act.name == _RUNNING and not _RESULT.search(context))):
        return REVIEW, "it needs an explicit approval"
    return _ANSWERS[given]


_RUNNING = "runs code"
_RESULT = re.compile(
    r"\b(?:calculat|comput|code|test|result|output|try|measur|number|mean|average|sum)\w*", re.IGNORECASE
)
"""Who asks for what only running code can tell asks for it to be run."""
_ANSWERS = {
    Leave.REFUSED: (BLOCKED, "the user does not want it"),
    Leave.LACKING: (REVIEW, "the context says that nobody has agreed to it yet"),
    Leave.NOTHING: (REVIEW, "nothing says that the user has asked for it"),
    Leave.ASKED: (APPROVED, "the context says that the user has asked for it"),
    Leave.GIVEN: (APPROVED, "the context says that it is authorised"),
}


def _weight(act: Act | None, tools: list[Tool]) -> tuple[Effect, str]:
    """Give the gravest effect of what is named and what is said, and where it comes from."""
    effects: list[tuple[Effect, str]] = [
        # A tool that only asks others for data changes nothing there.
        (Effect.READ if effect is Effect.EXTERNAL else effect, f"{tool.name} has the effect “{effect}”")
        for tool in tools
        for effect in effects_of(tool) or (Effect.WRITE,)
    ]
    # Of a tool the document says more exactly whether it writes than the words about it do.
    if act is not None and act.effect is not None and (not tools or act.grave or act.effect is not Effect.WRITE):
        effects.append((act.effect, f"The action {act.name}"))
    order = list(Effect)
    return max(effects, key=lambda pair: order.index(pair[0]))


def _named(name: str, text: str) -> bool:
    spaced = re.escape(title(name)).replace(r"\ ", r"[\s_-]?")
    return re.search(rf"\b(?:tool_)?{spaced}\b", text, re.IGNORECASE) is not None


class _Rules:
    """Finds the rule of a document that speaks of an act."""

    def __init__(self, spec: Spec, checker: str) -> None:
        own = spec.tool(checker)
        # What binds one tool alone decides only where it says clearly more than what binds all.
        self._rules: list[tuple[int, str, GovernanceRule]] = [(0, "Global rule", rule) for rule in spec.global_rules]
        self._rules += [(0, f"{checker} rule", rule) for rule in (own.rules if own else ())]
        self._rules += [(1, f"{tool.name} rule", rule) for tool in spec.tools if tool is not own for rule in tool.rules]

    def reason(self, act: Act, said: str) -> str:
        """Put a reason together: what was seen, and the rule that decides, by its number."""
        about = meaning(act.about)
        fits = ((len(about & meaning(rule.text)) - less, kind, rule) for less, kind, rule in self._rules)
        fit, kind, rule = max(fits, key=lambda one: one[0], default=(0, "", GovernanceRule("")))
        if fit <= 0:
            return f"{said}. No rule of the document speaks of it."
        return f"{said}. {kind} {rule.number}: {rule.text.rstrip('.')}."
