"""Takes from feeds, JSON and pages what they say."""

import io
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from importlib import import_module

from lma_forge.toolkit.live.network import Page
from lma_forge.toolkit.live.sources import Source
from lma_forge.toolkit.own import own_business
from lma_forge.toolkit.refusal import Refusal, missing

_DECLARED = re.compile(rb"""<\?xml[^>]*encoding=["']([\w-]+)|<meta[^>]*charset=["']?([\w-]+)""", re.IGNORECASE)
_ITEMS, _TEXT, _DEPTH, _MARKUP, _DATE = 200, 4000, 64, 20_000, 60


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a source says.

    Args:
        text: What it says.
        published: When, as the source puts it; empty when it does not say.
        link: Where it stands; empty when it has no place of its own.
        whole: Whether it is the source's answer to the query, not one entry of many.
    """

    text: str
    published: str = ""
    link: str = ""
    whole: bool = False


def load(source: Source) -> None:
    """Load what reads a source's answers; that takes a while the first time, and is no fault of the source.

    Args:
        source: The source.

    Raises:
        Refusal: An extra is not installed.
    """
    name = {"feed": "feedparser", "page": "trafilatura"}.get(source.kind)
    try:
        if name:
            # What a library looks for while it is loaded is no act of the tool.
            with own_business():
                import_module(name)
    except ImportError:
        raise missing(name or "", "live") from None


def items(page: Page, source: Source) -> tuple[Item, ...]:
    """Read what came from a source.

    Args:
        page: What came.
        source: Where it came from, which says what it should be.

    Raises:
        Refusal: It is not what it should be.
    """
    load(source)
    return {"feed": _feed, "json": _json, "page": _html}[source.kind](page, source)


def _feed(page: Page, source: Source) -> tuple[Item, ...]:
    import feedparser  # noqa: PLC0415 - an extra

    headers = (
        {"content-type": f"{page.media_type or 'application/xml'}; charset={page.charset}"} if page.charset else {}
    )
    # Bytes as such would be taken for the name of a file, and a source could have any file read.
    parsed = feedparser.parse(io.BytesIO(page.content), response_headers=headers)
    if not parsed.version:
        raise Refusal(f"{source.name} sent no feed.")
    if parsed.bozo and not isinstance(parsed.bozo_exception, feedparser.exceptions.CharacterEncodingOverride):
        raise Refusal(f"The feed of {source.name} is damaged: {parsed.bozo_exception}.")
    found = []
    for entry in parsed.entries[:_ITEMS]:
        title, summary = (_plain(entry.get(key, "")) for key in ("title", "summary"))
        text = title if not summary or summary.startswith(title) else f"{title}: {summary}" if title else summary
        published = _clean(entry.get("published") or entry.get("updated") or "")[:_DATE]
        found.append(Item(_clipped(text), published, entry.get("link", "")))
    return tuple(one for one in found if one.text)


def _json(page: Page, source: Source) -> tuple[Item, ...]:
    try:
        value = json.loads(_text(page, source), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{source.name} sent no JSON: {error}.") from error
    if not source.pick:
        return (Item(_clipped(_clean(json.dumps(value, ensure_ascii=False))), whole=True),)
    lines = []
    for label, pointer in source.pick:
        found = _at(value, pointer)
        if found is None or isinstance(found, Mapping | list):
            raise Refusal(f"The answer of {source.name} has no value at {pointer}.")
        lines.append(f"{label}: {_clean(str(found))}")
    return (Item(_clipped("; ".join(lines)), whole=True),)


def _at(value: object, pointer: str) -> object:
    for part in pointer.split("/")[1 : _DEPTH + 1]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _html(page: Page, source: Source) -> tuple[Item, ...]:
    if page.media_type and "html" not in page.media_type and not page.media_type.startswith("text/"):
        raise Refusal(f"{source.name} sent {page.media_type}, not a page.")
    import trafilatura  # noqa: PLC0415 - an extra

    content = trafilatura.extract(_text(page, source), include_comments=False, include_tables=True, deduplicate=True)
    if not content or not content.strip():
        raise Refusal(f"The page of {source.name} has no text.")
    paragraphs = [text for line in content.splitlines() if (text := _clean(line))]
    return tuple(Item(_clipped(one), link=page.url) for one in paragraphs[:_ITEMS])


def _text(page: Page, source: Source) -> str:
    """Decode the answer: as its header says, as it says itself, else as UTF-8; never by a guess."""
    declared = _DECLARED.search(page.content[:2048])
    said = next((group.decode("ascii") for group in declared.groups() if group), "") if declared else ""
    for charset in (page.charset, said, "utf-8-sig"):
        try:
            if charset:
                return page.content.decode(charset)
        except (UnicodeError, LookupError):
            continue
    raise Refusal(f"The answer of {source.name} is not in the character set that it says.")


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _plain(markup: str) -> str:
    return _clean(unescape(re.sub(r"<[^<>]{0,2000}>", " ", markup[:_MARKUP])))


def _clean(text: str) -> str:
    """Put a text on one line, so that nothing in it stands where a label would, without what cannot be shown."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(one for one in line if unicodedata.category(one) not in _HIDDEN)


_HIDDEN = frozenset({"Cc", "Cs"})
"""Control characters and halves of surrogate pairs."""


def _clipped(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[:_TEXT]}… ({len(text) - _TEXT:,} more characters)"
