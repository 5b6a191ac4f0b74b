"""Live data from a server of this machine that plays real sources, and misbehaves."""

import gzip
import http.server
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from lma_forge.toolkit.refusal import Refusal

pytest.importorskip("httpx", reason="the extra `live` is not installed")
pytest.importorskip("feedparser", reason="the extra `live` is not installed")
pytest.importorskip("trafilatura", reason="the extra `live` is not installed")
pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")

from lma_forge.toolkit.live import fetch, network, search
from lma_forge.toolkit.live.addresses import checked_addresses
from tests.toolkit.conftest import Bench

RSS = """<?xml version="1.0" encoding="{charset}"?>
<rss version="2.0"><channel><title>Agency</title>
<item><title>Storm warning for the coast</title><description>Gusts of 120 km/h in Caf\u00e9 Bay.</description>
<link>https://agency.example/1</link><pubDate>Mon, 01 Dec 2025 08:00:00 GMT</pubDate></item>
<item><title>Election results announced</title><description>The &lt;b&gt;count&lt;/b&gt; is over.</description></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Releases</title>
<entry><title>Widget 3.2 released</title><updated>2025-11-30T10:00:00Z</updated>
<summary>Faster.</summary></entry></feed>"""
PAGE = (
    "<html><head><title>Tide tables</title><meta charset='utf-8'></head><body><nav>Home Shop Contact</nav>"
    "<article><h1>Tides</h1>"
    + "".join(
        f"<p>High tide at the harbour mouth is expected at {n} o'clock, {n} metres high.</p>" for n in range(2, 8)
    )
    + "</article><footer>All rights reserved</footer></body></html>"
)


