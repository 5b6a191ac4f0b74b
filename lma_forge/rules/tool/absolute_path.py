"""LCP502."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.calls import PATH_ACTS, Act, calls_of
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.calls import Calls
    from lma_forge.rules.facts import Facts

_SEEMS = re.compile(r"""["'](?:/|~|[A-Za-z]:[\\/])""")
_ABSOLUTE = re.compile(r"/(?!/)|~(?:[/\\]|$)|[A-Za-z]:[\\/]|\\\\")
_MAKING = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.WindowsPath", "os.path.join"})
_HARMLESS = frozenset({"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"})
_OPENING = PATH_ACTS - {Act.PROBE}


@rule("LCP502", severity=Severity.ERROR)
def absolute_path(module: ToolModule) -> Iterator[Diagnostic]:
    """A file is opened by an absolute path.

    Tools work in the workspace that the host has made the working directory. A path such as
    `/var/log/syslog` or `C:/data` is outside of it, and on the next machine it is not there.

    Source: LCP doctrine, section 1.2 (working directory).

    Bad:
        def tool_last_line(word: str) -> dict:
            \"\"\"Returns the log with a word behind it.\"\"\"
            with open("/var/log/tool.log") as log:
                return {"success": True, "output": log.read() + word}

    Good:
        def tool_last_line(word: str) -> dict:
            \"\"\"Returns the log with a word behind it.\"\"\"
            with open("tool.log") as log:
                return {"success": True, "output": log.read() + word}
    """
    if not _SEEMS.search(module.source):
        return
    facts, calls = module.facts, module.kept(calls_of)
    for call in facts.of(cst.Call):
        for argument in _paths(facts, calls, call):
            text = _beginning(facts, argument)
            if text is not None and _ABSOLUTE.match(text) and text not in _HARMLESS and not _expanded(facts, call):
                yield absolute_path.at(
                    module.span(argument),
                    f"'{_short(text)}' is outside the workspace and belongs to one machine; write a path relative "
                    "to the working directory, or let the host's configuration name it.",
                )


def _paths(facts: Facts, calls: Calls, call: cst.Call) -> Iterator[cst.BaseExpression]:
    dotted = facts.dotted(call.func)
    arguments = facts.arguments(call)
    if dotted in _MAKING:
        if 0 in arguments:
            yield arguments[0]
        return
    effect = calls.of(dotted) if dotted else None
    for use in effect.uses if effect is not None else ():
        if use.act in _OPENING:
            for argument in use.arguments:
                found = argument.of(arguments)
                if found is not None:
                    yield found


def _beginning(facts: Facts, node: cst.BaseExpression) -> str | None:
    """The text that an expression begins with; None where that is not constant."""
    if isinstance(node, cst.FormattedString):
        first = node.parts[0] if node.parts else None
        return first.value if isinstance(first, cst.FormattedStringText) else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        whole = facts.constant(node)
        return whole if isinstance(whole, str) else _beginning(facts, node.left)
    value = facts.constant(node)
    if isinstance(node, cst.Name) and not isinstance(value, str):
        return _in_turn(facts, node)
    return value if isinstance(value, str) else None


def _in_turn(facts: Facts, node: cst.Name) -> str | None:
    """The first absolute text that a loop over constant texts gives a variable; None for other variables."""
    bindings = facts.scope(node).bound.get(node.value, ())
    if len(bindings) != 1 or not isinstance(bindings[0], cst.For) or facts.dotted(facts.parent(node) or node):
        return None
    listed = facts.constant(bindings[0].iter)
    texts = (one for one in listed if isinstance(one, str)) if isinstance(listed, tuple | list) else ()
    return next((one for one in texts if _ABSOLUTE.match(one)), None)


def _expanded(facts: Facts, call: cst.Call) -> bool:
    """Whether `~` in the path is expanded, which has a rule of its own."""
    around = facts.parent(call)
    return isinstance(around, cst.Attribute) and around.attr.value == "expanduser"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 50
