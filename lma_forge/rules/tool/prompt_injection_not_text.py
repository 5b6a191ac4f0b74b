"""LCP709."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts


@rule("LCP709", severity=Severity.ERROR)
def prompt_injection_not_text(module: ToolModule) -> Iterator[Diagnostic]:
    """`prompt_injection` is a list, a dict or a number.

    Hosts put it behind their own text. Anything but text makes them fail, or is left out.

    Source: LCP doctrine, section 9 (prompt injection control).

    Bad:
        def tool_check(text: str) -> dict:
            \"\"\"Checks a text.\"\"\"
            return {"success": True, "output": text, "prompt_injection": ["Summarise", text]}

    Good:
        def tool_check(text: str) -> dict:
            \"\"\"Checks a text.\"\"\"
            return {"success": True, "output": text, "prompt_injection": "Summarise the text."}
    """
    if "prompt_injection" not in module.source:
        return
    facts = module.facts
    for value in _values(facts):
        kind = _kind(facts, value)
        if kind:
            yield prompt_injection_not_text.at(
                module.span(value), f"prompt_injection is {kind} here, where hosts need text; write one string."
            )


def _values(facts: Facts) -> Iterator[cst.BaseExpression]:
    """What is put under the key `prompt_injection`."""
    for element in facts.of(cst.DictElement):
        if facts.constant(element.key) == "prompt_injection":
            yield element.value
    for assign in facts.of(cst.Assign):
        for target in assign.targets:
            subscript = target.target
            if isinstance(subscript, cst.Subscript) and len(subscript.slice) == 1:
                index = subscript.slice[0].slice
                if isinstance(index, cst.Index) and facts.constant(index.value) == "prompt_injection":
                    yield assign.value
    for call in facts.of(cst.Call):
        if facts.dotted(call.func) == "dict" and "prompt_injection" in facts.arguments(call):
            yield facts.arguments(call)["prompt_injection"]


def _kind(facts: Facts, node: cst.BaseExpression, depth: int = 3) -> str:
    """What a value is, as a sentence says it; "" where it may be text."""
    if isinstance(node, cst.List | cst.ListComp | cst.Tuple | cst.Set | cst.SetComp | cst.GeneratorExp):
        return "a list"
    if isinstance(node, cst.Dict | cst.DictComp):
        return "a dict"
    if isinstance(node, cst.Integer | cst.Float):
        return "a number"
    if isinstance(node, cst.Name):
        if node.value in {"True", "False"}:
            return "a truth value"
        bindings = facts.scope(node).bound.get(node.value, ())
        if depth and len(bindings) == 1 and isinstance(bindings[0], cst.Assign):
            assign = bindings[0]
            return _kind(facts, assign.value, depth - 1) if isinstance(assign.targets[0].target, cst.Name) else ""
    return ""
