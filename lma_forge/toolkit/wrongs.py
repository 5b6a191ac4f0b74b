"""Wrongs in what somebody means to do: what nobody's consent makes right."""

import re

from lma_forge.toolkit.acts import act_of

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
    r"unsupported|expired|single|rough)\w*\b.{0,60}\bas (?:being |the |a |if )?(?:today|current|live|verified|"
    r"measured|"
    r"confirmed|fact|real|actual|"
    r"new|fresh|official|certain|final|up[- ]to[- ]date)\w*"
)
_HIDDEN = (
    r"\b(?:mak(?:e|ing)|let(?:ting)?)\b.{0,40}\b(?:look|appear|seem) (?:like|as|success\w*|good|better|complete\w*|"
    r"green|fine|ok|verified|approved)\b|"
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
    r"\b(?:overrid|overrul|disregard|defy|ignor)\w* (?:the |a |an )?(?:user|client|operator|owner)(?:'s)?\b|"
    r"\b(?:chang|loosen|weaken|relax|lower|soften|edit|remov|drop)\w* (?:the |our |all )?(?:approval|governance|"
    r"confirmation|consent|"
    r"safety|security) (?:rule|polic|setting|step|requirement|check|prompt)\w*|"
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
    r"audit|alert|question)\w*|\bby calling [^.]{0,30} directly|\b(?:approve|confirm|consent|agree|sign|"
    r"accept)\w* (?:[\w'-]+ ){0,5}?(?:on|in) "
    r"(?:behalf|(?:the )?(?:user|client|operator|owner|his|her|their)(?:'s)? (?:behalf|name|place|stead))|"
    r"\b(?:grant|giv)\w* (?:itself|myself|yourself|oneself)\b|\bin (?:the )?(?:user|operator|client|owner)'s name\b|"
    r"\b(?:never mind|(?:forget|don't (?:care|worry|bother)) (?:about )?|to hell with|screw|regardless of|"
    r"no matter|despite|"
    r"in spite of|notwithstanding|set(?:ting)? aside) ?(?:what )?(?:the |all |any |our |your |these |"
    r"those )?(?:\w+ )?"
    r"(?:rule|polic|governance|approval|restriction|safeguard|safety|limit|warning|permission|guideline|consent)\w*"
)
_SECRETS = (
    r"\bwrit(?:e|ing) (?:down )?(?:(?:the|a|his|her|their|all|our|\w+'s) )?(?:\w+ )?(?:password|secret|credential|"
    r"api[ _-]?key|token)\w*|"
    r"\b(?:reveal|disclos|expos|leak|show|print|send|shar|post|publish|upload|log|output|includ|display|"
    r"return|store|sav|copy|read|email|retriev|fetch|forward|past|tell|giv|hand|echo|embed|hard-?cod|commit|quot|put|"
    r"dump|list|us)\w*\b.{0,60}\b(?:password|passphrase|secret|credential|login data|api[ _-]?key|"
    r"access[ _-]?(?:token|"
    r"key)|private key|"
    r"auth token|bearer|session cookie|recovery code|signing key|encryption key|tokens?\b(?! count)|"
    r"ssh key|\.env\b|env(?:ironment)? file|personal data|social security|card number|"
    r"private (?:system )?memor|system prompt)\w*|"
    r"\b(?:reveal|disclos|expos|leak|shar|tell|show|pass|giv|send|forward|quot|us)\w*\b.{0,40}\b(?:one|another|"
    r"other|different) "
    r"(?:client|customer|user|patient|employee|person|company|people)(?:'s|s')|"
    r"\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\.ssh/|\.aws/|\.gnupg\b|\.netrc\b|\.pgpass\b|\bkubeconfig\b|"
    r"(?<!\w)\.env\b(?!\.(?:example|sample|template))|\bos\.environ\b|"
    r"\b(?:print|show|dump|list|display|send|return|output|log|reveal)\w* .{0,20}\benvironment variables\b|"
    r"/etc/shadow\b|\.(?:pem|p12|pfx|kdbx)\b|"
    r"\b(?-i:[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)?(?:PASS|PASSWD|PASSWORD|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)\b)|"
    r"\b\w+_(?:pass|passwd|pwd|secret)\b|"
    r"\b(?:answer|repl(?:y|ies)|respond|speak|say|recit|mention|writ|view|summari[sz]|describ|open|look up|find|get|"
    r"search)\w*\b(?: \w+)? (?:with |for |out |up )?(?:the |our |my |his |her |their |an? |all |its )?(?:\w+ )?"
    r"(?:tokens?\b(?! (?:count|limit|ring))|passwords?|passphrases?|secrets|credentials|api[ _-]?keys?|"
    r"private keys?)\b|"
    r"\b(?:tell|show|giv|send|shar|print|reveal|display|read|list|answer|view|hand|leak|past|forward|mention)\w*\b"
    r".{0,40}\b(?:aws|gcp|azure|github|gitlab|openai|stripe|cloud|ssh|gpg|pgp|master|root|licen[cs]e|api|admin|"
    r"production|deploy|wallet|crypto)[ -]keys?\b"
)

