"""Whether a rule of governance says more or less than it did.

The words that carry force are compared, each kind by itself: how binding the rule is, what it
forbids, whom or what it spares, its numbers, and whether anybody must agree. Only what is certain
is answered; everything else is unknown and needs a person, and is never taken for mere wording.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Direction(StrEnum):
    """Where an edit takes a rule."""

    SAME = "same"
    WEAKER = "weaker"
    STRONGER = "stronger"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Strength:
    """The verdict on an edit.

    Args:
        direction: Where it takes the rule.
        reasons: What it rests on, each as a clause.
    """

    direction: Direction
    reasons: tuple[str, ...] = ()


_FOLDS = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2013": "-", "\u2014": "-"}
)
_EMPHASIS = re.compile(r"\*\*|__|`|\"")
_NUMBERS = {
    word: str(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - counted words
    )
} | {"once": "1", "twice": "2", "hundred": "100", "thousand": "1000"}
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?|_+|[^\w\s]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

# How binding a rule is, from the words that say so; the imperative is as binding as `must`.
_ABSOLUTE, _BINDING, _ADVICE, _LEAVE = 4, 3, 2, 1
_DEGREES = {_ABSOLUTE: "absolute", _BINDING: "binding", _ADVICE: "advice", _LEAVE: "leave to do it"}
_FORCE = (
    (_LEAVE, r"need not|needn't|(?:does|do|did)(?: not|n't) (?:have|need) to"),
    (_LEAVE, r"not (?:required|necessary|needed|mandatory)"),
    (_LEAVE, r"no (?:\w+ ){0,2}(?:is |are )?(?:required|necessary|needed)|no need"),
    (_ABSOLUTE, r"never|always|under no circumstances|at no time|at all times|in no case|in every case|strictly"),
    (_BINDING, r"(?:must|shall|may|can|could|might)(?: not|n't)|cannot|must|shall|required|mandatory|ha(?:s|ve) to"),
    (_BINDING, r"(?:do|does|is|are|will)(?: not|n't)|not allowed|not permitted|forbidden|prohibited|will"),
    (_ADVICE, r"should(?: not|n't)?|ought(?: not)? to|recommended|prefer|preferred|preferably"),
    (_ADVICE, r"try|tries|aim|aims|ideally"),
    (_LEAVE, r"may|might|can|could|optional|optionally|allowed|permitted|free to"),
)  # fmt: skip
_FORCES = re.compile("|".join(rf"\b(?P<f{i}>{pattern})\b" for i, (_, pattern) in enumerate(_FORCE)))

_NEGATIONS = (
    "not never no none nothing neither nor nobody nowhere cannot forbidden prohibited avoid avoids refuse refuses"
)
_EXCEPTIONS = "unless except excepting excluding exempt exempted but however although otherwise"
_CONDITIONS = "if when where whenever wherever while provided depending"
_HEDGES = """
    possible practical practicable feasible reasonable reasonably usually normally generally typically mostly often
    sometimes occasionally unnecessarily needlessly important critical major essential significant serious large
    approximately roughly about attempt attempts consider considers intentionally knowingly directly appropriate
    applicable
"""
_NARROWERS = "some most many several few certain selected particular"
_UNIVERSALS = "all every each any anything everything entire whole full fully complete completely anyone everyone"
_CONTROLS = """
    confirm confirms confirmed confirmation confirmations approval approvals approve approves approved permission
    consent authorise authorised authorisation authorize authorized authorization explicit explicitly clearly verified
    verify verifies official trusted ask asks asked instructed requested request requests review reviewed backup backups
    sandbox sandboxed isolated workspace project exact exactly immediately first before clear plainly
"""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of word: what its coming and its going say of a rule, and how that is put."""

    words: frozenset[str]
    gone: Direction
    come: Direction
    said: str


def _kind(words: str, gone: Direction, come: Direction, said: str) -> _Kind:
    return _Kind(frozenset(words.split()), gone, come, said)


_KINDS = (
    _kind(_NEGATIONS, Direction.WEAKER, Direction.UNKNOWN, "the prohibition"),
    _kind("only solely exclusively merely", Direction.WEAKER, Direction.UNKNOWN, "the restriction"),
    _kind(_EXCEPTIONS, Direction.STRONGER, Direction.WEAKER, "the exception"),
    _kind(_CONDITIONS, Direction.UNKNOWN, Direction.WEAKER, "the condition"),
    _kind(_HEDGES, Direction.STRONGER, Direction.WEAKER, "the qualification"),
    _kind(_NARROWERS, Direction.STRONGER, Direction.WEAKER, "the limitation"),
    _kind(_UNIVERSALS, Direction.WEAKER, Direction.UNKNOWN, "the reach"),
    _kind(_CONTROLS, Direction.WEAKER, Direction.UNKNOWN, "the safeguard"),
)
_ALL_KINDS = frozenset(word for kind in _KINDS for word in kind.words)
_AT_MOST = re.compile(r"\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|within|under|below|limit)\b")
_AT_LEAST = re.compile(
    r"\b(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|min(?:imum)?(?: of)?|more than)\b"
)
_SPARING = re.compile(
    r"[, ]*\b(?:(?:unless|except|excepting|excluding|other than|apart from)\b.*"
    r"|(?:when|where|if|whenever|wherever|as far as|as) (?:is )?"
    r"(?:possible|practical|practicable|feasible|reasonable))\Z"
)
"""The end of a rule that spares something from it."""

