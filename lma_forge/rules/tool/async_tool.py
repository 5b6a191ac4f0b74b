"""LCP103."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import head_span


@rule("LCP103", severity=Severity.ERROR, host="lollms")
def async_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool is an `async def`.

    lollms looks for plain functions only. The model is never told of this one.

    Source: lollms_client 1.21.1, tool discovery.

    Bad:
        async def tool_fetch_title(page: str) -> dict:
            \"\"\"Returns the title of a saved page.\"\"\"
            return {"success": True, "output": page[:20]}

    Good:
        import asyncio


        async def _title(page: str) -> str:
            return page[:20]


        def tool_fetch_title(page: str) -> dict:
            \"\"\"Returns the title of a saved page.\"\"\"
            return {"success": True, "output": asyncio.run(_title(page))}
    """
    for tool in module.file.tools:
        node = module.definition(tool)
        if tool.is_async and node is not None:
            yield async_tool.at(
                head_span(module, node),
                f"lollms never registers {tool.name}, since it is async; write a plain function and run what has to "
                "be awaited with asyncio.run(…) in it.",
            )
