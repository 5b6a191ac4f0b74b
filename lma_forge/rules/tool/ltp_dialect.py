"""LCP118."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import assignments, function, head_span


@rule("LCP118", severity=Severity.ERROR)
def ltp_dialect(module: ToolModule) -> Iterator[Diagnostic]:
    """A file follows the older LoLLMs Tools Protocol.

    It looks alike: `tool_…` functions that take one dict `args`, `TOOL_TITLES`, and
    `init_tool_library`. LCP hosts build a schema from its docstrings, and every call then fails
    for want of `args`.

    Source: LCP doctrine, section 1.1 (primitive arguments).

    Bad:
        TOOL_TITLES = {"tool_search_wikipedia": "consulting Wikipedia"}


        def tool_search_wikipedia(args: dict, lollms=None):
            \"\"\"Searches an encyclopedia for a topic.

            Args:
                args: dict with keys:
                    - query (str): The topic.
            \"\"\"
            return {"success": True, "output": args.get("query", "")}

    Good:
        def tool_search_wikipedia(query: str) -> dict:
            \"\"\"Searches an encyclopedia for a topic.

            Args:
                query (str): The topic.
            \"\"\"
            return {"success": True, "output": query}
    """
    signs = []
    for name, node in assignments(module):
        if name == "TOOL_TITLES":
            signs.append((module.span(node), "TOOL_TITLES"))
            break
    hook = function(module, "init_tool_library")
    if hook is not None:
        signs.append((head_span(module, hook), "init_tool_library"))
    for tool in module.file.tools:
        definition = module.definition(tool)
        names = [one.arg for one in definition.args.args] if definition else []
        if definition and names[:1] == ["args"] and set(names[1:]) <= {"lollms", "lollms_client", "client"}:
            signs.append((head_span(module, definition), f"{tool.name}({', '.join(names)})"))
            signs += [(head_span(module, definition), "lollms")] if len(names) > 1 else []
            break
    if len(signs) > 1:
        said = " and ".join(dict.fromkeys(word for _, word in signs if word != "lollms"))
        yield ltp_dialect.at(
            min(span for span, _ in signs),
            f"This is the older LTP protocol ({said}): a model is offered the tools and every call fails for want "
            "of `args`; give each tool one annotated parameter per value, and call the hook init_tools_library.",
        )
