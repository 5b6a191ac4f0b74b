"""Measures a call over MCP in memory, through our server and through the SDK's own.

    python -m tests.bench --mcp

The peers serve the same function by the same client: `sync` is the SDK's high-level server, which
runs a plain function on a thread, as ours does; `thread` is its low-level server with the function
on a thread by hand; `inline` is its low-level server with the function in the event loop itself,
where a tool that waits holds up all others. Figures are of wall time, call by call in turn.
"""

import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import anyio.to_thread
import mcp.types as t
from mcp import Client
from mcp.server import MCPServer, Server

from lma_forge.runtime import LCPBinding
from lma_forge.runtime.mcp_server import ToolServer
from lma_forge.runtime.served import Served, served

LIBRARY = '''
TOOL_CONTRACT = {"tool_add": {"tool": "Add", "effects": ["none"], "output": {"sum": "integer"}}}

def tool_add(a: int, b: int = 1) -> dict:
    """Adds two numbers.

    Args:
        a (int): One.
        b (int): The other.
    """
    return {"success": True, "output": {"sum": a + b}}
'''


class Sum(NamedTuple):
    """What the high-level server's tool gives."""

    sum: int


def ours(folder: Path) -> tuple[Server[Any], Served]:
    """Our server, and its tool as clients see it."""
    (folder / "lib.py").write_text(LIBRARY, encoding="utf-8")
    binding = LCPBinding(tools_folders=folder, arguments="strict")
    tools = served(binding)
    return ToolServer(binding, tools).server, tools["tool_add"]


def low_level(tool: Served, *, thread: bool) -> Server[Any]:
    """The SDK's low-level server with the same tool."""

    def add(a: int, b: int = 1) -> int:
        return a + b

    async def list_tools(_ctx: object, _params: object) -> t.ListToolsResult:
        listed = t.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
        )
        return t.ListToolsResult(tools=[listed])

    async def call_tool(_ctx: object, params: t.CallToolRequestParams) -> t.CallToolResult:
        given = params.arguments or {}
        found = await anyio.to_thread.run_sync(lambda: add(**given)) if thread else add(**given)
        text = t.TextContent(type="text", text=f'{{"sum": {found}}}')
        return t.CallToolResult(content=[text], structured_content={"sum": found})

    return Server("peer", version="1", on_list_tools=list_tools, on_call_tool=call_tool)


def high_level() -> MCPServer:
    """The SDK's high-level server with the same tool."""
    server = MCPServer("peer")

    @server.tool()
    def tool_add(a: int, b: int = 1) -> dict[str, int]:
        """Adds two numbers."""
        return {"sum": a + b}

    return server


async def measure(servers: dict[str, Any], mode: str, calls: int) -> dict[str, list[float]]:
    """Microseconds of each call by server; the servers are called in turn, in an order that is drawn anew."""
    taken: dict[str, list[float]] = {name: [] for name in servers}
    async with contextlib.AsyncExitStack() as stack:
        clients = {name: await stack.enter_async_context(Client(each, mode=mode)) for name, each in servers.items()}
        for client in clients.values():
            await client.list_tools()
            result = await client.call_tool("tool_add", {"a": 2})
            if result.structured_content != {"sum": 3}:
                raise SystemExit(f"a wrong result: {result}")
        for _ in range(calls):
            for name in random.sample(sorted(clients), len(clients)):
                begun = time.perf_counter()
                await clients[name].call_tool("tool_add", {"a": 2})
                taken[name].append((time.perf_counter() - begun) * 1e6)
    return taken


def main(calls: int = 1_500) -> None:
    """Measure, and print one line for each era and each figure.

    Args:
        calls: How often each server is called.
    """
    with tempfile.TemporaryDirectory() as folder:
        server, tool = ours(Path(folder))
        servers = {
            "ours": server,
            "sync": high_level(),
            "thread": low_level(tool, thread=True),
            "inline": low_level(tool, thread=False),
        }
        for mode, era in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
            taken = asyncio.run(measure(servers, mode, calls))
            for tenths, kind in ((1, "one call in ten"), (5, "half of the calls")):
                value = {name: statistics.quantiles(times, n=10)[tenths - 1] for name, times in taken.items()}
                figures = ", ".join(f"{name} {each:.0f}" for name, each in value.items())
                ratios = ", ".join(f"{name} {value['ours'] / value[name]:.2f}" for name in servers if name != "ours")
                print(f"MCP call in memory, {era}, {kind} within µs: {figures}; ours / {ratios}")  # noqa: T201 - its output
