"""LCP801."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.lcp import HIDDEN
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, parameters_of
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP801", severity=Severity.ERROR)
def hidden_parameter_without_default(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter that the host fills has no default.

    Hosts pass these objects only where they have them. Without one, each call fails for want of an
    argument that no model can give.

    Source: LCP doctrine, section 4.5 (hidden parameters).

    Bad:
        def tool_branch(label: str, discussion_instance) -> dict:
            \"\"\"Names the branch of the discussion.\"\"\"
            if discussion_instance is None:
                return {"success": False, "error": "This tool needs a discussion from the host."}
            return {"success": True, "output": label + discussion_instance.branch}

    Good:
        def tool_branch(label: str, discussion_instance=None) -> dict:
            \"\"\"Names the branch of the discussion.\"\"\"
            if discussion_instance is None:
                return {"success": False, "error": "This tool needs a discussion from the host."}
            return {"success": True, "output": label + discussion_instance.branch}

    Fix: gives it the default None, where no parameter without a default follows.
    """
    for tool in module.file.tools:
        found = [*parameters_of(module, tool)]
        for index, one in enumerate(found):
            if one.view.name in HIDDEN and not one.view.has_default and not one.view.variadic:
                yield hidden_parameter_without_default.at(
                    one.view.span,
                    f"Every call of {tool.name} fails where the host has no {one.view.name} to give; write "
                    f"{one.view.name}=None.",
                    fix=_fix(module, one, found[index + 1 :]),
                )


def _fix(module: ToolModule, one: Parameter, after: list[Parameter]) -> Fix | None:
    positional = one.view.kind != "keyword-only"
    behind = [each for each in after if each.view.kind == one.view.kind and each.default is None]
    if positional and any(each.view.name not in HIDDEN for each in behind):
        return None
    if positional and any(
        each.view.kind == "positional" and each.default is None for each in after if each not in behind
    ):
        return None
    if behind:
        return None
    node: ast.arg = one.node
    text = " = None" if node.annotation else "=None"
    return Fix("Give it the default None", (module.after(node, text),))
