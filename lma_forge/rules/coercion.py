"""Whether a tool converts what a model sends before it uses it."""

from __future__ import annotations

from dataclasses import replace

from lma_forge.diagnostics import Applicability, Edit, Fix
from lma_forge.rules import cst
from lma_forge.rules.facts import Facts, statements
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_CONVERTERS = frozenset({"int", "float", "str", "isinstance", "json.loads", "ast.literal_eval", "type"})
_METHODS = frozenset({"lower", "strip", "casefold", "upper", "isdigit"})


def is_coerced(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether a function converts a parameter, looks at its type, or sets it anew.

    Args:
        facts: The module.
        scope: The function.
        name: The parameter.
    """
    if len(scope.bound.get(name, ())) > 1:
        return True
    for read in _reads(scope, name):
        parent = facts.parent(read)
        if isinstance(parent, cst.Attribute) and parent.attr.value in _METHODS:
            return True
        for around, _ in facts.ancestors(read):
            if isinstance(around, cst.Call) and facts.dotted(around.func) in _CONVERTERS:
                return True
            if isinstance(around, cst.BaseSmallStatement | cst.BaseCompoundStatement):
                break
    return _is_alias_coerced(facts, scope, name)


def _reads(scope: Scope, name: str) -> list[cst.Name]:
    found = list(scope.reads.get(name, ()))
    for inner in scope.inner:
        if name not in inner.bound:
            found += _reads(inner, name)
    return found


def _is_alias_coerced(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether it is given another name, or passed on to a helper of the module that may convert it."""
    for assign in scope.of(cst.Assign):
        if isinstance(assign.value, cst.Name) and assign.value.value == name:
            return True
        if isinstance(assign.value, cst.Call) and facts.callee(assign.value) is not None:
            values = facts.arguments(assign.value).values()
            if any(isinstance(value, cst.Name) and value.value == name for value in values):
                return True
    return False


def guard(module: ToolModule, scope: Scope, name: str, statement: str) -> Fix | None:
    """A fix that converts a parameter which arrived as text, before the first statement of a function."""
    body = [*statements(scope.node)]
    if scope.tool is not None and scope.tool.has_docstring:
        body = body[1:]
    if not body:
        return None
    at = module.span(body[0])
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip() or isinstance(body[0], cst.FunctionDef | cst.ClassDef):
        return None
    text = f"if isinstance({name}, str):\n{indent}    {statement}\n{indent}"
    edit = Edit(replace(at, end_line=at.line, end_column=at.column), text)
    return Fix(f"Convert {name} where it is a text", (edit,), Applicability.UNSAFE)
