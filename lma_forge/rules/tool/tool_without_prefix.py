"""LCP101."""

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.lcp import HOOKS
from lma_forge.lcp.docstring import args_entries
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import docstring_of, functions, name_span, names_read

_OTHERS = HOOKS | {"execute", "run_tool", "main", "init_tool_library"}


@rule("LCP101", severity=Severity.WARNING)
def tool_without_prefix(module: ToolModule) -> Iterator[Diagnostic]:
    """A public function of a library is documented like a tool, used by nobody, and not called `tool_…`.

    Hosts register functions whose names begin with `tool_` and no others. A function that nothing
    in the module calls, with an `Args:` block written for a model, was most likely meant as one.

    Source: LCP doctrine, section 1.4 (tool functions).

    Bad:
        TOOL_LIBRARY_NAME = "Search"


        def search_web(query: str) -> dict:
            \"\"\"Searches the web.

            Args:
                query (str): What to look for.
            \"\"\"
            return {"success": True, "output": query}

    Good:
        TOOL_LIBRARY_NAME = "Search"


        def tool_search_web(query: str) -> dict:
            \"\"\"Searches the web.

            Args:
                query (str): What to look for.
            \"\"\"
            return {"success": True, "output": query}

    Fix: renames the function; unsafe, since other modules may call it.
    """
    for node in functions(module):
        name = node.name
        if name.startswith(("_", "tool_")) or name in _OTHERS or node.decorator_list:
            continue
        if not args_entries(docstring_of(node)) or name in names_read(module):
            continue
        span = name_span(module, node)
        yield tool_without_prefix.at(
            span,
            f"No host registers {name}, since its name does not begin with tool_; "
            f"call it tool_{name}, or _{name} if it is no tool.",
            fix=Fix(f"Rename to tool_{name}", (Edit(span, f"tool_{name}"),), Applicability.UNSAFE),
        )
