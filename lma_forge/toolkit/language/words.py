"""English words: their stems, irregular forms, those that say nothing, and the names of files."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from lma_forge.toolkit.refusal import missing

CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where a name such as `FileReader` falls into its words."""

ONE_WORD = re.compile(
    r"\b(?:WhatsApp|YouTube|LinkedIn|GitHub|GitLab|JavaScript|TypeScript|PowerPoint|PayPal|iPhone|iPad)(?![a-z])"
)
"""Names with capitals inside that are no two words."""

FILE_NAME = re.compile(
    r"(?<![\w@/.-])(?:[\w.-]{1,60}/){0,12}[\w-]{1,60}(?:\.[\w-]{1,30}){0,3}\.(?:py|md|txt|toml|ya?ml|json|csv|tsv|ini|"
    r"cfg|conf|html?|css|jsx?|tsx?|sql|sh|bat|ps1|xml|log|docx?|pdf|xlsx?|pptx?|rst|ipynb|lock|env|rs|go|java|rb|php|"
    r"cpp|svg|png|jpe?g|bak)\b"
    r"|(?<![\w@/.-])(?:[\w.-]{1,60}/){2,12}[\w.-]{1,60}"
    r"|(?<![\w@/.-])(?:src|docs?|tests?|lib|config|data|specs?|notes|templates|drafts|app|scripts)/[\w.-]{1,60}"
    r"|(?<![\w.])\.(?:git\w{1,20}|env\b|[a-z]{1,20}(?:rc|ignore)\b)",
    re.IGNORECASE,
)
"""How the name of a file, or a path, looks."""

LONGEST = 20_000
"""How many characters of a text are looked at."""
_LONG_WORD = re.compile(r"(\w{60})\w+")
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_APOSTROPHE = re.compile(r"(?<=\w)\u2019(?=\w)")


def bounded(text: str) -> str:
    """Cut a text to what can be read in a moment.

    Args:
        text: Any text.

    Returns:
        Its first `LONGEST` characters, with no word longer than 60: no English word is.
    """
    return _LONG_WORD.sub(r"\1", text[:LONGEST])


def spelt_plainly(text: str) -> str:
    """Write a text as it looks: compatible forms become plain letters, and what cannot be seen goes.

    Args:
        text: Any text.

    Returns:
        The text in Unicode's form NFKC, without format characters, fillers and variation selectors.
    """
    seen = "".join(one for one in unicodedata.normalize("NFKC", text) if not _invisible(one))
    return _APOSTROPHE.sub("'", seen)


def _invisible(one: str) -> bool:
    if one in "\n\t\r":
        return False
    return unicodedata.category(one) in {"Cf", "Cc"} or one in _UNSEEN or "\ufe00" <= one <= "\ufe0f"


_IRREGULAR = {
    "made": "make", "told": "tell", "wrote": "write", "written": "write", "ran": "run", "kept": "keep", "saw": "see",
    "seen": "see", "shown": "show", "won": "win", "sent": "send", "found": "find", "got": "get", "gave": "give",
    "took": "take", "taken": "take", "said": "say", "built": "build", "understood": "understand", "went": "go",
    "broke": "break", "broken": "break", "threw": "throw", "thrown": "throw", "chose": "choose", "chosen": "choose",
    "e-mail": "email", "memories": "memory",
}  # fmt: skip

_ALONE = {"government": "government", "governments": "government"}
"""Words that a stemmer would take for forms of others: a government is no governance."""
_SILENT = (
    "a an and any are as at be been being but by can could did do does for from had has have he her his "
    "how i if in into is it its just me my of on one or our out please she should so some such than that "
    "the their them then there these they this those to up us was we were what when where which while who "
    "will with would you your about also all am because each here i'm i'd i've it's let let's may might "
    "more most must need needs not only own over line same that's very via want wants within without user "
    "user's asks something anything like "
)
STOP = frozenset(_SILENT.split())
"""Words that say nothing about what a text is about."""


@cache
def _stemmer() -> Callable[[str], str]:
    try:
        import snowballstemmer  # noqa: PLC0415 - an extra
    except ImportError:
        raise missing("snowballstemmer", "text") from None
    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return cache(stem)


def stem_of(word: str) -> str:
    """Reduce a word to its stem.

    Args:
        word: One word in small letters; irregular forms count as what they are forms of.

    Raises:
        Refusal: The library that knows English stems is not installed.
    """
    return _ALONE.get(word) or _stemmer()(_IRREGULAR.get(word, word))
