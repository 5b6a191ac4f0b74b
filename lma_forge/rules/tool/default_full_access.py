"""LCP610."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.approval.levels import levels_of
from lma_forge.rules.approval.words import FULL, spoken
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP610", severity=Severity.ERROR)
def default_full_access(module: ToolModule) -> Iterator[Diagnostic]:
    """A library starts with full access, unless its host says otherwise.

    A host that does not know the setting, or whose hook fails, has then granted what nobody decided.

    Source: LCP doctrine, section 10.7.

    Bad:
        AUTONOMY_LEVEL = "full_access"


        def tool_level(label: str) -> dict:
            \"\"\"Names the autonomy level in force.\"\"\"
            return {"success": True, "output": label + AUTONOMY_LEVEL}

    Good:
        AUTONOMY_LEVEL = "safe"


        def tool_level(label: str) -> dict:
            \"\"\"Names the autonomy level in force.\"\"\"
            return {"success": True, "output": label + AUTONOMY_LEVEL}
    """
    words = spoken(module.source)
    if "autonomy" not in words or words.isdisjoint(FULL):
        return
    levels = module.kept(levels_of)
    for name, assignment in levels.kept:
        in_module = module.facts.scope(assignment) is module.facts.module
        value = assignment.value
        is_look_up = levels.look_up(value) is not None
        if value is not None and (in_module or is_look_up) and levels.is_full(value):
            yield default_full_access.at(
                module.span(value),
                f'{name} starts with full access where the host does not say otherwise; start with "safe".',
            )
    for scope in module.facts.functions:
        for one in scope.of(cst.Assign):
            shared = any(isinstance(t.target, cst.Name) and t.target.value in scope.shared for t in one.targets)
            if not shared and levels.look_up(one.value) is not None and levels.is_full(one.value):
                yield default_full_access.at(
                    module.span(one.value),
                    'The autonomy level is full access where the host does not say otherwise; take "safe" instead.',
                )