WRONGS = (
    act_of(
        "makes something up",
        _MADE_UP,
        "data never made up fabricated guessed invented assumption verified live source",
        None,
    ),
    act_of(
        "hides a failure",
        _HIDDEN,
        "tool fails says clearly failed never made to look as if it had worked hidden error report",
        None,
    ),
    act_of(
        "gets round the controls",
        _ROUND,
        "governance applies user stays in control approval needed boundaries respected operating",
        None,
    ),
    act_of("gives secrets away", _SECRETS, "secrets credentials sensitive", None),
)
"""What no consent makes right, the gravest last where several fit."""

_NO = (
    r"(?:not|never|n't|no|without|nobody|none|neither|before|unless|until|unclear (?:if|whether)|unsure|refus\w*|"
    r"declin\w*|avoid\w*)"
)
CONCEALING = re.compile(
    r"\b(?:no ?body|no one)\b[^.;]{0,20}\b(?:should|must|need|shall|will|would|can|may|has to|is to)\b[^.;]{0,25}"
    r"\b(?:notic|know|find out|see|learn|reali[sz]|trac|hear)\w*|"
    r"\b(?:user|client|operator|customer|auditor|boss|manager|team|public|owner|they|he|she|reader|anyone|"
    r"anybody)s?\b[^.;]{0,15}"
    r"\b(?:should|must|need|shall|will|would|(?:do|does)(?= ?n.t (?:have|need) to)) ?(?:n.t|not|never)\b(?! (?:said|"
    r"say|ask|decid|answer))[^.;]{0,25}"
    r"\b(?:notic|know about|find out|see it|see that|learn|reali[sz]|trac|be told|hear)\w*|"
    r"\bto (?:hide|conceal|cover up|disguise|mislead|deceive)\b|\bso (?:that )?[^.;]{0,40}\b(?:disappear|vanish)\w*|"
    r"\bso (?:that )?(?:it|the \w+|everything|this|"
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
    r"approved|permitted|authori[sz]ed|agreed|updated|stored|published|current|live|deleted|running|up to date|"
    r"exists?|ready|made|created|available|found|"
    r"correct|valid|working)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:not|never|no|nothing|fail\w*|un\w+ed|whether|if|how|error\w*|could ?n.t|down)\b|n.t\b", re.IGNORECASE
)
_BROKEN = re.compile(
    r"\bno \w+ (?:was|were|has|have|is|are|exists?|could)\b|\b(?:nothing (?:was|is|came|has)|not found|found (?:=|"
    r"is|was) false|fail\w*|error\w*|timed out|timeout|crash\w*|abort\w*|returned nothing|came back empty|"
    r"unreachable|"
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
