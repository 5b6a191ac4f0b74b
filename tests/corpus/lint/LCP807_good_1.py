_BINDING = None
def init_tools_library(config=None) -> None:
    global _BINDING
    from lollms_client.tools_bindings.mcp import MCPBinding
    _BINDING = MCPBinding(servers=(config or {}).get("servers", []))

def tool_remote(name: str) -> dict:
    """Calls a remote tool.

    Args:
        name (str): The name.
    """
    if _BINDING is None:
        return {"success": False, "error": "No MCP servers are configured."}
    return {"success": True, "output": f"{_BINDING.execute_tool(f'files::{name}', {})}"}
