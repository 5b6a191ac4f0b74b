"""The connections of `network`: only to allowed addresses, and never past the deadline.

Needs the extra `live`, so it is imported late.
"""

import ssl
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import httpcore
import httpx

from lma_forge.toolkit.live.addresses import checked_addresses

Clock = Callable[[], float]


class _Watched(httpcore.NetworkStream):
    """A connection on which nothing lasts longer than the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float, now: Clock) -> None:
        self._stream = stream
        self._deadline = deadline
        self._now = now

    def _left(self, timeout: float | None, late: type[Exception]) -> float:
        left = self._deadline - self._now()
        if left <= 0:
            raise late("the time is up")
        return left if timeout is None else min(timeout, left)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._left(timeout, httpcore.ConnectTimeout)
        return _Watched(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline, self._now)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the interface's own
        return self._stream.get_extra_info(info)


class _Checked(httpcore.NetworkBackend):
    """Connects only to addresses that are allowed, whatever name or redirect led to them."""

    def __init__(self, *, private_host: str, deadline: float, now: Clock) -> None:
        self._backend = httpcore.SyncBackend()
        self._private_host = private_host
        self._deadline = deadline
        self._now = now

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        # A name such as localhost may have addresses of both families, and its server only one.
        problem: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in checked_addresses(host, port, private=host == self._private_host):
            left = self._deadline - self._now()
            if left <= 0:
                raise httpcore.ConnectTimeout("the time is up")
            try:
                stream = self._backend.connect_tcp(
                    address, port, min(timeout or left, left), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
            else:
                return _Watched(stream, self._deadline, self._now)
        raise problem


class Transport(httpx.BaseTransport):
    """Carries requests over connections that are checked when they are made.

    Args:
        private_host: The one host that may be in a private network; empty where none may. Another
            one that it leads to may not.
        deadline: When everything has to be done, on the clock `now`.
        now: The clock, in seconds.
    """

    def __init__(self, *, private_host: str, deadline: float, now: Clock) -> None:
        """Make a pool of connections of its own."""
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl.create_default_context(),
            network_backend=_Checked(private_host=private_host, deadline=deadline, now=now),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and give the answer, its body still to be read."""
        asked = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            extensions=request.extensions,
        )
        answer = self._pool.handle_request(asked)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()
