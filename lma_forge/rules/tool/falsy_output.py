"""LCP410."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP410", severity=Severity.WARNING, host="lollms")
def falsy_output(module: ToolModule) -> Iterator[Diagnostic]:
    """The output of a success is empty, zero, False or None.

    lollms shows "Tool executed successfully (no output)." in its place. The model cannot tell
    that nothing was found, or that the answer is 0.

    Source: LCP doctrine, section 7.7 (result normalization); lollms_client 1.21.1.

    Bad:
        def tool_find(text: str, word: str) -> dict:
            \"\"\"Finds a word in a text.\"\"\"
            if word not in text:
                return {"success": True, "output": []}
            return {"success": True, "output": [text.index(word)]}

    Good:
        def tool_find(text: str, word: str) -> dict:
            \"\"\"Finds a word in a text.\"\"\"
            if word not in text:
                return {"success": True, "output": f"{word} does not occur."}
            return {"success": True, "output": [text.index(word)]}
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        node = one.shape.value("output")
        value = module.facts.constant(node)
        if node is None or value is UNKNOWN or value or found.verdict(one.shape) is not True:
            continue
        yield falsy_output.at(
            module.span(node),
            f"For an output of {module.text(node)} the model reads 'Tool executed successfully (no output).'; "
            f"let {one.name} say in words what that means.",
        )
