"""What a sentence states: its words, names, numbers, dates, and what turns its meaning round."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lma_forge.toolkit.language import stems
from lma_forge.toolkit.verifying.quantities import Date, Quantity, dates, quantities

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])|\n\s*\n|\n\s*[-*•]\s+")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|Inc|Ltd|Corp|Co|No|approx|U\.S|U\.K|[A-Z])\.$")
_NAME = re.compile(r"\b(?:[A-Z][\w'&.-]*[\w]|[A-Z])(?:\s+(?:of|the|and|de|van|von|for)\s+(?=[A-Z])|\s+(?=[A-Z]))?")
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|failed to|fails to|refus\w+ to|denie[sd]|"
    r"deny|lacks?|lacked|"
    r"unable to|false|untrue|incorrect|rejected|declined to|stopped|abandoned|cancell?ed|ruled out|absence of|"
    r"yet to|hardly|"
    r"rather than|instead of|except|unlike|un(?:changed|likely|available|affected|safe|proven|confirmed))\b|n't\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|would|should|possibly|perhaps|probably|likely|expected|expects?|plans?|planned|"
    r"planning|intends?|aims?|hopes?|"
    r"hoped|forecasts?|projected|predicts?|predicted|estimated?s?|alleged(?:ly)?|reported(?:ly)?|rumou?red|"
    r"claims?|claimed|suggests?|"
    r"suggested|suspected|potential(?:ly)?|proposed|proposes|considering|will|if|unless|appears?|seems?|"
    r"believed?s?|said to|"
    r"preliminary|target(?:s|ed)?|goal)\b",
    re.IGNORECASE,
)
_QUANTIFIERS = (
    (
        "all",
        (
            r"\b(?:all|every|each|always|entire(?:ly)?|whole|completely|fully|both|everyone|any|100 ?%|"
            r"unanimous(?:ly)?|total(?:ly)?)\b"
        ),
    ),
    ("most", r"\b(?:most|majority|mostly|usually|typically|generally|largely|mainly|often)\b"),
    (
        "some",
        (
            r"\b(?:some|several|many|sometimes|a few|few|certain|various|partly|partially|a number of|occasionally|"
            r"in part|minority|rarely)\b"
        ),
    ),
    ("only", r"\b(?:only|solely|exclusively|just|merely|sole)\b"),
    ("first", r"\b(?:first|earliest|original)\b"),
    ("extreme", r"\b(?:\w{3,}est|most \w+|least \w+|best|worst|record|largest|top|leading)\b"),
)
_BOUNDS = (
    (
        "over",
        (
            r"\b(?:more than|over|above|at least|exceed\w*|greater than|upwards of|no (?:less|fewer) than|minimum of|"
            r"surpass\w*|topped)\b"
        ),
    ),
    ("under", r"\b(?:less than|fewer than|under|below|at most|up to|no more than|maximum of)\b"),
    ("about", r"\b(?:about|around|approximately|roughly|some|circa|nearly|almost|close to|an estimated)\b|~"),
)

PASSIVE = re.compile(
    r"\b(?:is|was|were|are|been|being|be|got)\s+(?:\w+ly\s+)?\w+(?:ed|en|ght|ld|wn|de|nt|t)\b[^.;]{0,40}\bby\b",
    re.IGNORECASE,
)
"""A passive with the one who acts: it turns the order of the two round."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence and what it states.

    Args:
        text: The sentence.
        words: Its words by sense, in order; names, numbers and dates apart.
        names: Its names, in order, in lower case.
        numbers: Its quantities.
        dates: Its dates.
        negated: How many words deny.
        hedged: The words that leave it open whether it is so.
        quantifiers: What it says of how many, of `all`, `most`, `some`, `only`, `first`, `extreme`.
        bounds: For each quantity whether it is a bound: `over`, `under`, `about`, or empty.
    """

    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]
    numbers: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    negated: int
    hedged: tuple[str, ...]
    quantifiers: frozenset[str]
    bounds: tuple[str, ...]


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
        if parts and _ABBREVIATION.search(parts[-1]):
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
    named = _names(plain)
    lowered = plain
    for name in named:
        lowered = re.sub(rf"\b{re.escape(name)}\b", " ", lowered, flags=re.IGNORECASE)
    words = tuple(sense(word) for word in stems(lowered))
    quantifiers = frozenset(name for name, pattern in _QUANTIFIERS if re.search(pattern, sentence, re.IGNORECASE))
    return Statement(
        sentence,
        words,
        tuple(name.lower().rstrip(".") for name in named),
        numbers,
        when,
        len(_NEGATION.findall(sentence)),
        tuple(found.lower() for found in _HEDGE.findall(sentence)),
        quantifiers,
        tuple(_bound(sentence, number) for number in numbers),
    )


def sense(stem: str) -> str:
    """Give the sense that a stem shares with others, or the stem.

    Args:
        stem: A stem, as `language.stems` gives it.
    """
    return _senses()[0].get(stem, stem)


@cache
def _senses() -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    text = resources.files(__package__ or "").joinpath("senses.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    of: dict[str, str] = {}
    for name, entry in table.items():
        for word in stems(" ".join(entry["words"])):
            of.setdefault(word, f"+{name}")
    return of, {f"+{name}": frozenset(f"+{one}" for one in entry.get("against", ())) for name, entry in table.items()}


def opposed(sense_name: str) -> frozenset[str]:
    """Give the senses that exclude a sense.

    Args:
        sense_name: A sense with its leading `+`.
    """
    return _senses()[1].get(sense_name, frozenset())


def _names(plain: str) -> tuple[str, ...]:
    """Find names: capitalised words, but for the first of the sentence where it may be any word."""
    found = []
    for match in _NAME.finditer(plain):
        word = match[0].strip()
        word = re.sub(r"\s+(?:of|the|and|de|van|von|for)$", "", word).removesuffix("'s").rstrip(".")
        first = not plain[: match.start()].strip(" \"'([")
        if len(word) == 1 or word.lower() in _COMMON or (first and not _looks_like_name(word, plain)):
            continue
        found.append(word)
    return tuple(found)


_COMMON = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "they",
        "he",
        "she",
        "we",
        "i",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "to",
        "of",
        "and",
        "or",
        "but",
        "as",
        "if",
        "when",
        "while",
        "after",
        "before",
        "all",
        "every",
        "most",
        "some",
        "many",
        "several",
        "few",
        "only",
        "no",
        "not",
        "there",
        "here",
        "both",
        "each",
        "more",
        "less",
        "about",
        "over",
        "under",
        "during",
        "since",
        "although",
        "however",
        "according",
        "researchers",
        "scientists",
        "officials",
        "company",
        "government",
        "sales",
        "revenue",
        "profit",
        "people",
        "mr",
        "mrs",
        "ms",
        "dr",
    ]
)


def _looks_like_name(word: str, plain: str) -> bool:
    """Tell whether the first word of a sentence is a name: written so elsewhere, or no common word."""
    if any(char.isupper() for char in word[1:]) or any(char.isdigit() for char in word):
        return True
    after = plain.strip(" \"'([")[len(word) :].lstrip()
    return bool(re.match(r"[A-Z]", after)) or (
        not (stems(word) and sense(stems(word)[0]).startswith("+"))
        and bool(
            re.match(
                r"(?:'s|(?:has|have|had|is|was|will|did|does|said|says|can|won|beat|bought|acquired|opened|"
                r"launched)\b)",
                after,
            )
        )
    )


def _bound(sentence: str, number: Quantity) -> str:
    before = sentence[max(0, number.start - 24) : number.start].lower()
    near = before.rstrip()
    for name, pattern in _BOUNDS:
        if re.search(rf"(?:{pattern})(?:\s+(?:a|an|the|to|by|of))?\s*[$€£¥]?$", near, re.IGNORECASE):
            return name
    return ""
