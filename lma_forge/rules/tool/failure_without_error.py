"""LCP405."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.dictedits import renamed
from lma_forge.rules.engine import rule
from lma_forge.rules.results import Shape, results
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP405", severity=Severity.ERROR)
def failure_without_error(module: ToolModule) -> Iterator[Diagnostic]:
    """A failure has no `error` text.

    The model is told that the tool failed and not why, so that it cannot do better.

    Source: LCP doctrine, section 10.3 (the canonical shape).

    Bad:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                return {"success": False}
            return {"success": True, "output": number**0.5}

    Good:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                return {"success": False, "error": f"{number} is negative; pass a number from 0."}
            return {"success": True, "output": number**0.5}

    Fix: renames `message`, where that is what says why; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        shape = one.shape
        if found.constant(shape, "success") is not False or found.truth(shape, "error") is not False:
            continue
        beside = _beside(shape)
        missing = "has no `error`" if shape.lacks("error") else "has an empty `error`"
        told = f"only its `{beside}` says why" if beside else "the model is not told why"
        edits = renamed(module, shape.node, "message", "error") if beside == "message" else ()
        edits = edits if shape.lacks("error") else ()
        yield failure_without_error.at(
            module.span(shape.node),
            f"This failure of {one.name} {missing}, and {told}; say in `error` what went wrong and what to do.",
            severity=Severity.WARNING if beside else None,
            fix=Fix("Call message error", edits, Applicability.UNSAFE) if edits else None,
        )


def _beside(shape: Shape) -> str:
    """The key that holds an explanation in place of `error`; "" without one."""
    return next((key for key in ("message", "output", "stderr") if key in shape.keys or key in shape.added), "")
