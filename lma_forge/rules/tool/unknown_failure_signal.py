"""LCP408."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.dictedits import key_span, with_key
from lma_forge.rules.engine import rule
from lma_forge.rules.results import results
from lma_forge.rules.signals import unknown_signal
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP408", severity=Severity.ERROR)
def unknown_failure_signal(module: ToolModule) -> Iterator[Diagnostic]:
    """A result reports a failure in a way that hosts do not know.

    Hosts look at `success`, `error`, `return_code`, and three words of `status`. What else says
    that something went wrong is passed to the model as the output of a success.

    Source: LCP doctrine, section 7.7 (result normalization).

    Bad:
        def tool_unlock(code: str) -> dict:
            \"\"\"Checks a code.\"\"\"
            if code != "1234":
                return {"status": "denied", "output": "Wrong code."}
            return {"success": True, "output": "Right code."}

    Good:
        def tool_unlock(code: str) -> dict:
            \"\"\"Checks a code.\"\"\"
            if code != "1234":
                return {"success": False, "error": "Wrong code. Ask the user for another."}
            return {"success": True, "output": "Right code."}

    Fix: adds `success: False`; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        key = unknown_signal(found, one.shape)
        if key:
            value = module.text(one.shape.keys[key])
            edits = with_key(module, one.shape.node, "success", "False")
            yield unknown_failure_signal.at(
                key_span(module, one.shape.node, key),
                f"No host knows `{key}: {value}` as a failure of {one.name}, so that the model is told it succeeded; "
                'return {"success": False, "error": …}.',
                fix=Fix("Say that it is a failure", edits, Applicability.UNSAFE) if edits else None,
            )
