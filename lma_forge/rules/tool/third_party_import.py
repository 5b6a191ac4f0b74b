"""LCP903."""

import sys
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.imported import imported_at_load
from lma_forge.rules.moving import moved
from lma_forge.rules.packages import HEAVY, HOST
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP903", severity=Severity.WARNING)
def third_party_import(module: ToolModule) -> Iterator[Diagnostic]:
    """A library cannot be loaded without a package that may be missing.

    All its tools are then offered, and each call fails, also of those that do not need it.

    Source: LCP doctrine, introduction (plain Python functions) and section 7.3 (initialization failure).

    Bad:
        import qrcode


        def tool_qr(text: str) -> dict:
            \"\"\"Describes a QR code.\"\"\"
            return {"success": True, "output": f"{qrcode.__name__}: {text}"}

    Good:
        def tool_qr(text: str) -> dict:
            \"\"\"Describes a QR code.\"\"\"
            try:
                import qrcode
            except ImportError:
                return {"success": False, "error": "The package qrcode is missing; ask the operator to install it."}
            return {"success": True, "output": f"{qrcode.__name__}: {text}"}

    Fix: imports it in the functions that need it; unsafe.
    """
    if not module.file.tools:
        return
    known = sys.stdlib_module_names | HEAVY | HOST.get(module.settings.target, frozenset())
    known |= {"lollms_client", "lma_forge", "__future__"} | module.settings.known_packages
    seen: set[str] = set()
    for one in imported_at_load(module):
        if not one.root or one.is_tried or one.root in known or one.root in seen:
            continue
        seen.add(one.root)
        if module.sibling(one.root) is None:
            yield third_party_import.at(
                module.span(one.node),
                f"Where {one.root} is not installed, no tool of this file works; import it in the functions that need "
                "it, and return a failure that names the package.",
                fix=moved(module, one),
            )
