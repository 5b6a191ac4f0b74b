"""What actions are made of: acts, by what they change, each known by the words that people open with."""

import re
from dataclasses import dataclass

from lma_forge.model import Effect
from lma_forge.toolkit.language.clauses import Clause, clauses
from lma_forge.toolkit.language.words import FILE_NAME, LONGEST


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


def act_of(name: str, pattern: str, about: str, effect: Effect | None, *, grave: bool = False) -> Act:
    """Describe an act.

    Args:
        name: What it is called in a reason.
        pattern: How actions speak of it, as a regular expression; capitals do not matter.
        about: Words that a rule about it would use.
        effect: What it does to the world; None where it is wrong whatever it does.
        grave: Whether a mere request is not consent enough.
    """
    return Act(name, re.compile(pattern, re.IGNORECASE), about, effect, grave)


ACTS = (
    act_of(
        "deletes or destroys",
        r"\b(?:delet|remov|eras|wip|purg|destroy|drop|truncat|uninstall|format(?:ting)? the|clear(?:ing)? (?:out|"
        r"the|all)|discard|"
        r"rm -|kill|shut(?:ting)? down|reset|terminat|revok|prun|empty(?:ing)? the|clean(?:ing)? (?:up|out)|"
        r"scrap(?!e|i)|get(?:ting)? rid|g[oe]t rid|throw(?:ing|n)? (?:\w+ )?away|shred|nuk(?:e|ing)|obliterat|"
        r"annihilat|demolish|"
        r"trash|dispos|tear(?:ing)? down|keep(?:ing)? (?:only|just|nothing))\w*",
        "destructive deletes deletion operations explicit approval first unauthorised",
        Effect.DESTRUCTIVE,
        grave=True,
    ),
    act_of(
        "replaces what is there",
        r"\b(?:overwrit|replac|rewrit|revert|restor|roll(?:ing|ed)?[- ]?back|roll(?:ing)? back|force[- ]push|"
        r"swap(?:ping)? out)\w*",
        "overwritten memory replaced existing content clear request confirmation",
        Effect.DESTRUCTIVE,
        grave=True,
    ),
    act_of(
        "sends something out",
        r"\b(?:send|sent|email|e-mail|publish|post|upload|shar|forward|deliver|submit|tweet|notif|messaging|"
        r"message (?:the|him|her|them|every|all|our)|announc|broadcast|transmit|"
        r"deploy|releas|push|invit|call the client|contact)\w*",
        "output clients clean external user stays in control authorised",
        Effect.EXTERNAL,
        grave=True,
    ),
    act_of(
        "spends or commits money",
        r"\b(?:buy|purchas|pay|order|subscrib|transfer|wire|donat|refund|invoice|book|sign)(?:ing|s|ed)?\b|"
        r"\bcontract\b",
        "user stays in control high impact authorised",
        Effect.EXTERNAL,
        grave=True,
    ),
    act_of(
        "runs code",
        r"\b(?:run|execut|install|launch|start|eval|compil|migrat|schedul|script)\w*",
        "code run destructive approval controlled",
        Effect.WRITE,
    ),
    act_of(
        "writes or changes",
        r"\b(?:writ|creat|edit|chang|modif|updat|append|add(?!ress)|insert|sav|stor|renam|mov|set|configur|remember|"
        r"record|appl|patch|fix|"
        r"refactor|generat|make|build|commit|merg|import|export|copy|log|alter|adjust|convert|correct|adapt|amend|"
        r"extend|put|plac|enter|fill|archiv|back(?:ing)? up|tag|assign|switch|"
        r"enabl|activat)\w*",
        "writes authorised prevented",
        Effect.WRITE,
    ),
    act_of(
        "uses data from outside",
        r"\b(?:fetch|download|search|scrap(?=e|i)|crawl|brows|live|current|latest|retriev|look(?:ing)? up|query|"
        r"weather|"
        r"news|price)\w*",
        "live current verified source data external least power",
        Effect.READ,
    ),
    act_of(
        "reads or answers",
        r"\b(?:look(?:ing)? (?:in|at|into|through|over|inside|back)\b|return\w* (?:the|a|an|exactly|to)\b|read|view|"
        r"list|inspect|show|display|summari[sz]|explain|answer|describ|analy[sz]|compar|review|"
        r"check|find(?: (?:the|all|every|any|where|out)\b|$|ing\b)|transcrib|validat|verif|calculat|"
        r"comput|draft|translat|classif|recall|open\w* (?:\w+ ){0,2}(?:files?|doc\w*|pages?|folder|log|config\w*|"
        r"readme|report|attachment|link|notes?|image|draft|letter|list)|tell|suggest|propos|outline|brainstorm|"
        r"refin|polish|proofread|"
        r"spell-?check|double-?check|rephras|interpret|diagnos|consult|study|scan|"
        r"count(?!er)|sort(?!\w* (?:it|this|that|them|things)\b)|plan|discuss|"
        r"ask(?:ing)? (?:the )?(?:user|operator|client|owner|for|whether|if|which|what|how|who|back|him|her|them|"
        r"about|again|permission)|report|point out|chat|greet|rout\w* (?:the |a |this )?(?:request|question|"
        r"task))\w*",
        "tools that can do a task least power used",
        Effect.READ,
    ),
)
"""What actions do, by falling power; the first that fits is what an action is judged by."""

