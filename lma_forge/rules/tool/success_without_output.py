"""LCP404."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules.dictedits import renamed
from lma_forge.rules.engine import rule
from lma_forge.rules.results import META, PASSED_ON, PAYLOADS, Results, Shape, results
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP404", severity=Severity.WARNING)
def success_without_output(module: ToolModule) -> Iterator[Diagnostic]:
    """A success has no `output`.

    Hosts look for another key and take the first that they know, or show the model the rest of
    the dict. A `message` is no such key: where there is nothing else, its text is lost.

    Source: LCP doctrine, sections 7.7 (result normalization) and 10.3 (the canonical shape).

    Bad:
        def tool_rename(old: str, new: str) -> dict:
            \"\"\"Says how a note is called now.\"\"\"
            return {"success": True, "message": f"{old} is called {new} now."}

    Good:
        def tool_rename(old: str, new: str) -> dict:
            \"\"\"Says how a note is called now.\"\"\"
            return {"success": True, "output": f"{old} is called {new} now."}

    Fix: renames the key whose value the model should read; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        shape = one.shape
        if not shape.lacks("output") or shape.added or found.verdict(shape) is not True or shape.lacks("success"):
            continue
        reads, key, lost = _reading(found, shape)
        if lost and module.settings.target != "lollms":
            reads, lost = "only the text of `message`", False
        edits = renamed(module, shape.node, key, "output") if key else ()
        yield success_without_output.at(
            module.span(shape.node),
            f"This success of {one.name} has no `output`, and the model reads {reads}; "
            "put what it should read under `output`.",
            severity=Severity.ERROR if lost else None,
            fix=Fix(f"Call {key} output", edits, Applicability.UNSAFE) if edits else None,
        )


def _reading(found: Results, shape: Shape) -> tuple[str, str, bool]:
    """What the model reads of a success without output, which key should be called so, and whether text is lost."""
    for key in PAYLOADS:
        if found.constant(shape, key) is not None:
            return f"`{key}` alone", key, False
    rest = [key for key in shape.keys if key not in META]
    shown = [key for key in rest if key not in PASSED_ON] or rest
    if rest:
        listed = ", ".join(f"`{key}`" for key in rest)
        return f"a dict of {listed}", shown[0] if len(rest) == 1 else "", False
    if "message" in shape.keys:
        return "'Tool executed successfully.' in place of the message", "message", True
    return "'Tool executed successfully.' and nothing else", "", False
