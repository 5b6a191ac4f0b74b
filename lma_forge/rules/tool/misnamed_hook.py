"""LCP313."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.lcp import HOOKS
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import functions, name_span, names_read

_FARTHEST = 3


@rule("LCP313", severity=Severity.ERROR)
def misnamed_hook(module: ToolModule) -> Iterator[Diagnostic]:
    """A function is called nearly like a hook of the host.

    Hosts call `init_tools_library`, `set_confirm_handler` and `set_user_interaction_handler` by
    exactly these names. `init_tool_library` is never called, and the library keeps its defaults.

    Source: LCP doctrine, section 3 (hooks).

    Bad:
        _UNIT = "C"


        def init_tool_library(config=None) -> None:
            global _UNIT
            _UNIT = (config or {}).get("unit", "C")


        def tool_unit(prefix: str) -> dict:
            \"\"\"Names the configured unit.\"\"\"
            return {"success": True, "output": prefix + _UNIT}

    Good:
        _UNIT = "C"


        def init_tools_library(config=None) -> None:
            global _UNIT
            _UNIT = (config or {}).get("unit", "C")


        def tool_unit(prefix: str) -> dict:
            \"\"\"Names the configured unit.\"\"\"
            return {"success": True, "output": prefix + _UNIT}

    Fix: renames the function.
    """
    for node in functions(module):
        if node.name in HOOKS or node.name.startswith("tool_"):
            continue
        # A function that gets what a hook sets is no misspelt hook.
        hooks = [hook for hook in sorted(HOOKS) if hook[:3] == node.name[:3]]
        meant = next((hook for hook in hooks if _distance(node.name, hook) <= _FARTHEST), None)
        if meant is None or node.name in names_read(module):
            continue
        span = name_span(module, node)
        fix = Fix(f"Rename to {meant}", (Edit(span, meant),)) if meant not in module.file.hooks else None
        yield misnamed_hook.at(span, f"No host ever calls {node.name}; the hook is called {meant}.", fix=fix)


def _distance(one: str, other: str) -> int:
    """How many letters have to be added, removed or changed to make one word of the other."""
    if abs(len(one) - len(other)) > _FARTHEST:
        return _FARTHEST + 1
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        before, row[0] = row[0], index
        for at, wanted in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != wanted))
    return row[-1]
