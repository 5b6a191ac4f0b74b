"""LCP201."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED


@rule("LCP201", severity=Severity.WARNING)
def missing_annotation(file: ToolFile) -> Iterator[Diagnostic]:
    """A parameter of a tool has no annotation.

    The schema then says string, whatever the tool expects, and the model sends text.

    Source: LCP doctrine, section 4.3 (types from annotations).

    Bad:
        def tool_repeat(text: str, times) -> dict:
            \"\"\"Repeats a text a number of times.\"\"\"
            return {"success": True, "output": text * int(times)}

    Good:
        def tool_repeat(text: str, times: int) -> dict:
            \"\"\"Repeats a text a number of times.\"\"\"
            return {"success": True, "output": text * int(times)}
    """
    for tool in file.tools:
        if tool.broken:
            continue
        for parameter in tool.visible:
            if not parameter.annotation and parameter.name not in INJECTED:
                yield missing_annotation.at(
                    parameter.span,
                    f"The model is told that {parameter.name} of {tool.name} is a string, for want of an annotation; "
                    "annotate it with str, int, float, bool, list or dict.",
                )