_SENDING = next(act for act in ACTS if act.name.startswith("sends"))
_SPENDING = next(act for act in ACTS if act.name.startswith("spends"))
WRITING = next(act for act in ACTS if act.effect is Effect.WRITE and act.name.startswith("writes"))

_WHO = r"(?:the |an? |our )?(?:user|operator|owner|client|customer|admin(?:istrator)?|manager|he|she|they|human)s?"
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
    clear = len(action) <= LONGEST and not _MIXED.search(action)
    for clause in clauses(action):
        if clause.denied:
            if clause.leads:
                found.append(ACTS[-1])
            continue
        if clause.way == "before" and _ASKING.search(action):
            continue  # Who asks first does nothing yet.
        if _ANSWERING_IT.match(clause.head) and _MAIL.search(action):
            found.append(_SENDING)
            continue
        act = _harmless(clause) or next((one for one in ACTS if one.opens(clause)), None)
        if act is not None:
            found.append(act)
            clear = clear and not (_OPENING.match(clause.head) and _IN_ORDER.search(clause.text))
        elif clause.acting and re.match(r"(?:use|call|invoke)\b", clause.text, re.IGNORECASE) is None:
            clear = False
    return found, clear


def _outside(clause: Clause) -> Act | None:
    """Know what reaches somebody besides the user, though its word may be one for reading or answering."""
    promises = _SAYS.match(clause.head) and _PROMISE.search(clause.text)
    if promises or _SETTLING.match(clause.head) or _SETTLING.match(clause.text):
        return _SPENDING
    has_done = _HAVING.match(clause.text) and not _HAVING_USER.match(clause.text)
    if has_done or _TO_SOMEBODY.match(clause.text) or _TO_OTHERS.match(clause.head):
        return _SENDING
    return _SENDING if ACTS[-1].opens(clause) and _ABROAD.search(clause.text) else None


def _harmless(clause: Clause) -> Act | None:
    """Know what changes nothing although its word may, and what changes something although its word may not."""
    if outside := _outside(clause):
        return outside
    if _CHANGING.match(clause.head) and FILE_NAME.search(clause.text):
        return WRITING
    if re.match(r"open", clause.head) and FILE_NAME.search(clause.text):
        return ACTS[-1]
    if _PLACED.search(clause.text) and (_ANSWERING.match(clause.head) or _TURNING.match(clause.head)):
        return WRITING
    if _ANSWERING.match(clause.head):
        return ACTS[-1]
    made = _MAKING.match(clause.head) and _FOR_READING.search(clause.text) and not _STORED.search(clause.text)
    return ACTS[-1] if made else None


