"""Finds what makes a passage say less than it seems: a question, a joke, an almost, a restriction, a past."""

import re

from lma_forge.toolkit.verifying.features import LIGHT, STOP, Statement, Token
from lma_forge.toolkit.verifying.finding import Place
from lma_forge.toolkit.verifying.measures import Found
from lma_forge.toolkit.verifying.quantities import Quantity
from lma_forge.toolkit.verifying.words import is_past

_TOLD = re.compile(
    r"\b(?:satir\w+|parod(?:y|ies|ied)|hoax\w*|spoof\w*|fake[ds]?|fictional|fictitious|fabricat\w+|made-up|prank\w*|"
    r"april fools\w*|debunk\w+|urban legend|conspiracy theor\w+|jok(?:e|es|ed|ingly)|dream(?:s|t|ed)?|misquot\w+|"
    r"pretend(?:s|ed)?|imagin(?:e|es|ed)|wrongly|mistakenly|erroneously|falsely)\b",
    re.IGNORECASE,
)
"""Who says it does not mean it, or is not to be believed."""
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:instructions?|prompts?|rules|above|previous)\b|"
    r"\bverdict (?:must|should) be\b|^\W*(?:system|assistant|prompt)\s*:|"
    r"\b(?:dear|hey|attention|hello)[,:]?\s+(?:model|ai|assistant|checker|verifier|bot|llm)\b|"
    r"\b(?:please|you must|you should|you are to)\s+(?:\w+ly\s+)?(?:answer|respond|reply|output|say|confirm|conclude|"
    r"mark|treat|return|verify)\b",
    re.IGNORECASE,
)
"""A source that tells its reader what to find is no evidence for it."""
_DENIES_THAT = re.compile(
    r"\b(?:rul(?:e|es|ed|ing) out|den(?:y|ies|ied|ying)|reject(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|refut(?:es?|ed|ing)|"
    r"disput(?:es?|ed|ing)|disprov(?:es?|ed|en)|contradict(?:s|ed)?|discount(?:s|ed)|rebut(?:s|ted)?|doubt(?:s|ed)?|"
    r"disagree[sd]?|scotch(?:ed|es)|no evidence|no proof|no sign|no indication)\s+(?:\w+\s+){0,4}?"
    r"(?:that|claims?|reports?|rumou?rs?|suggestions?|speculation|idea|theory|possibility|allegations?|notion)\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:been|was|were|is|are)\s+(?:\w+ly\s+)?(?:ruled out|refuted|disproved|disproven|debunked|discounted)\b",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(
    r"\b(?:far from|anything but|nowhere near|by no means|not at all|short of|alternatives? to|instead of|"
    r"rather than|replacements? for|substitutes? for|opposed to|the opposite of|next to never)\s+"
    r"(?:(?:being|becoming|an?|the|its|their|his|her)\s+)*(?:\w+ly\s+)?$",
    re.IGNORECASE,
)
_NEARLY = re.compile(
    r"\b(?:nearly|almost|barely|hardly|scarcely|virtually|narrowly (?:missed|failed|avoided))\s+"
    r"(?:(?:been|be|being|got|had|have)\s+)?$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:until|till|back then|in those days|at one time|once (?:was|were|had)|(?:was|were|had) once|in the past|"
    r"before (?:it|they|he|she|being)|used to)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:is|are|has|have|costs?|remains?|lives?|works?|owns?|holds?|plays?|runs?|leads?)\b", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:was|were|had|cost|did)\b|\w{3}ed\b", re.IGNORECASE)
_WENT = re.compile(
    r"\b(?:sold|made|held|ran|led|kept|built|taught|wrote|went|came|paid|sang|drove|bought|spoke|grew)\b"
)
_CONDITION = re.compile(
    r"\bonly\s+(?:after|if|when|in|for|with|until|at|on|by|to|under|because|during|once|where|among|against|from|"
    r"through|as long|before|within|while)\b|\b(?:as long as|provided|on condition|except|unless)\b",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"^%?\s*(?:(?!than\b)[\w-]+\s+){0,3}?"
    r"(?:(?:fewer|less|more|worse|better|[a-z]+er)\s+(?:\w+\s+){0,2}?than\b|(?:ahead|short|shy)\s+of\b|"
    r"(?:above|below|behind)\s+(?:the|last|its|their)\b)"
)
_CHANGE = re.compile(
    r"\bthan\b|\b(?:more|less|fewer|high|low|up|down|rose|ris\w+|fell|fall\w*|gr[eo]w\w*|increas\w+|decreas\w+|drop\w*|"
    r"gain\w*|los[te]\w*|declin\w+|exceed\w*|differ\w*|ahead|short|below|above|behind)\b",
    re.IGNORECASE,
)
_NORM = re.compile(
    r"\b(?:ban(?:s|ned)?|prohibit(?:s|ed)?|forb(?:ids?|ade|idden)|outlaw(?:s|ed)?|allow(?:s|ed)?|permit(?:s|ted)?|"
    r"requir(?:es?|ed)|mandat(?:es?|ed)|guarantee[sd]?|cover(?:s|ed)?|abolish(?:es|ed)?|legali[sz](?:es?|ed)|"
    r"free|legal|illegal|banned|safe|harmless|harmful|compulsory|mandatory|available|effective|closed|open)\b",
    re.IGNORECASE,
)
"""What holds everywhere and for everybody, unless it is said for where and for whom."""
_NARROWER = re.compile(
    r"^\s+(?:in|at|for|among|within|inside|on|near|under|over|aged|from|with|when|while|if|against|to|of)\s+",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:has|have|had|employs?|employed|there (?:is|are)|totals?|counts?)\b", re.IGNORECASE)
_WHERE = re.compile(r"^\s+(?:in|at|from|within|among|on|across|outside|near)\s+(?!total\b|all\b|full\b)", re.IGNORECASE)
_COUNTED = re.compile(
    r"^\s+[\w-]+(?P<where>\s+(?:in|at|from|within|among|on|across|outside|near)\s+)(?!total\b|all\b|full\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"^\s*[\w-]+\W*$")
_EVERY = re.compile(r"\b(?:no|all|every|each|none of the|any)\s+(?:the\s+)?$", re.IGNORECASE)
_PEOPLE = re.compile(
    r"\b(?P<who>nobody|no one|none|everyone|everybody)\s+(?:from|in|of|at|with|without|who|on|under|over|near|aged)\s+",
    re.IGNORECASE,
)
_MODIFIER = re.compile(
    r"^\s+(?:from|in|of|at|with|without|who|that|which|whose|on|under|over|near|aged|between|born|above|below|"
    r"outside|inside|older|younger|to|for)\s+",
    re.IGNORECASE,
)
_LED = re.compile(r"\s(?:for|in|of|on|to|with|at|from)$")
"""A phrase such as `care for`, whose preposition begins what restricts it."""
_COPULA = re.compile(r"\b(?:is|are|was|were)\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
_RELATION = re.compile(
    r"\b(?:is|are|was|were)\s+(?:an?\s+|the\s+)?(?P<noun>[\w-]+)\s+(?:to|for|of|from|against|with|about|than)\s+"
    r"(?:an?\s+|the\s+)?$",
    re.IGNORECASE,
)
_SOUGHT = re.compile(
    r"\b(?:for|without|lack\w*|need\w*|want\w*|seek\w*|sought|hop\w+|no|demand\w*|request\w*|if|propos\w+|"
    r"develop\w*|plan\w*|avoid\w*|expect\w*|of)\s+(?:(?:an?|the|any|new)\s+)*$",
    re.IGNORECASE,
)


def unreliable(part: Statement, said: Statement, tokens: list[Token], places: dict[int, list[Place]]) -> list[str]:
    """Name what makes a passage no assertion of what the claim says.

    Args:
        part: The part of the claim.
        said: The sentence of the source.
        tokens: The words of the claim.
        places: Where they were found.
    """
    if said.text.rstrip("\"'\u201d\u2019) ").endswith("?"):
        return ["it is a question"]
    for pattern, why in ((_ORDER, "it tells its reader what to do"), (_TOLD, "the source does not stand by it")):
        if (found := pattern.search(said.text)) and not pattern.search(part.text):
            return [f"{why} (“{found[0]}”)"]
    pairs = [(token, place.token) for token in tokens for place in places[id(token)] if place.near]
    last = max((place.start for _, place in pairs), default=0)
    found = _DENIES_THAT.search(said.text)
    if found and last > found.end() and not part.negations and not _DENIES_THAT.search(part.text):
        return [f"the source denies it (“{found[0]}”)"]
    found = _GONE.search(said.text)
    if found and last and last < found.start() and not part.negations and not _GONE.search(part.text):
        return [f"the source denies it (“{found[0]}”)"]
    found = _OVER.search(said.text)
    if found and last and _is_over(part, said.text):
        return [f"the source says it of a time that is over (“{found[0]}”)"]
    start = _existing(part)
    return [why for token, place in pairs if (why := _weakened(part, said, (token, place), start))][:1]


def _is_over(part: Statement, source: str) -> bool:
    """Tell whether a claim is of the present and a source of the past alone."""
    past = _PAST.search(part.text) or any(is_past(one.text.lower()) for one in part.tokens)
    return bool(not past and (_PAST.search(source) or _WENT.search(source)) and not _PRESENT.search(source))


def _weakened(part: Statement, said: Statement, pair: tuple[Token, Token], start: int) -> str:
    """Tell what before a word in the source takes back what it says."""
    token, place = pair
    lead, before = part.text[: token.start], said.text[: place.start]
    if (short := _SHORT_OF.search(before)) and not _SHORT_OF.search(lead):
        return f"it has “{short[0].strip()}” before “{place.text}”"
    near = _NEARLY.search(before)
    if near and not _NEARLY.search(lead) and is_past(place.text.lower()) and not place.named:
        return f"it says “{near[0].strip()} {place.text}”"
    if start and token.start == start and _SOUGHT.search(before):
        return f"it does not say that there is “{place.text}”"
    return ""


def _existing(part: Statement) -> int:
    """Give where a claim that something exists names it, or 0 for another claim."""
    found = EXISTS.match(part.text)
    return found.end() if found else 0


EXISTS = re.compile(r"\s*there\s+(?:is|are|was|were|has been|have been)\s+(?:an?\s+|the\s+|some\s+)?", re.IGNORECASE)
"""How a claim begins that something exists; these words have no content of their own."""


def narrowed(part: Statement, said: Statement, tokens: list[Token], places: dict[int, list[Place]]) -> Found:
    """Name where the source restricts what the claim says of all, of the whole, or without a condition.

    Args:
        part: The part of the claim.
        said: The sentence of the source.
        tokens: The words of the claim.
        places: Where they were found.
    """
    taken = {place.token.start for token in tokens for place in places[id(token)] if place.near}
    for mine in part.numbers:
        for theirs in said.numbers:
            limits = _partial(part, said, (mine, theirs), taken) if theirs.value == mine.value else Found((), ())
            if limits.missing or limits.against:
                return limits
    found = _PEOPLE.search(said.text)
    if found and re.search(rf"\b{found['who']}\b", part.text, re.IGNORECASE) and _untaken(said, found.end(), taken):
        return Found((f"that it is so of more than “{found[0].strip()}” those",), ())
    condition = _CONDITION.search(said.text)
    if condition and not part.quantified("only") and not _CONDITION.search(part.text) and taken:
        return Found(("the condition “" + said.text[condition.start() :][:60] + "”",), ())
    for token in tokens:
        for place in places[id(token)]:
            if place.near and (less := _less(part, said, (token, place.token), taken)):
                return Found((less,), ())
    return Found((), ())


def _partial(part: Statement, said: Statement, pair: tuple[Quantity, Quantity], taken: set[int]) -> Found:
    """Tell whether a number of the source is a difference, or that of a part of what the claim has it of."""
    mine, theirs = pair
    behind, after = part.text[mine.end :], said.text[theirs.end :]
    difference = _DIFFERENCE.match(after.lower())
    if difference and not _CHANGE.search(part.text) and not any(one.degree for one in part.tokens):
        return Found((), ("the source gives the number as a difference",))
    if mine.kind == "percent" and not re.search(r"\w", behind) and (found := _WHERE.match(after)):
        following = next((one for one in said.tokens if one.start >= theirs.end + found.end()), None)
        if following and following.named and following.start not in taken:
            return Found((f"that it is so outside “{following.text}”",), ())
    found = _COUNTED.match(after)
    if found and _TOTAL.search(part.text) and _ENDS.match(behind) and _untaken(said, theirs.end + found.end(), taken):
        return Found((f"that it is the whole and not only what is{found['where']}",), ())
    return Found((), ())


def _less(part: Statement, said: Statement, pair: tuple[Token, Token], taken: set[int]) -> str:
    """Tell what restricts a word in the source that nothing restricts in the claim."""
    token, place = pair
    before, behind = part.text[: token.start], part.text[token.start + len(token.text) :]
    inner = len(place.text.removesuffix(f" {place.text.split()[-1]}")) if _LED.search(place.text) else len(place.text)
    offset = place.start + inner
    after = said.text[offset:]
    every = _EVERY.search(before) and _EVERY.search(said.text[: place.start])
    found = _MODIFIER.match(after)
    if every and found and _untaken(said, offset + found.end(), taken):
        return f"that it is so of every “{token.text}”"
    last = not re.search(r"\w", behind)
    if last and _NORM.search(part.text) and not part.numbers:
        found = _NARROWER.match(after)
        if found and not after[found.end() :][:1].isdigit() and _untaken(said, offset + found.end(), taken):
            return f"that it is so everywhere and not only{after[: found.end() + 20]}"
    if last and part.numbers and _TOTAL.search(part.text):
        found = _WHERE.match(after)
        if found and _untaken(said, offset + found.end(), taken):
            return f"that it is the whole and not only what is{after[: found.end() + 20]}"
    if _COPULA.search(before) and not is_past(token.text.lower()):
        relation = _RELATION.search(said.text[: place.start])
        if relation and _kept(said, relation.start("noun"), taken):
            return f"that it is “{token.text}” itself"
    return ""


def _untaken(said: Statement, position: int, taken: set[int]) -> bool:
    """Tell whether the next word from a position on means something that the claim does not have."""
    if any(position - 1 <= one.start <= position for one in said.numbers):
        return True
    following = next((one for one in said.tokens if one.start >= position), None)
    return following is not None and following.start not in taken and following.keys[0] not in LIGHT


def _kept(said: Statement, position: int, taken: set[int]) -> bool:
    noun = next((one for one in said.tokens if one.start == position), None)
    return (
        noun is not None
        and noun.start not in taken
        and noun.keys[0] not in LIGHT
        and noun.text.lower() not in STOP | {"kind", "type", "sort", "form", "piece", "member", "example"}
        and not is_past(noun.text.lower())
    )
