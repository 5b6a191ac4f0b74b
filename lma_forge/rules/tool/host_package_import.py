"""LCP806."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.imported import imported_at_load
from lma_forge.rules.moving import moved
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP806", severity=Severity.WARNING)
def host_package_import(module: ToolModule) -> Iterator[Diagnostic]:
    """A library imports the host when it is loaded.

    It then runs in that host only, and takes the host's import time with it. Tools know nothing of
    clients; a host gives them what they need.

    Source: LCP doctrine, sections 1.1 (agnostic tools) and 11 (imports of the host inside functions).

    Bad:
        from lollms_client import LollmsClient


        def tool_client_name(label: str) -> dict:
            \"\"\"Names the client class of the host.\"\"\"
            return {"success": True, "output": label + LollmsClient.__name__}

    Good:
        def tool_client_name(label: str, lollms_client_instance=None) -> dict:
            \"\"\"Names the client class of the host.\"\"\"
            if lollms_client_instance is None:
                return {"success": False, "error": "This tool needs a client from the host."}
            return {"success": True, "output": label + type(lollms_client_instance).__name__}

    Fix: imports it in the functions that need it; unsafe.
    """
    if "lollms_client" not in module.source:
        return
    for one in imported_at_load(module):
        node: ast.stmt = one.node
        if one.root == "lollms_client" and not one.is_tried:
            yield host_package_import.at(
                module.span(node),
                "The library loads in lollms only; take what it needs from a parameter such as "
                "lollms_client_instance=None, or import inside the function that needs it.",
                fix=moved(module, one),
            )
