"""Judges an action by a spec: what it does, which tools it would use, and who has agreed to it.

What is not understood is never approved. Nor does a word of consent in the context open a gate: the
tools ask the operator themselves when they are called, and the reason says so.
"""

import re
from dataclasses import dataclass

from lma_forge.model import Effect, GovernanceRule, Spec, Tool
from lma_forge.names import title
from lma_forge.spec.effects import approval_of, effects_of
from lma_forge.toolkit.language import meaning
from lma_forge.toolkit.refusal import Refusal

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


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that an action may do.

    Args:
        name: What it is called in a reason.
        pattern: How actions speak of it.
        about: Words that a rule about it would use.
        effect: What it does to the world; None where it is wrong whatever it does.
        grave: Whether a mere request is not consent enough.
    """

    name: str
    pattern: re.Pattern[str]
    about: str
    effect: Effect | None
    grave: bool = False


def _act(name: str, pattern: str, about: str, effect: Effect | None, *, grave: bool = False) -> _Act:
    return _Act(name, re.compile(pattern, re.IGNORECASE), about, effect, grave)


_OFF = (
    r"(?:skip|bypass|circumvent|ignore|disable|turn(?:ing)? off|switch(?:ing)? off|avoid|override|evad|"
    r"work(?:ing)? around|suppress)\w*"
)

WRONGS = (
    _act(
        "makes something up",
        r"\b(?:fabricat|invent|make up|making up|made[- ]up|guess|pretend|falsif|fake|faking|"
        r"estimate .{0,40}as (?:if|fact|verified)|"
        r"assum\w+ (?:the |that |current|live|it)|from (?:general |training |model )?(?:memory|knowledge) (?:as|"
        r"instead)|"
        r"hallucinat|without (?:a |any )?(?:verified )?(?:source|verification|verifying|checking))\w*",
        "data never made up fabricated guessed invented assumption verified live source",
        None,
    ),
    _act(
        "hides a failure",
        r"\b(?:hid(?:e|ing)|conceal|cover(?:ing)? up|mask|suppress|omit|leave out|gloss over|not (?:mention|"
        r"report|tell))\w*\b.{0,60}"
        r"\b(?:fail|error|problem|issue|mistake|incident|outage|warning|loss)\w*|"
        r"\b(?:report|claim|say|tell|present|mark|answer)\w*\b.{0,50}\b(?:success|succeeded|worked|done|verified|"
        r"complete)\w*\b.{0,60}"
        r"\b(?:although|even though|despite|but|when|while|without)\b|\bas if (?:it|they|nothing|the)\b",
        "tool fails says clearly failed never made to look as if it had worked hidden error report",
        None,
    ),
    _act(
        "gets round the controls",
        rf"\b{_OFF}\b.{{0,60}}\b(?:approv|govern|rule|polic|confirm|permission|safeguard|guard|audit|log|validat|"
        rf"review|"
        r"sandbox|check|control|restriction|limit|consent|safety)\w*|"
        r"\b(?:auto-?approve|approve (?:it|this|everything|all)(?: \w+)? (?:myself|itself|automatically)|"
        r"without (?:an? )?(?:audit|log|trace))\w*|"
        r"\bagainst (?:the )?(?:user|governance|rules?|polic)\w*|\bescap\w+ (?:from )?the (?:sandbox|workspace)",
        "governance applies user stays in control approval needed boundaries respected operating",
        None,
    ),
    _act(
        "gives secrets away",
        r"\b(?:reveal|disclos|expos|leak|show|print|send|shar|post|publish|upload|log|output|includ|display|"
        r"return|store|sav|copy|read|email|"
        r"dump|list)\w*\b.{0,60}\b(?:password|secret|credential|api[ _-]?key|access[ _-]?token|private key|"
        r"auth token|tokens?\b|"
        r"ssh key|\.env\b|env(?:ironment)? file|personal data|social security|card number|"
        r"private (?:system )?memor)\w*",
        "secrets credentials sensitive",
        None,
    ),
)
"""What no consent makes right, the gravest last where several fit."""

ACTS = (
    _act(
        "deletes or destroys",
        r"\b(?:delet|remov|eras|wip|purg|destroy|drop|truncat|uninstall|format(?:ting)? the|clear(?:ing)? (?:out|"
        r"the|all)|discard|"
        r"rm -|kill|shut(?:ting)? down|reset|terminat|revok|prun|empty(?:ing)? the|clean(?:ing)? (?:up|out))\w*",
        "destructive deletes deletion operations explicit approval first unauthorised",
        Effect.DESTRUCTIVE,
        grave=True,
    ),
    _act(
        "replaces what is there",
        r"\b(?:overwrit|replac|rewrit|revert|roll(?:ing)? back|force[- ]push|swap(?:ping)? out)\w*",
        "overwritten memory replaced existing content clear request confirmation",
        Effect.DESTRUCTIVE,
        grave=True,
    ),
    _act(
        "sends something out",
        r"\b(?:send|sent|email|e-mail|publish|post|upload|shar|forward|deliver|submit|tweet|notif|messaging|"
        r"message (?:the|him|her|them|every|all|our)|announc|broadcast|transmit|"
        r"deploy|releas|push|invit|call the client|contact)\w*",
        "output clients clean external user stays in control authorised",
        Effect.EXTERNAL,
        grave=True,
    ),
    _act(
        "spends or commits money",
        r"\b(?:buy|purchas|pay|order|subscrib|transfer|refund|invoice|book|sign)(?:ing|s|ed)?\b|\bcontract\b",
        "user stays in control high impact authorised",
        Effect.EXTERNAL,
        grave=True,
    ),
    _act(
        "runs code",
        r"\b(?:run|execut|install|launch|start|eval|compil|migrat|schedul|script)\w*",
        "code run destructive approval controlled",
        Effect.WRITE,
    ),
    _act(
        "writes or changes",
        r"\b(?:writ|creat|edit|chang|modif|updat|append|add|insert|sav|stor|renam|mov|set|configur|remember|"
        r"record|appl|patch|fix|"
        r"refactor|generat|make|build|commit|merg|import|export|copy|log|alter|adjust|convert)\w*",
        "writes authorised prevented",
        Effect.WRITE,
    ),
    _act(
        "uses data from outside",
        r"\b(?:fetch|download|search|scrap|crawl|brows|live|current|latest|retriev|look(?:ing)? up|query|weather|"
        r"news|price)\w*",
        "live current verified source data external least power",
        Effect.READ,
    ),
    _act(
        "reads or answers",
        r"\b(?:read|view|list|inspect|show|display|summari[sz]|explain|answer|describ|analy[sz]|compar|review|"
        r"check|validat|verif|calculat|"
        r"comput|draft|translat|classif|recall|open|tell|suggest|propos|outline|brainstorm|refin|polish|rephras|"
        r"count|sort|plan|discuss|"
        r"ask|report|point out|chat|greet|rout)\w*",
        "tools that can do a task least power used",
        Effect.READ,
    ),
)
"""What actions do, by falling power; the first that fits is what an action is judged by."""

_WRITING = next(act for act in ACTS if act.effect is Effect.WRITE and act.name.startswith("writes"))

_WHO = r"(?:the |an? |our )?(?:user|operator|owner|client|customer|admin(?:istrator)?|manager|he|she|they|human)s?"
_NO = (
    r"(?:not|never|n't|no|without|nobody|none|neither|lacks?|missing|pending|awaiting|before|unless|until|"
    r"wait(?:ing|s)? for|unclear (?:if|whether)|unsure|has yet to|did ?n.t|refus\w*|declin\w*|den(?:y|ied|ies)|"
    r"reject\w*|withdr\w*|revok\w*)"
)
_CONSENT = re.compile(
    rf"\b{_WHO}\b[^.;,]{{0,30}}\b(?:approv|authori[sz]|confirm|agree|consent|permit|allow|accept|signed off|"
    rf"gave (?:the )?(?:go-ahead|"
    r"permission|approval|consent)|said yes|green-?lit)\w*|"
    r"\b(?:explicit|written|clear|full|prior|with|has|given|on)\b[^.;,]{0,20}\b(?:approval|authori[sz]ation|"
    r"permission|consent|confirmation|"
    r"sign-?off|go-ahead)\b|\b(?:approved|authori[sz]ed|confirmed|signed off) by\b|\b(?:is|was|been|are|"
    r"were) (?:explicitly |clearly |already )?"
    r"(?:approved|authori[sz]ed|confirmed)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"\b{_WHO}\b[^.;,]{{0,40}}\b(?:ask|request|want|instruct|order|told|tell|need|wish|requir|direct|said to)\w*|"
    r"\b(?:as|on|at|upon) (?:the )?(?:\w+ )?(?:requested|instructed|request|instruction|asked|wish)\w*|"
    r"\b(?:requested|asked for|ordered|instructed) by\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    rf"\b{_WHO}\b[^.;,]{{0,40}}\b(?:refus|declin|den(?:y|ied)|reject|object|forbid|forbad|forbidden|withdr|"
    rf"said no|does ?n.t want|"
    r"did ?n.t want|told (?:me|us|lma|it) not|asked (?:me |us |lma |it )?not|do(?:es)? not want|did not want)\w*",
    re.IGNORECASE,
)
_UNASKED = re.compile(
    r"\bwithout (?:(?:the )?(?:user|operator|owner|client|anyone|anybody)(?:'s)? )?(?:(?:explicit|any|prior|their|"
    r"his|her|its|a|first|further) )*"
    r"(?:asking|approv|permission|consent|confirm|authori[sz]|telling|knowing|knowledge|notice|notify|inform|"
    r"review|instruction|request|"
    r"being asked|checking with)\w*|\b(?:secretly|silently|quietly|behind .{0,20}back|on (?:its|my|our|"
    r"lma'?s) own|unasked|unauthori[sz]ed|"
    r"not (?:been )?(?:asked|authori[sz]ed|approved|requested))\b|\bnobody (?:has )?(?:asked|approved|"
    r"authori[sz]ed|requested)|"
    rf"\b{_WHO}\b[^.;,]{{0,20}}\b(?:has|have|did|was|is) ?(?:not|n't|never)\b[^.;,]{{0,30}}"
    r"\b(?:ask|approv|authori[sz]|request|confirm|agree|know|aware|told|consent|seen)\w*",
    re.IGNORECASE,
)


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
    if not action.strip():
        raise Refusal("No action was given.")
    rules = _Rules(spec, checker)
    if wrong := _wrong(action, spec, rules):
        return wrong
    tools = [tool for tool in spec.tools if tool.name != checker and _named(tool.name, action)]
    act = next((one for one in ACTS if affirmed(one.pattern, action)), None)
    if act is None and not tools:
        return Verdict(REVIEW, "It is not clear what the action does, and what is not understood is never approved.")
    effect, why = _weight(act, tools)
    both = f"{action}\n{context}"
    if effect in {Effect.NONE, Effect.READ}:
        about = act if act is not None and act.effect is Effect.READ else ACTS[-1]
        if _REFUSED.search(both):
            return Verdict(REVIEW, rules.reason(about, "The context speaks of an objection of the user"))
        return Verdict(APPROVED, rules.reason(about, f"{why} and changes nothing"))
    about = act or _WRITING
    status, said = _permitted(both, grave=about.grave)
    asks = any(approval_of(tool, spec.global_rules).required for tool in tools)
    later = " The tool still asks the operator when it is called." if asks and status == APPROVED else ""
    return Verdict(status, rules.reason(about, f"{why}, and {said}") + later)


def _wrong(action: str, spec: Spec, rules: "_Rules") -> Verdict | None:
    """Block what nobody's consent makes right."""
    for reserved in spec.reserved:
        if _named(reserved.name, action):
            return Verdict(
                BLOCKED, f"{reserved.name} is reserved: it cannot be called until it is a tool of the document."
            )
    for wrong in WRONGS:
        if found := affirmed(wrong.pattern, action):
            return Verdict(BLOCKED, rules.reason(wrong, f"The action {wrong.name} (“{found}”)"))
    return None


