"""LCP510."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_KEY = re.compile(
    r"(?:\w+_)?(?:root|cwd|dir|directory|folder|path|workspace|autonomy(?:_level)?|approved|confirmed|approval|allowed"
    r"|permissions?|trusted|sandbox(?:ed)?|role|is_admin|admin|privileged|safe_mode|access(?:_level)?)"
)


@rule("LCP510", severity=Severity.ERROR, host="lollms")
def trusts_tool_context(module: ToolModule) -> Iterator[Diagnostic]:
    """A folder or a permission is taken from `tool_context` as it is.

    The host fills `tool_context` only when it has one. When it has none, a model that sends an
    argument of that name fills it, and so chooses the folder that counts as the workspace, or the
    level of autonomy.

    Source: lollms_client 1.21.1, tool execution (host parameters are taken from the model's
    arguments when the host passes none); LCP doctrine, section 4.5 (hidden parameters).

    Bad:
        from pathlib import Path


        def tool_files(suffix: str, tool_context=None) -> dict:
            \"\"\"Lists files with a suffix.\"\"\"
            root = Path((tool_context or {}).get("working_dir", "."))
            return {"success": True, "output": [one.name for one in root.iterdir() if one.suffix == suffix]}

    Good:
        from pathlib import Path


        def tool_files(suffix: str) -> dict:
            \"\"\"Lists files with a suffix.\"\"\"
            return {"success": True, "output": [one.name for one in Path.cwd().iterdir() if one.suffix == suffix]}
    """
    if "tool_context" not in module.source:
        return
    facts = module.facts
    told: set[tuple[str, str]] = set()
    for node, owner, key in _reads(facts):
        name = facts.scope(node).qualified
        if _KEY.fullmatch(key.lower()) and _is_context(facts, owner) and (name, key) not in told:
            told.add((name, key))
            yield trusts_tool_context.at(
                module.span(node),
                f"'{key}' of tool_context may come from the model when the host passes none; take the folder from the "
                "working directory, and permissions from the config in init_tools_library.",
            )


def _reads(facts: Facts) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression, str]]:
    """Every place where a key of something is read: the place, the thing and the key."""
    for call in facts.of(cst.Call):
        arguments = facts.arguments(call)
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in {"get", "pop", "setdefault"}:
            key = facts.constant(arguments.get(0))
            if isinstance(key, str):
                yield call, call.func.value, key
    for subscript in facts.of(cst.Subscript):
        index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        key = facts.constant(index.value) if isinstance(index, cst.Index) else None
        if isinstance(key, str):
            yield subscript, subscript.value, key


def _is_context(facts: Facts, node: cst.BaseExpression, depth: int = 4) -> bool:
    """Whether an expression is the parameter `tool_context`, or `tool_context or {}`, or a name for it."""
    if depth == 0 or not isinstance(node, cst.BooleanOperation | cst.IfExp | cst.Name):
        return False
    if isinstance(node, cst.BooleanOperation):
        return _is_context(facts, node.left, depth - 1)
    if isinstance(node, cst.IfExp):
        return any(_is_context(facts, one, depth - 1) for one in (node.body, node.orelse))
    scope = facts.scope(node)
    if node.value == "tool_context":
        return any("tool_context" in one.parameters for one in scope.outward())
    bindings = scope.bound.get(node.value, ())
    if len(bindings) != 1 or not isinstance(bindings[0], cst.Assign):
        return False
    return _is_context(facts, bindings[0].value, depth - 1)
