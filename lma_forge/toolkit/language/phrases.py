"""Finds turns of phrase in a text: what several words together ask for or tell.

`phrases.toml` holds them. A phrase is a row of elements between blanks:

- a word, compared by its stem; words with `/` between them are alternatives, and so are sets, `@set`,
  from the table `sets`;
- `FILE`, `NUMBER`, `QUOTE`, `CODE`: a file's name, a number, a quotation, a piece of code;
- `..` and `...`: up to two or six words of the same sentence;
- `^` at the start: the phrase begins a sentence, or what somebody is asked to do.

A denial just before a phrase (“no need to run it”) takes its meaning away.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from lma_forge.toolkit.language.words import CAMEL, FILE_NAME, LONGEST, ONE_WORD, bounded, stem_of

_QUOTE = (
    r'"[^"\n]{1,2000}"|\u201c[^\u201d\n]{1,2000}\u201d|'
    r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\u2018[^\u2019\n]{1,200}\u2019(?!\w)"
)
_CODE = r"```.{1,4000}?```|`[^`\n]{1,400}`|\b\w+\([^()\n]{0,200}\)"
_TOKEN = re.compile(
    rf"(?P<CODE>{_CODE})|(?P<QUOTE>{_QUOTE})|(?P<FILE>{FILE_NAME.pattern})|"
    r"(?P<NUMBER>[$\u20ac\u00a3]?\d+(?:[.,:]\d+)*%?)|(?P<word>e-mail|[^\W\d_]+(?:['\u2019][^\W\d_]+)?)|"
    r"(?P<stop>[.?!;\n])|(?P<colon>:\s)|(?P<pause>[,:\u2013\u2014()])",
    re.IGNORECASE | re.DOTALL,
)
_SHORT = {
    "n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would",
}  # fmt: skip
_SPELT = {
    "whats": ("what", "is"), "wheres": ("where", "is"), "whos": ("who", "is"), "hows": ("how", "is"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"), "cant": ("can", "not"),
    "cannot": ("can", "not"), "wont": ("will", "not"), "isnt": ("is", "not"), "couldnt": ("could", "not"),
    "im": ("i", "am"), "ive": ("i", "have"), "pls": ("please",), "plz": ("please",), "u": ("you",), "ur": ("your",),
    "thx": ("thanks",), "tmrw": ("tomorrow",), "lets": ("let", "us"),
}  # fmt: skip
_ASKING = frozenset(
    "please pleas and then to you now just also so hey hi ok okay quick kindly us first next well or can could".split()  # noqa: SIM905 - easier to read
)
_DENYING = frozenset({"not", "no", "without", "never", "rather", "instead"})
_BREAKS = frozenset({".", ",", ":"})
_HYPHEN = re.compile(r"(?<=\w\w)-(?=\w)")
_PAUSES = {"stop": ".", "pause": ",", "colon": ":"}
_GAPS = {"..": 2, "...": 6}


@dataclass(frozen=True, slots=True)
class _Phrase:
    concept: str
    starts: bool
    elements: tuple[frozenset[str] | int, ...]


def tokens(text: str) -> tuple[str, ...]:
    """Take a text apart for phrases.

    Args:
        text: English text.

    Returns:
        Stems, names of kinds such as `FILE`, `.` where a sentence ends and `,` where it pauses.
    """
    return (*_tokens(ONE_WORD.sub(lambda found: f"{found[0].lower()} ", bounded(text))), ".")


def _tokens(text: str) -> Iterator[str]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind in _PAUSES:
            yield _PAUSES[kind]
        elif kind != "word":
            yield kind
        else:
            for part in CAMEL.split(found[0]):
                yield from _spelt(part.lower().replace("\u2019", "'"))


def _spelt(word: str) -> Iterator[str]:
    if word in _SPELT:
        yield from (stem_of(part) for part in _SPELT[word])
        return
    for tail, full in _SHORT.items():
        if word.endswith(tail) and len(word) > len(tail):
            head = word.removesuffix(tail)
            yield stem_of({"ca": "can", "wo": "will"}.get(head, head))
            yield full
            return
    if word.endswith("'s"):
        yield stem_of(word[:-2])
        yield "is" if word[:-2] in {"what", "where", "who", "how", "it", "that", "there", "here", "when"} else "'s"
        return
    yield stem_of(word)


def frames(text: str) -> dict[str, int]:
    """Name what a text asks for or tells by its turns of phrase.

    Args:
        text: English text; what is quoted in it does not count.

    Returns:
        Names of concepts with a leading `=`, each with how many words stand before it; where
        somebody is asked to do it, less than nothing, so that it comes before what is only told.

    Raises:
        Refusal: The library that knows English stems is not installed.
    """
    text = bounded(text)
    row = tokens(text)
    table = _phrases()
    found: dict[str, int] = {}
    for place, token in enumerate(row):
        for phrase in table.get(token, ()):
            here = place - LONGEST if phrase.starts else place
            if found.get(phrase.concept, LONGEST) <= here or (phrase.starts and not _asked(row, place)):
                continue
            if _fits(row, place, phrase.elements) and not _denied(row, place, token):
                found[phrase.concept] = here
    for form, concept in _FORMS:
        if seen := form.search(text):
            found[concept] = min(found.get(concept, len(row)), len(tokens(text[: seen.start()])))
    return _settled(text, row, found)


def _settled(text: str, row: tuple[str, ...], found: dict[str, int]) -> dict[str, int]:
    """Leave out what other turns of phrase of the same text speak against."""
    if found.keys() >= {"=remember", "=recall"}:
        # Who asks about what is kept wants it read; who tells of it wants it kept.
        del found["=remember" if _QUESTION.search(text) else "=recall"]
    out: set[str] = set()
    if found.keys() >= {"=remember", "=writing"} and "FILE" in row:
        out.add("=remember")
    if found.keys() >= {"=checking", "=reading"} and "FILE" not in row and _FAULTS.search(text):
        out.add("=reading")
    if found.keys() >= {"=checking", "=trouble"} and found["=checking"] < found["=trouble"] and not _FAULT.search(text):
        out.add("=trouble")  # Errors are looked for, none is reported.
    elif "=trouble" in found:
        out |= {"=general", "=wording"}
    # What follows a colon is what something is asked to be done with, not what is asked.
    head = row.index(":") if ":" in row else len(row)
    before = {frame for frame, place in found.items() if (place if place >= 0 else place + LONGEST) < head}
    if before - out and "=trouble" not in found:
        out |= found.keys() - before
    return {frame: place for frame, place in found.items() if frame not in out}


_FAULT = re.compile(
    r"(?i:traceback \(most recent|\berrno\b|\bexit (?:code|status) [1-9]|\b[45]\d\d error|"
    r"\b(?:HTTP|return\w{0,3}|status|code|got|gives?|says|with|error|a) [45]\d\d\b(?! \w+s\b)|"
    r"\berror [45]\d\d\b|\b(?:fatal|error|panic|exception): |command not found|segmentation fault|segfault|"
    r"core dumped|no space left on|permission denied|"
    r"connection refused)|"
    r"\b[A-Z]\w+(?:Error|Exception|Warning)\b|\bERR!|\bE[A-Z]{5,}\b|\bSIG[A-Z]{3,}\b"
)
_FAULTS = re.compile(
    r"\b(?:mistake|error|problem|bug|issue|valid|correct|accura|secur|safe|wrong|qualit|consisten|format|missing|"
    r"complete)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:^|[.,!?;] )\W*(?:what|which|who|when|where|whose|how|do you|did|do we|do i|have i|have we|is there|are there|"
    r"can you (?:recall|tell|look|show|find|check|pull|get)|(?:please )?(?:look|tell|show|pull|get|find|check|remind|"
    r"recall|retrieve|fetch|read|list|give)s?)\b|\?\s*$",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\d{3,}\s*[-+*/x^\u00d7\u00f7]\s*\d|\d\s*[*/^\u00d7\u00f7]\s*\d{3,}|\*\*|"
    r"\d{3,} (?:times|divided by|multiplied by|plus|minus) \d|(?:\d+\s*[-+*/^\u00d7\u00f7]\s*){2,4}\d|\bsquare root\b"
)
_FORMS = ((_FAULT, "=trouble"), (_SUM, "=run"))


def _asked(row: tuple[str, ...], place: int) -> bool:
    return place == 0 or row[place - 1] in _BREAKS or row[place - 1] in _ASKING


def _denied(row: tuple[str, ...], place: int, first: str) -> bool:
    if first in _DENYING or first in {"do", "did", "is", "what", "whi"}:
        return False
    for before in reversed(row[max(0, place - 3) : place]):
        if before in _BREAKS:
            return False
        if before in _DENYING:
            return True
    return False


def _fits(row: tuple[str, ...], place: int, elements: tuple[frozenset[str] | int, ...]) -> bool:
    if not elements:
        return True
    first, rest = elements[0], elements[1:]
    if isinstance(first, frozenset):
        return place < len(row) and row[place] in first and _fits(row, place + 1, rest)
    for step in range(first + 1):
        if _fits(row, place + step, rest):
            return True
        if place + step >= len(row) or row[place + step] == ".":
            return False
    return False


def weight_of(frame: str) -> float:
    """Say how much a concept counts beside others: what goes with many an intention says less.

    Args:
        frame: The name, as `frames` gives it.
    """
    return float(_told()["weights"].get(frame.removeprefix("="), 1.0))


@cache
def _told() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resources.files(__package__).joinpath("phrases.toml").read_text(encoding="utf-8"))


@cache
def _phrases() -> dict[str, tuple[_Phrase, ...]]:
    told = _told()
    sets: dict[str, frozenset[str]] = {}
    for name, words in told["sets"].items():
        sets[f"@{name}"] = frozenset().union(*(_element(word, sets) for word in words.split()))
    table: dict[str, list[_Phrase]] = defaultdict(list)
    for concept, lines in told["phrases"].items():
        for line in lines:
            words = [
                part for word in line.split() for part in (word if "/" in word else _HYPHEN.sub(" ", word)).split()
            ]
            starts = words[0] == "^"
            elements = tuple(_GAPS[word] if word in _GAPS else _element(word, sets) for word in words[starts:])
            assert isinstance(elements[0], frozenset), line  # noqa: S101 - the file is the project's own
            for key in elements[0]:
                table[key].append(_Phrase(f"={concept}", starts, elements))
    return {key: tuple(phrases) for key, phrases in table.items()}


def _element(word: str, sets: dict[str, frozenset[str]]) -> frozenset[str]:
    parts = [part for part in word.split("/") if part]
    if "," in parts:
        parts.append(":")
    return frozenset().union(
        *(
            sets[part] if part.startswith("@") else {part if part.isupper() and len(part) > 1 else stem_of(part)}
            for part in parts
        )
    )
