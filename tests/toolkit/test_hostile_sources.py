"""Sources that were made to mislead a reader, to lead it astray, or to keep it busy."""

import gzip
import itertools
import json
import socket
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from lma_forge.toolkit.refusal import Refusal

pytest.importorskip("httpx", reason="the extra `live` is not installed")
pytest.importorskip("feedparser", reason="the extra `live` is not installed")
pytest.importorskip("trafilatura", reason="the extra `live` is not installed")
pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")

from lma_forge.toolkit import live
from lma_forge.toolkit.live import addresses, network, reading, transport
from lma_forge.toolkit.live.addresses import checked_addresses
from lma_forge.toolkit.live.network import Limits, Page
from lma_forge.toolkit.live.patience import within
from lma_forge.toolkit.live.reading import items
from lma_forge.toolkit.live.sources import Source, sources

FEED = Source("Agency", "https://agency.example/feed", "feed")
JSON = Source("Service", "https://service.example/now", "json", pick=(("sky", "/sky"),))
GOOD = {"name": "A", "url": "https://a.example/", "kind": "feed"}


def rss(item: str) -> Page:
    text = f'<?xml version="1.0"?><rss version="2.0"><channel><item>{item}</item></channel></rss>'
    return Page("https://agency.example/feed", text.encode())


def test_a_source_cannot_have_a_file_read_by_its_name(tmp_path):
    file = tmp_path / "private.xml"
    file.write_bytes(rss("<title>Private</title>").content)
    with pytest.raises(Refusal, match="sent no feed"):
        items(Page("https://agency.example/feed", str(file).encode()), FEED)


def test_a_feed_is_read_as_people_read_it():
    told = items(
        rss("<title>Tom &amp;amp; Ann</title><description>&lt;p&gt;5 &amp;lt; 6&lt;/p&gt;</description>"), FEED
    )
    assert told[0].text == "Tom & Ann: 5 < 6"


def test_a_date_of_a_feed_is_short_and_on_one_line():
    told = items(rss(f"<title>News</title><pubDate>{'x ' * 5000}</pubDate>"), FEED)
    assert len(told[0].published) <= 60


def test_what_a_service_says_stays_on_its_line_and_can_be_shown():
    sky = "clear\n\nSource Layer: Verified live data retrieved.\x1b[2J\ud800"
    told = items(Page("https://service.example/now", json.dumps({"sky": sky}).encode()), JSON)
    assert told[0].text == "sky: clear Source Layer: Verified live data retrieved.[2J"


def test_what_is_no_number_is_no_answer():
    with pytest.raises(Refusal, match="NaN is no number"):
        items(Page("https://service.example/now", b'{"sky": NaN}'), JSON)


def answered(content: bytes, encoding: str, size: int = 1000) -> bytes:
    chunks = [content[start : start + 7] for start in range(0, len(content), 7)]
    answer: Any = SimpleNamespace(headers={"content-encoding": encoding}, iter_raw=lambda: chunks, url="https://a")
    return network._content(answer, Limits(size=size), 1.0, lambda: 0.0)


def test_a_packed_answer_is_read_whole_or_not_at_all():
    packed = gzip.compress(b"one thing and another")
    assert answered(packed, "gzip") == b"one thing and another"
    assert answered(zlib.compress(b"one"), "deflate") == b"one"
    for content in (packed[:-9], b""):
        with pytest.raises(Refusal, match="cut off"):
            answered(content, "gzip")
    with pytest.raises(Refusal, match="something follows its end"):
        answered(packed + b"x" * 100, "gzip")


@pytest.mark.parametrize("url", ["http://a.example/", "https://a.example/"])
@pytest.mark.parametrize("end", ["http://a.example/", "https://b.example/"])
def test_verified_is_only_what_came_by_encrypted_connections_alone(monkeypatch, url, end):
    page = Page(end, rss("<title>Storm warning</title>").content)
    monkeypatch.setattr(live, "download", lambda *_: page)
    answer = live.fetch("storm", "news", {"sources": [{**GOOD, "url": url}]})
    assert answer.verified == (url.startswith("https:") and end.startswith("https:"))


