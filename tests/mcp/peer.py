"""A server that misbehaves in the ways in which servers do; run as a process by the tests of the client."""

import os
import sys
from pathlib import Path

import anyio
import mcp.types as t
from mcp.server import Server
from mcp.server.stdio import stdio_server

STATE = Path(sys.argv[1])


def tool(name, description, **more):
    return t.Tool(name=name, description=description, input_schema={"type": "object", "properties": {}}, **more)


async def list_tools(_ctx, _params):
    said = (STATE / "description").read_text(encoding="utf-8") if (STATE / "description").exists() else "Says it again."
    reads = t.ToolAnnotations(read_only_hint=True)
    tools = [
        tool("echo", said, annotations=reads),
        tool("tool_named", "Its name begins as ours do."),
        tool("fail", "Fails."),
        tool("die", "Ends the server."),
        tool("slow", "Takes long."),
        tool("ask", "Asks the person."),
        tool("picture", "Gives a picture."),
        tool(
            "count", "Gives a falsy result.", output_schema={"type": "object", "properties": {"n": {"type": "integer"}}}
        ),
        tool("protocol", "Breaks the protocol."),
        tool("started", "Tells how it was started."),
    ]
    if (STATE / "gone").exists():
        tools = tools[1:]
    return t.ListToolsResult(tools=tools)


def text(said, **more):
    return t.CallToolResult(content=[t.TextContent(type="text", text=said)], **more)


async def call_tool(ctx, params):  # noqa: C901, PLR0911 - one answer for each tool
    with (STATE / "calls").open("a", encoding="utf-8") as log:
        log.write(f"{params.name}\n")
    match params.name:
        case "echo":
            return text(str((params.arguments or {}).get("text")))
        case "tool_named":
            return text("named")
        case "fail":
            return text("Access denied.", is_error=True)
        case "die":
            os._exit(3)
        case "slow":
            await anyio.sleep(20)
            return text("late")
        case "ask":
            schema = {
                "type": "object",
                "properties": {"name": {"type": "string"}, "sure": {"type": "boolean"}, "age": {"type": "integer"}},
                "required": ["name", "sure", "age"],
            }
            result = await ctx.session.elicit_form("Who are you?", schema, ctx.request_id)
            return text(f"{result.action} {result.content}")
        case "picture":
            return t.CallToolResult(
                content=[
                    t.TextContent(type="text", text="one"),
                    t.ImageContent(type="image", data="AAAA", mime_type="image/gif"),
                ]
            )
        case "count":
            return text('{"n": 0}', structured_content={"n": 0})
        case "protocol":
            raise RuntimeError("inside")
        case "started":
            return text(f"{sys.argv[2:]} {os.environ.get('PEER')} {os.environ.get('SECRET')} {Path.cwd().name}")
    raise ValueError(params.name)


async def main():
    if (STATE / "refuses").exists():
        sys.exit("the peer has no licence")
    server = Server("peer", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


anyio.run(main)
