"""Reads out of a context whether somebody gave leave for an action, refused it, or has yet to say."""

import re
from enum import StrEnum
from functools import cache

from lma_forge.toolkit.language import meaning, stems
from lma_forge.toolkit.language.words import FILE_NAME, LONGEST

_WHO = (
    r"(?:user|operator|owner|client|customer|admin(?:istrator)?|manager|editor|director|boss|author|lead|he|she|they|"
    r"human|person|mr|mrs|ms|dr)s?"
)
_QUOTED = r"[:,]?\s*[\"'\u201c\u2018]?\s*"
_OPENS = r"(?:[:,]\s*[\"'\u201c\u2018]?|\s[\"'\u201c\u2018])"
_VERBS = (
    r"(?:approv|authori[sz]|confirm|agree|consent|permit|accept|request|ask|want|instruct|order|sa(?:id|y)|repl|"
    r"respond|answer|decid|sign|mention|see[n]?\b|read|record|reviewed|commission|clear|chose|settl|allow)\w*"
)
_REFUSED = re.compile(
    rf"\b{_WHO}\b[^.;,]{{0,40}}\b(?:refus|declin|den(?:y|ied)|reject|object|forbid|forbad|forbidden|withdr|withdraw|"
    rf"revok|"
    r"veto|oppos|disagree|cancel|prohibit|said no\b|says no\b|opted out)\w*|"
    rf"\b{_WHO}\b[^.;]{{0,40}}\b(?:said|says|told|tells|asked|wrote|instructed|ordered|replied|insisted|warned|"
    r"requested|stated|answered)\b"
    rf"[^.;]{{0,30}}?(?:\bnot to\b|\bnever to\b|{_OPENS}(?:stop|no|never|hands off|leave|do not|don't|keep)\b|"
    rf"\bto (?:leave|stop)\b|"
    r"\b(?:must|should|may|shall|can) ?(?:not|n't|never|stay|remain)\b|\b(?:do not|don't|never)\b)|"
    rf"\b{_WHO}\b[^.;,]{{0,20}}\b(?:does|do|did|would) ?(?:n't|not) (?:want|wish|like|agree|approve of|allow|"
    rf"consent|permit)\w*|"
    rf"\b{_WHO}\b[^.;,]{{0,20}}\b(?:wants?|wanted|wishe[sd]|asked) (?:(?:it|them|this|that|everything|"
    rf"the \w+) )?(?:to be )?"
    r"(?:kept|to keep|to stay|left alone|not|to remain|untouched|unchanged)\b|"
    r"\bagainst (?:the )?(?:user|client|operator|owner|his|her|their)(?:'s)? (?:\w+ )?(?:wish|instruction|will|"
    r"order|decision)\w*|"
    r"\b(?:refused|declined|denied|withdrawn|revoked|rejected|forbidden|vetoed)\b(?! by mistake)|\bnot (?:allowed|"
    r"permitted)\b|"
    r"\bprohibited\b|\bhands off\b|\bsaid stop\b",
    re.IGNORECASE,
)
_NO_REFUSAL = re.compile(
    r"\b(?:no|not|never|without|n't)\b.{0,15}\bobject\w*|don't forget|do not forget|not to forget", re.IGNORECASE
)
_LACKING = re.compile(
    rf"\b(?:has|have|had|did|does|do|was|is|are|were|been)(?: ?n't|n't| not| never)(?: \w+){{0,3}} {_VERBS}|"
    rf"\b(?:not|never)(?: yet| been| explicitly| clearly){{0,2}} {_VERBS}|"
    r"\bno (?:\w+ ){0,2}(?:approval|confirmation|consent|permission|request|reply|answer|instruction|order|decision|"
    r"authori[sz]ation|response|sign-?off|mandate|go-ahead|backup|copy)\b|"
    r"\bno[- ]?(?:one|body)\b|\bnone of\b|\bnot yet\b|\bhas yet to\b|\bhave yet to\b|\bsaid nothing\b|"
    r"\bnothing (?:was|is|has been|further|about|more)\b|"
    rf"\b(?:await|pending|waiting|until|unless|before|once|subject to|missing|outstanding|"
    rf"lack)\w*\b[^.;]{{0,40}}\b{_VERBS}|"
    r"\b(?:approval|confirmation|consent|permission|answer|decision|reply|go-ahead|sign-?off)\b[^.;]{0,25}"
    r"\b(?:pending|missing|outstanding|lacking|awaited|not|isn't|wasn't|unclear|expired|open)\b|"
    r"\b(?:undecided|unsure|not sure|unclear|unknown|uncertain|unasked|unapproved|unauthori[sz]ed|unconfirmed|"
    r"unanswered)\b|"
    r"\bwithout (?:any |an? |the |explicit |prior )*(?:approval|confirmation|consent|permission|request|backup|"
    r"instruction)\b|"
    r"\bthinking (?:about|of|it over)\b|\bconsider\w*\b|"
    r"\b(?:un|dis|non|de)-?(?:approv|authori[sz]|confirm|agreed|consent|sign)\w*|"
    r"\b(?:false|untrue|incorrect|not true|wrong that|a lie|a myth|a joke|hardly|scarcely|barely|doubtful|unlikely|"
    r"hypothetical\w*|imagine|suppose)\b|\bnot (?:for )?(?:the |any )?\w+ing\b|"
    r",\s*(?:but )?not\b|\b(?:regret|retract|rescind|reconsider|backed out|took (?:\w+ )?back|second thoughts|lapsed|"
    r"undid|undone)\w*",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:but|however|although|though|except|might|maybe|perhaps|possibl[ye]|probably|presumably|apparently|"
    r"someone|somebody|"
    r"colleague|stranger|intern|suggest\w*|seems?|assum\w+|believes?|thinks?|thought|guess\w*|hint\w*|rumou?r|"
    r"proposal|proposed|idea|"
    r"propos\w+|ages ago|last (?:year|month|spring|summer|autumn|winter)|years? ago|months? ago|(?:earlier|old|"
    r"older|previous|"
    r"different|another|other|first) (?:version|draft|text|file|folder|wording|project|request)|has changed|"
    r"changed since|"
    r"wondered?|wonders|asked (?:\w+ )?(?:about|advice)|would be (?:possible|nice|good)|could be|may be(?! \w+(?:ed|"
    r"en)\b)|if possible|"
    r"some ?day|sometime|"
    r"eventually|later on|next (?:week|month|year)|web ?page|website says|e-?mail (?:says|said|asks|asked|tells|"
    r"claims)|"
    r"document (?:says|asks|tells)|page (?:says|asks|tells)|file (?:says|asks|tells)|comment in|text says|"
    r"instructions? (?:in|inside|found)|"
    r"claims? to|supposedly|allegedly|for (?:one|another|a different)|holiday|vague\w*|unclear\w*|it is not|"
    r"only (?:a|an|one|the|asked|wanted|"
    r"approved|said|meant|for|to|in)|just (?:a|one|the)|(?:agent|assistant|model|lma|tool|script|"
    r"it) (?:itself )?(?:judg|decid|think|believ|consider|"
    r"conclud|assum|propos|suggest|find|found)\w*)\b",
    re.IGNORECASE,
)
_IF = re.compile(
    r"\b(?:may|might|would|could|will|shall|should|can) (?:\w+ ){0,2}(?:approv|confirm|agree|consent|accept|allow|"
    r"authori[sz]|sign|say yes)\w*|"
    r"\b(?:needs?|has|have|had|is|are|was|were|ought) (?:\w+ )?to (?:\w+ )?(?:approv|confirm|agree|consent|"
    r"authori[sz]|sign)\w*|"
    r"\bmust (?:\w+ )?(?:approv|confirm|agree|consent|authori[sz]|sign)\w*|\blet(?:'s| us) (?:say|assume|"
    r"pretend|suppose)\b|"
    r"\bin (?:the|an?|my|his|her|their) (?:\w+ )?(?:test|dream|story|novel|play|game|film|movie|example|fiction|"
    r"simulation|"
    r"joke|tale)\b|"
    r"\b(?:log|note|script|code|output|comment|readme|website|page|document|file|text|tool|api|bot|article|letter|"
    r"ticket|prompt|model|header|entry|record)s? (?:says?|states?|said|stated|claims?|claimed|reads|tells|"
    r"reports?)\b|"
    r"\bshould (?:the )?(?:user|client|operator|owner|he|she|they)\b|\bin case\b|\bprovided (?:that )?(?:the|he|she|"
    r"they)\b|\bas soon as\b|"
    r"\bchanged (?:his|her|their) mind\b",
    re.IGNORECASE,
)
_POLITE = re.compile(r"\b(?:can|could|will|would) you\b|\bplease\b|\byes\b", re.IGNORECASE)
_WISHED = re.compile(
    r"\b(?:asked?|wants?|wanted|told|tells|instruct\w*|order\w*|request\w*|needs?|wish\w*|"
    r"would like)\b[^.;,]{0,60}?\bto (?:be )?(\w+)",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    rf"\b{_WHO}\b[^.;]{{0,60}}\b(?:approv|authori[sz]|confirm|agree|consent|permit|allow|accept|signed off|signs off|"
    r"gave (?:\w+ ){0,2}(?:go-?ahead|permission|approval|consent|ok|okay|blessing|leave)|said yes|says yes|"
    r"green-?lit|cleared)\w*|"
    rf"\b{_WHO}\b[^.;]{{0,60}}(?:said|says|replied|answered|wrote|writes|responded|\buser|\bclient|\boperator|"
    rf"\bowner){_QUOTED}"
    r"(?:yes|ok|okay|sure|approved|confirmed|do it|please do|go ahead|go for it|fine|agreed|granted|that's fine|"
    r"looks good)\b|"
    r"\b(?:i approve|i confirm|i agree|i authori[sz]e|i'm sure|i am sure|go ahead|you may|ok to|okay to|"
    r"please go ahead|with my (?:ok|"
    r"blessing|permission|approval)|i want (?:it|this|them|that))\b|"
    r"\b(?:explicit|written|clear|full|prior|with|has|given|on|got|received)\b[^.;,]{0,20}\b(?:approval|"
    r"authori[sz]ation|"
    r"permission|consent|confirmation|sign-?off|go-ahead)\b|"
    r"\b(?:approval|permission|consent|go-ahead|confirmation|sign-?off|authori[sz]ation)\b[^.;,]{0,25}\b(?:given|"
    r"granted|received|recorded|obtained|is there|"
    r"on file|came|exists)\b|"
    r"\b(?:approved|authori[sz]ed|confirmed|signed off|cleared|ordered|instructed|requested|commissioned) by\b|"
    r"\b(?:is|was|been|are|"
    r"were) (?:explicitly |clearly |already |fully |formally )?(?:approved|authori[sz]ed|confirmed|signed off|"
    r"agreed)\b|"
    r"\b(?:on|at|upon|per|by|following|under|with) (?:the |his |her |their )?(?:(?:user|client|operator|owner|"
    r"customer|editor)(?:'s)? )?"
    r"(?:explicit |express |clear |direct |own )?(?:request|instruction|order|command|say-so|wish|demand|direction|"
    r"approval|consent)s?\b|"
    r"\bas (?:agreed|instructed|requested|ordered|approved|confirmed|directed)\b",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    rf"\b(?:was|were|been|when) (?:asked|shown)\b[^.;]{{0,80}}\b(?:and|then|,) (?:has |have |"
    rf"{_WHO} )?(?:explicitly |clearly |again )?"
    r"(?:confirm|agree|approv|said yes|said ok|accept|consent)\w*",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"\b{_WHO}\b[^.;,]{{0,40}}?\b(?:ask|request|want|instruct|order|told|tell|need|wish|requir|direct|said to|"
    rf"would like|chose|pick|select|command|"
    r"expect|insist)\w*\b(?! (?:\w+ )?(?:whether|if|how|what|why|when|who|which|where|about)\b)|"
    rf"\b{_WHO}\b ?(?:said|says|wrote|writes|replied|answered)?{_OPENS}|"
    r"\b(?:user|operator|owner|client|customer)(?:'s)? (?:request|instruction|order|command|wish)\b|"
    r"\b(?:as|on|at|upon) (?:the )?(?:\w+ )?(?:requested|instructed|request|instruction|asked|wish)\w*|"
    r"\b(?:requested|asked for|ordered|instructed) by\b|\basked (?:for|to)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(r"\b(?:it|this|that|these|those|them|so|both|everything|all|yes|ok|okay|do)\b", re.IGNORECASE)
_PART = re.compile(r"\b(?:one|a single|only|a few|just|two|first|part)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:all|whole|entire|every|everything|any|complete)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;!?])[\"'\u201d\u2019]?\s+|\n+")
_SAYING_SO = (
    "user operator client owner editor manager approve confirm ask request agree say tell reply want need "
    "wish instruct order explicit explicitly clear clearly yes instruction approval permission consent "
    "confirmation signed sign off go ahead given give written writing today morning please per"
)
_FILES = "file folder directory document doc docs txt md json yaml csv html old new"


class Leave(StrEnum):
    """What a context says of the leave for an action, from the best to the worst."""

    GIVEN = "given"
    ASKED = "asked for"
    NOTHING = "nothing is said"
    LACKING = "lacking"
    REFUSED = "refused"


def leave(context: str, action: str, kind: re.Pattern[str] | None = None) -> Leave:
    """Read what a context says of the leave for an action.

    Args:
        context: What is known of the user and the circumstances.
        action: What would be done.
        kind: How people speak of acts of the action's kind; a request then counts as given leave
            where it names such an act.

    Returns:
        The worst that is said; where there is doubt, nothing better than `NOTHING`.
    """
    cut, context = len(context) > LONGEST, context[:LONGEST]
    sentences = [one for one in _SENTENCE.split(context) if one.strip()]
    if any(refused(one) for one in sentences):
        return Leave.REFUSED
    if _KEEPING.search(context) and _ENDING.search(action):
        return Leave.REFUSED
    if _LACKING.search(_NO_REFUSAL.sub("", context)):
        return Leave.LACKING
    if _ANSWERED.search(context) and not cut:
        return Leave.GIVEN
    if (
        cut
        or _DOUBT.search(context)
        or _IF.search(context)
        or (_WHOLE.search(action) and _PART.search(context) and not _WHOLE.search(context))
    ):
        return Leave.NOTHING
    return max((_told(one, action, kind) for one in sentences), key=_BEST.index, default=Leave.NOTHING)


_KEEPING = re.compile(rf"\b{_WHO}\b[^.;]{{0,30}}\b(?:to keep|kept|stay)\b", re.IGNORECASE)
_ENDING = re.compile(
    r"\b(?:delet|remov|eras|overwrit|replac|wip|purg|drop|discard|clear|scrap|get rid)\w*", re.IGNORECASE
)
_BEST = (Leave.NOTHING, Leave.ASKED, Leave.GIVEN)


def _told(sentence: str, action: str, kind: re.Pattern[str] | None) -> Leave:
    """Read a single sentence that neither refuses nor doubts."""
    if _elsewhere(sentence, action) or _another(sentence, action, kind):
        return Leave.NOTHING
    if "?" in sentence and not _POLITE.search(sentence):
        return Leave.NOTHING
    wished = _WISHED.search(sentence)
    alike = kind is not None and kind.search(wished[1] if wished else sentence) is not None
    said = meaning(sentence) - _plain(_SAYING_SO)
    if not alike and said and not said & meaning(action) and not _POINTING.search(sentence):
        return Leave.NOTHING
    if _GIVEN.search(sentence):
        return Leave.GIVEN
    if _ASKED.search(sentence):
        return Leave.GIVEN if alike else Leave.ASKED
    return Leave.NOTHING


def _another(sentence: str, action: str, kind: re.Pattern[str] | None) -> bool:
    """Tell whether a sentence says what was approved, and that is not what the action does."""
    if doing := _APPROVED_DOING.search(sentence):
        own = set(stems(action))
        if kind is not None and not kind.search(doing[1]) and not own & set(stems(doing[1])):
            return True
        what = meaning(doing[2]) - _plain(_SAYING_SO)
        return bool(what) and not what & meaning(action) and not _POINTING.search(doing[2])
    if named := _APPROVED_TOOL.search(sentence):
        return named[1] not in action
    if told := _APPROVED_THIS.search(sentence):
        alike = kind is not None and kind.search(told[1])
        return not (alike or _POINTING.search(told[1]) or set(stems(told[1])) & set(stems(action)))
    return False


_LEFT = r"\b(?:(?i:approv|authori[sz]|permit|allow|consent|confirm|agree|clear)\w*)"
_APPROVED_DOING = re.compile(rf"{_LEFT} (?:to |of |for |only )?([a-z]+ing)\b([^.,;]*)")
_APPROVED_TOOL = re.compile(rf"{_LEFT}:? (?:the |use of |using |only |a |calling )*((?:[A-Z][a-z]+){{2,6}})\b")
_APPROVED_THIS = re.compile(rf"{_LEFT}\s*:\s*(.+)")


@cache
def _plain(words: str) -> frozenset[str]:
    return meaning(words)


def _elsewhere(sentence: str, action: str) -> bool:
    """Tell whether a sentence names a file, and not one that the action is about."""
    files = {found.lower() for found in FILE_NAME.findall(sentence)}
    if not files or _THE_FILE.search(action):
        return False
    if named := {found.lower() for found in FILE_NAME.findall(action)}:
        return not files & named
    return not (frozenset(stems(" ".join(files).replace(".", " "))) - _plain(_FILES)) & frozenset(stems(action))


_THE_FILE = re.compile(r"\b(?:the|this|that) (?:file|document|page|change|entry|folder)\b|\bit\b", re.IGNORECASE)


def refused(text: str) -> bool:
    """Tell whether somebody who has a say does not want what a text speaks of.

    Args:
        text: English text.
    """
    found = _REFUSED.search(text[:LONGEST])
    return found is not None and not _NO_REFUSAL.search(text[:LONGEST])
