"""Measures a call over MCP in memory, through our server and through the SDK's own.

    python -m tests.bench --mcp [--runs 9]

The peers serve the same function by the same client: `sync` is the SDK's high-level server, which
runs a plain function on a thread, as ours does; `thread` is its low-level server with the function
on a thread by hand; `inline` is its low-level server with the function in the event loop itself,
where a tool that waits holds up all others. Figures are of wall time and of CPU time over interleaved
runs; on a machine that has other work as well, only the least ones tell what a call takes.
"""

import asyncio
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


async def measure(server: Any, mode: str, calls: int) -> tuple[float, float]:
    """Wall and CPU microseconds of a call."""
    async with Client(server, mode=mode) as client:
        await client.list_tools()
        result = await client.call_tool("tool_add", {"a": 2})
        if result.structured_content != {"sum": 3}:
            raise SystemExit(f"a wrong result: {result}")
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(calls):
            await client.call_tool("tool_add", {"a": 2})
        return (time.perf_counter() - wall) / calls * 1e6, (time.process_time() - cpu) / calls * 1e6


def main(runs: int, calls: int = 200) -> None:
    """Measure and print one line for each era and clock.

    Args:
        runs: How often each server is measured.
        calls: How many calls are one measurement.
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
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
            for _ in range(runs):
                for name, peer in servers.items():
                    found[name].append(asyncio.run(measure(peer, mode, calls)))
            for index, clock in enumerate(("wall", "CPU")):
                for kind, pick in (("least", min), ("median", statistics.median)):
                    value = {name: pick([run[index] for run in times]) for name, times in found.items()}
                    figures = ", ".join(f"{name} {each:.0f}" for name, each in value.items())
                    ratios = ", ".join(
                        f"{name} {value['ours'] / value[name]:.2f}" for name in servers if name != "ours"
                    )
                    print(f"MCP call in memory, {era}, {kind} {clock} µs: {figures}; ours / {ratios}")  # noqa: T201 - its output
