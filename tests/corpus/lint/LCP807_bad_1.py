def tool_remote(name: str) -> dict:
    """Calls a remote tool.

    Args:
        name (str): The name.
    """
    from lollms_client.tools_bindings.mcp import MCPBinding
    binding = MCPBinding(servers=[{"alias": "files", "type": "http", "url": "http://localhost:8000/mcp"}])
    return {"success": True, "output": f"{binding.execute_tool(f'files::{name}', {})}"}
