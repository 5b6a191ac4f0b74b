"""LCP108."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.lcp import PREFIX
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import head_span, located


@rule("LCP108", severity=Severity.ERROR)
def duplicate_tool_in_file(module: ToolModule) -> Iterator[Diagnostic]:
    """A file defines a tool twice.

    lollms shows the model the first definition and runs the last, so that calls fail for
    arguments that one of them does not take.

    Source: lollms_client 1.21.1, tool discovery.

    Bad:
        def tool_find(word: str) -> dict:
            \"\"\"Finds a word.\"\"\"
            return {"success": True, "output": word}


        def tool_find(text: str, word: str) -> dict:
            \"\"\"Finds a word in a text.\"\"\"
            return {"success": True, "output": str(word in text)}

    Good:
        def tool_find(word: str) -> dict:
            \"\"\"Finds a word.\"\"\"
            return {"success": True, "output": word}


        def tool_find_in(text: str, word: str) -> dict:
            \"\"\"Finds a word in a text.\"\"\"
            return {"success": True, "output": str(word in text)}
    """
    first: dict[str, Definition] = {}
    for one in located(module):
        node = one.node
        if not node.name.startswith(PREFIX) or _is_overload(node):
            continue
        if one.within is None and node.name in first:
            earlier = first[node.name]
            yield duplicate_tool_in_file.at(
                head_span(module, node),
                f"{node.name} is defined on line {earlier.lineno} already: lollms shows the model that one and runs "
                "this one; remove or rename one of them.",
                related=[Related("the model is shown this one", head_span(module, earlier))],
            )
        first.setdefault(node.name, node)


def _is_overload(node: Definition) -> bool:
    return any(getattr(one, "attr", getattr(one, "id", "")) == "overload" for one in node.decorator_list)
