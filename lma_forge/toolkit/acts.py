"""What actions are made of: wrongs that nobody's consent makes right, and acts by what they change."""

import re
from dataclasses import dataclass

from lma_forge.model import Effect
from lma_forge.toolkit.language.clauses import Clause, clauses


@dataclass(frozen=True, slots=True)
class Act:
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

    def opens(self, clause: Clause) -> bool:
        """Tell whether a clause begins with a word for it."""
        return self.pattern.match(clause.head) is not None


def _act(name: str, pattern: str, about: str, effect: Effect | None, *, grave: bool = False) -> Act:
    return Act(name, re.compile(pattern, re.IGNORECASE), about, effect, grave)


_OFF = (
    r"(?:skip|bypass|circumvent|ignore|disable|turn(?:ing)? off|switch(?:ing)? off|avoid|override|evad|"
    r"work(?:ing)? around|suppress)\w*"
)

_MADE_UP = (
    r"\b(?:fabricat|invent(?!or)|make up|making up|made[- ]up|guess|pretend|falsif|fake|faking|forg(?:e|ing)\b|"
    r"backdat|antedat|"
    r"impersonat|hallucinat|assum\w+ (?:the |that |current|live|it)|from (?:general |training |model )?(?:memory|"
    r"knowledge) (?:as|"
    r"instead)|without (?:a |any )?(?:verified )?(?:source|verification|verifying|checking))\w*|"
    r"\b(?:act|acting|behav\w+|proceed\w*|continu\w+|treat\w*|answer\w*) (?:it |them |this )?as (?:though|if)\b|"
    r"\bestimate .{0,40}as (?:if|fact|verified)|\b(?:who|that|which) (?:never|did ?n.t|does ?n.t|do ?n.t) (?:said|"
    r"say|wrote|write|"
    r"happen|exist|took|take)\w*|\bnon-?existent\b|\bfill\w*\b.{0,60}\b(?:plausible|random|invent|estimat|dummy|"
    r"placeholder)\w*|"
    r"\b(?:estimat|yesterday|old|stale|cached|outdated|obsolete|last (?:week|month|year)|unverified|unconfirmed|"
    r"remembered|missing|"
    r"unsupported|expired|single|rough)\w*\b.{0,60}\bas (?:being )?(?:today|current|live|verified|measured|"
    r"confirmed|fact|real|actual|"
    r"new|fresh|official|certain|final|up[- ]to[- ]date)\w*"
)
_HIDDEN = (
    r"\b(?:hid(?:e|ing)|conceal|cover(?:ing)? up|mask|suppress|omit|leav(?:e|ing) out|gloss over|swallow|silenc|"
    r"keep(?:ing)? "
    r"(?:quiet|silent) about|not (?:mention|report|tell))\w*\b.{0,60}"
    r"\b(?:fail|error|problem|issue|mistake|incident|outage|warning|loss|exception|bug|breach|leak|complaint)\w*|"
    r"\b(?:leav(?:e|ing)|tak(?:e|ing)|keep(?:ing)?|drop(?:ping)?|strik(?:e|ing)|cut(?:ting)?)\b.{0,50}\b(?:fail|"
    r"error|problem|warning|"
    r"incident|loss|mistake|negative|bad)\w*.{0,30}\b(?:out of|from|off)\b|\b(?:empty|fake|false) success\w*|"
    r"\b(?:report|claim|say|tell|present|mark|answer)\w*\b.{0,50}\b(?:success|succeeded|worked|done|verified|"
    r"complete)\w*\b.{0,60}"
    r"\b(?:although|even though|despite|but|when|while|without)\b|\bas (?:if|though) (?:it|they|nothing|the)\b|"
    r"\b(?:delet|remov|eras|purg|alter|rewrit|wip|clear|edit|tamper)\w*\b.{0,20}\b(?:audit|traces?\b|evidence)\w*"
)
_ROUND = (
    rf"\b{_OFF}\b.{{0,60}}\b(?:approv|govern|rule|polic|confirm|permission|safeguard|guard|audit|log|validat|"
    rf"review|sandbox|check|control|restriction|limit|consent|safety|protection|filter)\w*|"
    r"\b(?:self-?approv|auto-?approv|approve (?:it|this|everything|all|the \w+)(?: \w+)? (?:myself|itself|yourself|"
    r"automatically)|"
    r"without (?:an? |the |any )?(?:audit|log|trace|record(?:ing)? (?:it|this|them)|leaving|being (?:record|log|"
    r"notic)))\w*|"
    r"\bagainst (?:the )?(?:user|governance|rules?|polic)\w*|\bescap\w+ (?:from )?the (?:sandbox|workspace)|"
    r"\b(?:so that|so|to) [^.]{0,40}\b(?:confirm|approv|check|review|limit|log|audit|alarm|alert|filter|prompt|"
    r"control)\w*"
    r" [^.]{0,10}(?:n.t|not|never|no longer)\b|"
    r"\bto (?:avoid|dodge|evade|escape|get (?:a)?round|sidestep|prevent) (?:the |any |a )?(?:confirm|approv|check|"
    r"review|limit|log|"
    r"audit|alert|question)\w*|\bby calling [^.]{0,30} directly|\b(?:approve|confirm|consent|agree|sign)\w* (?:it |"
    r"this )?(?:on|in) "
    r"(?:behalf|(?:the )?(?:user|client|operator|owner|his|her|their)(?:'s)? (?:behalf|name|place|stead))|"
    r"\b(?:grant|giv)\w* (?:itself|myself|yourself|oneself)\b|\bin (?:the )?(?:user|operator|client|owner)'s name\b"
)
_SECRETS = (
    r"\bwrit(?:e|ing) (?:down )?(?:(?:the|a|his|her|their|all|our|\w+'s) )?(?:\w+ )?(?:password|secret|credential|"
    r"api[ _-]?key|token)\w*|"
    r"\b(?:reveal|disclos|expos|leak|show|print|send|shar|post|publish|upload|log|output|includ|display|"
    r"return|store|sav|copy|read|email|retriev|fetch|forward|past|tell|giv|hand|echo|embed|hard-?cod|commit|quot|put|"
    r"dump|list)\w*\b.{0,60}\b(?:password|passphrase|secret|credential|login data|api[ _-]?key|access[ _-]?(?:token|"
    r"key)|private key|"
    r"auth token|bearer|session cookie|recovery code|signing key|encryption key|tokens?\b(?! count)|"
    r"ssh key|\.env\b|env(?:ironment)? file|personal data|social security|card number|"
    r"private (?:system )?memor|system prompt)\w*|"
    r"\b(?:reveal|disclos|expos|leak|shar|tell|show|pass|giv|send|forward|quot|us)\w*\b.{0,40}\b(?:one|another|"
    r"other|different) "
    r"(?:client|customer|user|patient|employee|person|company|people)(?:'s|s')"
)