class Player(http.server.BaseHTTPRequestHandler):
    """Plays a source by the path that is asked for."""

    seen: ClassVar[list[tuple[str, dict[str, str]]]] = []
    stalled = threading.Event()
    failures = 0

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        type(self).seen.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        getattr(self, "play_" + self.path.split("?")[0].strip("/").replace("-", "_"))()

    def give(self, body: bytes, media: str, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def play_rss(self) -> None:
        self.give(RSS.format(charset="utf-8").encode(), "application/rss+xml")

    def play_latin(self) -> None:
        self.give(RSS.format(charset="iso-8859-1").encode("latin-1"), "application/xml")

    def play_atom(self) -> None:
        self.give(ATOM.encode(), "application/atom+xml; charset=utf-8")

    def play_bad_xml(self) -> None:
        self.give(RSS.format(charset="utf-8").encode()[:300], "application/rss+xml")

    def play_bomb_xml(self) -> None:
        entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
        self.give(
            f'<!DOCTYPE x [<!ENTITY a0 "x">{entities}]><rss><channel><title>&a11;</title></channel></rss>'.encode(),
            "text/xml",
        )

    def play_json(self) -> None:
        self.give(b'{"current": {"temp": 21.5, "sky": "clear"}}', "application/json")

    def play_bad_json(self) -> None:
        self.give(b'{"current": ', "application/json")

    def play_deep_json(self) -> None:
        self.give(b"[" * 200_000, "application/json")

    def play_page(self) -> None:
        self.give(PAGE.encode(), "text/html")

    def play_wrong_charset(self) -> None:
        self.give(
            PAGE.replace("harbour", "h\u00e5rbour").replace("<meta charset='utf-8'>", "").encode("latin-1"),
            "text/html; charset=utf-8",
        )

    def play_image(self) -> None:
        self.give(b"\x89PNG", "image/png")

    def play_huge(self) -> None:
        self.give(b"x" * 3_000_000, "text/html")

    def play_gzip(self) -> None:
        self.give(gzip.compress(RSS.format(charset="utf-8").encode()), "application/rss+xml", Content_Encoding="gzip")

    def play_gzip_bomb(self) -> None:
        self.give(gzip.compress(b"\0" * 200_000_000, 9), "application/rss+xml", Content_Encoding="gzip")

    def play_slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<rss")
        self.wfile.flush()
        self.stalled.wait(30)

    def play_redirect(self) -> None:
        self.give(b"", "text/plain", 302, Location="/rss")

    def play_elsewhere(self) -> None:
        self.give(b"", "text/plain", 302, Location="http://169.254.169.254/latest/meta-data")

    def play_neighbour(self) -> None:
        self.give(b"", "text/plain", 302, Location=f"http://localhost:{self.server.server_address[1]}/rss")

    def play_named(self) -> None:
        self.give(b"", "text/plain", 302, Location="http://ann:word@127.0.0.1/")

    def play_long(self) -> None:
        self.give(b"", "text/plain", 302, Location="/rss?" + "x" * 5_000)

    def play_file(self) -> None:
        self.give(b"", "text/plain", 302, Location="file:///etc/passwd")

    def play_circle(self) -> None:
        self.give(b"", "text/plain", 302, Location="/circle")

    def play_tagged(self) -> None:
        if self.headers.get("If-None-Match") == '"1"':
            self.give(b"", "text/plain", 304)
        else:
            self.give(RSS.format(charset="utf-8").encode(), "application/rss+xml", ETag='"1"')

    def play_once(self) -> None:
        type(self).failures += 1
        if type(self).failures % 2:
            self.give(b"", "text/plain", 503, Retry_After="0")
        else:
            self.play_rss()

    def play_broken(self) -> None:
        self.give(b"", "text/plain", 500)

    def play_unchanged(self) -> None:
        self.give(b"", "text/plain", 304)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Player) as here:
        thread = threading.Thread(target=here.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{here.server_port}"
        Player.stalled.set()
        here.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_PAUSE", 0.0)


def source(server: str, path: str, kind: str = "feed", **more: Any) -> dict[str, Any]:
    return {"name": path, "url": f"{server}/{path}", "kind": kind, "private": True, **more}


def config(*sources: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"sources": list(sources), "timeout_seconds": 5, **more}


@pytest.mark.parametrize("path", ["rss", "latin", "gzip", "redirect", "tagged", "once"])
def test_a_feed_gives_what_is_asked_for_with_its_date(server, path):
    answer = fetch("storm warning", "news", config(source(server, path)))
    assert answer.data == (
        "Storm warning for the coast: Gusts of 120 km/h in Caf\u00e9 Bay. (published Mon, 01 Dec 2025 08:00:00 GMT)"
    )
    assert answer.source.startswith(f"{path} ({server}/")
    assert answer.timestamp.endswith("Z")
    assert not answer.verified


def test_a_query_for_the_news_gives_the_first_ones(server):
    assert (
        "Election results announced: The count is over."
        in fetch("today's news", "news", config(source(server, "rss"))).data
    )


def test_atom_json_and_pages_are_read(server):
    assert "Widget 3.2 released" in fetch("Widget release", "software", config(source(server, "atom"))).data
    picked = source(server, "json", "json", pick={"temperature": "/current/temp", "sky": "/current/sky"})
    assert fetch("weather in Lyon", "weather", config(picked)).data == "temperature: 21.5; sky: clear"
    tide = fetch("high tide at the harbour", "other", config(source(server, "page", "page"))).data
    assert "High tide at the harbour mouth is expected at 2 o'clock" in tide
    assert "All rights reserved" not in tide


@pytest.mark.parametrize(
    ("path", "kind", "said"),
    [
        ("bad-xml", "feed", "is damaged"),
        ("bomb-xml", "feed", "damaged|no feed|nothing on"),
        ("json", "feed", "sent no feed"),
        ("bad-json", "json", "sent no JSON"),
        ("deep-json", "json", "sent no JSON"),
        ("wrong-charset", "page", "not in the character set"),
        ("image", "page", "sent image/png"),
        ("huge", "page", "larger than 2,097,152 bytes"),
        ("gzip-bomb", "feed", "larger than 2,097,152 bytes"),
        ("elsewhere", "feed", "169.254.169.254"),
        ("file", "feed", "which is not followed"),
        ("neighbour", "feed", "localhost is at .*, an address of a private network"),
        ("named", "feed", "which is not followed"),
        ("long", "feed", "which is not followed"),
        ("circle", "feed", "more than 5 times"),
        ("broken", "feed", "status 500"),
        ("unchanged", "feed", "status 304"),
    ],
)
def test_a_source_that_misbehaves_is_named_and_nothing_is_made_of_it(server, path, kind, said):
    with pytest.raises(Refusal, match=said):
        fetch("storm warning", "news", config(source(server, path, kind)))


def test_a_source_that_stalls_ends_with_the_time(server):
    with pytest.raises(Refusal, match=r"no answer|longer than"):
        fetch("storm", "news", config(source(server, "slow"), timeout_seconds=0.4))


def test_what_is_not_there_is_not_guessed(server):
    with pytest.raises(Refusal, match="has nothing on “price of copper”"):
        fetch("price of copper", "finance", config(source(server, "rss")))


def test_the_next_source_is_asked_where_one_fails_and_official_ones_come_first(server):
    both = config(source(server, "broken", official=True), source(server, "rss"))
    assert fetch("storm warning", "news", both).source.startswith("rss")
    both = config(source(server, "rss"), source(server, "latin", official=True))
    assert fetch("storm warning", "news", both).source.startswith("latin")


def test_sources_of_another_category_and_fallbacks_are_not_asked(server):
    with pytest.raises(Refusal, match="No source is approved for the category news"):
        fetch(
            "storm", "news", config(source(server, "rss", categories=["sports"]), source(server, "rss", fallback=True))
        )


def test_an_answer_that_has_not_changed_is_not_sent_again(server):
    asked = config(source(server, "tagged"))
    first = fetch("storm warning", "news", asked)
    Player.seen.clear()
    assert fetch("storm warning", "news", asked).data == first.data
    assert [headers.get("if-none-match") for path, headers in Player.seen] == ['"1"']


def test_the_query_is_a_part_of_the_address_and_cannot_leave_it(server):
    Player.seen.clear()
    address = source(server, "rss", url=f"{server}/rss?q={{query}}")
    fetch("storm&admin=1#/../x", "news", config(address))
    assert Player.seen[0][0] == "/rss?q=storm%26admin%3D1%23%2F..%2Fx"


def test_addresses_of_private_networks_are_refused_unless_named(server):
    with pytest.raises(Refusal, match="an address of a private network"):
        fetch("storm", "news", config(source(server, "rss", private=False)))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "::ffff:10.0.0.1",
        "fe80::1",
        "224.0.0.1",
        "100.64.0.1",
        "fd00::1",
    ],
)
def test_no_private_address_passes(host):
    with pytest.raises(Refusal):
        checked_addresses(host, 80)


