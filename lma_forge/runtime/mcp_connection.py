"""One connection to an MCP server, kept by a task of the background loop and renewed when it broke."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TextIO

from lma_forge.runtime.mcp_config import ServerConfig
from lma_forge.runtime.mcp_listing import RemoteTool, remote_tool

Elicitation = Callable[[Any, Any], Awaitable[Any]]

_TAIL = 600
"""Characters of a server's own messages that are kept for when it fails to start."""

_PAGES = 100
"""A server that pages its tools without end is cut off here."""


class Connection:
    """A server, connected when it is first needed. All coroutines run on one loop.

    Args:
        config: The server.
        elicitation: Answers the server's questions; None when nobody can be asked.
    """

    def __init__(self, config: ServerConfig, elicitation: Elicitation | None) -> None:
        self.config = config
        self._elicitation = elicitation
        self._lock = asyncio.Lock()
        self._client: Any = None
        self._task: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._tools: dict[str, RemoteTool] | None = None

    async def tools(self, *, fresh: bool) -> dict[str, RemoteTool]:
        """The server's tools by name.

        Args:
            fresh: Whether to ask the server again, unless it is one that tells of changes itself
                and has told of none.

        Raises:
            Exception: Whatever the connection raises.
        """
        client = await self._connected()
        if self._tools is None or (fresh and not self._tells()):
            self._tools = await self._list(client)
        return self._tools

    async def forget(self) -> None:
        """Have the next look at the tools ask the server, whatever it tells."""
        self._tools = None

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:  # noqa: ANN401 - the SDK's result
        """Call a tool.

        Raises:
            Exception: Whatever the connection raises. After a connection that broke, the next call
                makes a new one; this one is not repeated, since it may have been carried out.
        """
        client = await self._connected()
        try:
            return await client.call_tool(name, arguments)
        except Exception:
            if self._task is None or self._task.done() or await self._is_dead(client):
                await self.close()
            raise

    async def close(self) -> None:
        """Leave the server."""
        task, self._task, self._client = self._task, None, None
        self._tools = None
        if task is not None and not task.done():
            self._leave.set()
            _, late = await asyncio.wait({task}, timeout=10)
            for one in late:
                one.cancel()

    async def _connected(self) -> Any:  # noqa: ANN401 - the SDK's client
        async with self._lock:
            if self._client is not None and self._task is not None and not self._task.done():
                return self._client
            await self.close()
            self._leave = asyncio.Event()
            ready: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._keep(ready, self._leave))
            try:
                self._client = await asyncio.wait_for(asyncio.shield(ready), self.config.timeout)
            except TimeoutError:
                self._task.cancel()
                self._task = None
                raise ConnectionError(f"no answer within {self.config.timeout:g} seconds") from None
            return self._client

    async def _keep(self, ready: asyncio.Future[Any], leave: asyncio.Event) -> None:
        """Hold the connection open, in one task: the SDK wants it left where it was entered."""
        messages = _Tail()
        try:
            async with self._client_for(messages) as client:
                ready.set_result(client)
                await leave.wait()
        except Exception as fault:  # noqa: BLE001 - told to whoever waits
            if not ready.done():
                ready.set_exception(ConnectionError(f"{_reason(fault)}{messages.said()}"))
        finally:
            messages.close()
            if not ready.done():
                ready.cancel()

    @asynccontextmanager
    async def _client_for(self, messages: "_Tail") -> AsyncIterator[Any]:
        from mcp import Client  # noqa: PLC0415 - heavy, and an extra

        config = self.config
        options: dict[str, Any] = {"mode": config.mode, "message_handler": self._told, "cache": None}
        if self._elicitation is not None:
            options["elicitation_callback"] = self._elicitation
        if config.url:
            import httpx2  # noqa: PLC0415 - comes with the extra
            from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415 - as said

            timeout = httpx2.Timeout(config.timeout, read=config.call_timeout)
            async with (
                httpx2.AsyncClient(headers=dict(config.headers or {}), timeout=timeout) as http,
                Client(streamable_http_client(config.url, http_client=http), **options) as client,
            ):
                yield client
            return
        from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: PLC0415 - as said

        program, *arguments = config.command
        parameters = StdioServerParameters(
            command=program, args=arguments, cwd=config.cwd, env=None if config.env is None else dict(config.env)
        )
        async with Client(stdio_client(parameters, errlog=messages.stream), **options) as client:
            yield client

    async def _told(self, message: Any) -> None:  # noqa: ANN401 - the SDK's type
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self._tools = None

    def _tells(self) -> bool:
        """Whether the server tells of changes by itself: it says so, and has a way to."""
        if self.config.url or self._client is None:
            return False
        offered = self._client.server_capabilities.tools
        from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS  # noqa: PLC0415 - heavy

        era = self._client.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS
        return era and offered is not None and offered.list_changed is True

    async def _list(self, client: Any) -> dict[str, RemoteTool]:  # noqa: ANN401 - the SDK's client
        found: dict[str, RemoteTool] = {}
        cursor: str | None = None
        for _ in range(_PAGES):
            page = await client.list_tools(cursor=cursor)
            for tool in page.tools:
                found.setdefault(str(tool.name), remote_tool(tool))
            cursor = page.next_cursor
            if not cursor:
                break
        return found

    @staticmethod
    async def _is_dead(client: Any) -> bool:  # noqa: ANN401 - the SDK's client
        try:
            await asyncio.wait_for(client.list_tools(), 5)
        except Exception:  # noqa: BLE001 - no answer to the simplest question
            return True
        return False


def _reason(fault: BaseException) -> str:
    """The first fault of a group, in words."""
    while isinstance(fault, BaseExceptionGroup) and fault.exceptions:
        fault = fault.exceptions[0]
    return f"{type(fault).__name__}: {fault}"


class _Tail:
    """Takes what a server writes to stderr, and keeps the end of it."""

    def __init__(self) -> None:
        reader, writer = os.pipe()
        self.stream: TextIO = os.fdopen(writer, "w", encoding="utf-8", errors="replace")
        self._kept = ""
        self._reader = threading.Thread(target=self._read, args=(reader,), name="lma-forge-mcp-stderr", daemon=True)
        self._reader.start()

    def _read(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "r", encoding="utf-8", errors="replace") as stream, suppress(ValueError, OSError):
            for line in stream:
                self._kept = (self._kept + line)[-_TAIL:]

    def said(self) -> str:
        """What the server said last, as the end of a sentence; "" when it said nothing."""
        self.close()
        self._reader.join(timeout=1)
        text = " ".join(self._kept.split())
        return f" (it said: {text})" if text else ""

    def close(self) -> None:
        """Take no more; what the server still writes is read until it ends."""
        with suppress(OSError, ValueError):
            self.stream.close()
