"""What a sentence states: its words, names, numbers, dates, and what turns its meaning round."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from lma_forge.toolkit.verifying.quantities import Date, Quantity, dates, quantities
from lma_forge.toolkit.verifying.words import degree, is_past, key, lexicon, listed

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])|\n\s*\n|\n\s*[-*•]\s+")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|Inc|Ltd|Corp|Co|No|approx|U\.S|U\.K|[A-Z])\.$")
_WORD = re.compile(
    r"\b(?:[Ss]emi|[Qq]uarter|[Vv]ice|[Nn]on|[Aa]nti|[Ee]x)-[a-z]\w*|[^\W\d_](?:[\w]|['\u2019.](?=\w))*|[,;:()\u2013\u2014]|\d[\w.]*"
)
_CLAUSE = re.compile(
    r"[,;:()\u2013\u2014]|\s-\s|\b(?:and|but|while|whereas|although|though|which|who|because|after|before|when|until|"
    r"if|unless|so|where|or|nor|since (?=the|their|its|his|her|it|they|he|she))\b",
    re.IGNORECASE,
)
_NEGATION = frozenset(listed("negation"))
_DENYING = frozenset(key(word) for word in listed("denying"))
HEDGES = {
    "lapsed": r"(?:was|were|had been) (?:due|expected|supposed|scheduled|planned|meant|set) to|"
    r"had (?:planned|hoped|intended|wanted|promised)",
    "plan": r"plan(?:s|ned|ning)?|intend(?:s|ed)?|intention|aim(?:s|ed|ing)?|hop(?:es?|ed|ing)|propos(?:es?|ed|al)|"
    r"consider(?:s|ed|ing)?|want(?:s|ed)?|will|shall|going to|(?:is|are) due to|(?:is|are|was|were) to|"
    r"due to be|set to|scheduled|wish(?:es)?|"
    r"pledged|promised|vowed|planning|calls? for|called for|demand(?:s|ed)?|would like|"
    r"next (?:spring|summer|autumn|fall|winter|week|month|year|season)|tomorrow|(?:is|are) going on|upcoming",
    "possible": r"may|might|could|possibly|perhaps|potential(?:ly)?|possible|can",
    "likely": r"likely|probably|expect(?:s|ed)?|forecasts?|project(?:s|ed)|predict(?:s|ed)?|anticipat\w+|estimates?",
    "alleged": r"alleged(?:ly)?|alleges|claim(?:s|ed)|rumou?r(?:ed|s)?|suspected|suspects? that|"
    r"reportedly|suggest(?:s|ed)?|"
    r"appears?|appeared|seems?|seemed|believes?|believed|thought|preliminary|unclear|unknown|unconfirmed|"
    r"supposed(?:ly)?|apparently|argue[sd]?|speculat\w+|question whether|whether|hypothes\w+",
    "would": r"would|should have|had hoped|almost|nearly (?=\w+ed)",
    "need": r"(?<!not )(?<!no )(?<!n't )(?:needs?|must|should|ha(?:s|ve) to)|needed|requires?|required|"
    r"awaits?|awaiting|pending|necessary|"
    r"mandatory|compulsory",
    "former": r"former|was considered|were considered|formerly|previously|used to|until recently|"
    r"for the first|initially|at first|temporarily",
    "if": r"if|unless|provided that|in case|on condition|subject to|depending on",
}
"""The words that leave it open whether something is so, by how they do."""
_HEDGE = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in HEDGES.items()), re.IGNORECASE)
_QUANTIFIERS = {
    "all": r"all|(?:every|each)(?! (?:\d|other|two|three|four|five|six|ten|twenty|thirty|year|day|week|"
    r"month|hour|few))|always|entire(?:ly)?|whole|completely|fully|both|everyone|everything|any|100 ?%|"
    r"unanimous(?:ly)?|total(?:ly)?|annually|yearly|daily|weekly|monthly",
    "most": r"most(?= of\b| [a-z]+(?<!ou)s\b| (?:people|children|men|women)\b)|majority|mostly|"
    r"usually|typically|generally|largely|mainly|often|more than half",
    "some": r"some|several|a few|few|certain|sometimes|partly|partially|occasionally|in part|minority|rarely|"
    r"hardly any|half of|one of|a number of|many|part of|(?:two|three|four|five|six|seven|eight|nine|ten|\d+) of",
    "only": r"only|solely|exclusively|sole|alone",
    "first": r"first|earliest|original",
    "still": r"still|remains?|continues to",
}
_QUANTIFIER = re.compile(
    "|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _QUANTIFIERS.items()), re.IGNORECASE
)
_BOUNDS = (
    (
        "over",
        (
            r"\b(?:more than|over|above|at least|exceed\w*|greater than|upwards of|no (?:less|fewer) than|minimum of|"
            r"surpass\w*|topped|in excess of|longer than|higher than|older than|heavier than|from)\b"
        ),
    ),
    (
        "under",
        (
            r"\b(?:less than|fewer than|under|below|at most|up to|no more than|maximum of|within|"
            r"shorter than|younger than|lighter than|lower than)\b"
        ),
    ),
    ("about", r"\b(?:about|around|approximately|roughly|some|circa|nearly|almost|close to|an estimated|ca\.?)\b|~"),
)
PASSIVE = re.compile(
    r"\b(?:is|was|were|are|been|being|be|got)\s+(?:\w+ly\s+)?\w+(?:ed|en|ght|ld|wn|de|nt|ne|un|t)\b[^.;]{0,40}\bby\b"
    r"|\b\w+(?:ed|en|ght|wn|de)\s+by\b|\bled by\b",
    re.IGNORECASE,
)
"""A passive with the one who acts: it turns the order of the two round."""
STOP = frozenset(listed("stop"))
LIGHT = frozenset(key(word) for word in listed("light"))
"""The words that a source may lack: they say how a thing is told and not what it is."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a phrase that stands for one.

    Args:
        text: As it is written.
        keys: What its words are reduced to, one for each.
        senses: The senses that it has.
        general: The keys of the general words that it is a kind of.
        start: Where it begins in its sentence.
        clause: The number of its clause.
        named: Whether it is a name, or part of one.
        degree: `er`, `est` or empty.
    """

    text: str
    keys: tuple[str, ...]
    senses: frozenset[str]
    general: frozenset[str]
    start: int
    clause: int
    named: bool
    degree: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence and what it states.

    Args:
        text: The sentence.
        tokens: Its words that mean something; numbers and dates apart.
        names: Its names, in order, in lower case.
        numbers: Its quantities.
        dates: Its dates.
        negations: The clauses in which something denies, once for each.
        denying: The tokens that deny by what they mean.
        hedges: Clause, kind and word of what leaves it open whether something is so.
        quantifiers: Position and kind of what says of how many.
        bounds: For each quantity whether it is a bound: `over`, `under`, `about`, or empty.
        cuts: Where its clauses begin.
    """

    text: str
    tokens: tuple[Token, ...]
    names: tuple[str, ...]
    numbers: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    negations: tuple[int, ...]
    hedges: tuple[tuple[int, str, str], ...]
    quantifiers: tuple[tuple[int, str], ...]
    bounds: tuple[str, ...]
    cuts: tuple[int, ...]

    def clause(self, position: int) -> int:
        """Give the number of the clause that a position is in."""
        return bisect_right(self.cuts, position)

    def quantified(self, kind: str) -> bool:
        """Tell whether it has a quantifier of a kind."""
        return any(one == kind for _, one in self.quantifiers)


