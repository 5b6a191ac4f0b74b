"""The bridge from LCP tools to MCP servers in both patterns of the doctrine's section 11."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from lma_forge.runtime import LCPBinding, MCPBinding

LIBRARIES = Path(__file__).parent / "libraries"
PEER = str(Path(__file__).with_name("peer.py"))


@pytest.fixture
def server(tmp_path):
    return {
        "alias": "peer",
        "type": "stdio",
        "command": sys.executable,
        "args": [PEER, str(tmp_path)],
        "mode": "legacy",
    }


def call(binding, name, client=None, **arguments):
    params = {"server_alias": "peer", "mcp_tool_name": name, "arguments": json.dumps(arguments)}
    return binding.execute_tool("tool_call_mcp_tool", params, lollms_client_instance=client)


def check(binding, client=None):
    assert call(binding, "echo", client, text="a") == {"output": "a", "status_code": 200, "success": True}
    assert call(binding, "tool_named", client)["output"] == "named"
    assert call(binding, "count", client)["output"] == {"n": 0}
    failed = call(binding, "fail", client)
    assert (failed["success"], failed["error"]) == (False, "Access denied.")
    assert call(binding, "none", client)["success"] is False


def test_a_bridge_with_servers_of_its_own(server):
    configs = {"mcp_bridge": {"servers": [server]}}
    binding = LCPBinding(tools_folders=LIBRARIES, host_tool_configs=configs)
    try:
        check(binding)
        assert "peer::echo" in binding.execute_tool("tool_list_mcp_tools", {})["output"]
        binding.set_confirm_handler(lambda *_: ("reject", "Not that."))
        assert call(binding, "echo", text="a")["success"] is True
        assert call(binding, "tool_named")["error"] == "Not that."
    finally:
        binding.execute_tool("tool_close_mcp", {})


def test_a_bridge_that_uses_the_hosts_binding(server):
    client = SimpleNamespace(tools=MCPBinding([server]))
    try:
        check(LCPBinding(tools_folders=LIBRARIES), client)
    finally:
        client.tools.close()


def test_a_bridge_without_any_server_says_so():
    binding = LCPBinding(tools_folders=LIBRARIES)
    assert "No MCP server is configured" in call(binding, "echo")["error"]
    params = {"server_alias": "a", "mcp_tool_name": "b", "arguments": "[1]"}
    assert binding.execute_tool("tool_call_mcp_tool", params)["error"] == "arguments must be a JSON object."
