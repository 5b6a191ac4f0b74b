"""Takes what somebody means to do apart into its acts, each with the word that says what is done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.toolkit.language.words import LONGEST

_SPLIT = re.compile(
    r"(?P<end>[.;!?]+(?:\s+|$)|\n+|:\s+|\s*[\u2013\u2014]\s*|\s-+\s)|(?P<next>,\s*(?:(?:and|then|but|or)\s+)*|"
    r"\b(?:and then|and|then|but|or|plus|yet|as well as|along with|followed by|besides)\s+|\s(?:&+|\+|/|\|+|->|"
    r"=>)\s)|"
    r"\b(?P<way>by|before|after|while|when|which|who|in order to|so as to|with|using|via|through)\s+|"
    r"\b(?P<no>without|instead of|rather than|do not|don't|never|not|no longer)\s+",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:\W+|(?i:please|now|also|just|first|simply|quickly|immediately|directly|automatically|again|only|later|"
    r"afterwards?|next|kindly|subsequently|lastly|thereafter|eventually|after that|"
    r"finally|then|silently|quietly|secretly|carefully|fully|completely|temporarily|permanently|partially|"
    r"go ahead and|"
    r"(?:the )?(?:agent|assistant|lma|model)\b|i|we|let|will|would|should|shall|is going to|wants? to|plans? to|"
    r"intends? to|to|"
    r"try(?:ing)? to|start(?:ing)? to|begin(?:ning)? to|continue(?:s)? to|continue|keep(?= \w+ing))|"
    r"(?i:use|using|call|calling|run|running|invoke|let|have|with) (?:the )?(?:tool )?(?:tool_\w+|"
    r"(?:[A-Z][a-z]+){2,6})(?: to| and| for|,)?)(?=\W|$)\s*",
)
_URGING = re.compile(
    r"\b(?:do not|don't|never|not|no need to|needn't) (?:hesitate|forget|fail|neglect|omit|delay|wait|"
    r"hold (?:back|off)|"
    r"think twice|be (?:afraid|shy|scared)|refrain|shy away|shrink|worry)\b,? ?(?:to|and|about|before|from|but|in)\b|"
    r"\b(?:not|never) (?:only|just|merely|simply)\b|\bnever mind\b[^.,;:\n]*[,;:]?",
    re.IGNORECASE,
)
"""Denials that deny nothing: who shall not hesitate shall act."""
_DEED = re.compile(
    r"(?:(?:get|getting|make|making|take|taking|do|doing|carry|carrying|throw|throwing|tear|tearing|blow|blowing|"
    r"let|letting|bring|bringing|turn|turning|give|giving|hand|handing|set|setting|go|going|pull|pulling|cut|cutting|"
    r"break|breaking|lay|laying|burn|burning|grant|wire|wiring|donate|agree|accept|reject|approve|authori[sz]e|"
    r"allow|permit|deny|demolish|ruin|wreck|smash|crush|obliterate|annihilate|nuke|zap|toss|trash|scrap|shred|bin|"
    r"dump|ditch|dispose|disable|deactivate|block|ban|evict|fire|hire|dismiss|promote|demote|sell|trade|"
    r"bet|borrow|lend|loan|rent|lease|hack|crack|attack|exploit|infect|inject|encrypt|decrypt|lock|unlock|"
    r"arm|disarm|detonate|ignite|steal|rob|kidnap|harass|threaten|sue|report|prosecute|leak|expose|exfiltrate|"
    r"smuggle|spread|flood|spam|ping|dial|phone|ring|text|mail|fax|ship|dispatch|route|redirect|"
    r"hide|bury|mute|silence|suspend|freeze|halt|abort|cancel|quit|close|finish|end|stop|reboot|restart|"
    r"boot|mount|unmount|unplug|plug|detach|attach|link|unlink|join|leave|split|squash|rebase|stash|"
    r"tamper|forge|fake|spoof|cheat|trick|bribe|blackmail|extort|sabotage|vandali[sz]e|corrupt|mangle|"
    r"strip|trim|crop|crumple|blank|zero|reduce|shrink|empty|void|nullify|undo|redo|repeat|retry|keep|"
    r"withdraw|deposit|charge|debit|credit|bill|settle|redeem|cash|claim|award|reward|promise|guarantee|pledge|"
    r"commit|"
    r"vote|elect|appoint|delegate|escalate|raise|lift|lower|increase|decrease|double|halve|"
    r"reply|respond|react|call|meet|visit|drive|fly|operate|press|click|tap|type|submit|register|enrol|"
    r"enroll|unsubscribe|follow|unfollow|like|befriend|marry|divorce|adopt|abandon|implement|perform|"
    r"conduct|execute|proceed|finali[sz]e|complete|resolve|seize|confiscate|impose|enforce|waive|bypass|skip|"
    r"disburse|cull|chime|meddle|optimi[sz]e|liquidate|remit|deface|tweak|\w{3,}(?:i[sz]e|ify)))\b",
    re.IGNORECASE,
)
"""Words for deeds, in the form that a second act of an action has; a thing has none of them in this place."""
_NO_DEED = re.compile(
    r"(?:\w+ (?:of|and|or)|\w+s|\w+(?:ion|ment|ness|ity|ance|ence|ly|ed)|the|an?|its?|their|his|her|our|my|your|"
    r"all|any|every|each|both|no|none|nothing|to|from|for|in|on|at|with|of|by|as|than|"
    r"how|what|why|whether|if|where|when|who|which|that|this|these|those|it|they|he|she|we|you)\b(?<!ss)",
    re.IGNORECASE,
)
_DONE_TO = re.compile(
    r"^\w+ (?:\d|[$\u20ac\u00a3]|(?:to|out|off|away|down|up|over|into|only|just|rid|everyone|everything|"
    r"everybody|someone|"
    r"both|no|nothing|me|us|you)\b)",
    re.IGNORECASE,
)
_NO_ACTS = frozenset(
    {"nothing", "something", "anything", "everything", "thing", "during", "king", "morning", "evening"}
)
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?(?: [^\W\d_]+){0,3}")
_TAKEN = re.compile(
    r"^(?:the|a|an|it|them|him|her|his|their|its|all|every|any|this|that|these|those|my|our|some|"
    r"each)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One act.

    Args:
        head: Its first words, the first of which says what is done.
        text: All of it.
        leads: Whether it opens a sentence; what opens one is always an act.
        denied: Whether it says what is not done.
        acting: Whether its form is that of an act: a word with what it is done to.
        way: The word that ties it to what stands before, such as `before`.
    """

    head: str
    text: str
    leads: bool
    denied: bool
    acting: bool
    way: str = ""


