"""English words as the comparison of texts sees them: base forms, and the senses that words share."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lma_forge.toolkit.refusal import missing

_ENDINGS = re.compile(
    r"(?:(?<=.{5})(?:ational|ation|ator|ition|ance|ence|ion|ant|ent|or|al)|(?<=.{4})(?:ment|ness|ship|ity|ive|ist|er|e)|"
    r"(?<=...[eu]r)i)$"
)
_BRITISH = re.compile(r"is(e[sdr]?|ing|ations?)$")
_LONGEST = 40
_DEGREE = re.compile(r"(?P<base>[a-z]{3,})(?P<degree>er|est)$")
_PHRASE = 5


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What is known of words.

    Args:
        senses: For each key of a word the senses that it has.
        phrases: The same for phrases, by the keys of their words.
        against: For each sense those that exclude it.
        turned: For each sense those that say the same with the two who act exchanged.
        kinds: For each key those of the general words that it is a kind of.
        verbs: The keys of the words that are used as verbs.
    """

    senses: dict[str, frozenset[str]]
    phrases: dict[tuple[str, ...], frozenset[str]]
    against: dict[str, frozenset[str]]
    turned: dict[str, frozenset[str]]
    kinds: dict[str, frozenset[str]]
    verbs: frozenset[str]


def key(word: str) -> str:
    """Reduce a word to what it has in common with its other forms and with words made from it.

    Args:
        word: One word; a capital marks the adjective of a country.
    """
    return _key(word[:_LONGEST])


@cache
def _key(word: str) -> str:
    irregular, peoples, compared = _forms()
    lower = word.lower().replace("\u2019", "'").removesuffix("'s").strip("'")
    if word[:1].isupper() and lower in peoples:
        return peoples[lower]
    lower = irregular.get(lower, lower)
    if base := compared.get(lower):
        lower = base
    stem = _stem(_BRITISH.sub(r"iz\1", lower).replace("our", "or"))
    return _ENDINGS.sub("", stem)


def degree(word: str) -> str:
    """Tell whether a word is a comparative (`er`), a superlative (`est`), or neither (empty).

    Args:
        word: One word in small letters.
    """
    if word in {"more", "better", "worse", "less", "further"}:
        return "er"
    if word in {"most", "best", "worst", "least", "maximum", "minimum", "top"}:
        return "est"
    found = _DEGREE.match(word)
    return found["degree"] if found and word in _forms()[2] else ""


def _stem(word: str) -> str:
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    try:
        import snowballstemmer  # noqa: PLC0415 - an extra
    except ImportError:
        raise missing("snowballstemmer", "text") from None
    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem


def _table(name: str) -> dict[str, dict[str, str]]:
    text = resources.files(__package__ or "").joinpath("senses", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _forms() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    table = _table("forms")
    irregular = {form: base for base, forms in table["irregular"].items() for form in forms.split()}
    peoples = {form: base for base, forms in table["peoples"].items() for form in forms.split()}
    compared: dict[str, str] = {}
    for entry in _table("qualities")["words"].values():
        for word in entry.split(", "):
            if " " not in word and len(word) > 2:  # noqa: PLR2004 - shorter ones are not compared by endings
                stem = re.sub(r"e$", "", re.sub(r"y$", "i", word))
                doubled = stem + stem[-1] if re.search(r"[^aeiou][aeiou][bdgmnpt]$", stem) else stem
                compared.update({f"{doubled}{end}": word for end in ("er", "est")})
    return irregular, peoples, compared


@cache
def lexicon() -> Lexicon:
    """Read what is known of words."""
    senses: dict[str, set[str]] = {}
    phrases: dict[tuple[str, ...], set[str]] = {}
    against: dict[str, set[str]] = {}
    turned: dict[str, set[str]] = {}
    tables = {name: _table(name) for name in ("verbs", "things", "qualities")}
    verbs: set[str] = set()
    for room, table in tables.items():
        for name, entry in table["words"].items():
            for phrase in entry.split(", "):
                keys = tuple(key(word) for word in phrase.replace("-", " ").split())
                if len(keys) == 1:
                    senses.setdefault(keys[0], set()).add(f"{room}.{name}")
                    verbs.update(keys if room == "verbs" else ())
                else:
                    phrases.setdefault(keys, set()).add(f"{room}.{name}")
        for relation, pairs in ((against, table.get("against", {})), (turned, table.get("turned", {}))):
            for name, others in pairs.items():
                for other in others.split():
                    one, two = _full(name, room, tables), _full(other, room, tables)
                    relation.setdefault(one, set()).add(two)
                    relation.setdefault(two, set()).add(one)
    verbs.update(key(word) for word in listed("phrasal"))
    verbs.update(key(base) for base in _table("forms")["irregular"] if base not in _NOUNS)
    kinds: dict[str, set[str]] = {}
    for general, special in tables["things"]["kinds"].items():
        for word in special.split(", "):
            kinds.setdefault(key(word.split()[-1]), set()).add(key(general.split("_")[-1]))
    return Lexicon(
        _frozen(senses),
        {name: frozenset(found) for name, found in phrases.items() if len(name) <= _PHRASE},
        _frozen(against),
        _frozen(turned),
        _frozen(kinds),
        frozenset(verbs),
    )


_NOUNS = frozenset(
    ["child", "man", "woman", "person", "foot", "half", "mouse", "wife", "few", "dear", "bus", "defense", "offense"]
)


def _full(name: str, room: str, tables: dict[str, dict[str, dict[str, str]]]) -> str:
    """Give the full name of a sense: that of the same table before that of another."""
    return next(f"{one}.{name}" for one in (room, *tables) if name in tables[one]["words"])


def _frozen(table: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    return {name: frozenset(found) for name, found in table.items()}


def opposed(senses: frozenset[str]) -> frozenset[str]:
    """Give the senses that exclude one of some senses.

    Args:
        senses: Names of senses.
    """
    against = lexicon().against
    return frozenset().union(*(against.get(one, frozenset()) for one in senses))


def is_past(word: str) -> bool:
    """Tell whether a word looks like the past of a verb.

    Args:
        word: One word in small letters.
    """
    return word.endswith("ed") or word in _UNCHANGED or (word in _forms()[0] and key(word) in lexicon().verbs)


_UNCHANGED = frozenset(["beat", "quit", "hit", "hurt"])
"""Verbs whose past has no form of its own."""


def listed(name: str) -> tuple[str, ...]:
    """Give one of the lists of words in forms.toml.

    Args:
        name: The name of the list.
    """
    return tuple(_table("forms")["lists"][name].split())
