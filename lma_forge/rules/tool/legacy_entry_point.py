"""LCP117."""

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import functions, head_span, name_span, names_read

_ENTRY_POINTS = frozenset({"execute", "run_tool"})


@rule("LCP117", severity=Severity.ERROR)
def legacy_entry_point(module: ToolModule) -> Iterator[Diagnostic]:
    """A library has an entry point `execute` or `run_tool` of an older protocol.

    Hosts call functions named `tool_…` and nothing else; there is no entry point that they fall
    back on.

    Source: LCP doctrine, section 1.4 (tool functions).

    Bad:
        TOOL_LIBRARY_NAME = "Writer"


        def execute(params: dict) -> dict:
            \"\"\"Runs the tool with its parameters.\"\"\"
            return {"success": True, "output": params["text"]}

    Good:
        TOOL_LIBRARY_NAME = "Writer"


        def tool_write_note(text: str) -> dict:
            \"\"\"Formats a note for the notebook.\"\"\"
            return {"success": True, "output": text}

    Fix: names the function after the file; unsafe, since its parameters may not be those of a tool.
    """
    for node in functions(module):
        if node.name not in _ENTRY_POINTS or node.name in names_read(module):
            continue
        name = f"tool_{module.stem.removeprefix('tool_')}"
        free = name.isidentifier() and name not in {tool.name for tool in module.file.tools}
        fix = Fix(f"Rename to {name}", (Edit(name_span(module, node), name),), Applicability.UNSAFE)
        yield legacy_entry_point.at(
            head_span(module, node),
            f"No host calls {node.name}; name the function tool_… after what it does, "
            "and give it one parameter for each value.",
            fix=fix if free else None,
        )
