"""LCP406."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.dictedits import key_span
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN
from lma_forge.rules.results import Results, Shape, results
from lma_forge.rules.toolmodule import ToolModule

_GOOD = frozenset({"ok", "success", "succeeded", "completed", "done"})
_BAD = frozenset({"error", "failure", "failed"})


@rule("LCP406", severity=Severity.ERROR)
def contradictory_result(module: ToolModule) -> Iterator[Diagnostic]:
    """A result says both that the tool succeeded and that it failed.

    Hosts believe one of the two. An error beside `success: True` never reaches the model, and a
    success with a failed status or a return code is reported as a failure.

    Source: LCP doctrine, section 7.7 (result normalization).

    Bad:
        def tool_count(words: list) -> dict:
            \"\"\"Counts words.\"\"\"
            return {"success": True, "output": len(words), "error": "2 words were skipped."}

    Good:
        def tool_count(words: list) -> dict:
            \"\"\"Counts words.\"\"\"
            return {"success": True, "output": f"{len(words)} words; 2 more were skipped."}
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        key, what = _contradiction(found, one.shape)
        if key:
            yield contradictory_result.at(
                key_span(module, one.shape.node, key),
                f"This result of {one.name} {what}; say one thing only.",
            )


def _contradiction(found: Results, shape: Shape) -> tuple[str, str]:
    success = found.constant(shape, "success")
    status, code = found.constant(shape, "status"), found.constant(shape, "return_code")
    word = status.lower() if isinstance(status, str) else ""
    failed = code is not UNKNOWN and code not in {None, 0}
    if success is True and found.truth(shape, "error"):
        return "error", "is a success with an `error`, whose text no model is shown"
    if success is True and word in _BAD:
        return "status", f"is a success with the status '{word}', and hosts report a failure"
    if success is True and failed:
        return "return_code", f"is a success with the return code {code}, and hosts report a failure"
    if success is False and word in _GOOD:
        return "status", f"is a failure with the status '{word}', and hosts report a failure"
    return "", ""
