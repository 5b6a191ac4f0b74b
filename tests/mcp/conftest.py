"""A server over a folder of tools, and clients that answer its questions; all in this process."""

import asyncio
import logging
import textwrap
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding
from tests.mcp.node import install

TOOLS = '''
"""Tools for the tests of the server."""
import time
from typing import Literal

TOOL_CONTRACT = {
    "tool_add": {"tool": "Add", "effects": ["none"], "approval": False, "idempotent": True,
                 "output": {"sum": "integer"}},
    "tool_wrong": {"tool": "Wrong", "effects": ["read", "external"], "output": {"sum": "integer"}},
    "tool_erase": {"tool": "Erase", "effects": ["write", "destructive"], "approval": True,
                   "output": {"count": "integer"}},
}
_CONFIRM_HANDLER = None
RAN = []

def set_confirm_handler(handler):
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler

def tool_add(a: int, b: int = 1) -> dict:
    """Adds two numbers.

    Args:
        a (int): One.
        b (int): The other.
    """
    return {"success": True, "output": {"sum": a + b}}

def tool_wrong() -> dict:
    """Gives what it does not declare."""
    return {"success": True, "output": {"sum": "many"}}

def tool_fail() -> dict:
    """Fails."""
    return {"success": False, "error": "Nothing is there.", "output": {"partial": 1}}

def tool_raise() -> dict:
    """Raises."""
    raise SystemExit("out")

def tool_erase(what: str) -> dict:
    """Erases something, after asking."""
    RAN.append("before")
    decision, reason = _CONFIRM_HANDLER(f"Erase {what}.", "tool_erase", [f"what={what}"])
    if decision not in ("allow", "always"):
        return {"success": False, "error": reason}
    RAN.append("after")
    return {"success": True, "output": {"count": len(RAN)}}

def tool_ask(kind: str = "text", user_interaction_handler=None) -> dict:
    """Asks the person."""
    request = {"type": kind, "title": "T", "prompt": "P?", "options": ["a", "b"], "default": "a"}
    return {"success": True, "output": repr(user_interaction_handler(request))}

def tool_slow(steps: int = 3, tool_context=None) -> dict:
    """Tells how far it is."""
    for step in range(steps):
        tool_context["report_progress"](step + 1, steps, f"step {step + 1}")
    return {"success": True, "output": "done"}

def tool_wait(tool_context=None) -> dict:
    """Works until it is cancelled."""
    deadline = time.monotonic() + 20
    while not tool_context["is_cancelled"]() and time.monotonic() < deadline:
        time.sleep(0.005)
    RAN.append("cancelled" if tool_context["is_cancelled"]() else "late")
    return {"success": True, "output": "done"}

def tool_ran() -> dict:
    """Tells what ran."""
    return {"success": True, "output": list(RAN)}

def tool_picture() -> dict:
    """Gives pictures."""
    return {"success": True, "output": "one", "image_b64": "AAAA", "images": ["data:image/gif;base64,BBBB"],
            "prompt_injection": "Look!", "note": {"deep": 1}}

def tool_sound() -> dict:
    """Gives sound and files."""
    return {"success": True, "output": "heard", "audios": ["AAAA"], "audio_media_types": ["audio/mpeg"],
            "resources": [{"uri": "a:b", "text": "t", "mimeType": "text/plain"}, {"uri": "a:c", "blob": "AAAA"}, "odd"]}

def tool_client(required: bool = False, tool_context=None) -> dict:
    """Asks the client."""
    content = {"type": "text", "text": "Capital?"}
    found = tool_context["ask_client"]({
        "form": {"method": "elicitation/create", "params": {"message": "How many?", "requestedSchema": {
            "type": "object", "properties": {"n": {"type": "integer"}}}}},
        "sample": {"method": "sampling/createMessage", "params": {
            "messages": [{"role": "user", "content": content}], "maxTokens": 9}},
    }, required=required)
    return {"success": True, "output": {
        "form": found["form"] and found["form"]["content"],
        "sample": found["sample"] and found["sample"]["content"]["text"]}}

def tool_odd() -> dict:
    """Gives what JSON cannot hold."""
    return {"success": True, "output": {"number": float("nan"), "set": {1}}}

def tool_print() -> dict:
    """Prints."""
    print("this is no protocol")
    return {"success": True, "output": 0}
'''


class Serving:
    """A server in this process, and a way to talk to it."""

    def __init__(self, folder, **options):
        from lma_forge.runtime.mcp_server import ToolServer
        from lma_forge.runtime.served import served

        self.binding = LCPBinding(tools_folders=folder, arguments="strict")
        self.tools = served(self.binding)
        self.server = ToolServer(self.binding, self.tools, **options)

    def talk(self, conversation, mode="auto", **options):
        """Run `await conversation(client)` with a client."""
        from mcp import Client

        async def run():
            async with Client(self.server.server, mode=mode, **options) as client:
                return await asyncio.wait_for(conversation(client), 30)

        return asyncio.run(run())

    def call(self, name, arguments=None, mode="auto", **options):
        """Call one tool."""
        return self.talk(lambda client: client.call_tool(name, arguments or {}), mode, **options)


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "tools"
    root.mkdir()
    (root / "lib.py").write_text(textwrap.dedent(TOOLS), encoding="utf-8")
    return root


@pytest.fixture
def serving(folder):
    return Serving(folder)


@pytest.fixture
def serve(folder):
    return lambda **options: Serving(folder, **options)


@pytest.fixture(scope="session")
def node(pytestconfig):
    return install(pytestconfig)


@pytest.fixture
def scenarios():
    return Path(__file__).parent / "scenarios"


class Operator:
    """Answers forms: each answer is the fields of an accepted form, or an action."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    async def __call__(self, _context, params):
        from mcp.types import ElicitResult

        self.asked.append(params)
        answer = self.answers.pop(0) if self.answers else "cancel"
        if isinstance(answer, str):
            return ElicitResult(action=answer)
        return ElicitResult(action="accept", content=answer)


@pytest.fixture(autouse=True)
def _log_of_the_server():
    """Take back the log that `serve` sets up for its process: others would write to it, too."""
    yield
    root = logging.getLogger()
    root.handlers = [handler for handler in root.handlers if type(handler) is not logging.StreamHandler]
    root.setLevel(logging.WARNING)
