"""LCP407."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN
from lma_forge.rules.results import results, type_of
from lma_forge.rules.toolmodule import ToolModule

_NO = frozenset({"false", "no", "0", "", "failed", "failure", "error", "none"})


@rule("LCP407", severity=Severity.ERROR)
def non_boolean_success(module: ToolModule) -> Iterator[Diagnostic]:
    """The `success` of a result is neither True nor False.

    lollms takes everything but False for a success, "false", 0 and None too, unless there is an
    error beside it.

    Source: LCP doctrine, section 7.7 (a dict fails if `success` is False).

    Bad:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                return {"success": 0, "output": f"{number} is negative; pass a number from 0."}
            return {"success": True, "output": number**0.5}

    Good:
        def tool_root(number: float) -> dict:
            \"\"\"Takes the square root of a number.\"\"\"
            if number < 0:
                return {"success": False, "error": f"{number} is negative; pass a number from 0."}
            return {"success": True, "output": number**0.5}

    Fix: writes True or False in place of a constant.
    """
    if not module.file.tools:
        return
    facts = module.facts
    found = module.kept(results)
    for one in found.dicts:
        node = one.shape.value("success")
        value = facts.constant(node)
        is_text = node is not None and type_of(facts, node) in {"str", "int", "float", "list"}
        if node is None or isinstance(value, bool) or (value is UNKNOWN and not is_text):
            continue
        shown = module.text(node)
        taken = {True: "and hosts take that for a success", False: "and hosts go by the other keys", None: ""}
        message = (
            f"{one.name} gives {shown} as `success`, {taken[found.verdict(one.shape)] or 'which is no truth value'}; "
            "write True or False."
        )
        simple = isinstance(node, cst.SimpleString | cst.Integer | cst.Float | cst.Name) and value is not UNKNOWN
        says = str(str(value).strip().lower() not in _NO if isinstance(value, str) else bool(value))
        yield non_boolean_success.at(
            module.span(node),
            message,
            fix=Fix(f"Write {says}", (module.replacing(node, says),)) if simple else None,
        )