_SHOUTED = re.compile(r"\b(?:MUST|SHALL|NEVER|NOT|ALWAYS|ONLY|REQUIRED|NO)\b")
_CONFIRMING = re.compile(
    r"\b(?:confirm\w*|approvals?|permission|consent|authori[sz]ation"
    r"|asks? (?:the (?:user|operator|person)|the user|first|before|for)"
    r"|(?:unless|until|once|if|when) (?:\w+ ){0,3}"
    r"(?:instructed|approved|allowed|authori[sz]ed|requests?|requested|asks?|asked))\b"
)
_LEAVING = re.compile(
    r"\b(?:may|can|could|might|is|are) (?:be )?(?:allowed|permitted|free|optional)\b"
    r"|(?<!that )(?<!which )(?<!as )\b(?:may|can)\b(?! not\b| only\b)"
    r"|\b(?:no|not) (?:\w+ ){0,2}(?:is |are )?(?:needed|required|necessary)\b"
    r"|\b(?:does|do|need) not (?:apply|hold|bind|have to)\b|\bneed not\b|\bexceptions?\b|\bexempt(?:ed)?\b"
)
"""Words that allow something, wherever they stand."""

_LOOSENING = re.compile(
    r"\bwithout (?:asking|confirmation|approval|confirming|permission)\b"
    r"|\b(?:suspended|relaxed|lifted|waived?|disabled?|skip(?:ped)?|bypass(?:ed)?|ignored?)\b"
)
"""Words that allow something, unless the rule forbids just that."""

_NORMATIVE = re.compile(
    r"\b(?:must|shall|never|always|do not|don't|may not|can ?not|only|not allowed|forbidden|prohibited|avoids?"
    r"|refuses?|required?|requires|approval|confirmation|should)\b"
)


def strength(old: str, new: str) -> Strength:
    """Compare two versions of a rule.

    Args:
        old: The rule as it was.
        new: The rule as it is.

    Returns:
        The direction. It is `WEAKER` when force is lost and none is won, `STRONGER` when force is
        won, none is lost and every other word stayed, `SAME` when nothing but capitals, quotes,
        emphasis and the last full stop differ, else `UNKNOWN`.
    """
    before, after = folded(old), folded(new)
    if before == after:
        if sorted(_SHOUTED.findall(old)) != sorted(_SHOUTED.findall(new)):
            return Strength(Direction.UNKNOWN, ("capitals that carry force came or went",))
        return Strength(Direction.SAME)
    spared = _SPARING.search(before)
    if spared and before[: spared.start()] == after:
        return Strength(Direction.STRONGER, (f"`{spared.group().strip(', ')}` is gone",))
    signs = _Signs()
    _compare_force(before, after, signs)
    _compare_numbers(before, after, signs)
    words = [Counter(_words(_without_bounds(text))) for text in (before, after)]
    for kind in _KINDS:
        _compare_kind(kind, words, (before, after), signs)
    return signs.verdict(others_stayed=_others(before) == _others(after))


def grants(text: str) -> bool:
    """Tell whether a rule allows something, whatever else it says."""
    plain = folded(text)
    return _LEAVING.search(plain) is not None or (_LOOSENING.search(plain) is not None and not forbids(text))


def forbids(text: str) -> bool:
    """Tell whether a rule forbids something or demands it in so many words, beside what it allows."""
    return _NORMATIVE.search(_LOOSENING.sub("", _LEAVING.sub("", folded(text)))) is not None


def asks_for_confirmation(text: str) -> bool:
    """Tell whether a rule makes something wait for somebody's word."""
    return _CONFIRMING.search(folded(text)) is not None


def is_normative(text: str) -> bool:
    """Tell whether a sentence of running text binds like a rule."""
    return _NORMATIVE.search(folded(text)) is not None


def folded(text: str) -> str:
    """Write a rule without what carries no force: capitals, emphasis, quotes, the last full stop."""
    plain = _EMPHASIS.sub("", text.translate(_FOLDS)).lower().replace("-", " ")
    return " ".join(plain.split()).rstrip(".! ")


@dataclass(slots=True)
class _Signs:
    """The signs found so far, each with its reason."""

    weaker: list[str] = field(default_factory=list)
    stronger: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, direction: Direction, reason: str) -> None:
        lists = {Direction.WEAKER: self.weaker, Direction.STRONGER: self.stronger, Direction.UNKNOWN: self.unknown}
        if direction in lists:
            lists[direction].append(reason)

    def verdict(self, *, others_stayed: bool) -> Strength:
        if self.weaker and not self.stronger:
            return Strength(Direction.WEAKER, tuple(self.weaker))
        if self.stronger and not self.weaker and not self.unknown and others_stayed:
            return Strength(Direction.STRONGER, tuple(self.stronger))
        return Strength(Direction.UNKNOWN, (*self.weaker, *self.stronger, *self.unknown))


