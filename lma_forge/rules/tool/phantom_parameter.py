"""LCP222."""

from collections.abc import Iterator

from lma_forge import lcp
from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.lcp.docstring import host_line
from lma_forge.rules.docsource import DocLine, doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP222", severity=Severity.ERROR)
def phantom_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A docstring line of a tool without parameters becomes a parameter.

    Where lollms finds no parameter it looks for some in the docstring, and every line with a word
    before a colon or hyphen is one: `Note: …`, `Raises: …`. The model then has to fill it, and
    what it sends is thrown away.

    Source: lollms_client 1.21.1, schemas.

    Bad:
        import time


        def tool_now() -> dict:
            \"\"\"Returns the current time of the host.

            Note: the clock may be wrong.
            \"\"\"
            return {"success": True, "output": time.ctime()}

    Good:
        import time


        def tool_now() -> dict:
            \"\"\"Returns the current time of the host. The clock may be wrong.\"\"\"
            return {"success": True, "output": time.ctime()}

    Fix: puts the word in quotes, which no host takes for a parameter; unsafe, since it changes the text.
    """
    for tool in module.file.tools:
        if module.definition(tool) is None or any(one.name not in _LEFT_OUT for one in _plain(tool)):
            continue
        shown = lcp.schema(tool, "lollms")["input_schema"]
        properties = shown["properties"] if isinstance(shown, dict) else {}
        required = shown["required"] if isinstance(shown, dict) else []
        seen: set[str] = set()
        for line in doc_lines(module, tool):
            found = host_line(line.text)
            if found is None or found.name not in properties or found.name in seen:
                continue
            seen.add(found.name)
            must = "a required parameter" if found.name in required else "a parameter"
            yield phantom_parameter.at(
                line.span,
                f"The model is told that {tool.name}, which takes nothing, has {must} '{found.name}', because of this "
                "line; write it as a sentence without the word before the colon or hyphen.",
                fix=_fix(line, found.name),
            )


_LEFT_OUT = frozenset({"args", "kwargs", *lcp.HIDDEN})


def _plain(tool: lcp.ToolView) -> list[lcp.ParameterView]:
    return [one for one in tool.parameters if one.kind == "positional"]


def _fix(line: DocLine, name: str) -> Fix | None:
    text = line.text.strip()
    quoted = text.replace(name, f"'{name}'", 1)
    edit = line.replaced(quoted)
    if edit is None or host_line(quoted) is not None:
        return None
    return Fix(f"Put {name} in quotes", (edit,), Applicability.UNSAFE)
