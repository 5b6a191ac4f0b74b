"""LCP216."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.computed import computed_docstring
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP216", severity=Severity.ERROR)
def missing_docstring(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool has no docstring.

    The docstring is all that the model learns of a tool. Without one it has to guess from the
    name when to call it, and what the parameters mean.

    Source: LCP doctrine, section 4.1 (description from the docstring).

    Bad:
        def tool_reverse(text: str) -> dict:
            return {"success": True, "output": text[::-1]}

    Good:
        def tool_reverse(text: str) -> dict:
            \"\"\"Writes a text backwards.\"\"\"
            return {"success": True, "output": text[::-1]}
    """
    for tool in module.file.tools:
        node = module.definition(tool)
        if node is not None and not tool.has_docstring and computed_docstring(node) is None:
            yield missing_docstring.at(
                head(tool.span, tool.name),
                f"The model is told nothing of what {tool.name} does; give the function a docstring that says it.",
            )
