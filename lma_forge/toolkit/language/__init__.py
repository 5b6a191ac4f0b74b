"""What texts about tools have in common although their words differ: stems, and words of like meaning.

`concepts.toml` holds the words of like meaning. Nothing here knows any tool.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from lma_forge.toolkit.language.words import CAMEL, FILE_NAME, STOP, bounded, stem_of

_WORD = re.compile(r"e-mail|[A-Za-z][A-Za-z']+|\d+(?:[.,]\d+)*")
_FAULT = re.compile(
    r"Traceback \(most recent|\b[A-Z]\w+(?:Error|Exception)\b|\berrno\b|\bexit code [1-9]|"
    r"\breturned (?:nothing|no \w+|empty)|\b(?:came|comes) back empty|n't (?:work|respond|start|open|load)\w*",
    re.IGNORECASE,
)
_CODE = re.compile(r"```|\b(?:def|class) \w+[(:]|\bprint\(|;\s*$|\bfor \w+ in \w+|=>|\bimport \w+$", re.MULTILINE)
_SUM = re.compile(r"\d\s*[-+*/^\u00d7\u00f7]\s*\d|\d\s*%\s*of\b|\bsquare root\b|\*\*")

_NOW = re.compile(
    r"\b(?:last night|right now|so far|up to date|as of|these days|this (?:week|month|year|morning|evening|"
    r"afternoon|season)|"
    r"next (?:week|month))\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:has|have|had|was|were|got|been|just) (?:\w+ )?(?:\w+ed|\w+en|made|run|sent|kept)\b", re.IGNORECASE
)
_TOLD = re.compile(
    r"\bdid (?:i|we)\b|\b(?:i|we) (?:\w+ )?(?:told|said|mentioned|gave|decided|agreed|saved|stored|wanted|asked|"
    r"noted)\b|"
    r"\bdo you (?:still )?(?:remember|know my|have)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^\W*(?:what|which|who|when|where|do|did|does|have|has|can you (?:recall|tell)|is there)\b|\?\s*$", re.IGNORECASE
)


@cache
def _concepts() -> dict[str, tuple[str, ...]]:
    text = resources.files(__name__).joinpath("concepts.toml").read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for concept, words in tomllib.loads(text).items():
        for word in words:
            key = stem_of(word.lower())
            found[key] = (*found.get(key, ()), f"~{concept}")
    return found


def stems(text: str) -> tuple[str, ...]:
    """Take the words that carry meaning, each reduced to its stem.

    Args:
        text: English text; names such as `FileReader` count as their words.

    Returns:
        The stems in order, repeated where the words are.

    Raises:
        Refusal: The library that knows English stems is not installed.
    """
    spelt = CAMEL.sub(" ", bounded(text).replace("_", " ").replace("E-mail", "e-mail"))
    words = (word.lower().strip("'").removesuffix("'s") for word in _WORD.findall(spelt))
    return tuple(stem_of(word) for word in words if word not in STOP and len(word) > 1)


def meaning(text: str) -> frozenset[str]:
    """Take what a text speaks of: stems, and the concepts that they and its form stand for.

    Args:
        text: English text. Names of files, error reports, code and sums are recognised by their
            form.

    Returns:
        Stems, and names of concepts with a leading `~`.

    Raises:
        Refusal: The library that knows English stems is not installed.
    """
    text = bounded(text)
    own = stems(text)
    seen = {*own, *concepts(own)}
    seen.update(concept for form, concept in _FORMS if form.search(text))
    if "~error" in seen:
        seen.add("~done")
    if "~remember" in seen and _QUESTION.search(text):
        # Who asks about what is kept wants it read, not kept.
        seen = seen - {"~remember", *(word for word in own if "~remember" in concepts((word,)))} | {"~recall"}
    return frozenset(seen)


_FORMS = (
    (FILE_NAME, "~file"),
    (_FAULT, "~error"),
    (_CODE, "~code"),
    (_SUM, "~compute"),
    (_NOW, "~current"),
    (_TOLD, "~recall"),
    (_DONE, "~done"),
)


def concepts(words: Iterable[str]) -> frozenset[str]:
    """Name the concepts that stems stand for.

    Args:
        words: Stems, as `stems` gives them.
    """
    table = _concepts()
    return frozenset(concept for word in words for concept in table.get(word, ()))