def _words(text: str) -> list[str]:
    found = []
    for token in _TOKEN.findall(text):
        word = _NUMBERS.get(token, token)
        if word.endswith("n't"):
            found += [word[:-3], "not"]
        else:
            found.append(word)
    return found


def _without_bounds(text: str) -> str:
    """Leave out what introduces a limit: the `no` of `no more than` forbids nothing."""
    return _AT_LEAST.sub(" ", _AT_MOST.sub(" ", text))


def _others(text: str) -> list[str]:
    """The words that carry no force, in their order."""
    plain = _without_bounds(_FORCES.sub(" ", text))
    return [word for word in _words(plain) if word not in _ALL_KINDS and not _NUMBER.fullmatch(word)]


def _force(text: str) -> tuple[int, str]:
    """How binding a text is, and the word that says so; the most binding word counts."""
    found = [
        (_FORCE[int(str(match.lastgroup)[1:])][0], match.group())
        for match in _FORCES.finditer(text)
        if match.lastgroup is not None
    ]
    return max(found, key=lambda one: one[0]) if found else (_BINDING, "")


def _compare_force(before: str, after: str, signs: _Signs) -> None:
    (old, old_word), (new, new_word) = _force(before), _force(after)
    if old == new:
        return
    said = f"`{old_word}`" if old_word else "a plain demand"
    became = f"`{new_word}`" if new_word else "a plain demand"
    direction = Direction.WEAKER if new < old else Direction.STRONGER
    signs.add(direction, f"{said} ({_DEGREES[old]}) became {became} ({_DEGREES[new]})")


def _compare_kind(kind: _Kind, words: list[Counter[str]], texts: tuple[str, str], signs: _Signs) -> None:
    counts = [Counter({word: count for word, count in found.items() if word in kind.words}) for found in words]
    gone, come = counts[0] - counts[1], counts[1] - counts[0]
    if gone.total() == come.total() and kind.said == "the prohibition":
        # `never` for `do not`: how binding it is has been compared already.
        return
    for word in gone:
        signs.add(kind.gone, f"{kind.said} `{word}` is gone")
    for word in come:
        after_only = kind.said == "the condition" and f"only {word}" in texts[1]
        signs.add(Direction.UNKNOWN if after_only else kind.come, f"{kind.said} `{word}` is new")


def _compare_numbers(before: str, after: str, signs: _Signs) -> None:
    olds, news = _figures(before), _figures(after)
    if len(olds) != len(news):
        for direction, there, here, verb in (
            (Direction.WEAKER, before, after, "gone"),
            (Direction.UNKNOWN, after, before, "new"),
        ):
            if _AT_MOST.search(there) and not _AT_MOST.search(here):
                signs.add(direction, f"the limit is {verb}")
        if not signs.weaker:
            signs.add(Direction.UNKNOWN, "a number came or went")
        return
    for (old, old_bound), (new, new_bound) in zip(olds, news, strict=True):
        if old == new and old_bound == new_bound:
            continue
        raised = new > old
        if old_bound != new_bound:
            is_freed = old_bound == "most" and not new_bound
            direction = Direction.WEAKER if is_freed else Direction.UNKNOWN
            signs.add(direction, f"{old:g} became {new:g} in another role")
        elif old_bound == "least":
            signs.add(Direction.STRONGER if raised else Direction.WEAKER, f"at least {old:g} became at least {new:g}")
        elif old_bound == "most":
            signs.add(Direction.WEAKER if raised else Direction.STRONGER, f"at most {old:g} became at most {new:g}")
        else:
            signs.add(Direction.WEAKER if raised else Direction.UNKNOWN, f"{old:g} became {new:g}")


def _figures(text: str) -> list[tuple[float, str]]:
    """The numbers of a text, each with whether it bounds from above (`most`) or below (`least`)."""
    found = []
    for match in re.finditer(r"\d+(?:[.,]\d+)*|[a-z]+", text):
        word = _NUMBERS.get(match.group(), match.group())
        if _NUMBER.fullmatch(word):
            lead = text[max(0, match.start() - 24) : match.start()]
            found.append((_value(word), _bound(lead)))
    return found


def _value(word: str) -> float:
    plain = word.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", word) else word.replace(",", ".")
    head, *rest = plain.split(".")
    return float(f"{head[:300]}.{''.join(rest)[:300] or '0'}")


def _bound(lead: str) -> str:
    last: Callable[[Iterable[re.Match[str]]], int] = lambda found: max((match.end() for match in found), default=-1)  # noqa: E731
    least, most = last(_AT_LEAST.finditer(lead)), last(_AT_MOST.finditer(lead))
    if least == most:
        return ""
    return "least" if least > most else "most"
