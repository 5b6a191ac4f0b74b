"""Puts a briefing together out of live data, memory and given text, each under its own label.

A source is a text, or a mapping with one of the keys `memory` (a key), `live` (a query, with
`category` beside it) and `text` (with `title` beside it); the texts `memory: KEY` and
`live: [CATEGORY:] QUERY` mean the same. Everything else is text that the user has given.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lma_forge.model import Spec
from lma_forge.toolkit.labels import GIVEN, LIVE, MEMORY, NO_LIVE, label, quoted
from lma_forge.toolkit.refusal import Refusal

_SOURCES, _TOPIC = 40, 300
_UNVERIFIED = "Unverified live data:"
_LENGTHS = {"short": 1_200, "brief": 1_200, "one page": 3_000, "detailed": 12_000, "long": 12_000}
LENGTH = 6_000
"""How long a briefing is at most, in characters, where neither its format nor the host says it."""


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    title: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    topic: str
    parts: tuple[_Part, ...]
    missing: tuple[str, ...]
    bound: int


@dataclass(frozen=True, slots=True)
class Access:
    """What a briefing may draw upon.

    Args:
        spec: The document, whose source-layer labels are used.
        remembered: Looks up a key of the memory; None where nothing is stored.
        fetched: Gets live data for a query and a category: the data, its source, when it was
            retrieved, and whether it is verified. Raises `Refusal` where there is none.
        length: How long the briefing may be, in characters.
    """

    spec: Spec
    remembered: Callable[[str], str | None]
    fetched: Callable[[str, str], tuple[str, str, str, bool]]
    length: int = LENGTH


def brief(topic: str, sources: Sequence[object], layout: str, access: Access) -> str:
    """Write a briefing.

    Args:
        topic: What it is about.
        sources: Where its content comes from.
        layout: How it should be laid out: words such as `bullets`, `paragraphs`, `plain`, `short`
            and `detailed` count.
        access: What it may draw upon.

    Returns:
        The briefing: verified live data, then memory, then what was given, then what is missing.

    Raises:
        Refusal: No topic or no source is given, or none of the sources has anything.
    """
    if not topic.strip() or len(topic) > _TOPIC:
        raise Refusal(f"A topic of up to {_TOPIC} characters is needed.")
    if not sources:
        raise Refusal("No source was approved for it.")
    if len(sources) > _SOURCES:
        raise Refusal(f"More than {_SOURCES} sources were given.")
    parts: list[_Part] = []
    missing: list[str] = []
    for source in sources:
        try:
            parts.append(_part(source, access))
        except Refusal as refusal:
            missing.append(f"{_named(source)}: {refusal.message}")
    if not parts:
        raise Refusal(" ".join(missing))
    asked = next((size for word, size in _LENGTHS.items() if word in layout.lower()), access.length)
    found = _Found(" ".join(topic.split()), tuple(parts), tuple(missing), min(access.length, asked))
    return _written(found, layout.lower(), access.spec)


def _part(source: object, access: Access) -> _Part:
    kind, what, beside = _read(source)
    if kind == "memory":
        value = access.remembered(what)
        if value is None:
            raise Refusal("nothing is stored under it.")
        return _Part(MEMORY, what, value)
    if kind == "live":
        data, origin, when, verified = access.fetched(what, beside or "general")
        return _Part(LIVE if verified else _UNVERIFIED, what, data, f"{origin}, retrieved {when}")
    if not what.strip():
        raise Refusal("it is empty.")
    return _Part(GIVEN, beside, what)


def _read(source: object) -> tuple[str, str, str]:
    """Say what a source is: its kind, what it names or holds, and its category or title."""
    if isinstance(source, Mapping):
        for kind, beside in (("memory", ""), ("live", "category"), ("text", "title")):
            if isinstance(what := source.get(kind), str):
                extra = source.get(beside, "") if beside else ""
                return kind, what, extra if isinstance(extra, str) else ""
        raise Refusal("it has none of the keys memory, live and text.")
    if not isinstance(source, str):
        raise Refusal("it is neither a text nor a mapping.")
    kind, colon, rest = source.partition(":")
    if colon and kind.strip().lower() == "memory":
        return "memory", rest.strip(), ""
    if colon and kind.strip().lower() == "live":
        category, colon, query = rest.partition(":")
        return ("live", query.strip(), category.strip().lower()) if colon else ("live", rest.strip(), "")
    return "text", source, ""


def _named(source: object) -> str:
    if isinstance(source, Mapping):
        return next(
            (f"{kind} {source[kind]}"[:80] for kind in ("memory", "live", "text") if kind in source), "a source"
        )
    return str(source)[:80] if isinstance(source, str) and source.strip() else "a source"


def _written(found: _Found, layout: str, spec: Spec) -> str:
    bullets, plain = "bullet" in layout or "list" in layout, "plain" in layout
    blocks = [found.topic if plain else f"# {found.topic}"]
    kinds = [kind for kind in (LIVE, _UNVERIFIED, MEMORY, GIVEN) if any(part.kind == kind for part in found.parts)]
    # Each part gets an equal share, so that a long one does not push out those after it; the rest
    # is for headings, labels, and what is said of the length.
    share = max(100, (found.bound - 400) // len(found.parts) - 80)
    for kind in kinds:
        blocks.append(kind if kind == _UNVERIFIED else label(spec, kind))
        for part in (part for part in found.parts if part.kind == kind):
            title = " ".join(part.title.split())
            head = title if plain or not title else f"## {title}"
            body = _clipped(quoted(part.text.strip(), spec.source_labels), share)
            if bullets:
                body = "\n".join(f"- {line.lstrip('-* ')}" for line in body.splitlines() if line.strip())
            origin = f"({part.source})" if part.source else ""
            blocks.append("\n".join(one for one in (head, body, origin) if one))
    if found.missing:
        if any(one.startswith("live") for one in found.missing) and LIVE not in kinds:
            blocks.append(label(spec, NO_LIVE))
        blocks.append("Missing:\n" + "\n".join(f"- {_clipped(' '.join(one.split()), 300)}" for one in found.missing))
    return "\n\n".join(blocks)


def _clipped(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length].rstrip()}… ({len(text) - length:,} more characters)"