def sentences(text: str) -> tuple[str, ...]:
    """Split a text into sentences.

    Args:
        text: English text; list items are sentences of their own.
    """
    parts: list[str] = []
    for part in _SENTENCE.split(text):
        piece = " ".join(part.split())
        if not piece:
            continue
        if parts and _ABBREVIATION.search(parts[-1][-12:]):
            parts[-1] += f" {piece}"
        else:
            parts.append(piece)
    return tuple(parts)


def statement(sentence: str) -> Statement:
    """Read what a sentence states.

    Args:
        sentence: One sentence, or a few that belong together.
    """
    when = dates(sentence)
    numbers = quantities(sentence, when)
    rest = list(sentence)
    for start, end in [(one.start, one.end) for one in when] + [(one.start, one.end) for one in numbers]:
        rest[start:end] = " " * (end - start)
    plain = "".join(rest)
    cuts = tuple(sorted(found.start() for found in _CLAUSE.finditer(plain)))
    tokens, denied = _tokens(plain, cuts)
    hedges = tuple(
        (bisect_right(cuts, found.start()), found.lastgroup or "", found[0].lower())
        for found in _HEDGE.finditer(plain)
        if not (found[0][0].isupper() and found[0].lower() in {"may", "will"} and found.start())
    )
    return Statement(
        sentence,
        tokens,
        _names(tokens),
        numbers,
        when,
        denied,
        hedges,
        tuple((found.start(), found.lastgroup or "") for found in _QUANTIFIER.finditer(sentence)),
        tuple(_bound(sentence, number) for number in numbers),
        cuts,
    )


