"""LCP414."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Severity, Span
from lma_forge.rules import cst
from lma_forge.rules.acts import effects_of
from lma_forge.rules.calls import Act
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_FAILING = frozenset(
    {Act.READ, Act.OPEN, Act.CREATE, Act.WRITE, Act.APPEND, Act.DELETE, Act.PROCESS, Act.NETWORK, Act.LOAD}
)
_DEPTH = 2
_TELLING = frozenset({"os.system"})
"""Calls whose answer says that they failed."""


@rule("LCP414", severity=Severity.WARNING)
def unguarded_io(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool reads, writes, connects or starts a program outside any `try`.

    Files are missing, disks fill and servers do not answer. The model is then told that the tool
    crashed, in the words of Python and not of the tool.

    Source: LCP doctrine, section 7.6 (tools catch their own exceptions).

    Bad:
        from pathlib import Path


        def tool_motto() -> dict:
            \"\"\"Reads the motto of the workspace.\"\"\"
            return {"success": True, "output": Path("motto.txt").read_text(encoding="utf-8")}

    Good:
        from pathlib import Path


        def tool_motto() -> dict:
            \"\"\"Reads the motto of the workspace.\"\"\"
            try:
                return {"success": True, "output": Path("motto.txt").read_text(encoding="utf-8")}
            except OSError as error:
                return {"success": False, "error": f"motto.txt cannot be read: {error}"}

    Fix: puts the statement into a `try`; unsafe.
    """
    if not module.file.tools:
        return
    facts = module.facts
    seen: set[cst.Call] = set()
    known: dict[tuple[Scope, int], tuple[cst.Call, ...]] = {}
    for tool in facts.tools:
        found = [one for one in _unguarded(module, tool, _DEPTH, known) if one not in seen]
        seen.update(found)
        if not found:
            continue
        first, *others = found
        called = facts.dotted(first.func).rpartition(".")[2] or "this"
        yield unguarded_io.at(
            module.span(first),
            f"Where {called}() fails, the model is told that {tool.name} crashed; put it into a `try` and return "
            '{"success": False, "error": …} with what can be done.',
            related=[Related("here as well", module.span(one)) for one in others],
            fix=_fix(module, tool, first) if facts.scope(first) is tool else None,
        )


def _fix(module: ToolModule, tool: Scope, call: cst.Call) -> Fix | None:
    """Put the statement into a `try`, where it is a plain one on lines of its own."""
    facts = module.facts
    statement = facts.statement(call)
    line = facts.parent(statement)
    single = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    if not single or not isinstance(statement, cst.Assign | cst.AnnAssign | cst.Expr | cst.Return):
        return None
    span = module.span(statement)
    lines = module.lines[span.line - 1 : span.end_line]
    indent = lines[0][: span.column - 1]
    texts = [one.value for one in facts.inside(statement) if isinstance(one, cst.SimpleString)]
    triple = any("\n" in text for text in texts) or any('"""' in text or "'''" in text for text in lines)
    if indent.strip() or triple or any("\\" in text[-1:] for text in lines):
        return None
    inner = "\n".join(f"    {text}" if text.strip() else text for text in lines)
    words = tool.name.removeprefix("tool_").replace("_", " ")
    caught = "except Exception as error:"
    failure = f'return {{"success": False, "error": f"{words} failed: {{error}}"}}'
    whole = f"{indent}try:\n{inner}\n{indent}{caught}\n{indent}    {failure}"
    place = Span(module.path, span.line, 1, span.end_line, len(lines[-1]) + 1)
    return Fix("Catch what goes wrong", (Edit(place, whole),), Applicability.UNSAFE)


def _unguarded(
    module: ToolModule, scope: Scope, depth: int, known: dict[tuple[Scope, int], tuple[cst.Call, ...]]
) -> tuple[cst.Call, ...]:
    """The calls that a function makes, itself or in helpers, and whose failure it does not catch, each once."""
    if (scope, depth) in known:
        return known[scope, depth]
    known[scope, depth] = ()
    facts = module.facts
    failing = {
        call
        for call, effect in effects_of(module, scope)
        if effect.acts & _FAILING
        and facts.constant(facts.arguments(call).get(0)) != ":memory:"
        and facts.dotted(call.func) not in _TELLING
    }
    found: dict[cst.Call, None] = {}
    helpers: set[Scope] = set()
    for call in scope.of(cst.Call):
        if call in failing:
            if not _is_caught(facts, call):
                found[call] = None
            continue
        callee = facts.callee(call) if depth > 0 else None
        if callee is None or callee.tool is not None or callee in helpers:
            continue
        inner = _unguarded(module, callee, depth - 1, known)
        if inner and not _is_caught(facts, call):
            helpers.add(callee)
            found |= dict.fromkeys(inner)
    known[scope, depth] = tuple(found)
    return known[scope, depth]


def _is_caught(facts: Facts, call: cst.Call) -> bool:
    return facts.is_guarded(call) or _is_suppressed(facts, call)


def _is_suppressed(facts: Facts, call: cst.Call) -> bool:
    return any(
        isinstance(parent, cst.With)
        and any(
            isinstance(one.item, cst.Call) and facts.dotted(one.item.func) == "contextlib.suppress"
            for one in parent.items
        )
        for parent, _ in facts.ancestors(call)
    )
