"""The sources that the host has approved, from its configuration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config

KINDS = ("feed", "json", "page")
"""What a source can be: an RSS or Atom feed, an answer in JSON, a page in HTML."""

CATEGORIES = ("news", "weather", "sports", "finance", "software", "general", "other")
"""What a source can be about."""

_KEYS = frozenset({"name", "url", "kind", "categories", "pick", "private", "official", "fallback"})


@dataclass(frozen=True, slots=True)
class Source:
    """A source that may be asked.

    Args:
        name: Its label.
        url: Its address; `{query}` in it stands for what is asked.
        kind: One of `KINDS`.
        categories: What it is about; empty for everything.
        pick: For JSON, which parts of the answer count: labels with JSON pointers (RFC 6901).
        private: Whether its address may be one of a private network.
        official: Whether it is the place where what it says comes from.
        fallback: Whether it is asked only after others have failed.
    """

    name: str
    url: str
    kind: str
    categories: tuple[str, ...] = ()
    pick: tuple[tuple[str, str], ...] = ()
    private: bool = False
    official: bool = False
    fallback: bool = False

    def address(self, query: str) -> str:
        """Put what is asked into the address.

        Args:
            query: What is asked, as text.
        """
        return self.url.replace("{query}", quote(query, safe=""))

    @property
    def host(self) -> str:
        """The machine that answers."""
        return urlsplit(self.url).hostname or ""


def sources(config: Config) -> tuple[Source, ...]:
    """Read the approved sources.

    Args:
        config: The host's configuration; `sources` is a list of mappings with the fields of
            `Source`.

    Raises:
        Refusal: An entry cannot be understood; none is guessed at.
    """
    entries = config.get("sources") or ()
    if not isinstance(entries, list | tuple):
        raise Refusal("The host's configuration has no list as sources.")
    return tuple(_source(entry, number) for number, entry in enumerate(entries, 1))


def _source(entry: object, number: int) -> Source:
    where = f"Source {number} of the host's configuration"
    if not isinstance(entry, Mapping):
        raise Refusal(f"{where} is no mapping.")
    if unknown := sorted(str(key) for key in entry.keys() - _KEYS):
        raise Refusal(f"{where} has the unknown key {unknown[0]}; known are {', '.join(sorted(_KEYS))}.")
    name, url, kind = (entry.get(key) for key in ("name", "url", "kind"))
    if not isinstance(name, str) or not name.strip() or not isinstance(url, str):
        raise Refusal(f"{where} needs a name and a url.")
    if not _is_address(url):
        raise Refusal(f"{where} ({name}) needs an address of the form https://host/…, without credentials.")
    if kind not in KINDS:
        raise Refusal(f"{where} ({name}) needs a kind: {', '.join(KINDS)}.")
    categories = _texts(entry.get("categories"), f"{where} ({name})", "categories")
    if wrong := [one for one in categories if one not in CATEGORIES]:
        raise Refusal(f"{where} ({name}) has the unknown category {wrong[0]}; known are {', '.join(CATEGORIES)}.")
    return Source(
        name,
        url,
        kind,
        categories,
        _pick(entry.get("pick"), f"{where} ({name})"),
        *(_flag(entry.get(key), f"{where} ({name})", key) for key in ("private", "official", "fallback")),
    )


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises where it is none
    except ValueError:
        return False
    return (
        parts.scheme in {"http", "https"}
        and parts.hostname is not None
        and not parts.hostname.startswith(".")
        and "@" not in parts.netloc
        and "{" not in parts.netloc
        and url.isprintable()
        and " " not in url
    )


def _texts(value: object, where: str, key: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise Refusal(f"{where} needs a list of texts as {key}.")
    return tuple(value)


def _flag(value: Any, where: str, key: str) -> bool:  # noqa: ANN401 - whatever the configuration holds
    if not isinstance(value, bool | None):
        raise Refusal(f"{where} needs true or false as {key}.")
    return bool(value)


def _pick(value: object, where: str) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    pairs = tuple(value.items()) if isinstance(value, Mapping) else ()
    if not pairs or not all(
        isinstance(label, str) and isinstance(path, str) and path.startswith("/") for label, path in pairs
    ):
        raise Refusal(f"{where} needs labels with JSON pointers such as {{'temperature': '/current/temp'}} as pick.")
    return pairs
