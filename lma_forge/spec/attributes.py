"""Sections of one value: Effects, Approval, Risk, Idempotent, Timeout, Host and the plain ones."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from lma_forge.grammar import SectionKey
from lma_forge.model import Approval, Effect, HostObject, Risk
from lma_forge.spec import faults_tool as faults
from lma_forge.spec.labels import fold
from lma_forge.spec.outline import Entry
from lma_forge.spec.reading import Reading
from lma_forge.spec.source import Text
from lma_forge.spec.values import unquoted

_WORDS = re.compile(r"[^,;\s][^,;]*")
_DECISIONS = frozenset({"effects", "approval", "risk", "idempotent", "explicit_name"})
_YES = frozenset({"yes", "true", "required", "always", "needed"})
_NO = frozenset({"no", "false", "none", "never", "not required", "not needed"})
_SECONDS = {
    "ms": 0.001, "millisecond": 0.001, "s": 1.0, "sec": 1.0, "second": 1.0, "m": 60.0, "min": 60.0, "minute": 60.0,
    "h": 3600.0, "hr": 3600.0, "hour": 3600.0,
}  # fmt: skip
_TIME = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([a-z]+)\Z")


def read_line(reading: Reading, key: SectionKey, entries: list[Entry]) -> Any:  # noqa: ANN401 - one type per label
    """Read a section that holds one value, or a list of words.

    Args:
        reading: The document.
        key: The section.
        entries: Its paragraphs and bullets.

    Returns:
        The value of the tool's field; None when nothing usable is said.
    """
    texts = [entry.text for entry in entries if entry.lines]
    if key.field not in _DECISIONS and fold(" ".join(text.value for text in texts)).strip(" .") in {"none", "n/a"}:
        return None
    reader = _READERS.get(key.field)
    if reader is not None:
        return reader(reading, texts)
    return unquoted(" ".join(text.value for text in texts))[0]


def _words(texts: Iterable[Text]) -> Iterable[tuple[Text, int, int, str]]:
    """Cut texts at commas and `and`; give each word with its place."""
    for text in texts:
        for match in _WORDS.finditer(text.value):
            begin = match.start()
            for word in re.split(r"\band\b", match[0]):
                bare = word.strip(" \t.`*_")
                if bare:
                    start = text.value.index(bare, begin)
                    yield text, start, start + len(bare), bare
                begin += len(word) + 3


def _refuse(reading: Reading, where: tuple[Text, int, int], message: str) -> None:
    reading.report(faults.BAD_SECTION_VALUE, reading.source.text_span(*where), message)


def _chosen(reading: Reading, texts: list[Text], known: Iterable[str], what: str) -> list[str]:
    """Read words that are all among the known ones."""
    choices = list(known)
    found: list[str] = []
    for text, start, end, word in _words(texts):
        folded = fold(word)
        if folded in choices:
            if folded not in found:
                found.append(folded)
            continue
        meant = reading.nearest(folded, choices)
        advice = f"did you mean `{meant}`?" if meant else f"write {', '.join(choices[:-1])} or {choices[-1]}."
        _refuse(reading, (text, start, end), f"`{word[:60]}` is no {what}: {advice}")
    return found


def _effects(reading: Reading, texts: list[Text]) -> tuple[Effect, ...] | None:
    found = tuple(Effect(word) for word in _chosen(reading, texts, list(Effect), "effect"))
    if Effect.NONE in found and len(found) > 1:
        _refuse(
            reading, (texts[0], 0, len(texts[0].value)), "A tool has no effect or has some: remove `none` or the rest."
        )
        return tuple(effect for effect in found if effect is not Effect.NONE)
    return found or None


def _approval(reading: Reading, texts: list[Text]) -> Approval | None:
    del reading
    text = " ".join(text.value for text in texts).strip()
    folded = fold(text).strip(" .")
    if not folded:
        return None
    if folded in _YES or folded in _NO:
        return Approval(folded in _YES)
    condition = re.sub(r"\Ayes\b[\s,;:.—–-]+", "", text, flags=re.IGNORECASE)  # noqa: RUF001
    return Approval(required=True, condition=condition.strip())


def _risk(reading: Reading, texts: list[Text]) -> Risk | None:
    found = _chosen(reading, texts, list(Risk), "risk")
    if len(found) > 1:
        _refuse(reading, (texts[0], 0, len(texts[0].value)), "A tool has one risk: write low, medium or high.")
    return Risk(found[0]) if found else None


def _host(reading: Reading, texts: list[Text]) -> tuple[HostObject, ...]:
    return tuple(HostObject(word) for word in _chosen(reading, texts, list(HostObject), "object of the host"))


def _idempotent(reading: Reading, texts: list[Text]) -> bool | None:
    folded = fold(" ".join(text.value for text in texts)).strip(" .")
    if folded in {"yes", "true", "no", "false"}:
        return folded in {"yes", "true"}
    if texts:
        _refuse(reading, (texts[0], 0, len(texts[0].value)), "Write `yes` or `no`.")
    return None


def _timeout(reading: Reading, texts: list[Text]) -> float | None:
    if not texts:
        return None
    match = _TIME.match(fold(unquoted(texts[0].value)[0]).strip(" ."))
    unit = _SECONDS.get(match[2]) or _SECONDS.get(match[2].removesuffix("s")) if match else None
    if match is None or unit is None or float(match[1]) == 0:
        _refuse(reading, (texts[0], 0, len(texts[0].value)), "Write a time with its unit, such as `30 s` or `2 min`.")
        return None
    return float(match[1]) * unit


def _renamed_from(reading: Reading, texts: list[Text]) -> tuple[str, ...]:
    del reading
    return tuple(word for _, _, _, word in _words(texts))


_READERS: dict[str, Callable[[Reading, list[Text]], Any]] = {
    "effects": _effects,
    "approval": _approval,
    "risk": _risk,
    "host": _host,
    "idempotent": _idempotent,
    "timeout": _timeout,
    "renamed_from": _renamed_from,
}
