"""LCP106."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import PREFIX
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import head_span, located

_WORDS = {
    "If": "an if",
    "Try": "a try",
    "TryStar": "a try",
    "With": "a with",
    "For": "a loop",
    "While": "a loop",
    "Match": "a match",
}


@rule("LCP106", severity=Severity.WARNING)
def conditional_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool is defined under a condition.

    Hosts read a file without running it, so they offer the tool whether or not its branch runs.
    Where it does not, every call fails; where several branches define it, the model is shown the
    first one and gets another.

    Source: lollms_client 1.21.1, tool discovery.

    Bad:
        import platform

        if platform.system() == "Windows":

            def tool_registry_name(key: str) -> dict:
                \"\"\"Names a registry key in short form.\"\"\"
                return {"success": True, "output": key}

    Good:
        import platform


        def tool_registry_name(key: str) -> dict:
            \"\"\"Names a registry key in short form.\"\"\"
            if platform.system() != "Windows":
                return {"success": False, "error": "Registry keys exist on Windows only."}
            return {"success": True, "output": key}
    """
    for one in located(module):
        if one.within is not None and one.node.name.startswith(PREFIX):
            kind = _WORDS.get(type(one.within).__name__, "a block")
            yield conditional_tool.at(
                head_span(module, one.node),
                f"The model is offered {one.node.name} whether or not {kind} on line {one.within.lineno} defines it; "
                "define it at the top level and return a failure where it cannot work.",
            )
