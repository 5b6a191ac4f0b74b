"""LCP614."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.approval.levels import levels_of
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import FULL, speaks
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP614", severity=Severity.ERROR)
def approval_escalates(module: ToolModule) -> Iterator[Diagnostic]:
    """One "always" for one action opens every other action as well.

    A person who always allows `ls` has not allowed `rm`.

    Source: LCP doctrine, section 5 (confirmation).

    Bad:
        AUTONOMY_LEVEL = "safe"
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_note(text: str) -> dict:
            \"\"\"Shows a note after approval.\"\"\"
            global AUTONOMY_LEVEL
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            decision, reason = _CONFIRM_HANDLER(text, "note")
            if decision == "always":
                AUTONOMY_LEVEL = "full_access"
            return {"success": True, "output": text + reason + AUTONOMY_LEVEL}

    Good:
        _ALWAYS = set()
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_note(text: str) -> dict:
            \"\"\"Shows a note after approval.\"\"\"
            if _CONFIRM_HANDLER is None:
                return {"success": False, "error": "Nobody can approve this."}
            decision, reason = ("allow", "") if text in _ALWAYS else _CONFIRM_HANDLER(text, "note")
            if decision not in ("allow", "always"):
                return {"success": False, "error": reason or "The operator declined."}
            if decision == "always":
                _ALWAYS.add(text)
            return {"success": True, "output": text}
    """
    if "always" not in module.source or not speaks(module.source):
        return
    facts, levels = module.facts, module.kept(levels_of)
    for assign in facts.of(cst.Assign):
        targets = [one.target for one in assign.targets if levels.names.mark(one.target) in {Mark.LEVEL, Mark.FLAG}]
        if not any(_opens(facts, assign, one) for one in targets):
            continue
        if any(outcome and _is_always(facts, test) for test, outcome in facts.conditions(assign)):
            yield approval_escalates.at(
                module.span(assign),
                '"always" was said to one action, and this opens all of them; keep what was approved in a set, and '
                "look there for this action alone.",
            )


def _opens(facts: Facts, assign: cst.Assign, target: cst.BaseExpression) -> bool:
    """Whether an assignment gives a shared name the value of full access."""
    scope = facts.scope(assign)
    if isinstance(target, cst.Name) and target.value not in scope.shared:
        return False
    value = facts.constant(assign.value)
    return value is True or (isinstance(value, str) and value.lower() in FULL)


def _is_always(facts: Facts, test: cst.BaseExpression) -> bool:
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
        return _is_always(facts, test.left) or _is_always(facts, test.right)
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return False
    target = test.comparisons[0]
    if not isinstance(target.operator, cst.Equal | cst.In):
        return False
    for side in (test.left, target.comparator):
        value = facts.constant(side)
        if value == "always" or (isinstance(value, tuple | list | set) and "always" in value):
            return True
    return False
