"""LCP513."""

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

_SEEMS = ("cwd", "getcwd", ".resolve", ".absolute", "abspath", "realpath")
_CURRENT = frozenset({"pathlib.Path.cwd", "os.getcwd", "os.getcwdb"})
_RESOLVING = frozenset({"os.path.abspath", "os.path.realpath"})


@rule("LCP513", severity=Severity.ERROR)
def cwd_captured_at_import(module: ToolModule) -> Iterator[Diagnostic]:
    """The working directory is read when the module is loaded.

    Hosts load a library once and keep it, while each conversation has its own workspace. The folder
    of the first one then counts for all: files of one workspace show up in another.

    Source: LCP doctrine, section 6.1 (persistent modules) and 1.2 (working directory).

    Bad:
        from pathlib import Path

        ROOT = Path.cwd()


        def tool_where(label: str) -> dict:
            \"\"\"Names the workspace.\"\"\"
            return {"success": True, "output": label + ROOT.name}

    Good:
        from pathlib import Path


        def tool_where(label: str) -> dict:
            \"\"\"Names the workspace.\"\"\"
            return {"success": True, "output": label + Path.cwd().name}
    """
    if not any(word in module.source for word in _SEEMS):
        return
    facts = module.facts
    for call in facts.of(cst.Call):
        if facts.scope(call).kind != "function" and _captures(facts, call) and _runs_at_load(facts, call):
            yield cwd_captured_at_import.at(
                module.span(call),
                "This is the working directory of the first workspace that loads the library, and all others get it "
                "too; read it inside the tool.",
            )


def _captures(facts: Facts, call: cst.Call) -> bool:
    dotted = facts.dotted(call.func)
    if dotted in _CURRENT:
        return True
    arguments = facts.arguments(call)
    if dotted in _RESOLVING:
        return 0 in arguments and _is_relative(facts.constant(arguments[0]))
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in {"resolve", "absolute"}:
        return _is_relative_path(facts, call.func.value)
    return False


def _is_relative_path(facts: Facts, node: cst.BaseExpression, depth: int = 5) -> bool:
    """Whether an expression is a path with a constant relative beginning."""
    if depth == 0:
        return False
    if isinstance(node, cst.BinaryOperation):
        return _is_relative_path(facts, node.left, depth - 1)
    if isinstance(node, cst.Name) and node.value in facts.constants:
        return _is_relative_path(facts, facts.constants[node.value], depth - 1)
    if isinstance(node, cst.Call):
        if facts.dotted(node.func) in {"pathlib.Path", "pathlib.PurePath"}:
            arguments = facts.arguments(node)
            return 0 not in arguments or _is_relative(facts.constant(arguments[0]))
        if isinstance(node.func, cst.Attribute) and node.func.attr.value in {"joinpath", "with_name"}:
            return _is_relative_path(facts, node.func.value, depth - 1)
    return False


def _is_relative(text: object) -> bool:
    return isinstance(text, str) and not re.match(r"/|~|[A-Za-z]:|\\\\", text)


def _runs_at_load(facts: Facts, call: cst.Call) -> bool:
    """Whether the call runs when the module is loaded: not in a lambda, nor under `if __name__ == "__main__"`."""
    child: cst.CSTNode = call
    parent = facts.parent(call)
    while parent is not None:
        if isinstance(parent, cst.Lambda) and child is parent.body:
            return False
        if isinstance(parent, cst.If) and any(facts.dotted(one) == "__name__" for one in _compared(parent.test)):
            return False
        child, parent = parent, facts.parent(parent)
    return True


def _compared(test: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if isinstance(test, cst.Comparison):
        yield test.left
        yield from (target.comparator for target in test.comparisons)
