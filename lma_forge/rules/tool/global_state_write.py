"""LCP906."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.reach import reached
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_HOOKED = re.compile(r"handler|config|autonomy|settings|options|callback|always|approv|grant|confirm", re.IGNORECASE)
"""Names of what hosts set, and of what operators have allowed, of which other rules speak."""
_ONCE = re.compile(r"cache|memo|lock|import|available|loaded|initiali[sz]ed|ready|checked", re.IGNORECASE)
_CHANGES = frozenset({"append", "extend", "insert", "update", "setdefault", "add", "pop", "popitem", "clear", "remove",
                      "discard", "appendleft", "popleft"})  # fmt: skip
_CONTAINERS = frozenset({"dict", "list", "set", "collections.defaultdict", "collections.OrderedDict",
                         "collections.deque", "collections.Counter"})  # fmt: skip


@rule("LCP906", severity=Severity.WARNING)
def global_state_write(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool changes a variable of its module.

    The module lives as long as the host and serves every workspace and every user. What one call
    leaves there, calls for others find.

    Source: LCP doctrine, section 6, step 1 (the module cache of the process).

    Bad:
        _LAST = None


        def tool_remember(text: str) -> dict:
            \"\"\"Remembers a text.\"\"\"
            global _LAST
            _LAST = text
            return {"success": True, "output": "It is remembered."}

    Good:
        from pathlib import Path


        def tool_remember(text: str) -> dict:
            \"\"\"Remembers a text.\"\"\"
            try:
                Path("remembered.txt").write_text(text, encoding="utf-8")
            except OSError as error:
                return {"success": False, "error": f"It cannot be written: {error}"}
            return {"success": True, "output": "It is remembered."}
    """
    if not module.file.tools:
        return
    facts = module.facts
    containers = _containers(facts)
    seen: set[str] = set()
    for scope, tool in module.kept(reached).items():
        if scope.name in module.file.hooks:
            continue
        found = (*_rebound(facts, scope), *_changed(facts, scope, containers), *_set_on(facts, scope))
        for node, name in found:
            if name in seen or _HOOKED.search(name) or _ONCE.search(name):
                continue
            seen.add(name)
            yield global_state_write.at(
                module.span(node),
                f"{tool.name} changes {name}, which all workspaces and users of the host share; keep it in the "
                "workspace, or return it.",
            )


def _containers(facts: Facts) -> frozenset[str]:
    """The names of the lists, dicts and sets that the module makes when it is loaded."""
    found: set[str] = set()
    for name, bindings in facts.module.bound.items():
        for binding in bindings:
            value = binding.value if isinstance(binding, cst.Assign | cst.AnnAssign) else None
            if isinstance(value, cst.List | cst.Dict | cst.Set | cst.ListComp | cst.DictComp | cst.SetComp) or (
                isinstance(value, cst.Call) and facts.dotted(value.func) in _CONTAINERS
            ):
                found.add(name)
    return frozenset(found)


def _rebound(facts: Facts, scope: Scope) -> Iterator[tuple[cst.CSTNode, str]]:
    """The assignments of global names, those that make something once left out."""
    for name in scope.shared:
        if name not in facts.module.bound and not any(name in one.shared for one in facts.functions):
            continue
        for binding in scope.bound.get(name, ()):
            if isinstance(binding, cst.Import | cst.ImportFrom | cst.FunctionDef | cst.ClassDef):
                continue
            if (
                not _is_lazy(facts, binding, name)
                and not _is_made_once(facts, scope, name)
                and _is_global(facts, scope, name)
            ):
                yield binding, name


def _is_global(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether the name is the module's, and not that of a function around this one (`nonlocal`)."""
    outer = scope.outer
    while outer is not None and outer.kind == "function":
        if name in outer.bound and name not in outer.shared:
            return False
        outer = outer.outer
    return (outer is not None and name in facts.module.bound) or any(name in one.shared for one in facts.functions)


def _is_lazy(facts: Facts, binding: cst.CSTNode, name: str) -> bool:
    """Whether it stands under a test of the same name, as in `if _client is None: _client = …`."""
    return any(
        isinstance(node, cst.Name) and node.value == name
        for test, _ in facts.conditions(binding)
        for node in facts.inside(test)
    )


def _is_made_once(facts: Facts, scope: Scope, name: str) -> bool:
    """Whether the function leaves early where the name is set already: `if _client is not None: return _client`."""
    for read in scope.reads.get(name, ()):
        comparison = facts.parent(read)
        around = facts.parent(comparison) if comparison is not None else None
        while isinstance(around, cst.BooleanOperation):
            around = facts.parent(around)
        if isinstance(comparison, cst.Comparison) and isinstance(around, cst.If):
            operators = [one.operator for one in comparison.comparisons]
            if all(isinstance(one, cst.IsNot) for one in operators):
                return True
    return False


def _set_on(facts: Facts, scope: Scope) -> Iterator[tuple[cst.CSTNode, str]]:
    """The assignments to attributes of objects that the module makes when it is loaded."""
    for target in scope.of(cst.AssignTarget):
        node = target.target
        if not isinstance(node, cst.Attribute) or not isinstance(node.value, cst.Name):
            continue
        name = node.value.value
        if any(name in one.bound and name not in one.shared for one in scope.outward() if one is not facts.module):
            continue
        made = [one.value for one in facts.module.bound.get(name, ()) if isinstance(one, cst.Assign | cst.AnnAssign)]
        local = {"threading.local", "contextvars.ContextVar"}
        if any(isinstance(one, cst.Call) and facts.dotted(one.func) not in local for one in made):
            yield node, name


def _changed(facts: Facts, scope: Scope, containers: frozenset[str]) -> Iterator[tuple[cst.CSTNode, str]]:
    """The changes of containers of the module in place."""
    for name in containers & scope.reads.keys():
        if any(name in one.bound and name not in one.shared for one in scope.outward() if one is not facts.module):
            continue
        for read in scope.reads[name]:
            parent = facts.parent(read)
            if isinstance(parent, cst.Subscript) and parent.value is read:
                around = facts.parent(parent)
                if isinstance(around, cst.AssignTarget | cst.AugAssign | cst.Del):
                    yield around if isinstance(around, cst.AugAssign) else parent, name
            elif isinstance(parent, cst.Attribute) and parent.attr.value in _CHANGES:
                call = facts.parent(parent)
                if isinstance(call, cst.Call) and call.func is parent:
                    yield call, name
