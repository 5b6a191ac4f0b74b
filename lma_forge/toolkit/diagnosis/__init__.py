"""Reads an error message and says in plain words what went wrong.

The knowledge stands in `errors.toml`: a kind of error, a pattern that recognises it, and three
sentences. To teach the tool another error, add an entry there and an example of it to its test.
The message itself is always given back, as it came; nothing here guesses at an unknown error.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from lma_forge.toolkit.refusal import Refusal

LIMIT = 20_000
"""How much of a message is shown, in characters: the beginning and the end of longer ones."""

_CONTEXT = 1_000
_CHAIN = re.compile(
    r"\n[^\S\n]*\n(?:The above exception was the direct cause of|During handling of the above exception,)[^\n]*\n",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^\s*(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning|Iteration|NotFound|Expired|Refused)\b.*$"
)
_NOTHING = re.compile(
    r"(?:no (?:errors?|problems?|issues?)(?: (?:occurred|found|reported))?|none|null|ok|okay|"
    r"success(?:ful(?:ly)?)?|done|"
    r"(?:exit(?:ed)? (?:with )?)?(?:code|status) 0|0 errors?|all (?:tests|checks) passed)[.! ]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A kind of error that can be explained.

    Args:
        kind: Its name.
        pattern: What its messages look like.
        explanation: What happened, in plain words.
        cause: What most probably caused it.
        step: The safest thing to do about it.
    """

    kind: str
    pattern: re.Pattern[str]
    explanation: str
    cause: str
    step: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What can be said of an error.

    Args:
        kind: The kind of the error, as `errors.toml` names it.
        explanation: What happened, with the message as it came.
        cause: What most probably caused it.
        step: The safest thing to do about it.
    """

    kind: str
    explanation: str
    cause: str
    step: str


@cache
def known() -> tuple[Known, ...]:
    """Read the catalogue of errors, the exact ones before the general ones."""
    text = resources.files(__name__).joinpath("errors.toml").read_text(encoding="utf-8")
    return tuple(
        Known(
            one["kind"],
            re.compile(one["pattern"], re.IGNORECASE | re.MULTILINE),
            one["explanation"],
            one["cause"],
            one["step"],
        )
        for one in tomllib.loads(text)["error"]
    )


def diagnose(message: str, context: str = "") -> Diagnosis:
    """Say what an error means.

    Args:
        message: The error as it was reported: a line, a traceback, or the output of a program.
        context: What was being attempted; it is repeated, and read only where the message alone
            tells nothing.

    Returns:
        What happened, why most probably, and what to do. The message stands in the explanation,
        as it came.

    Raises:
        Refusal: There is no error in it, or none that is known; its text holds the message.
    """
    if not message.strip():
        raise Refusal("No error message was given.")
    shown = _shown(message)
    if _NOTHING.fullmatch(message.strip()):
        raise Refusal(f"The message reports no error: {shown}")
    found = next((hit for text in _telling(message) if (hit := _recognise(text))), None)
    if found is None:
        raise Refusal(f"The message is: {shown}")
    error, match = found
    words = {name: value.strip(" '\"`") for name, value in match.groupdict(default="").items()}
    during = context.strip()[:_CONTEXT]
    attempt = f" This happened during: {during}." if during.strip(" .") else ""
    return Diagnosis(
        error.kind,
        f"{_filled(error.explanation, words)}{attempt.replace('..', '.')} The message is: {shown}",
        _filled(error.cause, words),
        _filled(error.step, words),
    )


def _telling(message: str) -> list[str]:
    """Order the parts of a message by how much they tell: the line that names the error comes first."""
    last = _CHAIN.split(message)[-1]
    lines = [line.strip() for line in last.splitlines() if line.strip()]
    named = [line for line in lines if _NAMED.match(line)]
    parts = [*named[-1:], last] if named else [last]
    return [part[-LIMIT:] for part in parts] + [message[:LIMIT]]


def _recognise(text: str) -> tuple[Known, re.Match[str]] | None:
    return next(((error, found) for error in known() if (found := error.pattern.search(text))), None)


def _filled(sentence: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        sentence = sentence.replace("{" + name + "}", word)
    return sentence


def _shown(message: str) -> str:
    if len(message) <= LIMIT:
        return message
    half = LIMIT // 2
    return f"{message[:half]}\n… {len(message) - LIMIT:,} characters are left out here …\n{message[-half:]}"
