"""LCP807."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP807", severity=Severity.ERROR)
def mcp_binding_lifetime(module: ToolModule) -> Iterator[Diagnostic]:
    """An MCP binding is made when the library is loaded, or anew by each call.

    At load the host has not said which servers there are, and a server that does not answer keeps
    the library from loading. In a tool every call starts the servers again.

    Source: LCP doctrine, section 11 (built once in init_tools_library).

    Bad:
        from lollms_client.tools_bindings.mcp import MCPBinding


        def tool_remote(name: str) -> dict:
            \"\"\"Calls a remote tool.\"\"\"
            return {"success": True, "output": str(MCPBinding(servers=[]).execute_tool(f"files::{name}", {}))}

    Good:
        _BINDING = None


        def init_tools_library(config=None) -> None:
            global _BINDING
            from lollms_client.tools_bindings.mcp import MCPBinding

            _BINDING = MCPBinding(servers=(config or {}).get("servers", []))


        def tool_remote(name: str) -> dict:
            \"\"\"Calls a remote tool.\"\"\"
            if _BINDING is None:
                return {"success": False, "error": "No MCP servers are configured."}
            return {"success": True, "output": str(_BINDING.execute_tool(f"files::{name}", {}))}
    """
    if "MCPBinding" not in module.source:
        return
    facts = module.facts
    tools = module.kept(reached)
    for call in facts.of(cst.Call):
        if facts.dotted(call.func).rpartition(".")[2] != "MCPBinding":
            continue
        scope = facts.scope(call)
        if scope is facts.module:
            yield mcp_binding_lifetime.at(
                module.span(call),
                "The servers are started when the library is loaded, before the host has said which there are; make "
                "the binding in init_tools_library.",
            )
        elif scope in tools and not _is_once(facts, call):
            yield mcp_binding_lifetime.at(
                module.span(call),
                f"Each call of {tools[scope].name} starts the servers anew; make the binding once, in "
                "init_tools_library.",
            )


def _is_once(facts: Facts, call: cst.Call) -> bool:
    """Whether a test decides that it is made, as in `if _binding is None`."""
    scope = facts.scope(call)
    statement = facts.statement(call)
    targets = [one.target for one in statement.targets] if isinstance(statement, cst.Assign) else []
    kept = any(isinstance(one, cst.Name) and one.value in scope.shared for one in targets)
    return kept and any(True for _ in facts.conditions(call))