WRONGS = (
    _act(
        "makes something up",
        _MADE_UP,
        "data never made up fabricated guessed invented assumption verified live source",
        None,
    ),
    _act(
        "hides a failure",
        _HIDDEN,
        "tool fails says clearly failed never made to look as if it had worked hidden error report",
        None,
    ),
    _act(
        "gets round the controls",
        _ROUND,
        "governance applies user stays in control approval needed boundaries respected operating",
        None,
    ),
    _act("gives secrets away", _SECRETS, "secrets credentials sensitive", None),
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
        r"\b(?:overwrit|replac|rewrit|revert|restor|roll(?:ing|ed)?[- ]?back|roll(?:ing)? back|force[- ]push|"
        r"swap(?:ping)? out)\w*",
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

WRITING = next(act for act in ACTS if act.effect is Effect.WRITE and act.name.startswith("writes"))

_WHO = r"(?:the |an? |our )?(?:user|operator|owner|client|customer|admin(?:istrator)?|manager|he|she|they|human)s?"
_NO = (
    r"(?:not|never|n't|no|without|nobody|none|neither|before|unless|until|unclear (?:if|whether)|unsure|refus\w*|"
    r"declin\w*|avoid\w*)"
)
UNASKED = re.compile(
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


def understood(action: str) -> tuple[list[Act], bool]:
    """Read what an action does, clause by clause.

    Args:
        action: What is about to be done.

    Returns:
        The acts that are recognised, and whether that is all of them.
    """
    found: list[Act] = []
    clear = True
    for clause in clauses(action):
        if clause.denied:
            if clause.leads:
                found.append(ACTS[-1])
            continue
        if clause.way == "before" and _ASKING.search(action):
            continue  # Who asks first does nothing yet.
        act = _harmless(clause) or next((one for one in ACTS if one.opens(clause)), None)
        if act is not None:
            found.append(act)
        elif clause.acting and re.match(r"(?:use|call|invoke)\b", clause.text, re.IGNORECASE) is None:
            clear = False
    return found, clear


def _harmless(clause: Clause) -> Act | None:
    """Know what changes nothing although its word may: what is made for the answer, a question, waiting."""
    if _ANSWERING.match(clause.head):
        return ACTS[-1]
    made = _MAKING.match(clause.head) and _FOR_READING.search(clause.text) and not _STORED.search(clause.text)
    return ACTS[-1] if made else None


_ANSWERING = re.compile(
    r"(?:give|show|hand|offer|present|provide|bring|tell|remind|warn|inform|notify|alert|message|ask) "
    r"(?:the user|him|her|me|us|the operator|them)\b|"
    r"(?:ask|check|confirm|clarify|agree) (?:with|for|whether|if|the user|about|which|what|back)\b|"
    r"(?:leave|leaving) (?!out)(?:\w+ ){0,2}\w+|(?:wait|pause|hold|stop|refrain|keep|keeping|state|say|saying|offer|"
    r"estimate|do nothing)\b|"
    r"do (?:a|an|another|the) (?:\w+ )?(?:search|check|lookup|look-up|review|calculation|comparison)\b|"
    r"(?:mask|redact|anonymi[sz]|label|mark|flag|note|preview|recommend|repl(?:y|ies)|respond|mention|admit|"
    r"acknowledg|"
    r"extract|quot|pars|identif|highlight|rout|clarif|warn|structur|declin|refus|remind|point|walk|brief|greet|thank|"
    r"apologi|compar|summari|outline|sketch|define|recap)\w*\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^\W*(?:please )?(?:ask|wait|confirm with|check with|get (?:\w+ )?(?:approval|confirmation|consent|permission)|"
    r"obtain|request (?:\w+ )?(?:approval|confirmation|consent|permission)|seek|pause)\b",
    re.IGNORECASE,
)
_MAKING = re.compile(
    r"(?:make|making|creat|generat|writ|produc|prepar|compos|draft|build|put|compil|work|turn|give|assembl|format)\w*",
    re.IGNORECASE,
)
_FOR_READING = re.compile(
    r"\b(?:briefing|summary|overview|answer|reply|list|outline|plan|poem|story|haiku|verse|translation|explanation|"
    r"digest|suggestion|draft|comparison|recap|ideas?|table|bullet|round-?up|preview|proposal|recommendation|prompt|"
    r"paragraph)s?\b",
    re.IGNORECASE,
)
_STORED = re.compile(
    r"\b(?:file|folder|director\w+|memory|memories|disk|database|repo\w*|log|record|server|site|website|page|channel|"
    r"config\w*|settings?|calendar|account|backup|system|production|pdf)\b|"
    r"\.(?:py|md|txt|json|ya?ml|toml|csv|html?|docx?|pdf|xlsx?)\b",
    re.IGNORECASE,
)
TELLING = re.compile(
    r"(?:tell|inform|explain|ask|warn|let|say|state|answer|reply|respond|remind|declin|refus|point|report|note|"
    r"mention|admit|"
    r"offer|suggest|leave|wait|pause|refrain|hold|stop|keep)\w*\b",
    re.IGNORECASE,
)
"""Acts that only speak of something, or leave it alone."""
CONCEALING = re.compile(
    r"\b(?:no ?body|no one)\b[^.;]{0,20}\b(?:should|must|need|shall|will|would|can|may|has to|is to)\b[^.;]{0,25}"
    r"\b(?:notic|know|find out|see|learn|reali[sz]|trac|hear)\w*|"
    r"\b(?:user|client|operator|customer|auditor|boss|manager|team|public|owner|they|he|she|reader|anyone|"
    r"anybody)s?\b[^.;]{0,15}"
    r"\b(?:should|must|need|shall|will|would|can|may|do|does|has|have) ?(?:n.t|not|never)\b[^.;]{0,25}"
    r"\b(?:notic|know about|find out|see it|see that|learn|reali[sz]|trac|be told|hear)\w*|"
    r"\bto (?:hide|conceal|cover up|disguise|mislead|deceive)\b|\bso (?:that )?(?:it|the \w+|everything|this|"
    r"they) looks?\b|"
    r"\blooks? as (?:if|though)\b|\bstays? green\b|\b(?:before|so) (?:that )?(?:anyone|anybody|someone|nobody|"
    r"no one|the user) "
    r"(?:notic|find|see|know|reali[sz])\w*|\bkeep (?:it|this|them) (?:quiet|secret|hidden|from)\b|"
    r"\bwithout (?:anyone|anybody|the \w+|him|her|them) (?:notic|know|see|find)\w*",
    re.IGNORECASE,
)
"""A purpose that makes an act wrong: somebody shall not know."""
_CLAIMS = re.compile(
    r"\b(?:tell|say|report|claim|state|inform|confirm|mark|announc|answer|repl|log|note|record|assur|present|label|"
    r"show|list)\w*\b"
    r".{0,80}\b(?:worked|succeeded|success\w*|completed?|done|finished|verified|passed|sent|fine|went through|"
    r"in order|saved|delivered|"
    r"updated|stored|published|current|live|deleted|running|up to date)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:not|never|no|nothing|fail\w*|un\w+ed|whether|if|how|error\w*|could ?n.t|down)\b|n.t\b", re.IGNORECASE
)
_BROKEN = re.compile(
    r"\b(?:fail\w*|error\w*|timed out|timeout|crash\w*|abort\w*|returned nothing|came back empty|unreachable|"
    r"unavailable|is down|"
    r"was down|rejected|did ?n.t|did not|was ?n.t|was not|has ?n.t|has not|never|no (?:verified|source|result|data|"
    r"live)|not verified|"
    r"unverified|cancel\w*|stopped|skipped|not run|only half)\b",
    re.IGNORECASE,
)


def claims_falsely(action: str, context: str) -> bool:
    """Tell whether an action says that something worked of which the context says that it did not.

    Args:
        action: What is about to be done.
        context: What is known.
    """
    return _CLAIMS.search(action) is not None and not _OPEN.search(action) and _BROKEN.search(context) is not None


CLOSED = re.compile(
    r"\boutside (?:of )?(?:the |its |our )?(?:project|workspace|approved|sandbox)\w*|"
    r"\b(?:no|without|never got|lacks|nor) (?:\w+ )?(?:access|permission)\b|"
    r"\b(?:not|n't|neither|never) (?:\w+ ){0,2}(?:supplied|granted|given|approved|shared) (?:\w+ ){0,3}(?:access|"
    r"file|folder)\b|"
    r"\bprivate\b|\bpersonal (?:diary|files?|folder|data|account|e-?mails?)\b|\bconfidential\b|\bmedical records?\b|"
    r"\bsalar(?:y|ies)\b|\bmay (?:hold|contain) (?:secrets|credentials)|\bunapproved\b|"
    r"\b(?:an)?other (?:client|customer|user|person|employee)(?:'s|s')",
    re.IGNORECASE,
)
"""What even a reader may not open without a word about it."""


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
        words = before
        if not re.search(rf"\b{_NO}\b|n't\b", words, re.IGNORECASE):
            return found[0].strip()
    return ""
