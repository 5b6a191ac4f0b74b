"""LCP409."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.dictedits import gathered, key_span
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN, Facts
from lma_forge.rules.results import PASSED_ON, Results, Shape, results
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_CALLS = frozenset({"success", "output", "status_code", "traceback", "return_code", "status", "error"})
_ROUNDS = 4


@rule("LCP409", severity=Severity.WARNING, host="lollms")
def dropped_payload_key(module: ToolModule) -> Iterator[Diagnostic]:
    """A success carries values beside `output` that no model is shown.

    lollms hands on the output, images, files and a prompt, and drops every other key. It is a
    warning where the output says nothing of the value, else a remark.

    Source: LCP doctrine, section 7.7 (the final wrapper); lollms_client 1.21.1, result
    normalization.

    Bad:
        def tool_columns(table: str) -> dict:
            \"\"\"Names the columns of a table.\"\"\"
            columns = table.partition(";")[0].split(",")
            return {"success": True, "output": "The columns were read.", "columns": columns}

    Good:
        def tool_columns(table: str) -> dict:
            \"\"\"Names the columns of a table.\"\"\"
            columns = table.partition(";")[0].split(",")
            return {"success": True, "output": {"columns": columns}}

    Fix: puts the values into the output, beside a summary; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        shape = one.shape
        if found.verdict(shape) is False or "output" not in shape.keys or shape.added:
            continue
        keys = [key for key in shape.keys if key not in PASSED_ON | _CALLS and not _is_idle(found, shape, key)]
        if not keys:
            continue
        lost = _lost(module.facts, shape, keys)
        listed = ", ".join(f"`{key}`" for key in lost or keys)
        yield dropped_payload_key.at(
            key_span(module, shape.node, (lost or keys)[0]),
            f"lollms drops {listed} of this result of {one.name}"
            + (f"; put {'it' if len(lost) == 1 else 'them'} into `output`, or the model never reads it."
               if lost else ", and the model reads the `output` alone."),
            severity=None if lost else Severity.INFO,
            fix=_fix(module, shape, keys) if lost else None,
        )  # fmt: skip


def _fix(module: ToolModule, shape: Shape, keys: list[str]) -> Fix | None:
    edits = gathered(module, shape.node, "output", tuple(keys))
    return Fix("Put it into output", edits, Applicability.UNSAFE) if edits else None


def _is_idle(found: Results, shape: Shape, key: str) -> bool:
    """Whether a value says nothing: a constant, or what a caller passed in."""
    node = shape.keys[key]
    if found.facts.constant(node) is not UNKNOWN:
        return True
    return isinstance(node, cst.Name) and node.value in shape.origin.parameters


def _lost(facts: Facts, shape: Shape, keys: list[str]) -> list[str]:
    """The keys of whose values nothing goes into what the model reads."""
    scope = shape.origin
    read = (shape.keys[one] for one in ("output", "prompt_injection") if one in shape.keys)
    shown: set[str] = set()
    pending = {name for node in read for name in _names(facts, node)}
    for _ in range(_ROUNDS):
        shown |= pending
        pending = {made for name in pending for made in _sources(facts, scope, name)} - shown
    shown |= pending
    filled: dict[str, bool] = {}
    lost: list[str] = []
    for key in keys:
        wanted = {name for name in _names(facts, shape.keys[key]) if name.lstrip("#") not in scope.parameters}
        # Where a value is read whole, its length alone does not stand for it.
        wanted -= {f"#{name}" for name in wanted}
        wanted |= {copied for name in wanted for copied in _copies(scope, name)}
        if not wanted or not wanted.isdisjoint(shown):
            continue
        for name in wanted - filled.keys():
            filled[name] = _holds(facts, scope, name, shown)
        if not any(filled[name] for name in wanted):
            lost.append(key)
    return lost


def _copies(scope: Scope, name: str) -> Iterator[str]:
    """The names of which one is a plain copy."""
    for binding in scope.bound.get(name, ()):
        if isinstance(binding, cst.Assign) and isinstance(binding.value, cst.Name):
            yield binding.value.value


def _holds(facts: Facts, scope: Scope, name: str, shown: set[str]) -> bool:
    """Whether a container is filled with the very things that are shown."""
    for read in scope.reads.get(name, ()):
        call = facts.parent(facts.parent(read) or read)
        filled = isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.value is read
        put = [one.value for one in call.args] if filled and isinstance(call, cst.Call) else []
        if any(isinstance(one, cst.Name) and one.value in shown for one in put):
            return True
    return False


def _sources(facts: Facts, scope: Scope, name: str) -> set[str]:
    """The names that a value is made of, and those that decide what it is."""
    found: set[str] = set()
    for binding in scope.bound.get(name, ()):
        if isinstance(binding, cst.Assign | cst.AnnAssign | cst.AugAssign | cst.NamedExpr) and binding.value:
            found |= _names(facts, binding.value)
            found |= {one for test, _ in facts.conditions(binding) for one in _names(facts, test)}
        elif isinstance(binding, cst.For | cst.CompFor):
            found |= _names(facts, binding.iter)
    for read in scope.reads.get(name, ()):
        found |= _put_in(facts, read)
    return found


def _put_in(facts: Facts, read: cst.Name) -> set[str]:
    """What is put into a container by the statement that reads its name: `rows.append(row)`, `rows[key] = row`."""
    parent = facts.parent(read)
    if isinstance(parent, cst.Attribute) and parent.attr.value in {"append", "extend", "add", "update", "insert"}:
        call = facts.parent(parent)
        if isinstance(call, cst.Call):
            return {name for argument in call.args for name in _names(facts, argument.value)}
    if isinstance(parent, cst.Subscript) and isinstance(facts.parent(parent), cst.AssignTarget):
        statement = facts.statement(read)
        if isinstance(statement, cst.Assign):
            return _names(facts, statement.value)
    return set()


def _names(facts: Facts, node: cst.CSTNode) -> set[str]:
    """The names that an expression reads, functions that it calls left out.

    Of a name whose length alone is taken, `len(rows)`, only `#rows` is given: who reads how many
    there are has not read them. Of any other name both are.
    """
    found: set[str] = set()
    for one in facts.inside(node):
        if not isinstance(one, cst.Name):
            continue
        parent = facts.parent(one)
        call = facts.parent(parent) if isinstance(parent, cst.Arg) else None
        if isinstance(parent, cst.Call) and parent.func is one:
            continue
        found.add(f"#{one.value}")
        if not (isinstance(call, cst.Call) and facts.dotted(call.func) == "len"):
            found.add(one.value)
    return found