@pytest.mark.parametrize("host", ["169.254.169.254", "0.0.0.0", "fe80::1", "224.0.0.1"])
def test_some_addresses_never_pass(host):
    with pytest.raises(Refusal, match="never fetched from"):
        checked_addresses(host, 80, private=True)


def test_a_fallback_says_how_sure_it_is(server):
    two = [source(server, "rss"), source(server.replace("127.0.0.1", "localhost"), "latin")]
    assert search("storm warning for the coast", config(*two)).confidence == "high"
    one = search("storm warning", config(source(server, "rss")))
    assert (one.confidence, one.results.startswith("rss: Storm warning")) == ("medium", True)
    assert search("storm flood", config(source(server, "rss"))).confidence == "low"
    with_failure = search("storm warning", config(source(server, "rss"), source(server, "broken")))
    assert "Not reached:" in with_failure.results
    with pytest.raises(Refusal, match="status 500"):
        search("storm", config(source(server, "broken")))


def test_the_tools_label_what_they_return(server, bench: Bench):
    bench.config.update(config(source(server, "rss")))
    live = bench.output("LiveDataFetcher", query="storm warning", category="news")
    assert live["data"].startswith("Unverified: not from an encrypted connection.\nStorm warning")
    found = bench.output("SearchFallback", query="storm warning")
    assert found["results"].startswith("Fallback result, less certain than a primary source:\nrss: Storm")
    assert bench.error("LiveDataFetcher", query="copper", category="finance").startswith(
        "No verified live data available. "
    )
    text = bench.output("BriefingGenerator", topic="Day", sources=["live: news: storm warning"], format="plain")[
        "briefing"
    ]
    assert text.startswith("Day\n\nUnverified live data:\n\nstorm warning\nStorm warning")
