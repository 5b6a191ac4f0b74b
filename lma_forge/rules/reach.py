"""The functions of a module that its tools run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lma_forge.rules import cst

if TYPE_CHECKING:
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


def reached(module: ToolModule) -> Mapping[Scope, Scope]:
    """The functions that tools run, the tools themselves first, each with a tool that runs it.

    Calls of plain names and of `self.method` are followed; functions inside a function count as
    run by it. For `ToolModule.kept`.
    """
    facts = module.facts
    found: dict[Scope, Scope] = {tool: tool for tool in facts.tools}
    pending = [*found]
    while pending:
        scope = pending.pop(0)
        inner = [one for one in scope.inner if one.kind == "function"]
        called = [facts.callee(call) for call in scope.of(cst.Call)]
        for one in (*inner, *called):
            if one is not None and one not in found:
                found[one] = found[scope]
                pending.append(one)
    return found