def _names(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(one.text.lower() for one in tokens if one.named)


def _tokens(plain: str, cuts: tuple[int, ...]) -> tuple[tuple[Token, ...], tuple[int, ...]]:
    """Read the words that mean something, phrases first, and the clauses of the denials among the others."""
    known = lexicon()
    words: list[tuple[str, int]] = []
    for found in _WORD.finditer(plain):
        text = found[0]
        if text.lower().endswith(("n't", "n\u2019t")):
            words += [(text[:-3], found.start()), ("not", found.start())]
        elif text.lower() == "cannot":
            words += [("can", found.start()), ("not", found.start())]
        else:
            words.append((text, found.start()))
    keys = [key(text) for text, _ in words]
    tokens: list[Token] = []
    denied: list[int] = []
    clause, position, upcoming = 0, 0, list(cuts)
    while position < len(words):
        text, start = words[position]
        while upcoming and upcoming[0] <= start:
            clause += 1
            upcoming.pop(0)
        length = _phrase(keys, position)
        if keys[position] == "be" and _phrase(keys, position + 1) > 1:
            length = 1  # `was called off` is not `was called`
        lower = text.lower()
        if length > 1:
            part = tuple(keys[position : position + length])
            inner = frozenset[str]().union(*(known.kinds.get(one, frozenset()) for one in part))
            whole = " ".join(word for word, _ in words[position : position + length])
            tokens.append(
                Token(whole, part, known.phrases[part], inner, start, clause, named=False, degree=degree(lower))
            )
        elif lower in _NEGATION:
            denied.append(clause)
        elif (
            (lower not in STOP or (lower == "may" and text != lower and position))
            and text[0].isalnum()
            and not text[0].isdigit()
        ):
            one = keys[position]
            named = (text[0].isupper() and not (text.isupper() and len(text) > 1 and one in known.senses)) and (
                (position > 0 and words[position - 1][0] not in {":", "("}) or _is_name(words, keys, position)
            )
            tokens.append(
                Token(
                    text,
                    (one,),
                    known.senses.get(one, frozenset()),
                    known.kinds.get(one, frozenset()),
                    start,
                    clause,
                    named,
                    degree(lower) or _graded(words, position),
                )
            )
        position += length
    return tuple(tokens), tuple(denied)


def _phrase(keys: list[str], position: int) -> int:
    """Give how many words from a position on are a phrase that is known, or 1."""
    known = lexicon().phrases
    return next(
        (n for n in range(min(5, len(keys) - position), 1, -1) if tuple(keys[position : position + n]) in known), 1
    )


def _graded(words: list[tuple[str, int]], position: int) -> str:
    before = words[position - 1][0].lower() if position else ""
    if words[position][0].endswith("s") or words[position][0].lower() in {"people", "children", "men", "women"}:
        return ""
    return {"more": "er", "less": "er", "most": "est", "least": "est"}.get(before, "")


def _is_name(words: list[tuple[str, int]], keys: list[str], position: int) -> bool:
    """Tell whether the first word of a sentence is a name: written so elsewhere, or no word that is known."""
    text = words[position][0]
    if any(char.isupper() for char in text[1:]) or any(char.isdigit() for char in text):
        return True
    following = words[position + 1][0] if position + 1 < len(words) else ""
    return (following[:1].isupper() and following.lower() not in STOP) or (
        keys[position] not in lexicon().senses
        and (
            following.lower()
            in {"has", "have", "had", "is", "was", "will", "did", "does", "said", "says", "can", "and"}
            or is_past(following.lower())
        )
    )


def denies(token: Token) -> bool:
    """Tell whether a word denies by what it means, such as `failed`."""
    return any(one in _DENYING for one in token.keys)


def _bound(sentence: str, number: Quantity) -> str:
    near = sentence[max(0, number.start - 24) : number.start].lower().rstrip()
    for name, pattern in _BOUNDS:
        if re.search(rf"(?:{pattern})(?:\s+(?:a|an|the|to|by|of))?\s*[$€£¥]?$", near, re.IGNORECASE):
            during = near.endswith("over") and number.kind in {"second", "day", "month"}
            return "" if near.endswith("from") or during else name
    return ""
