"""Lines that were most likely meant to open a section though they are written in another form.

`Approval - always`, `**Approval** always`, `*Approval:* always` and `Approval` alone on its line are
what people write who know a label but not its form. Taken for text they would leave a tool less
governed than its author believes.
"""

import re
from collections.abc import Callable

from lma_forge.grammar import KIND_ALIASES, SectionKey, SectionKind
from lma_forge.model import Effect, HostObject, Risk

ORDINARY = frozenset(
    {
        "person", "states", "police", "middle", "ground", "figure", "content", "contents", "efforts", "models",
        "session", "sessions", "vision", "stages", "stats", "roles", "routes", "severity", "variants", "constants",
        "mirrors", "defects", "static", "stakes", "startup", "sample", "samples", "statute", "statue", "patent",
        "extent", "instant", "internet", "insert", "outlet", "outlets", "outset", "pension", "prescription", "polish",
        "starts", "stands", "corner", "wonder", "summer", "tension", "responds", "retains", "expects", "reflects",
        "relies", "examine", "suppose", "powder", "mobile", "stacks", "rulers", "emissions", "diversion", "inversion",
        "turns", "quest", "purse", "prose", "ample", "frequent", "invest", "infant", "intact", "insect", "potent",
        "estates", "stamps", "stairs", "parade", "purple", "outfit", "outfits", "terror", "arrows", "summers",
        "startups", "stalls", "sanity", "ruler", "erosion", "evasion", "aversion", "inject", "latent", "statues",
        "statutes",
    }
)  # fmt: skip
"""Words of everyday English that differ from a label by one or two letters: they are what they are."""
_VALUES = {
    "approval": ("yes", "no", "true", "false", "always", "never", "required", "needed", "not required", "not needed"),
    "effects": tuple(Effect),
    "host": tuple(HostObject),
    "idempotent": ("yes", "no", "true", "false"),
    "risk": tuple(Risk),
}
DECIDING = frozenset({*_VALUES, "timeout"})
"""The sections of one value that decide what a tool may do."""
SYNONYMS = dict.fromkeys(
    ("consent", "authorization", "authorisation", "authorized", "sign", "signoff", "approved"), "approval"
)
"""Words for a section of one value that nobody else uses, so that its value makes them certain."""
_TIME = re.compile(r"[0-9]+(?:\.[0-9]+)?\s?(?:ms|milliseconds?|s|secs?|seconds?|m|min|minutes?|h|hrs?|hours?)\b")
_FORM = re.compile(
    r"(?P<number>(?:#{1,9}|\(?(?:[0-9]{1,3}(?:\.[0-9]{1,3})*|[A-Za-z])[.)]|[0-9]{1,3}(?:\.[0-9]{1,3})+(?=\s)|[^\w\s*`<\[|>#~\"'“”‘’(){}\\/$@+=-]{1,3})\s{0,3})?"  # noqa: RUF001
    r"(?P<mark>\*{1,3}|_{1,3}|'{2,3}|`|<(?:b|strong|i|em|u)>)?\s{0,3}"
    r"(?P<label>[^\W\d_][\w'’ /&-]{0,46}?)(?P<aside>\s{0,2}\([^()]{1,40}\))?\s{0,3}(?P<inner>[:：]?)\s{0,3}"  # noqa: RUF001
    r"(?(mark)(?P<close>\*{1,3}|_{1,3}|'{2,3}|`|</[a-z]{1,6}>))"
    r"(?:(?P<after>\s{0,3}[:：;=]|\s{1,3}(?:-{1,2}>?|[–—→])(?=\s))|\Z|(?(mark)|(?!)))\s*+",  # noqa: RUF001
    re.IGNORECASE,
)
_APART = re.compile(r"[:：;=–—→.)]| -")  # noqa: RUF001
"""What may set a label apart from text; most lines of prose have none of it and need no closer look."""
_LONGEST = 80
"""Characters in which a label with its marks has to end."""


def is_value(text: str) -> bool:
    """Tell whether a text is just a value that a section of one value knows."""
    return any(text.casefold() in known for known in _VALUES.values()) or _TIME.fullmatch(text.casefold()) is not None


def fits(key: SectionKey, value: str) -> bool:
    """Tell whether a text says what a section of one value would say, such as `high` for a risk.

    Args:
        key: The section.
        value: What stands behind its label.
    """
    bare = " ".join(value.split()).casefold().strip("*_` ")
    if key.field == "timeout":
        return _TIME.match(bare) is not None
    known = _VALUES.get(key.field, ())
    return any(bare.startswith(word) and not bare[len(word) : len(word) + 1].isalnum() for word in known)


def loose_label(
    text: str, key_of: Callable[[str], SectionKey | None], meant: Callable[[str], str | None]
) -> tuple[int, int, int] | None:
    """Find a label that stands at the start of a line in a form that opens no section.

    Args:
        text: The line, without blanks at its ends.
        key_of: Finds the section that a label opens.
        meant: Finds the label of which an unknown one is a slip.

    Returns:
        Offsets of the label, of its end, and of the text behind its marks; None when the line is
        most likely a sentence.
    """
    if len(text) > _LONGEST and text[0].isalpha() and _APART.search(text, 0, _LONGEST) is None:
        return None
    match = _FORM.match(text, 0, min(len(text), _LONGEST))
    if match is None:
        return None
    label = match["label"]
    if not (label[0].isupper() or match["mark"]) or not _is_paired(match["mark"], match["close"]):
        return None
    if match["aside"] and (not (match["inner"] or match["after"]) or _is_type(match["aside"])):
        return None
    rest = len(text) - len(text[match.end() :].lstrip())
    key = key_of(label)
    if key is None:
        likely = meant(label) if match["inner"] or match["after"] or rest >= len(text) else None
        key = key_of(likely) if likely is not None else None
    if key is None or not _is_apart(match, key, text, rest):
        return None
    return match.start("label"), match.end("label"), rest


def _is_type(aside: str) -> bool:
    """Whether parentheses hold a type, as those of a field do."""
    word = re.search(r"[A-Za-z]+", aside)
    return word is not None and word[0].lower() in {*KIND_ALIASES, "optional", "required", "default"}


def _is_paired(mark: str | None, close: str | None) -> bool:
    if mark is None:
        return True
    return close is not None and (close[2:-1].lower() == mark[1:-1].lower() if mark[0] == "<" else close == mark)


def _is_apart(match: re.Match[str], key: SectionKey, text: str, rest: int) -> bool:
    """Tell whether something sets the label apart from the text behind it."""
    if match["inner"] or match["after"]:
        spaced = rest >= len(text) or text[rest - 1].isspace()
        return spaced or match["mark"] is not None or (match["after"] == ":" and match["number"] is None)
    if rest >= len(text):
        return not match["number"] or match["mark"] is not None or match["number"][0] in "#0123456789"
    return match["mark"] is not None and key.kind is SectionKind.LINE and fits(key, text[rest:])
