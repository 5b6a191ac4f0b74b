"""A bridge from LCP to MCP: its own binding, or the host's. Names are handed on unchanged."""

import json
from typing import Any

TOOL_LIBRARY_NAME = "MCP Bridge"
TOOL_LIBRARY_DESC = "Calls tools of the configured MCP servers."
TOOL_LIBRARY_ICON = "🔗"

_binding: Any = None
_confirm: Any = None


def init_tools_library(config: dict[str, Any] | None = None) -> None:
    """Make a binding over the host's list of servers."""
    global _binding  # noqa: PLW0603 - how the doctrine keeps configuration
    servers = (config or {}).get("servers")
    if servers:
        from lma_forge.runtime import MCPBinding

        if _binding is not None:
            _binding.close()
        _binding = MCPBinding(servers, confirm_handler=_confirm, autonomy_level=(config or {}).get("autonomy_level"))


def set_confirm_handler(handler: Any) -> None:
    """Hand the host's handler on to the binding."""
    global _confirm  # noqa: PLW0603 - as above
    _confirm = handler
    if _binding is not None:
        _binding.set_confirm_handler(handler)


def tool_call_mcp_tool(
    server_alias: str, mcp_tool_name: str, arguments: str = "{}", lollms_client_instance: Any = None
) -> dict[str, Any]:
    """Calls a tool of an MCP server.

    Args:
        server_alias (str): The server.
        mcp_tool_name (str): The tool's name there.
        arguments (str): A JSON object with the tool's arguments.
    """
    try:
        given = json.loads(arguments or "{}")
    except ValueError as fault:
        return {"success": False, "error": f"arguments is no JSON: {fault}"}
    if not isinstance(given, dict):
        return {"success": False, "error": "arguments must be a JSON object."}
    binding = _binding if _binding is not None else getattr(lollms_client_instance, "tools", None)
    if binding is None:
        return {"success": False, "error": "No MCP server is configured, and the host has none."}
    return binding.execute_tool(f"{server_alias}::{mcp_tool_name}", given)


def tool_list_mcp_tools(lollms_client_instance: Any = None) -> dict[str, Any]:
    """Lists the tools of the MCP servers."""
    binding = _binding if _binding is not None else getattr(lollms_client_instance, "tools", None)
    if binding is None:
        return {"success": False, "error": "No MCP server is configured, and the host has none."}
    return {"success": True, "output": [tool["name"] for tool in binding.list_tools()]}


def tool_close_mcp() -> dict[str, Any]:
    """Leaves the servers."""
    if _binding is not None:
        _binding.close()
    return {"success": True, "output": "left"}