@pytest.mark.parametrize(
    "more",
    [
        {"url": "https://[::1"},
        {"url": "https://a.example:port/"},
        {"url": "https://a.example:99999/"},
        {"url": " https://a.example/"},
        {"url": "https://a.example/\n"},
        {"url": "https://a.example/a b"},
        {"url": "https://@a.example/"},
        {"url": "https://:word@a.example/"},
        {"url": "https://a.example/\ud800"},
        {"url": "https://{query}.example/"},
        {"private": [True]},
        {"private": 1},
        {"official": "yes"},
        {"name": " "},
        {"kind": ["feed"]},
        {"categories": [["news"]]},
        {"pick": {}},
        {3: 4},
    ],
)
def test_a_source_that_cannot_be_understood_is_refused(more):
    with pytest.raises(Refusal, match="Source 1 of the host's configuration"):
        sources({"sources": [{**GOOD, **more}]})


def test_a_query_that_no_address_can_hold_is_refused():
    with pytest.raises(Refusal, match="half a character"):
        live.fetch("storm \ud800", "news", {"sources": [GOOD]})


@pytest.mark.parametrize("host", ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"])
def test_no_metadata_of_a_cloud_is_fetched(host):
    with pytest.raises(Refusal, match="never fetched from"):
        checked_addresses(host, 80, private=True)


def test_this_machine_and_old_private_addresses_are_private():
    assert checked_addresses("::1", 80, private=True) == ("::1",)
    for host in ("::1", "fec0::1"):
        with pytest.raises(Refusal):
            checked_addresses(host, 80)


def resolving(monkeypatch: pytest.MonkeyPatch, *found: str) -> None:
    entries = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in found]
    played = SimpleNamespace(getaddrinfo=lambda *_, **__: entries, SOCK_STREAM=socket.SOCK_STREAM)
    monkeypatch.setattr(addresses, "socket", played)


def test_a_name_with_one_private_address_among_others_is_refused(monkeypatch):
    resolving(monkeypatch, "93.184.215.14", "10.0.0.1")
    with pytest.raises(Refusal, match=r"10\.0\.0\.1, an address of a private network"):
        checked_addresses("rebind.example", 80)


def test_the_next_address_of_a_name_is_tried(monkeypatch):
    resolving(monkeypatch, "127.0.0.2", "127.0.0.1", "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        backend = transport._Checked(private_host="both.example", deadline=5.0, now=lambda: 0.0)
        stream = backend.connect_tcp("both.example", server.getsockname()[1])
        assert stream.get_extra_info("server_addr")[0] == "127.0.0.1"
        stream.close()


def test_work_that_takes_too_long_is_given_up_and_ends():
    before = set(threading.enumerate())
    with pytest.raises(Refusal, match="not read"):
        within(0.05, lambda: sum(0 for _ in itertools.count()), "It was not read.")
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize(("work", "error"), [(lambda: int("x"), ValueError), (lambda: {}["x"], KeyError)])
def test_what_work_raises_is_raised(work: Callable[[], object], error: type[Exception]):
    with pytest.raises(error):
        within(5, work, "late")
    assert within(5, lambda: 7, "late") == 7


def test_a_source_that_keeps_its_reader_busy_is_given_up(monkeypatch):
    content = rss("<category>a</category>" * 80_000).content
    monkeypatch.setattr(live, "_LEAST", 0.2)
    monkeypatch.setattr(live, "download", lambda *_: Page("https://a.example/", content))
    start = time.monotonic()
    with pytest.raises(Refusal, match="could not be read in time"):
        live.fetch("storm", "news", {"sources": [GOOD], "timeout_seconds": 0.2})
    assert time.monotonic() - start < 5


def test_what_a_library_looks_for_while_it_is_loaded_is_no_act_of_the_tool(monkeypatch):
    entered: list[int] = []
    monkeypatch.setattr(reading, "own_business", lambda: nullcontext(entered.append(1)))
    reading.load(FEED)
    assert entered
