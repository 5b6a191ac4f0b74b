"""The `TOOL_LIBRARY_…` constants of a module as lollms reads them: with regular expressions, line by line."""

import ast
import re

from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import assignments

TEXTS = ("TOOL_LIBRARY_NAME", "TOOL_LIBRARY_DESC", "TOOL_LIBRARY_ICON", "TOOL_LIBRARY_LOAD_FLAG")
"""The constants that hold one text."""

FLAG = "TOOL_LIBRARY_LOAD_FLAG"
"""The constant that names the option without which a host must not load the library."""

_UNQUOTED = r"""[^"']+"""

_PATTERNS = {
    name: re.compile(rf"^{name}\s*=\s*[\"']({'[A-Za-z0-9_]+' if name == FLAG else _UNQUOTED})[\"']", re.MULTILINE)
    for name in TEXTS
}


def read_by_host(module: ToolModule, name: str) -> str | None:
    """What lollms reads of a constant: the text up to the next quote; None where it finds nothing."""
    found = _PATTERNS[name].search(module.source)
    return found.group(1) if found else None


def written(module: ToolModule) -> dict[str, ast.Assign | ast.AnnAssign]:
    """The assignments of the constants that are texts, the last one of each."""
    return {name: node for name, node in assignments(module) if name in TEXTS}


def literal(node: ast.expr | None) -> str | None:
    """The value of a text literal; None for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
