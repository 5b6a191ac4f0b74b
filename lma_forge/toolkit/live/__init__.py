"""Fetches current data from the sources that the host has approved, and says where each came from.

A source of the host's list is what counts as verified: it was reached under its own name, over an
encrypted connection, and its answer could be read whole. What comes over an open connection is
called unverified. Where no source answers, nothing is said.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from lma_forge.toolkit.labels import quoted
from lma_forge.toolkit.language import meaning
from lma_forge.toolkit.live.network import Limits, download
from lma_forge.toolkit.live.patience import within
from lma_forge.toolkit.live.reading import Item, items, load
from lma_forge.toolkit.live.sources import Source, sources
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config, number

__all__ = ["Answer", "Fallback", "fetch", "search"]

_SHOWN, _QUERY, _LEAST = 5, 500, 1.0
_ALL = frozenset({"~news", "~current", "~fetch", "~look", "~daily", "~data"})


@dataclass(frozen=True, slots=True)
class Answer:
    """Current data.

    Args:
        data: What the source says.
        source: Its name and address.
        timestamp: When it was retrieved, in UTC.
        verified: Whether it came over encrypted connections alone, redirects included.
    """

    data: str
    source: str
    timestamp: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Fallback:
    """What a second search has found.

    Args:
        results: What the sources say, each with its name.
        confidence: `high` where two machines say the same, `medium` where one official source or one
            that speaks of all that was asked does, else `low`.
    """

    results: str
    confidence: str


def fetch(query: str, category: str, config: Config) -> Answer:
    """Get current data from the first source that has it.

    Args:
        query: What is wanted.
        category: One of the categories; sources without one count for all.
        config: The host's configuration: `sources`, `timeout_seconds` (15), `max_bytes` (2 MiB).

    Raises:
        Refusal: No approved source has it; its text says why for each.
    """
    asked = _asked(query)
    chosen = [one for one in sources(config) if not one.fallback and (not one.categories or category in one.categories)]
    if not chosen:
        raise Refusal(f"No source is approved for the category {category}.")
    problems = []
    # Official sources first; among equals the operator's order holds.
    for source in sorted(chosen, key=lambda one: not one.official):
        try:
            found, url = _ask(source, asked, config)
        except Refusal as refusal:
            problems.append(refusal.message)
            continue
        # An open connection may have been led to where an encrypted one then went.
        verified = source.url.startswith("https://") and url.startswith("https://")
        return Answer(_told(found), f"{source.name} ({url})", _now(), verified)
    raise Refusal(" ".join(problems))


def search(query: str, config: Config) -> Fallback:
    """Search the sources that are kept for when others have failed.

    Args:
        query: What to search for.
        config: The host's configuration: `sources`, of which those marked `fallback` are asked, or
            all where none is marked.

    Raises:
        Refusal: None has anything; its text says why for each.
    """
    asked = _asked(query)
    known = sources(config)
    chosen = [one for one in known if one.fallback] or list(known)
    if not chosen:
        raise Refusal("No source is approved for a fallback.")
    answers: list[tuple[Source, list[Item]]] = []
    problems = []
    for source in chosen:
        try:
            found, _ = _ask(source, asked, config)
            answers.append((source, found))
        except Refusal as refusal:
            problems.append(refusal.message)
    if not answers:
        raise Refusal(" ".join(problems))
    lines = [f"{source.name}: {_told(found)}" for source, found in answers]
    confidence = _confidence(asked, answers)
    doubts = f" Not reached: {' '.join(problems)}" if problems else ""
    return Fallback("\n".join(lines) + doubts, confidence)


def _asked(query: str) -> str:
    query = " ".join(query.split())
    if not query:
        raise Refusal("The query is empty.")
    if len(query) > _QUERY:
        raise Refusal(f"The query has more than {_QUERY} characters.")
    if any("\ud800" <= one <= "\udfff" for one in query):
        raise Refusal("The query holds half a character, which no address can hold.")
    return query


def _ask(source: Source, query: str, config: Config) -> tuple[list[Item], str]:
    seconds = number(config, "timeout_seconds", 15.0, least=0.1)
    start = time.monotonic()
    limits = Limits(
        seconds,
        int(number(config, "max_bytes", 2 * 2**20, least=1)),
        source.private,
    )
    url = source.address(query)
    page = download(url, limits)
    load(source)
    left = max(_LEAST, seconds - (time.monotonic() - start))
    found = within(left, lambda: items(page, source), f"What {source.name} sent could not be read in time.")
    fitting = [one for one in found if one.whole] or _fitting(query, found, answers_query="{query}" in source.url)
    if not fitting:
        raise Refusal(f"{source.name} has nothing on “{query}”.")
    return fitting[:_SHOWN], page.url


def _fitting(query: str, found: tuple[Item, ...], *, answers_query: bool) -> list[Item]:
    """Choose the items that speak of what is asked; a query for news as such takes the first ones."""
    wanted = frozenset(word for word in meaning(query) if not word.startswith("~"))
    telling = frozenset(word for word in wanted if not meaning(word) & _ALL)
    if not telling:
        return list(found)
    scored = [(len(telling & meaning(one.text)) / len(telling), one) for one in found]
    needed = _SOME if answers_query else _HALF
    return [one for share, one in sorted(scored, key=lambda pair: -pair[0]) if share >= needed]


_HALF, _SOME, _SAME = 0.5, 0.34, 0.5


def _told(found: list[Item]) -> str:
    return quoted("\n".join(one.text + (f" (published {one.published})" if one.published else "") for one in found))


def _confidence(query: str, answers: list[tuple[Source, list[Item]]]) -> str:
    said = [(source, frozenset().union(*(meaning(one.text) for one in found))) for source, found in answers]
    for index, (source, words) in enumerate(said):
        for other, others in said[index + 1 :]:
            if source.host != other.host and words and len(words & others) / min(len(words), len(others)) >= _SAME:
                return "high"
    wanted = frozenset(word for word in meaning(query) if not word.startswith("~"))
    if any(source.official or (wanted and wanted <= words) for source, words in said):
        return "medium"
    return "low"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
