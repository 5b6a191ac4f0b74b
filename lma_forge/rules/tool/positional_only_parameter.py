"""LCP208."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED, Parameter, parameters
from lma_forge.rules.toolmodule import ToolModule

_SLASH = re.compile(r"\s*,\s*/")


@rule("LCP208", severity=Severity.ERROR)
def positional_only_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter stands before `/` in the signature.

    Hosts pass arguments by name, which such a parameter refuses, and lollms leaves it out of the
    schema besides.

    Source: LCP doctrine, section 7.4 (parameter filtering); lollms_client 1.21.1, schemas.

    Bad:
        def tool_join(left: str, /, right: str = "b") -> dict:
            \"\"\"Joins two words into one.\"\"\"
            return {"success": True, "output": left + right}

    Good:
        def tool_join(left: str, right: str = "b") -> dict:
            \"\"\"Joins two words into one.\"\"\"
            return {"success": True, "output": left + right}

    Fix: removes the slash.
    """
    found = [one for one in parameters(module) if one.view.kind == "positional-only"]
    for index, one in enumerate(found):
        last = next((other for other in reversed(found[index:]) if other.tool is one.tool), one)
        if one.view.name in INJECTED:
            continue
        yield positional_only_parameter.at(
            module.span(one.node),
            f"{one.view.name} of {one.tool.name} cannot be passed by name, which is how hosts pass everything, and is "
            "missing from the schema; take the / out of the signature.",
            fix=_fix(module, last),
        )


def _fix(module: ToolModule, last: Parameter) -> Fix | None:
    end = module.span(last.default if last.default is not None else last.node)
    found = _SLASH.match(module.lines[end.end_line - 1], end.end_column - 1)
    if found is None:
        return None
    slash = replace(end, line=end.end_line, column=found.start() + 1, end_column=found.end() + 1)
    return Fix("Remove the slash", (Edit(slash, ""),))
