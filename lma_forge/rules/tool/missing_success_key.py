"""LCP403."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.dictedits import with_key
from lma_forge.rules.engine import rule
from lma_forge.rules.results import results
from lma_forge.rules.signals import unknown_signal
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP403", severity=Severity.WARNING)
def missing_success_key(module: ToolModule) -> Iterator[Diagnostic]:
    """A result does not say whether the tool succeeded.

    Hosts then guess from the other keys. A failure whose error text happens to be empty counts as
    a success.

    Source: LCP doctrine, section 10.3 (the canonical shape).

    Bad:
        def tool_length(text: str) -> dict:
            \"\"\"Counts the characters of a text.\"\"\"
            return {"output": len(text)}

    Good:
        def tool_length(text: str) -> dict:
            \"\"\"Counts the characters of a text.\"\"\"
            return {"success": True, "output": len(text)}

    Fix: adds what hosts make of the other keys; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        if not one.shape.lacks("success") or unknown_signal(found, one.shape):
            continue
        verdict = found.verdict(one.shape)
        reads = {True: "take it for a success", False: "take it for a failure", None: "guess from the other keys"}
        edits = with_key(module, one.shape.node, "success", str(verdict)) if verdict is not None else ()
        yield missing_success_key.at(
            module.span(one.shape.node),
            f"This result of {one.name} has no `success`, so that hosts {reads[verdict]}; say True or False.",
            fix=Fix("Say whether it is a success", edits, Applicability.UNSAFE) if edits else None,
        )
