"""Serves tools over streamable HTTP to both eras, for the right hosts and origins only, and with a token."""

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

from lma_forge.runtime.mcp_server import ToolServer

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
PATH = "/mcp"

_Scope = MutableMapping[str, Any]
_App = Callable[[_Scope, Any, Any], Awaitable[None]]


def http_app(
    server: ToolServer,
    *,
    token: str | None = None,
    hosts: Sequence[str] = (),
    origins: Sequence[str] = (),
    sessions: bool = True,
) -> _App:
    """Make the ASGI application.

    Args:
        server: What is served.
        token: The bearer token that requests must carry; None for none.
        hosts: Values of `Host` that are accepted beside those of this machine, as `name:port` or
            `name:*`. Others are refused, so that no web page reaches the server by a name that it
            turned to this machine (DNS rebinding).
        origins: Values of `Origin` that are accepted beside those of this machine.
        sessions: Whether clients of the handshake era get a session, without which their operator
            cannot be asked. Those of the stateless era never have one. Without sessions, several
            processes can serve behind a balancer; only an open question must come back to the
            process that asked it.
    """
    from mcp.server.transport_security import TransportSecuritySettings  # noqa: PLC0415 - only over HTTP

    own = [f"[{host}]" if ":" in host else host for host in sorted(LOOPBACK)]
    app: _App = server.server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=not sessions,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[*(f"{host}:*" for host in own), *hosts],
            allowed_origins=[*(f"http://{host}:*" for host in own), *origins],
        ),
    )
    return app if token is None else _guarded(app, token)


def _guarded(app: _App, token: str) -> _App:
    """Let only requests with the token through."""
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: _Scope, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(given, wanted):
                headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        await app(scope, receive, send)

    return guarded


async def serve_http(app: _App, listener: socket.socket) -> None:
    """Serve over a socket that listens, until the process is told to end. Nothing goes to stdout."""
    import uvicorn  # noqa: PLC0415 - it comes with the extra

    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="on")
    await uvicorn.Server(config).serve(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port; 0 takes a free one.

    Raises:
        OSError: The port is taken, or the address is none of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)
