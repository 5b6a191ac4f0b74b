"""LCP905."""

import ast
import re
import sys
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.imported import untried
from lma_forge.rules.toolmodule import ToolModule

_IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([\w., \t]+))", re.MULTILINE)


@rule("LCP905", severity=Severity.ERROR, host="lollms")
def sibling_import(module: ToolModule) -> Iterator[Diagnostic]:
    """A library imports a module that lies beside it.

    lollms does not put the folder on the search path. The import fails, or finds another module of
    that name.

    Source: lollms_client 1.21.1, module loading.

    Bad:
        # --- file: tools/notes/notes.py
        from store import load
        def tool_notes(label: str) -> dict:
            \"\"\"Lists the notes.\"\"\"
            return {"success": True, "output": label + load()}
        # --- file: tools/notes/store.py
        def load():
            return "no notes"

    Good:
        # --- file: tools/notes/notes.py
        def _load():
            return "no notes"
        def tool_notes(label: str) -> dict:
            \"\"\"Lists the notes.\"\"\"
            return {"success": True, "output": label + _load()}
    """
    if module.parsed is None or "import" not in module.source or "sys.path" in module.source:
        return
    named = {one for pair in _IMPORTED.findall(module.source) for one in re.findall(r"\w+", "".join(pair))}
    if not any(one != module.stem and module.sibling(one) is not None for one in named - sys.stdlib_module_names):
        return
    for node in untried(module):
        if isinstance(node, ast.Import):
            roots = [alias.name.partition(".")[0] for alias in node.names]
        else:
            roots = [(node.module or "").partition(".")[0]] if not node.level else []
        for root in roots:
            if root != module.stem and module.sibling(root) is not None:
                yield sibling_import.at(
                    module.span(node),
                    f"lollms does not find {root}.py, although it lies beside this file; keep what is needed in this "
                    "file, or install it as a package.",
                )
