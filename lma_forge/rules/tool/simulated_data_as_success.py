"""GOV113."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lma_forge.diagnostics import Diagnostic, Related, Severity, Span
from lma_forge.rules import cst
from lma_forge.rules.acts import run_by
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head
from lma_forge.rules.results import Results, results
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import function

_NAME = re.compile(r"(?:^|_)(?:mock|mocked|fake|faked|dummy|simulated)(?:_|$)", re.IGNORECASE)
_SAYS_SO = re.compile(r"\b(simulat\w+|mock\w*|demo(?:nstration)?|dry[- ]run)\b", re.IGNORECASE)
_HINTS = ("mock", "fake", "dummy", "simulat", "made up", "made-up", "placeholder", "in a real")
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
    text = module.source.lower()
    if not module.file.tools or not any(hint in text for hint in _HINTS):
        return
    found = module.kept(results)
    names = frozenset(name for scope in module.facts.scopes for name in scope.reads if _NAME.search(name))
    marked = ((number, line) for number, line in enumerate(module.lines, 1) if "#" in line)
    comments = {number: one for number, line in marked if (one := _COMMENT.search(line))}
    for tool in module.facts.tools:
        if _NAME.search(tool.name) or not _succeeds(module, found, tool):
            continue
        where, what = next(_signs(module, tool, names, comments), (None, ""))
        if where is None:
            continue
        yield simulated_data_as_success.at(
            head(tool.tool.span, tool.name) if tool.tool else module.head(tool.function),
            f"{tool.name} returns made-up data as a success ({what}); fail and say what is missing where there is no "
            "real data.",
            related=[Related("here", where)],
        )


def _succeeds(module: ToolModule, found: Results, tool: Scope) -> bool:
    """Whether the tool has a success whose output does not say that it is a simulation."""
    for shape in found.of(tool):
        if shape.kind in {"unknown", "other"}:
            return True
        if shape.kind == "dict" and found.verdict(shape) is not False:
            output = shape.value("output")
            parts = module.facts.inside(output) if output is not None else ()
            words = (one.value for one in parts if isinstance(one, cst.SimpleString | cst.FormattedStringText))
            if not any(_SAYS_SO.search(text) for text in words):
                return True
    return False


def _signs(
    module: ToolModule, tool: Scope, names: frozenset[str], comments: Mapping[int, re.Match[str]]
) -> Iterator[tuple[Span, str]]:
    """What shows that a tool, or a function that it runs, makes its data up."""
    facts = module.facts
    for scope in run_by(module, tool):
        for name in sorted(names & scope.reads.keys() - scope.parameters.keys()):
            yield module.span(scope.reads[name][0]), f"`{name}`"
        for call in scope.of(cst.Call):
            called = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
            if called and _NAME.search(called):
                yield module.span(call), f"`{called}`"
        definition = function(module, scope.name) if comments and scope.outer is facts.module else None
        for number in range(definition.lineno, (definition.end_lineno or 0) + 1) if definition else ():
            comment = comments.get(number)
            if comment:
                at = comment.start() + 1
                end = len(module.lines[number - 1]) + 1
                yield Span(module.path, number, at, number, end), f"'{comment[0].lstrip('# ')}'"
