"""LCP207."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED, Parameter, parameters
from lma_forge.rules.toolmodule import ToolModule

_STAR = re.compile(r"\*\s*,\s*\Z")


@rule("LCP207", severity=Severity.ERROR, host="lollms")
def keyword_only_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter stands after `*` in the signature.

    lollms reads plain parameters only. The model is never told of this one, and where it has no
    default every call fails.

    Source: lollms_client 1.21.1, schemas.

    Bad:
        def tool_rename(old: str, *, new: str) -> dict:
            \"\"\"Shows the new name of an item.\"\"\"
            return {"success": True, "output": f"{old} -> {new}"}

    Good:
        def tool_rename(old: str, new: str) -> dict:
            \"\"\"Shows the new name of an item.\"\"\"
            return {"success": True, "output": f"{old} -> {new}"}

    Fix: removes the star.
    """
    star: Fix | None = None
    tool = None
    for one in parameters(module):
        if one.view.kind != "keyword-only" or one.view.name in INJECTED:
            continue
        if one.tool is not tool:
            tool, star = one.tool, _fix(module, one)
        yield keyword_only_parameter.at(
            module.span(one.node),
            f"The model never sees {one.view.name} of {one.tool.name}: lollms leaves keyword-only parameters out of "
            "the schema; take the * out of the signature.",
            fix=star,
        )


def _fix(module: ToolModule, first: Parameter) -> Fix | None:
    """Take out a bare star before the first keyword-only parameter, where the order then still holds."""
    plain = [one for one in first.tool.parameters if one.kind in {"positional-only", "positional"}]
    after = [one for one in first.tool.parameters if one.kind == "keyword-only"]
    ordered = [one.has_default for one in (*plain, *after)]
    if ordered != sorted(ordered) or any(one.kind == "var-positional" for one in first.tool.parameters):
        return None
    start = module.span(first.node)
    names = [one.name for one in first.tool.parameters if one.kind == "keyword-only"]
    if names[0] != first.view.name:
        return None
    before = module.lines[start.line - 1][: start.column - 1]
    found = _STAR.search(before)
    if found is None:
        return None
    star = replace(start, column=found.start() + 1, end_line=start.line, end_column=start.column)
    return Fix("Remove the star", (Edit(star, ""),))