def _permitted(text: str, *, grave: bool) -> tuple[str, str]:
    """Say whether a text gives leave for an action that changes something, and why."""
    if _REFUSED.search(text):
        return BLOCKED, "the user does not want it"
    if _UNASKED.search(text):
        return BLOCKED, "nobody has authorised it"
    if affirmed(_CONSENT, text):
        return APPROVED, "the context says that it is authorised"
    if grave:
        return REVIEW, "it needs an explicit approval"
    if affirmed(_REQUEST, text):
        return APPROVED, "the context says that the user has asked for it"
    return REVIEW, "nothing says that the user has asked for it"


def _weight(act: _Act | None, tools: list[Tool]) -> tuple[Effect, str]:
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


def affirmed(pattern: re.Pattern[str], text: str) -> str:
    """Find a passage that fits and is not negated.

    Args:
        pattern: What to look for.
        text: The text.

    Returns:
        The passage; empty where there is none, or a denial stands before it in its sentence.
    """
    for found in pattern.finditer(text):
        before = re.split(r"[.;\n]", text[: found.start()])[-1][-40:]
        words = f"{before} {found[0]}" if pattern in {_CONSENT, _REQUEST} else before
        if not re.search(rf"\b{_NO}\b|n't\b", words, re.IGNORECASE):
            return found[0].strip()
    return ""


class _Rules:
    """Finds the rule of a document that speaks of an act."""

    def __init__(self, spec: Spec, checker: str) -> None:
        own = spec.tool(checker)
        # What binds one tool alone decides only where it says clearly more than what binds all.
        self._rules: list[tuple[int, str, GovernanceRule]] = [(0, "Global rule", rule) for rule in spec.global_rules]
        self._rules += [(0, f"{checker} rule", rule) for rule in (own.rules if own else ())]
        self._rules += [(1, f"{tool.name} rule", rule) for tool in spec.tools if tool is not own for rule in tool.rules]

    def reason(self, act: _Act, said: str) -> str:
        """Put a reason together: what was seen, and the rule that decides, by its number."""
        about = meaning(act.about)
        fits = ((len(about & meaning(rule.text)) - less, kind, rule) for less, kind, rule in self._rules)
        fit, kind, rule = max(fits, key=lambda one: one[0], default=(0, "", GovernanceRule("")))
        if fit <= 0:
            return f"{said}. No rule of the document speaks of it."
        return f"{said}. {kind} {rule.number}: {rule.text.rstrip('.')}."
