"""GOV113."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity, Span
from lma_forge.rules import cst
from lma_forge.rules.acts import run_by
from lma_forge.rules.engine import rule
from lma_forge.rules.results import Results, results
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import function

_NAME = re.compile(r"(?:^|_)(?:mock|mocked|fake|faked|dummy|simulated)(?:_|$)", re.IGNORECASE)
_HINT = re.compile(r"mock|fake|dummy|simulat|made[- ]up|placeholder|in a real", re.IGNORECASE)
_COMMENT = re.compile(
    r"#.*\b(?:(?:mock|fake|dummy|simulated|made[- ]up|placeholder) (?:data|result|response|implementation|value)s?|"
    r"in a real (?:scenario|implementation|system|application)|simulate the (?:result|response|call))\b",
    re.IGNORECASE,
)


@rule("GOV113", severity=Severity.ERROR)
def simulated_data_as_success(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool returns made-up data as a success.

    The model takes it for real and acts on it, and so does the user.

    Source: Tools.md, section 2, rule 1 (do not fabricate data).

    Bad:
        _MOCK_LIGHTS = [{"id": 1, "name": "Hall"}]


        def tool_list_lights(room: str) -> dict:
            \"\"\"Lists the lights of a room.\"\"\"
            return {"success": True, "output": f"{room}: {_MOCK_LIGHTS}"}

    Good:
        def tool_list_lights(room: str) -> dict:
            \"\"\"Lists the lights of a room.\"\"\"
            return {"success": False, "error": f"No bridge is configured, so the lights of {room} are not known."}
    """
    if not module.file.tools or not _HINT.search(module.source):
        return
    found = module.kept(results)
    for tool in module.facts.tools:
        if _NAME.search(tool.name) or not _succeeds(found, tool):
            continue
        where, what = next(_signs(module, tool), (None, ""))
        if where is None:
            continue
        yield simulated_data_as_success.at(
            module.head(tool.function),
            f"{tool.name} returns made-up data as a success ({what}); fail and say what is missing where there is no "
            "real data.",
            related=[Related("here", where)],
        )


def _succeeds(found: Results, tool: Scope) -> bool:
    return any(
        shape.kind in {"unknown", "other"} or (shape.kind == "dict" and found.verdict(shape) is not False)
        for shape in found.of(tool)
    )


def _signs(module: ToolModule, tool: Scope) -> Iterator[tuple[Span, str]]:
    """What shows that a tool, or a function that it runs, makes its data up."""
    facts = module.facts
    for scope in run_by(facts, tool):
        for name, reads in scope.reads.items():
            if _NAME.search(name) and name not in scope.parameters:
                yield module.span(reads[0]), f"`{name}`"
        for call in scope.of(cst.Call):
            called = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
            if called and _NAME.search(called):
                yield module.span(call), f"`{called}`"
        definition = function(module, scope.name) if scope.outer is facts.module else None
        if definition is not None:
            first, last = definition.lineno, definition.end_lineno or definition.lineno
            for number in range(first, last + 1):
                text = module.lines[number - 1]
                comment = _COMMENT.search(text)
                if comment:
                    at = comment.start() + 1
                    yield Span(module.path, number, at, number, len(text) + 1), f"'{comment[0].lstrip('# ')}'"
