"""LCP901."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.acts import effect_of, effects
from lma_forge.rules.calls import Act, calls_of
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule

_HARMLESS = frozenset({
    "logging.getLogger", "logging.captureWarnings", "warnings.filterwarnings", "warnings.simplefilter",
    "atexit.register", "mimetypes.add_type", "mimetypes.init", "matplotlib.use", "random.seed", "codecs.register",
    "register", "typing.cast", "setattr", "globals().update", "globals().setdefault", "json.register",
    "sys.path.append", "sys.path.insert", "sys.setrecursionlimit", "socket.setdefaulttimeout", "signal.signal",
    "locale.setlocale", "os.environ.setdefault", "os.environ.update", "os.environ.pop", "os.putenv", "os.chdir",
    "os.umask", "time.tzset", "logging.disable",
})  # fmt: skip
"""Calls that keep something in the process, and those that LCP907 tells of."""

_METHODS = frozenset({"append", "extend", "update", "add", "setdefault", "insert", "addHandler", "setLevel", "register",
                      "reconfigure", "sort", "discard", "remove", "pop", "clear", "addFilter"})  # fmt: skip
_ACTS = frozenset({
    Act.WRITE, Act.APPEND, Act.CREATE, Act.DELETE, Act.PROCESS, Act.CODE, Act.NETWORK, Act.LISTEN, Act.INPUT, Act.WAIT,
    Act.HOST,
})  # fmt: skip


@rule("LCP901", severity=Severity.WARNING)
def import_side_effect(module: ToolModule) -> Iterator[Diagnostic]:
    """A library does something when it is loaded.

    Hosts load libraries to see what they hold, also those of which no tool is ever called. What
    goes wrong there makes every tool of the file unusable.

    Source: LCP doctrine, section 2 (discovery) and 7.3 (lazy module load).

    Bad:
        import os

        os.makedirs("cache", exist_ok=True)


        def tool_cache_name(key: str) -> dict:
            \"\"\"Names the file of a key in the cache.\"\"\"
            return {"success": True, "output": f"cache/{key}"}

    Good:
        import os


        def init_tools_library(config=None) -> None:
            os.makedirs("cache", exist_ok=True)


        def tool_cache_name(key: str) -> dict:
            \"\"\"Names the file of a key in the cache.\"\"\"
            return {"success": True, "output": f"cache/{key}"}
    """
    parsed = module.parsed
    if parsed is None or "(" not in module.source:
        return
    facts = module.facts
    table = module.kept(calls_of)
    for call in facts.module.of(cst.Call):
        if not _runs(facts, call):
            continue
        name = facts.dotted(call.func)
        callee = facts.callee(call)
        if callee is not None:
            found = [effect.acts for _, effect in effects(module, callee)]
            acts = frozenset(act for each in found for act in each)
            does = bool(acts & _ACTS) and Act.INSTALL not in acts
        else:
            effect = effect_of(facts, table, call)
            acts = effect.acts if effect else frozenset()
            does = bool(acts & _ACTS) and Act.INSTALL not in acts
            does = does or (_is_statement(facts, call) and not _is_harmless(facts, call, name, acts))
        if does:
            yield import_side_effect.at(
                module.span(call),
                f"{name or 'This call'}() runs whenever a host loads the library; do it in init_tools_library, or in "
                "the tool that needs it.",
            )


def _runs(facts: Facts, call: cst.Call) -> bool:
    """Whether a call of the module's own code runs when it is loaded, and is no decorator or lambda."""
    child: cst.CSTNode = call
    for parent, _ in facts.ancestors(call):
        if isinstance(parent, cst.Lambda | cst.Decorator | cst.FunctionDef | cst.ClassDef | cst.Param):
            return False
        if isinstance(parent, cst.If) and child is not parent.test and "__main__" in _text(facts, parent.test):
            return False
        child = parent
    return True


def _text(facts: Facts, node: cst.CSTNode) -> str:
    return facts.tree.code_for_node(node)


def _is_statement(facts: Facts, call: cst.Call) -> bool:
    return isinstance(facts.parent(call), cst.Expr)


def _is_harmless(facts: Facts, call: cst.Call, name: str, acts: frozenset[Act]) -> bool:
    last = name.rpartition(".")[2]
    if Act.INSTALL in acts or "ensure_" in last or last in {"install", "pip"}:
        # Installing packages has a rule of its own.
        return True
    if name in _HARMLESS or (isinstance(call.func, cst.Attribute) and last in _METHODS):
        return True
    return facts.is_guarded(call) and last in {"reconfigure", "set_event_loop_policy"}
