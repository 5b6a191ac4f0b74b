"""Many clients at once, of both eras, that ask, are asked, follow progress and give up."""

import asyncio
import random

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from mcp import Client

CLIENTS = 12


async def operator(_context, _params):
    from mcp.types import ElicitResult

    return ElicitResult(action="accept", content={"decision": "allow"})


async def use(server, number, calls, wrong):
    """One client: what it gets that it should not is put into `wrong`."""
    draw = random.Random(number)
    async with Client(server, mode=("auto", "legacy")[number % 2], elicitation_callback=operator) as client:
        for index in range(calls):
            match draw.randrange(5):
                case 0:
                    found = await client.call_tool("tool_add", {"a": index, "b": number})
                    expected = found.structured_content == {"sum": index + number}
                case 1:
                    found = await client.call_tool("tool_erase", {"what": str(index)})
                    expected = not found.is_error
                case 2:
                    found = await client.call_tool("tool_fail", {})
                    expected = found.is_error and found.content[0].text == "Nothing is there."
                case 3:
                    seen = []

                    async def progress(done, _total, _message, seen=seen):
                        seen.append(done)

                    found = await client.call_tool("tool_slow", {"steps": 4}, progress_callback=progress)
                    expected = seen == [1, 2, 3, 4]
                case 4:
                    call = asyncio.create_task(client.call_tool("tool_wait", {}))
                    await asyncio.sleep(0)
                    call.cancel()
                    (found,) = await asyncio.gather(call, return_exceptions=True)
                    expected = isinstance(found, asyncio.CancelledError)
            if not expected:
                wrong.append((number, index, found))


def test_no_client_gets_what_is_anothers(serving):
    wrong = []

    async def run():
        clients = (use(serving.server.server, number, 25, wrong) for number in range(CLIENTS))
        await asyncio.wait_for(asyncio.gather(*clients), 100)

    asyncio.run(run())
    assert wrong == []
    assert serving.server._suspended._open == {}