def clauses(action: str) -> tuple[Clause, ...]:
    """Take an action apart.

    Args:
        action: What somebody means to do, in English.

    Returns:
        Its clauses in order; what is quoted belongs to the clause around it.
    """
    return tuple(_clauses(_URGING.sub(" ", action[:LONGEST])))


def _clauses(action: str) -> Iterator[Clause]:
    plain = re.sub(r"\"[^\"\n]{1,2000}\"|(?<!\w)'[^'\n]{1,300}'(?!\w)", lambda found: "_" * len(found[0]), action)
    leads, denied, way, start, then = True, False, "", 0, False
    for found in (*_SPLIT.finditer(plain), None):
        end = found.start() if found else len(plain)
        text = action[start:end].strip()
        if text:
            one = _clause(text, leads=leads, denied=denied, way=way, then=then)
            if one is not None:
                yield one
            leads = leads and one is None
        if found is None:
            return
        start = found.end()
        then = re.search(r"\bthen\b", found[0], re.IGNORECASE) is not None
        if found["end"]:
            leads, denied, way = True, False, ""
        else:
            # “Without saving or sending it” denies both.
            denied = bool(found["no"]) or (denied and bool(found["next"]) and found[0].strip().lower() in {"or", "and"})
            way = (found["way"] or "").lower()


def _clause(text: str, *, leads: bool, denied: bool, way: str, then: bool) -> Clause | None:
    rest = text
    while (filler := _FILLER.match(rest)) and filler.end():
        rest = rest[filler.end() :]
    words = _WORDS.match(rest)
    if words is None:
        return None
    tail = words[0].split(" ", 1)
    ing = tail[0].lower().endswith("ing") and tail[0].lower() not in _NO_ACTS
    acting = leads or ing or (not way and len(tail) > 1 and _TAKEN.match(tail[1]) is not None)
    acting = acting or then or (not way and _deed(rest))
    denied = denied or (len(tail) > 1 and re.match(r"(?:nothing|no|none|nobody)\b", tail[1]) is not None)
    return Clause(words[0].lower(), text, leads, denied, acting, way)


def _deed(rest: str) -> bool:
    """Tell whether what stands beside an act is another one, and not another thing that the act is done to."""
    if _DEED.match(rest):
        return re.match(r"\w+ (?:of|and|or)\b", rest, re.IGNORECASE) is None
    return _NO_DEED.match(rest) is None and _DONE_TO.match(rest) is not None
