"""LCP103."""

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import head_span
from lma_forge.rules.wrapping import wrapped


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

    Fix: renames the function and adds a plain tool that runs it; unsafe.
    """
    for tool in module.file.tools:
        node = module.definition(tool)
        if tool.is_async and node is not None:
            edits = wrapped(module, tool, "asyncio.run({call})", "asyncio")
            yield async_tool.at(
                head_span(module, node),
                f"lollms never registers {tool.name}, since it is async; write a plain function and run what has to "
                "be awaited with asyncio.run(…) in it.",
                fix=Fix("Add a plain tool that runs it", edits, Applicability.UNSAFE) if edits else None,
            )
