"""LCP611."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.approval.levels import levels_of
from lma_forge.rules.approval.words import spoken
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP611", severity=Severity.WARNING)
def autonomy_not_validated(module: ToolModule) -> Iterator[Diagnostic]:
    """The autonomy level is taken from the host's config unchecked.

    A misspelt level is then none of those that the code compares with, and what happens depends on the last
    `else`.

    Source: LCP doctrine, section 5 (autonomy levels).

    Bad:
        AUTONOMY_LEVEL = "safe"


        def init_tools_library(config=None) -> None:
            global AUTONOMY_LEVEL
            AUTONOMY_LEVEL = (config or {}).get("autonomy_level", "safe")


        def tool_level(label: str) -> dict:
            \"\"\"Names the autonomy level in force.\"\"\"
            return {"success": True, "output": label + AUTONOMY_LEVEL}

    Good:
        AUTONOMY_LEVEL = "safe"


        def init_tools_library(config=None) -> None:
            global AUTONOMY_LEVEL
            level = (config or {}).get("autonomy_level", "safe")
            AUTONOMY_LEVEL = level if level in ("strict", "safe", "full_access") else "safe"


        def tool_level(label: str) -> dict:
            \"\"\"Names the autonomy level in force.\"\"\"
            return {"success": True, "output": label + AUTONOMY_LEVEL}
    """
    if "autonomy" not in spoken(module.source):
        return
    facts, levels = module.facts, module.kept(levels_of)
    for name, assignment in levels.kept:
        scope = facts.scope(assignment)
        if scope.kind != "function":
            continue
        value, names = assignment.value, {name}
        if isinstance(value, cst.Name):
            names.add(value.value)
            bound = scope.bound.get(value.value, ())
            sources = [one.value for one in bound if isinstance(one, cst.Assign | cst.AnnAssign)]
            value = sources[0] if len(sources) == len(bound) == 1 else None
        if levels.look_up(value) is not None and not levels.is_tested(scope, frozenset(names)):
            yield autonomy_not_validated.at(
                module.span(assignment),
                f"{name} takes whatever the config says, a misspelt level too; keep it only when it is in "
                '("strict", "safe", "full_access"), and take "safe" otherwise.',
            )
