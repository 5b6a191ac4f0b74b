"""LCP809."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.hostobjects import aliases, is_test, reads_of
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP809", severity=Severity.WARNING)
def json_argument_not_validated(module: ToolModule) -> Iterator[Diagnostic]:
    """JSON text from a model is used without a look at what it is.

    Models write JSON that does not parse, and lists where an object is meant. The tool crashes
    where it should say what form it takes.

    Source: LCP doctrine, section 11 (arguments as a JSON object).

    Bad:
        import json


        def tool_keys(arguments: str) -> dict:
            \"\"\"Lists the keys of a JSON object.\"\"\"
            return {"success": True, "output": ", ".join(json.loads(arguments)) or "No keys."}

    Good:
        import json


        def tool_keys(arguments: str) -> dict:
            \"\"\"Lists the keys of a JSON object.\"\"\"
            try:
                values = json.loads(arguments)
            except ValueError as error:
                return {"success": False, "error": f"arguments is no JSON: {error}"}
            if not isinstance(values, dict):
                return {"success": False, "error": "arguments must be a JSON object."}
            return {"success": True, "output": ", ".join(values) or "No keys."}
    """
    if "json.loads" not in module.source and "loads" not in module.source:
        return
    facts = module.facts
    for scope in facts.tools:
        visible = {one.name for one in scope.tool.visible} if scope.tool else set()
        for call in scope.of(cst.Call):
            node = facts.arguments(call).get(0) if facts.dotted(call.func) == "json.loads" else None
            if not isinstance(node, cst.Name) or node.value not in visible:
                continue
            if not facts.is_guarded(call):
                what = (
                    f"{scope.name} crashes where {node.value} is no JSON; catch ValueError and say what form it takes."
                )
            elif _is_taken_apart(facts, scope, call):
                what = (
                    f"{scope.name} crashes where {node.value} is JSON of another form, such as a list; look at its "
                    "type with isinstance and say what form it takes."
                )
            else:
                continue
            yield json_argument_not_validated.at(module.span(call), what)


def _is_taken_apart(facts: Facts, scope: Scope, call: cst.Call) -> bool:
    """Whether keys are taken from what was read, outside any `try`, and nothing looks at its type."""
    statement = facts.statement(call)
    targets = [one.target for one in statement.targets] if isinstance(statement, cst.Assign) else []
    names = [one.value for one in targets if isinstance(one, cst.Name)]
    if not names:
        return False
    known = aliases(scope, names[0])
    reads = [*reads_of(scope, known)]
    if any(is_test(facts, read) and isinstance(facts.parent(read), cst.Arg) for read in reads):
        return False
    return any(
        isinstance(parent := facts.parent(read), cst.Attribute)
        and parent.attr.value in {"get", "items", "keys", "values"}
        and not facts.is_guarded(read)
        for read in reads
    )
