"""LCP113."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.names import MAX_TOOL_NAME
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head

_ALLOWED = re.compile(rf"[A-Za-z0-9_]{{1,{MAX_TOOL_NAME}}}", re.ASCII)


@rule("LCP113", severity=Severity.ERROR)
def tool_name_invalid(file: ToolFile) -> Iterator[Diagnostic]:
    """A tool's name is one that providers refuse.

    They take ASCII letters, digits and underscores, at most 64 of them, and refuse the whole
    request in which one name is different.

    Source: OpenAI and Anthropic, tool names.

    Bad:
        def tool_exécuter(mot: str) -> dict:
            \"\"\"Searches the notes.\"\"\"
            return {"success": True, "output": mot}

    Good:
        def tool_search(word: str) -> dict:
            \"\"\"Searches the notes.\"\"\"
            return {"success": True, "output": word}
    """
    for tool in file.tools:
        if tool.broken or _ALLOWED.fullmatch(tool.name):
            continue
        reason = (
            f"it has {len(tool.name)} characters and {MAX_TOOL_NAME} are allowed"
            if tool.name.isascii()
            else "it holds other characters than ASCII letters, digits and underscores"
        )
        yield tool_name_invalid.at(
            head(tool.span, tool.name), f"Providers refuse the name {tool.name}: {reason}; rename the function."
        )
