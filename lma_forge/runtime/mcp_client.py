"""`MCPBinding`: the tools of MCP servers behind the methods of `LCPBinding` (doctrine 11).

Needs the extra `mcp`, which is loaded when a server is first connected.
"""

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future
from typing import Any, TypeVar

from lma_forge.runtime.failures import failed
from lma_forge.runtime.mcp_config import ServerConfig, server_config
from lma_forge.runtime.mcp_connection import Connection
from lma_forge.runtime.mcp_forms import form_callback
from lma_forge.runtime.mcp_listing import SEPARATOR, RemoteTool, difference, result_record
from lma_forge.runtime.normalize import Record, normalize
from lma_forge.runtime.notices import Notice, did_you_mean, warn

TOOL_NAME_SEPARATOR = SEPARATOR
LEVELS = ("strict", "safe", "full_access")

Handler = Callable[..., Any]
T = TypeVar("T")


class MCPBinding:
    """Finds, describes and calls the tools of MCP servers. Their names are `alias::tool`.

    Servers are connected when they are first needed and again when a connection broke. A tool that
    is not any more what the host was last told is not called: the call fails and says what
    changed, until the tools were listed again.

    Args:
        servers: The servers; see `server_config` for each.
        confirm_handler: Asked before a call, as the autonomy level says.
        user_interaction_handler: Answers the questions of servers (elicitation).
        autonomy_level: "strict" asks before every call, "safe" before those whose tool does not
            claim to only read, "full_access" never. Without it: "safe" where there is a confirm
            handler, else "full_access", as the doctrine's bridge has it.

    Raises:
        TypeError: For a server that is no mapping.
        ValueError: For a configuration that is wrong, naming server and key, and for an alias that
            two servers have.
    """

    binding_name = "mcp"

    def __init__(
        self,
        servers: Iterable[Mapping[str, Any]] | None = None,
        *,
        confirm_handler: Handler | None = None,
        user_interaction_handler: Handler | None = None,
        autonomy_level: str | None = None,
    ) -> None:
        if autonomy_level is not None and autonomy_level not in LEVELS:
            raise ValueError(f"autonomy_level must be one of {', '.join(LEVELS)}, not {autonomy_level!r}")
        configs = [server_config(given) for given in servers or ()]
        aliases = [config.alias for config in configs]
        if twice := next((alias for alias in aliases if aliases.count(alias) > 1), None):
            raise ValueError(f"two servers have the alias '{twice}'; rename one of them")
        self._level = autonomy_level
        self._confirm = confirm_handler
        self._interact = user_interaction_handler
        self._notices: dict[Notice, None] = {}
        self._known: dict[str, dict[str, RemoteTool]] = {}
        self._servers: dict[str, Connection] = {}
        self._loop = asyncio.new_event_loop()
        # It is started now, not at the first call: a guarded tool's threads are guarded too.
        self._thread = threading.Thread(target=_run, args=(self._loop,), name="lma-forge-mcp", daemon=True)
        self._thread.start()
        self._end = weakref.finalize(self, _stop, self._loop, self._servers)
        for config in configs:
            self._add(config)

    # Servers

    def add_server(self, alias: str, server_type: str = "stdio", **options: Any) -> bool:  # noqa: ANN401 - its options
        """Add a server, or replace the one of this alias.

        Args:
            alias: What its tools' names begin with.
            server_type: "stdio" or "http".
            options: The rest of its configuration.

        Raises:
            ValueError: For a configuration that is wrong.
        """
        self._add(server_config({"alias": alias, "type": server_type, **options}))
        return True

    def remove_server(self, alias: str, *, silent: bool = False) -> None:
        """Leave a server and forget it; one that is not there is logged unless `silent`."""
        connection = self._servers.pop(alias, None)
        self._known.pop(alias, None)
        if connection is not None:
            self._wait(connection.close(), 15)
        elif not silent:
            warn(f"there is no MCP server '{alias}'.{did_you_mean(alias, self._servers)}")

    def close(self) -> None:
        """Leave all servers and end the background loop. The binding is of no use afterwards."""
        self._end()
        self._thread.join(timeout=15)

    def _add(self, config: ServerConfig) -> None:
        self.remove_server(config.alias, silent=True)
        self._servers[config.alias] = Connection(config, form_callback(lambda: (self._confirm, self._interact)))

    # Tools

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was noticed: servers that cannot be reached, tools that changed; each matter once."""
        return tuple(self._notices)

    def discover_tools(
        self,
        specific_tool_names: list[str] | None = None,
        force_refresh: bool = False,  # noqa: FBT001, FBT002 - the host's signature
        timeout_per_server: float | None = None,
        **_kwargs: Any,  # noqa: ANN401 - the host's
    ) -> list[Record]:
        """List the tools of all servers, and take what they say now as known.

        Args:
            specific_tool_names: Only these; all when empty.
            force_refresh: Whether to ask servers that would have told of a change.
            timeout_per_server: Seconds for each server; its own timeout otherwise.

        Returns:
            Fresh records. A server that cannot be reached is left out, with a notice.
        """
        asked = {
            alias: self._submit(self._current(connection, force=force_refresh))
            for alias, connection in list(self._servers.items())
        }
        records: list[Record] = []
        for alias, answer in asked.items():
            connection = self._servers.get(alias)
            limit = timeout_per_server or (connection.config.timeout if connection else 1) + 5
            try:
                tools = answer.result(limit)
            except Exception as fault:  # noqa: BLE001 - anything can go wrong with a server
                answer.cancel()
                self._note("unreachable-server", f"MCP server '{alias}' gave no list of tools: {_words(fault)}")
                continue
            self._compare(alias, tools)
            self._known[alias] = dict(tools)
            records += [tool.record(alias) for tool in tools.values()]
        names = set(specific_tool_names or ())
        return [record for record in records if record["name"] in names] if names else records

    def list_tools(self, **kwargs: Any) -> list[Record]:  # noqa: ANN401 - as `discover_tools`
        """List the tools; the same as `discover_tools`."""
        return self.discover_tools(**kwargs)

    def to_chat_tool_specs(self, **kwargs: Any) -> dict[str, Record]:  # noqa: ANN401 - as `discover_tools`
        """The tools as a host's chat loop takes them: with a `callable`, by name."""
        from lma_forge.runtime.chat import chat_spec  # noqa: PLC0415 - few hosts chat

        specs = {}
        for record in self.discover_tools(**kwargs):
            record["input_schema"] = {"properties": {}, "required": [], **record["input_schema"]}
            specs[record["name"]] = chat_spec(record, self.execute_tool) | {"_binding": "MCP"}
        return specs

    def execute_tool(  # noqa: PLR0911 - one answer for each way to fail
        self,
        tool_name: str,
        params: Mapping[str, Any] | None,
        **kwargs: Any,  # noqa: ANN401 - the host's
    ) -> Record:
        """Call a tool.

        Args:
            tool_name: `alias::tool`; the tool's name is handed to the server as it is. Only where the
                server has none of this name, and none was listed, a `tool_` before it is left out:
                the doctrine's own bridge puts one there.
            params: The arguments.
            kwargs: `timeout` in seconds, for this call; others are for other bindings.

        Returns:
            The record, as `LCPBinding` gives it. An error of the server, or of the way to it, is a
            failure.
        """
        alias, separator, name = str(tool_name).partition(SEPARATOR)
        connection = self._servers.get(alias)
        if not separator:
            error = f"Tool '{tool_name}' not found: names are written alias{SEPARATOR}tool."
            return {"error": error, "status_code": 404}
        if connection is None:
            error = f"Tool '{tool_name}' not found: there is no MCP server '{alias}'."
            return {"error": error + did_you_mean(alias, self._servers), "status_code": 404}
        if params is not None and not isinstance(params, Mapping):
            return failed(f"Tool '{tool_name}' was not called: its arguments must be an object")
        arguments = dict(params or {})
        limit = kwargs.get("timeout") or connection.config.call_timeout
        try:
            tools = self._wait(connection.tools(fresh=True), connection.config.timeout + 5)
        except Exception as fault:  # noqa: BLE001 - anything can go wrong with a server
            return failed(f"Tool '{tool_name}' was not called: MCP server '{alias}' cannot be used: {_words(fault)}")
        name = self._meant(alias, name, tools)
        refusal = self._refusal(alias, name, tools, arguments)
        if refusal is not None:
            return refusal
        try:
            result = self._wait(connection.call(name, arguments), float(limit))
        except TimeoutError:
            return failed(f"Tool '{tool_name}' gave no result within {float(limit):g} seconds")
        except Exception as fault:  # noqa: BLE001 - as above
            return failed(f"Tool '{tool_name}' failed: {_words(fault)}")
        return normalize(result_record(result))

    def _meant(self, alias: str, name: str, tools: Mapping[str, RemoteTool]) -> str:
        bare = name.removeprefix("tool_")
        known = self._known.get(alias, {})
        return bare if bare in tools and name not in tools and name not in known else name

    def _refusal(self, alias: str, name: str, tools: Mapping[str, RemoteTool], arguments: Record) -> Record | None:
        full = f"{alias}{SEPARATOR}{name}"
        tool, known = tools.get(name), self._known.get(alias)
        if known is None:
            # Nobody was told anything yet, so this is what is known from now on.
            known = self._known[alias] = dict(tools)
        before = known.get(name)
        if before is not None and (said := difference(before, tool)):
            self._note("changed-tool", f"{full} is not what it was: {said}", full)
            return failed(f"Tool '{full}' was not called: {said} since it was listed. List the tools again first.")
        if tool is None:
            return {"error": f"Tool '{full}' not found.{did_you_mean(name, tools)}", "status_code": 404}
        return self._approval(full, tool, arguments)

    def _approval(self, full: str, tool: RemoteTool, arguments: Record) -> Record | None:
        level = self._level or ("full_access" if self._confirm is None else "safe")
        if level == "full_access" or (level == "safe" and tool.only_reads):
            return None
        if self._confirm is None:
            return failed(f"Tool '{full}' was not called: an operator must approve it, and there is none to ask.")
        import json  # noqa: PLC0415 - only for approvals

        from lma_forge.runtime.showing import visible  # noqa: PLC0415 - as said

        # The server chose the tool's name, and the model the rest: neither may act upon the screen.
        label = visible(full)
        argv = [
            visible(f"{name}={json.dumps(value, ensure_ascii=False, default=str)}") for name, value in arguments.items()
        ]
        try:
            answer = self._confirm("\n".join([f"Call {label} on an MCP server.", *argv]), label, argv)
        except Exception as fault:  # noqa: BLE001 - the host's handler
            return failed(f"Tool '{full}' was not called: the operator could not be asked: {_words(fault)}")
        if isinstance(answer, tuple) and answer and answer[0] in ("allow", "always"):
            return None
        reason = answer[1] if isinstance(answer, tuple) and len(answer) > 1 else ""
        return failed(str(reason or "") or f"The operator did not approve the call of '{full}'.")

    # The host's side

    @property
    def confirm_handler(self) -> Handler | None:
        """Who is asked before calls."""
        return self._confirm

    @property
    def user_interaction_handler(self) -> Handler | None:
        """Who answers the questions of servers."""
        return self._interact

    def set_confirm_handler(self, handler: Handler | None) -> None:
        """Set the confirmation handler, or revoke it with None; it holds from the next question on."""
        self._confirm = handler

    def set_user_interaction_handler(self, handler: Handler | None) -> None:
        """Set the user interaction handler, or revoke it with None; it holds from the next question on."""
        self._interact = handler

    # The background loop

    async def _current(self, connection: Connection, *, force: bool) -> dict[str, RemoteTool]:
        if force:
            await connection.forget()
        return await connection.tools(fresh=True)

    def _compare(self, alias: str, tools: Mapping[str, RemoteTool]) -> None:
        for name, before in self._known.get(alias, {}).items():
            if said := difference(before, tools.get(name)):
                full = f"{alias}{SEPARATOR}{name}"
                self._note("changed-tool", f"{full} is not what it was: {said}", full)

    def _note(self, kind: str, message: str, tool: str = "") -> None:
        notice = Notice(kind, message, tool=tool)
        if notice not in self._notices:
            self._notices[notice] = None
            warn(message)

    def _submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        if not self._loop.is_running() and not self._thread.is_alive():
            work.close()
            raise RuntimeError("the binding is closed")
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _wait(self, work: Coroutine[Any, Any, T], limit: float) -> T:
        answer = self._submit(work)
        try:
            return answer.result(limit)
        except BaseException:
            answer.cancel()
            raise


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        for task in (left := asyncio.all_tasks(loop)):
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, servers: dict[str, Connection]) -> None:
    """Leave the servers and stop the loop; also when the binding is collected, or the process ends."""

    async def leave() -> None:
        await asyncio.gather(*(connection.close() for connection in servers.values()), return_exceptions=True)
        loop.stop()

    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: loop.create_task(leave()))


def _words(fault: BaseException) -> str:
    while isinstance(fault, BaseExceptionGroup) and fault.exceptions:
        fault = fault.exceptions[0]
    name = type(fault).__name__
    if isinstance(fault, TimeoutError):
        return "it gave no answer in time"
    return str(fault) if isinstance(fault, ConnectionError) else f"{name}: {fault}"
