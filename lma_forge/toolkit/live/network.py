"""Downloads from addresses that the operator has approved, and from nowhere else.

The address of a machine is looked at when the connection is made, so that neither a name that
resolves to somewhere else nor a redirect leads into a private network. Size, time and the number of
redirects are bounded, and what is compressed is unpacked only up to the bound.
"""

import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING

from lma_forge.toolkit.refusal import Refusal, missing

if TYPE_CHECKING:
    import httpx

_RETRIES, _REDIRECTS, _PAUSE, _ADDRESS = 2, 5, 0.3, 2_000
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_KEPT = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one download may take.

    Args:
        seconds: For everything together, retries and redirects included.
        size: In bytes, after unpacking.
        private: Whether the host itself may be in a private network; what it leads to may not.
    """

    seconds: float = 15.0
    size: int = 2 * 2**20
    private: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What came.

    Args:
        url: The address that it came from in the end.
        content: The bytes, unpacked.
        media_type: The media type, in lower case, without parameters; empty when not said.
        charset: The character set that was said; empty when none was.
    """

    url: str
    content: bytes
    media_type: str = ""
    charset: str = ""


_cache: "OrderedDict[str, tuple[dict[str, str], Page]]" = OrderedDict()
_cache_lock = Lock()


def download(url: str, limits: Limits, *, now: Callable[[], float] = time.monotonic) -> Page:
    """Fetch an address with GET.

    Args:
        url: An address of http or https.
        limits: How much it may take.
        now: The clock, in seconds.

    Returns:
        The answer; one that the server says has not changed is taken from the last time.

    Raises:
        Refusal: There is no usable answer; its text says why.
    """
    try:
        import httpcore  # noqa: PLC0415 - an extra
        import httpx  # noqa: PLC0415 - an extra

        from lma_forge.toolkit.live.transport import Transport  # noqa: PLC0415 - loads them
    except ImportError:
        raise missing("httpx", "live") from None
    deadline = now() + limits.seconds
    try:
        home = httpx.URL(url).raw_host.decode("ascii") if limits.private else ""
    except (httpx.InvalidURL, UnicodeError) as error:
        raise Refusal(f"{url} is no address that can be fetched: {error}") from error
    with httpx.Client(
        transport=Transport(private_host=home, deadline=deadline, now=now), follow_redirects=False, trust_env=False
    ) as client:
        for attempt in range(_RETRIES + 1):
            try:
                return _follow(client, url, limits, deadline, now)
            except (
                httpx.TransportError,
                httpcore.NetworkError,
                httpcore.TimeoutException,
                httpcore.ProtocolError,
            ) as error:
                problem = str(error) or type(error).__name__
                wait = _PAUSE * (attempt + 1)
            except _PassingError as passing:
                problem, wait = passing.problem, passing.wait or _PAUSE * (attempt + 1)
            except (httpx.InvalidURL, httpcore.UnsupportedProtocol, UnicodeError) as error:
                raise Refusal(f"{url} is no address that can be fetched: {error}") from error
            if attempt == _RETRIES or now() + wait >= deadline:
                raise Refusal(f"{url} gave no answer: {problem}.")
            time.sleep(wait)
    raise Refusal(f"{url} gave no answer.")  # pragma: no cover - the loop ends by return or raise


class _PassingError(Exception):
    """A fault that may be gone the next time."""

    def __init__(self, problem: str, wait: float) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait


def _follow(client: "httpx.Client", url: str, limits: Limits, deadline: float, now: Callable[[], float]) -> Page:
    start = url
    for _ in range(_REDIRECTS + 1):
        known = _known(url)
        headers = {"User-Agent": "lma-forge", "Accept-Encoding": "identity", **(known[0] if known else {})}
        with client.stream("GET", url, headers=headers, timeout=max(0.1, deadline - now())) as answer:
            if answer.has_redirect_location:
                target = answer.url.join(answer.headers["location"][:_ADDRESS])
                if (
                    target.scheme not in {"http", "https"}
                    or (answer.url.scheme == "https" and target.scheme == "http")
                    or target.userinfo
                    or len(str(target)) >= _ADDRESS
                ):
                    raise Refusal(f"{start} leads to {str(target)[:200]}, which is not followed.")
                url = str(target)
                continue
            if answer.status_code == HTTPStatus.NOT_MODIFIED and known:
                return known[1]
            if answer.status_code in _PASSING:
                raise _PassingError(f"status {answer.status_code}", _wait(answer.headers.get("retry-after", "")))
            if answer.status_code != HTTPStatus.OK:
                raise Refusal(f"{start} answered with status {answer.status_code}.")
            page = Page(url, _content(answer, limits, deadline, now), *_kind(answer.headers.get("content-type", "")))
            _keep(start, url, answer.headers, page)
            return page
    raise Refusal(f"{start} leads from one address to the next more than {_REDIRECTS} times.")


def _content(answer: "httpx.Response", limits: Limits, deadline: float, now: Callable[[], float]) -> bytes:
    packed = _packed(answer.headers.get("content-encoding", "identity").lower().strip())
    content = bytearray()
    for chunk in answer.iter_raw():
        if now() > deadline:
            raise Refusal(f"{answer.url} took longer than {limits.seconds:g} seconds.")
        content += _unpacked(packed, chunk, limits.size + 1 - len(content)) if packed else chunk
        if len(content) > limits.size:
            raise Refusal(f"{answer.url} is larger than {limits.size:,} bytes.")
    if packed and not packed.eof:
        raise Refusal("The answer cannot be unpacked: it is cut off.")
    return bytes(content)


def _packed(encoding: str) -> "zlib._Decompress | None":
    if encoding in {"", "identity"}:
        return None
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise Refusal(f"The answer is packed in a way that is not known ({encoding[:40]}).")
    return zlib.decompressobj(zlib.MAX_WBITS | (16 if "gzip" in encoding else 0))


def _unpacked(packed: "zlib._Decompress", chunk: bytes, room: int) -> bytes:
    try:
        content = packed.decompress(chunk, max(room, 1))
    except zlib.error as error:
        raise Refusal(f"The answer cannot be unpacked: {error}.") from error
    # What follows the end would be kept, however much it is.
    if packed.unused_data:
        raise Refusal("The answer cannot be unpacked: something follows its end.")
    return content


def _kind(content_type: str) -> tuple[str, str]:
    media, *parameters = (part.strip() for part in content_type.split(";"))
    charset = next(
        (one.partition("=")[2].strip("\"' ") for one in parameters if one.lower().startswith("charset=")), ""
    )
    return media.lower(), charset


def _wait(retry_after: str) -> float:
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return 0.0


def _known(url: str) -> tuple[dict[str, str], Page] | None:
    with _cache_lock:
        return _cache.get(url)


def _keep(start: str, url: str, headers: "httpx.Headers", page: Page) -> None:
    conditions = {
        name: headers[said]
        for name, said in (("If-None-Match", "etag"), ("If-Modified-Since", "last-modified"))
        if said in headers
    }
    if start != url or not conditions:
        return
    with _cache_lock:
        _cache[url] = (conditions, page)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
