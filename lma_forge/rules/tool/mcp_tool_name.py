"""LCP808."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP808", severity=Severity.ERROR)
def mcp_tool_name(module: ToolModule) -> Iterator[Diagnostic]:
    """An MCP tool is called without the name of its server.

    The binding knows tools as `server::tool` only, and answers that there is no such tool.

    Source: LCP doctrine, section 11 (names of MCP tools).

    Bad:
        _MCP = None


        def tool_remote(path: str) -> dict:
            \"\"\"Reads a file through the remote server.\"\"\"
            if _MCP is None:
                return {"success": False, "error": "The MCP bridge is not configured."}
            return {"success": True, "output": str(_MCP.execute_tool("read_file", {"path": path}))}

    Good:
        _MCP = None


        def tool_remote(path: str) -> dict:
            \"\"\"Reads a file through the remote server.\"\"\"
            if _MCP is None:
                return {"success": False, "error": "The MCP bridge is not configured."}
            return {"success": True, "output": str(_MCP.execute_tool("files::read_file", {"path": path}))}
    """
    if "execute_tool" not in module.source or "mcp" not in module.source.lower():
        return
    facts = module.facts
    for call in facts.of(cst.Call):
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "execute_tool":
            continue
        owner = facts.dotted(call.func.value)
        node = facts.arguments(call).get(0) or facts.arguments(call).get("tool_name")
        name = facts.constant(node)
        if "mcp" in owner.lower() and isinstance(name, str) and "::" not in name and node is not None:
            yield mcp_tool_name.at(
                module.span(node),
                f"There is no MCP tool '{name}': each is called server::tool; write 'server::{name}' with the alias of "
                "its server.",
            )
