"""GOV104."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules import cst
from lma_forge.rules.acts import effects, run_by
from lma_forge.rules.calls import Act
from lma_forge.rules.declared import body_of, held, only_reads
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_WRITES = frozenset({Act.WRITE, Act.APPEND, Act.CREATE, Act.DELETE, Act.INSTALL})
_READ_ONLY = re.compile(r"\bread[- ]only\b", re.IGNORECASE)
_MAKES = re.compile(r"\b(makes?|sets?|marks?|turns?|switch(es)?)\b.*\bread[- ]only\b", re.IGNORECASE)
_CHANGES = re.compile(r"\s*(insert|update|delete|drop|create|alter|replace|truncate|merge|attach)\b", re.IGNORECASE)
_CHECKED = re.compile(r"select|query_only|mode=ro|pragma", re.IGNORECASE)
_EXECUTES = frozenset({"execute", "executescript", "executemany"})
_OTHERWISE = frozenset({
    "sqlite3.connect", "duckdb.connect", "tempfile.mkdtemp", "tempfile.mkstemp", "tempfile.NamedTemporaryFile",
    "tempfile.TemporaryDirectory", "tempfile.TemporaryFile",
})  # fmt: skip
"""What does not change anything by itself, or nothing that lasts."""


@rule("GOV104", severity=Severity.ERROR)
def read_only_tool_writes(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool that is declared read-only changes something.

    Operators let read-only tools run unasked, and agents call them without a second thought.

    Source: Tools.md, rule "Read only"; the effects that a spec declares; the tool's own description.

    Bad:
        from pathlib import Path


        def tool_note_state(name: str) -> dict:
            \"\"\"Read-only look at the state of a note.\"\"\"
            try:
                Path("seen.txt").write_text("seen", encoding="utf-8")
            except OSError as error:
                return {"success": False, "error": f"Nothing can be noted: {error}"}
            return {"success": True, "output": f"{name} is there."}

    Good:
        from pathlib import Path


        def tool_note_state(name: str) -> dict:
            \"\"\"Read-only look at the state of a note.\"\"\"
            return {"success": True, "output": f"{name}: {Path('notes.txt').exists()}"}
    """
    wanted = dict(_read_only(module))
    if not wanted:
        return
    facts = module.facts
    for name, (scope, says) in wanted.items():
        if scope is None:
            continue
        call, what = next(_changes(module, scope), (None, ""))
        if call is None:
            continue
        elsewhere = facts.scope(call) is not scope
        yield read_only_tool_writes.at(
            module.head(scope.function) if elsewhere else module.span(call),
            f"{name} is read-only by {says}, and {what}; leave that out, or say that it writes.",
            related=[Related("here", module.span(call))] if elsewhere else (),
        )


def _read_only(module: ToolModule) -> Iterator[tuple[str, tuple[Scope | None, str]]]:
    """The tools that are declared read-only, each with the function to look at and what declares it."""
    for one in held(module):
        if only_reads(one.tool):
            yield one.view.name, (body_of(module, one), "its spec")
    for view in module.file.tools:
        says = view.description
        if view.name not in module.declared and _READ_ONLY.search(says) and not _MAKES.search(says):
            yield view.name, (module.facts.function(view.name), "its description")


def _changes(module: ToolModule, scope: Scope) -> Iterator[tuple[cst.Call, str]]:
    facts = module.facts
    for call, effect in effects(module, scope):
        name = facts.dotted(call.func)
        if effect.acts & _WRITES and name not in _OTHERWISE and name.rpartition(".")[2] not in _EXECUTES:
            yield call, f"{name.rpartition('.')[2]}() writes"
    checked = any(_CHECKED.search(text) for one in run_by(module, scope) for text in _tested(facts, one))
    for one in run_by(module, scope):
        for call in one.of(cst.Call):
            if isinstance(call.func, cst.Attribute) and call.func.attr.value in _EXECUTES and call.args:
                query = call.args[0].value
                value = facts.constant(query)
                if isinstance(value, str) and _CHANGES.match(value):
                    yield call, f"its query is to {value.split()[0].upper()}"
                elif isinstance(query, cst.Name) and query.value in scope.parameters and one is scope and not checked:
                    yield call, f"it runs any SQL that a model writes into {query.value}"


def _tested(facts: Facts, scope: Scope) -> Iterator[str]:
    """The texts that a function compares with or passes on."""
    for text in scope.of(cst.SimpleString):
        parent = facts.parent(text)
        if not isinstance(parent, cst.Expr):
            yield text.value
    for formatted in scope.of(cst.FormattedStringText):
        yield formatted.value