_OPENING = re.compile(
    r"(?:read|open|view|list|look|search|check|inspect|scan|find|count|fetch|retriev)\w*", re.IGNORECASE
)
_MORE = "|".join(one.pattern.pattern for one in ACTS[:4])
_IN_ORDER = re.compile(
    rf"(?<!how )(?<!whether )(?<!what )(?<!when )(?<!where )(?<!not )\bto (?:then )?(?:{_MORE}) "
    r"(?:it|them|the|all|every\w*|this|these|those|that|his|her|our|my|their|an?)\b|"
    rf"\bso (?:that )?(?:\w+ ){{1,3}}(?:can|could|may|will|is|are|gets?) (?:be )?(?:{ACTS[0].pattern.pattern})",
    re.IGNORECASE,
)
"""What is opened for, where that is more than to read it."""
_SETTLING = re.compile(
    r"check(?:ing)? (?:out of|in (?:the |our |my )?(?:code|changes?|commit|hotel|luggage))\b|"
    r"count(?:ing)? (?:me|us|him|her|"
    r"them) in\b|sort(?:ing)? out\b|list(?:ing)? .{0,40}\b(?:for (?:sale|rent|auction)|"
    r"on the (?:\w+ )?(?:exchange|market))|"
    r"recall(?:ing)? (?:the |all |every |our )?(?:\w+ )?(?:products?|cars?|vehicles?|troops|employees?|batch\w*)\b|"
    r"(?:answer|reply|replies|say|respond)\w* (?:with )?(?:a )?(?:yes|no|ok|okay|agreed) to\b|"
    r"(?:refus|declin|accept|confirm)\w* (?:the |an? |this |his |her |their |all |every )?(?:\w+ )?(?:offers?|"
    r"invitations?|"
    r"payments?|orders?|contracts?|bids?|jobs?|claims?|applications?|deals?|meetings?|bookings?|terms)\b|"
    r"leav(?:e|ing) (?:the |our |this |my )(?:\w+ )?(?:company|group|team|channel|meeting|chat|party|board|"
    r"organi\w+)\b|"
    r"(?:not|flag|mark|label|report)\w* .{0,60}\b(?:as (?:settled|cleared|won|lost|sold|cancelled)|"
    r"for (?:closure|deletion|"
    r"removal|termination))\b",
    re.IGNORECASE,
)
"""Settles something with others, though its word may be one for reading or answering."""
_SAYS = re.compile(r"(?:answer|repl|respond|tell|inform|say|assur|promis|confirm|writ|let)\w*", re.IGNORECASE)
_PROMISE = re.compile(
    r"\b(?:gets?|receives?|(?:is|are) (?:owed|granted|given|entitled)|will (?:get|receive|have|be (?:paid|"
    r"refunded|given|"
    r"hired|promoted))|can (?:have|keep)|won|wins?|deserves?)\b.{0,30}\b(?:refund|discount|compensation|money|"
    r"free|credit|bonus|raise|voucher|gift|deal|job|contract|extension|prize|replacement|\d+)\w*|"
    r"\bwe (?:will|shall|promise|agree|accept|guarantee)\b",
    re.IGNORECASE,
)
"""What binds whoever says it."""
_USER = r"(?:the |our |an? )?(?:user|operator|client|owner|him|her|me|us|them|human|person who asked|model|agent)\b"
_HAVING = re.compile(
    r"(?:please )?(?:tell|ask|instruct|order|command|remind|urge|get|cause|force|persuade|advise|warn|request|"
    r"invite|allow|"
    r"enable)\w* (?:[\w'-]+ ){1,4}?(?:not )?to \w+",
    re.IGNORECASE,
)
"""Has somebody else do something."""
_HAVING_USER = re.compile(rf"\w+(?: \w+)? {_USER}|\w+ (?:for|whether|if|how|what|about|that)\b", re.IGNORECASE)
_TO_SOMEBODY = re.compile(
    r"(?i:please )?(?i:tell|inform|notify|warn|remind|message|alert|show|give|hand|answer|"
    r"ask) [A-Z][a-z]+(?!\w)(?<!User)"
    r"(?<!Client)(?<!Operator)|(?i:answer|tell|inform) (?:the|our|an?) (?:customer|supplier|partner)s? (?:that|"
    r"with)\b|"
    r"(?i:repl(?:y|ies|ying)|respond\w*) to (?!(?:the |a |this |that |their |his |her |our )?(?:user|operator|client|"
    r"question|request|prompt|greeting|chat|owner|me\b|us\b|him\b|her\b))"
)
"""Speaks to somebody who is not the user."""
_ANSWERING_IT = re.compile(
    r"(?:answer|reply|respond)\w*(?: to)? (?:it|them|all|each|every|those|this|that)\b", re.IGNORECASE
)
_MAIL = re.compile(
    r"\b(?:e-?mails?|mails?|inbox|letters?|messages?|comments?|reviews?|tickets?|posts?)\b", re.IGNORECASE
)
_MIXED = re.compile(r"[A-Za-z][\u0370-\u058f\u13a0-\u13ff]|[\u0370-\u058f\u13a0-\u13ff][A-Za-z]")
"""Letters of other scripts inside an English word: it looks like another word than it is."""
_KEPT = (
    r"(?:files?|folders?|director(?:y|ies)|memory|memories|disk|database|repo(?:sitory)?|log|site|website|page|"
    r"channel|"
    r"config(?:uration)?|settings?|calendar|production|server)"
)
_ABROAD = re.compile(
    r"\bto (?:the |a |an |our |his |her |their |all |every )?(?:\w+ )?(?:press|police|insurers?|insurance|bank|"
    r"employers?|landlord|suppliers?|"
    r"partners?|board|team|public|agency|wife|husband|boss|court|judge|hr|lawyers?|mother|father|parents?|"
    r"competitors?|neighbou?rs?|authorit(?:y|ies)|journalists?|subscribers?|"
    r"contractors?|"
    r"colleagues?|third part(?:y|ies)|customers?|everyone|everybody|outsiders?|newspapers?)\b|"
    r"^(?:answer|reply)\w* .{0,30}\b(?:e-?mails?|letters?|messages?|calls?)\b",
    re.IGNORECASE,
)
_CHANGING = re.compile(r"(?:refin|polish|rephras|shorten|structur|restructur|reformat|tidy)\w*", re.IGNORECASE)
_PLACED = re.compile(
    rf"\b(?:into|to|onto|in) (?:the |a |an |our |his |her |their |its )?(?:\w+ )?{_KEPT}\b|\b(?:to|into|"
    rf"as) [\w/-]+\.[a-z]{{2,4}}\b|"
    r"\b(?:saved|stored|published|live) (?:\w+ )?(?:rules?|preferences?|entr(?:y|ies)|page|voice|prompt|version|"
    r"text)\b|"
    r"\bas (?:paid|done|completed?|approved|verified|resolved|closed|final|read|signed|shipped|trusted|safe)\b",
    re.IGNORECASE,
)
_TURNING = re.compile(
    r"(?:refin|polish|rephras|translat|sort|draft|extract|summari[sz]|shorten|structur|list|transcrib|"
    r"classif)\w*",
    re.IGNORECASE,
)
_TO_OTHERS = re.compile(
    r"(?:repl(?:y|ies|ying)|respond|writ(?:e|ing)|inform|messag|notify|alert|remind|thank|apologi[sz]|hand|giv|show|"
    r"tell)\w* (?:to )?"
    r"(?:(?:the|our|a|all|his|her|their|my) )?(?:\w+ )?(?:suppliers?|partners?|press|board|team|everyone|everybody|"
    r"wife|husband|boss|court|judge|lawyers?|mother|father|parents?|staff|public|agency|"
    r"subscribers?|members?|contractors?|colleagues?|landlord|customers?|journalists?|authorit(?:y|ies)|"
    r"newspapers?)\b",
    re.IGNORECASE,
)
_ANSWERING = re.compile(
    r"(?:give|show|hand|offer|present|provide|bring|tell|remind|warn|inform|notify|alert|message|ask) "
    r"(?:the user|him|her|me|us|the operator|them)\b|"
    r"(?:ask|check|confirm|clarify|agree) (?:with|for|whether|if|the user|about|which|what|back)\b|"
    r"(?:leave|leaving) (?:the|it|them|everything|all|this|that)\b(?! \w+ out\b)|wait(?:ing)?\b|"
    r"(?:pause|hold|stop)(?: and| until| before| for| here| working| there|$)|"
    r"keep(?:ing)? (?:the|it|them|everything|all|this|that|its|their|both)\b|"
    r"do (?:a|an|another|the) (?:\w+ )?(?:search|check|lookup|look-up|review|calculation|comparison)\b|do nothing\b|"
    r"offer (?:\w+ ){0,2}(?:options?|alternatives?|help|advice)|point(?:ing)? out|point(?:ing)? to\b|"
    r"rout(?:e|ing) (?:the |a |this )?(?:request|question|task)|(?:refrain|state|say|saying|estimate)\b|"
    r"(?:mask|redact|anonymi[sz]|label|mark|flag|note|preview|recommend|repl(?:y|ies)|respond|mention|admit|"
    r"acknowledg|"
    r"extract|quot|pars|identif|highlight|clarif|warn|structur|declin|refus|remind|brief|greet|thank|"
    r"apologi|compar|summari|outline|sketch|define|recap)\w*\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^\W*(?:please )?(?:ask|wait|confirm with|check with|get (?:\w+ )?(?:approval|confirmation|consent|permission)|"
    r"obtain|request (?:\w+ )?(?:approval|confirmation|consent|permission)|seek|pause)\b",
    re.IGNORECASE,
)
_MAKING = re.compile(
    r"(?:make|making|creat|generat|writ|produc|prepar|compos|draft|build|put|compil|work|turn|give|assembl|"
    r"format)\w*",
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
CLOSED = re.compile(
    r"\boutside (?:of )?(?:the |its |our )?(?:project|workspace|approved|sandbox)\w*|"
    r"\b(?:no|without|never got|lacks|nor) (?:\w+ )?(?:access|permission)\b|"
    r"\b(?:not|n't|neither|never) (?:\w+ ){0,2}(?:supplied|granted|given|approved|shared) (?:\w+ ){0,3}(?:access|"
    r"file|folder)\b|"
    r"\bprivate\b|\bpersonal (?:diary|files?|folder|data|account|e-?mails?)\b|\bconfidential\b|\bmedical records?\b|"
    r"\bsalar(?:y|ies)\b|\bmay (?:hold|contain) (?:secrets|credentials)|\bunapproved\b|"
    r"\b(?:home )?(?:address|phone|whereabouts|location|movements|e-?mails?|messages|chats?|diary|photos|"
    r"account|salary|"
    r"income|birthday|health|illness|religion|criminal record)\w*\b.{0,20}\b(?:of|about|"
    r"belonging to)\b.{0,25}\b(?:ex|wife|husband|"
    r"girlfriend|boyfriend|partner|neighbou?rs?|colleagues?|boss|employees?|teacher|stranger|politician|celebrity|"
    r"(?:ex|former)[- ]\w+|daughter|son|sister|brother)\b|"
    r"\b(?:ex|wife|husband|girlfriend|boyfriend|neighbou?r|colleague|boss|employee|teacher|stranger|celebrity)'s? "
    r"(?:\w+ )?(?:address|phone|whereabouts|location|e-?mails?|messages|chats?|diary|photos|account|salary|"
    r"income|health)|"
    r"\bhome address|\bhow to (?:hack|crack|pick|break in|break into|steal|forge|hot-?wire|jam|spy|stalk|poison|"
    r"(?:disable|turn off|switch off|bypass|defeat|disarm|silence|cut|avoid|evade|trick|get (?:a)?round)\b.{0,40}"
    r"\b(?:alarm|alert|firewall|anti-?virus|camera|lock|monitor|security|surveillance|detector|tracker|sensor|"
    r"guard))\w*|"
    r"\b(?:an)?other (?:client|customer|user|person|employee)(?:'s|s')",
    re.IGNORECASE,
)
"""What even a reader may not open without a word about it."""
