"""Which statements of a text would need a source, and have none? Whether they are true is not judged here."""

import re

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue, place
from lma_forge.toolkit.verifying.features import sentences, statement

_SOURCE = re.compile(
    r"https?://|\[\d+\]|\(\d{4}\)|\bdoi\b|\baccording to\b|\bsource(?: layer)?\s*:|\bcited?\b|\breported by\b|"
    r"\(see |\[\^|\]\(",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"\b(?:currently|today|now|latest|as of|this (?:week|month|year)|recent(?:ly)?|still|at the moment|right now|"
    r"live)\b",
    re.IGNORECASE,
)
_GUESS = re.compile(
    r"\b(?:probably|presumably|i assume|i guess|i think|should be|must be|apparently|supposedly|everyone knows|"
    r"it is well known|obviously|clearly|"
    r"as we all know|most likely|no doubt|undoubtedly)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:studies (?:show|say|suggest)|experts (?:say|agree|believe)|research (?:shows|says|suggests)|"
    r"scientists (?:say|believe)|"
    r"some (?:say|people)|many (?:say|believe|people)|it is (?:said|believed)|reports say|statistics show)\b",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(
    r"\b(?:always|never|all|every|none|nobody|everyone|guaranteed|100 ?%|impossible|"
    r"the (?:best|worst|only|first|largest))\b",
    re.IGNORECASE,
)


def examine(content: str, config: Config) -> tuple[Issue, ...]:
    """Name the statements that nobody can verify as they stand.

    Args:
        content: The text.
        config: The host's configuration; none of it counts here.

    Raises:
        Refusal: The text is too long to be read sentence by sentence.
    """
    del config
    if len(content) > _LENGTH:
        raise Refusal(f"The content has more than {_LENGTH:,} characters; have it examined in parts.")
    found, position = [], 0
    prose = re.sub(r"(?s)```.*?(?:```|\Z)", " ", content)
    for sentence in sentences(re.sub(r"\s*\n\s*\n", "\n\n", prose)):
        start = content.find(sentence.split()[0], position)
        position = max(position, start)
        where = place(content, max(start, 0))
        if issue := _looked_at(sentence, where):
            found.append(issue)
    return tuple(found)


def _looked_at(sentence: str, where: tuple[int, int]) -> Issue | None:
    shown = sentence if len(sentence) <= _SHOWN else f"{sentence[:_SHOWN]}…"
    problem, advice = _problem(sentence)
    return Issue(f"{problem}: {shown}", advice, *where) if problem else None


def _problem(sentence: str) -> tuple[str, str]:
    """Say what keeps a statement from being verified, and what would help; empty texts where nothing does."""
    sourced = _SOURCE.search(sentence) or sentence.rstrip().endswith("?")
    # What a sentence states is known from its beginning; one of a page's length is none.
    said = statement(sentence[:_SENTENCE])
    if guess := _GUESS.search(sentence):
        found = (f"An assumption (“{guess[0]}”)", "Say what it rests on, or say that it is not known.")
    elif sourced:
        found = ("", "")
    elif vague := _VAGUE.search(sentence):
        found = (f"A source that nobody can look up (“{vague[0]}”)", "Name the source.")
    elif _CURRENT.search(sentence) and (said.numbers or said.names or said.dates):
        found = ("A statement about the present without a source", "Give the source and when it was retrieved.")
    elif said.numbers or said.dates:
        found = ("A number or date without a source", "Give the source, or have the claim verified.")
    elif _ABSOLUTE.search(sentence):
        found = ("An absolute statement without a source", "Give the source, or say less.")
    else:
        found = ("", "")
    return found


_SHOWN, _SENTENCE, _LENGTH = 160, 1_000, 100_000
