"""Which expressions of a module stand for the confirm handler, the autonomy level or a flag of the host."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.approval.values import Mark
from lma_forge.rules.approval.words import ASKING, CHAT, FLAG, HANDLER, LEVEL
from lma_forge.rules.scopes import Scope, names_in

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.toolmodule import ToolModule


_LONG = 40
_BARE = frozenset({"handler", "callback"})
"""Names of parameters that are the confirm handler in a function that asks."""
_ASKS = re.compile(rf"{ASKING.pattern}|(?:^|_)ask(?:_|$)", re.IGNORECASE)


class Names:
    """What names, attributes, keys and look-ups of one module stand for.

    Args:
        facts: The index of the module's code.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[int, Mark | None] = {}  # by id, since to hash a node of libcst is slow
        self.handlers = frozenset(self._stored())
        """The module's globals that hold the handler, by data flow."""

    def _stored(self) -> set[str]:
        """Globals that `set_confirm_handler` or a look-up of `confirm_handler` puts the handler in."""
        found: set[str] = set()
        setter = self._facts.function("set_confirm_handler")
        taken = set(setter.parameters) if setter else set()
        for scope in self._facts.scopes:
            if scope.kind != "module" and not scope.shared:
                continue
            for assign in scope.of(cst.Assign):
                names = {one.value for target in assign.targets for one in names_in(target.target)}
                shared = names if scope.kind == "module" else names & scope.shared
                if not shared:
                    continue
                value = assign.value
                from_setter = scope is setter and isinstance(value, cst.Name) and value.value in taken
                if from_setter or self._key(value) is Mark.HANDLER:
                    found |= shared
        return found

    def may_mark(self, name: str) -> bool:
        """Whether a name or attribute of that spelling can stand for anything."""
        return name in self.handlers or name.strip("_") in _BARE or _by_name(name) is not None

    def mark(self, node: cst.CSTNode) -> Mark | None:
        """What an expression stands for by where it is kept; None for all others."""
        key = id(node)
        if key not in self._known:
            self._known[key] = self._found(node)
        return self._known[key]

    def _found(self, node: cst.CSTNode) -> Mark | None:
        kind = type(node).__name__
        if kind == "Name":
            return self._named(node.value, node)  # type: ignore[attr-defined, arg-type]
        if kind == "Attribute":
            return _by_name(node.attr.value)  # type: ignore[attr-defined]
        return self._key(node) if kind in {"Subscript", "Call"} else None

    def _named(self, name: str, node: cst.Name) -> Mark | None:
        scope = self._facts.scope(node)
        found = Mark.HANDLER if name in self.handlers else _by_name(name)
        if found is None and name.strip("_") not in _BARE:
            return None
        for around in scope.outward():
            if name in around.shared:
                break
            for binding in around.bound.get(name, ())[-1:]:
                if isinstance(binding, cst.FunctionDef | cst.ClassDef | cst.Import | cst.ImportFrom):
                    return None
                if isinstance(binding, cst.Param):
                    return self.parameter(around, name)
        return found

    def parameter(self, scope: Scope, name: str) -> Mark | None:
        """What a parameter stands for when nothing is known of its argument."""
        if scope.tool is not None and any(one.name == name for one in scope.tool.visible):
            return None
        found = _by_name(name)
        if found is None and name.strip("_") in _BARE and _ASKS.search(scope.name):
            return Mark.HANDLER if not scope.name.startswith("set_") else None
        return found

    def _key(self, node: cst.CSTNode) -> Mark | None:
        """What a look-up under a constant key gives: `config["…"]`, `config.get("…")`, `getattr(x, "…")`."""
        key: cst.BaseExpression | None = None
        if isinstance(node, cst.Subscript):
            part = node.slice[0].slice if len(node.slice) == 1 else None
            key = part.value if isinstance(part, cst.Index) else None
        elif isinstance(node, cst.Call) and node.args:
            func = node.func
            if isinstance(func, cst.Attribute):
                key = node.args[0].value if func.attr.value in {"get", "pop", "setdefault"} else None
            elif isinstance(func, cst.Name) and func.value == "getattr" and len(node.args) > 1:
                key = node.args[1].value
        return _by_name(short_text(key)) if isinstance(key, cst.SimpleString) else None


def called_name(call: cst.Call) -> str:
    """The name of what is called: a function, a method, or what is kept under a constant key; "" for others."""
    func = call.func
    kind = type(func).__name__
    if kind == "Name":
        return func.value  # type: ignore[attr-defined, no-any-return]
    if kind == "Attribute":
        return func.attr.value  # type: ignore[attr-defined, no-any-return]
    if kind == "Subscript" and len(func.slice) == 1:  # type: ignore[attr-defined]
        part = func.slice[0].slice  # type: ignore[attr-defined]
        key = part.value if isinstance(part, cst.Index) else None
        return short_text(key) if isinstance(key, cst.SimpleString) else ""
    return ""


def short_text(node: cst.SimpleString) -> str:
    """The text of a plain short literal; "" for one that is long, has a prefix or an escape in it.

    Nothing that is looked for here is any of that, and to have Python read each literal takes long.
    """
    written = node.value
    if len(written) > _LONG or "\\" in written or written[0] not in "\"'" or written[:3] in {'"""', "'''"}:
        return ""
    return written[1:-1]


@cache
def _by_name(name: str) -> Mark | None:
    if HANDLER.fullmatch(name):
        return Mark.HANDLER
    if CHAT.fullmatch(name):
        return Mark.CHAT
    if FLAG.fullmatch(name):
        return Mark.FLAG
    return Mark.LEVEL if LEVEL.fullmatch(name) else None


def names_of(module: ToolModule) -> Names:
    """The names of a module: an analysis for `ToolModule.kept`."""
    return Names(module.facts)
