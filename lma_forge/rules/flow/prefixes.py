"""What the beginning of a path tells: of text compared with the text of a folder, and of marks at its start."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules.flow.cleaners import ends_with_separator
from lma_forge.rules.flow.containment import contain, has_paths
from lma_forge.rules.flow.values import CONTAINED, RELATIVE, WEAK, Guard, Value

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine


def starts(machine: Machine, test: ast.Call, value: Value, *, truth: bool) -> None:
    """What `value.startswith(…)` tells."""
    if not test.args or not has_paths(value):
        return
    prefix = test.args[0]
    texts = [*texts_of(prefix)]
    if texts:
        _starts_with_text(machine, test, value, texts, truth=truth)
        return
    if not truth:
        return
    against = machine.peek(prefix)
    if has_paths(against):
        return
    if ends_with_separator(prefix) and value.shape:
        contain(machine, value, test, prefix)
    elif value.shape or any(taint.pathy for taint in value.taints.values()):
        machine.here.learn(value.taints, WEAK, Guard(machine.code, test, "startswith", _path_behind(machine, test)))


def _path_behind(machine: Machine, test: ast.Call) -> ast.expr | None:
    """The resolved path whose text a test looks at: `path` of `str(path).startswith(…)`."""
    owner = test.func.value if isinstance(test.func, ast.Attribute) else None
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "str" and owner.args:
        value = machine.peek(owner.args[0])
        return owner.args[0] if value.kind == "path" and value.shape == "real" else None
    return None


def texts_of(node: ast.expr) -> Iterator[str]:
    """The constant texts of an expression, one or several."""
    for one in node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else (node,):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def _starts_with_text(machine: Machine, test: ast.Call, value: Value, texts: list[str], *, truth: bool) -> None:
    here = machine.here
    if truth:
        if all("://" in text or text.startswith(("http", "data:")) for text in texts):
            # The address of something on the net, which no file function opens.
            here.learn(value.taints, CONTAINED)
        elif all("/" in text and text != "/" for text in texts):
            here.learn(value.taints, WEAK, Guard(machine.code, test, "prefix"))
    elif value.kind == "relpath" and any(text.startswith("..") for text in texts):
        contain(machine, value, test, test)
    else:
        if any(text in {"/", "\\", "~"} for text in texts):
            here.learn(value.taints, RELATIVE, Guard(machine.code, test, "relative"))
        if any(text in {"..", "../"} for text in texts):
            here.learn(value.taints, WEAK, Guard(machine.code, test, "leading"))
