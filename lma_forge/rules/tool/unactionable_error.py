"""LCP418."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN, Facts
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule

_STOCK = frozenset({
    "error", "failed", "failure", "an error occurred", "error occurred", "unknown error", "something went wrong",
    "exception", "invalid", "invalid input", "operation failed", "not found", "bad request", "n/a", "oops",
})  # fmt: skip


@rule("LCP418", severity=Severity.INFO, default=False)
def unactionable_error(module: ToolModule) -> Iterator[Diagnostic]:
    """The error of a failure is the bare text of an exception, or a stock word.

    The model reads "'key'" or "failed", and can tell neither what was tried nor what to do.

    Source: LCP doctrine, section 7.7 (an actionable error message).

    Bad:
        def tool_lookup(key: str) -> dict:
            \"\"\"Looks a word up.\"\"\"
            try:
                return {"success": True, "output": {"a": "b"}[key]}
            except KeyError as error:
                return {"success": False, "error": str(error)}

    Good:
        def tool_lookup(key: str) -> dict:
            \"\"\"Looks a word up.\"\"\"
            try:
                return {"success": True, "output": {"a": "b"}[key]}
            except KeyError as error:
                return {"success": False, "error": f"There is no entry {error}; pass one of: a."}

    Fix: puts what the tool does in front of the exception's text; unsafe.
    """
    if not module.file.tools:
        return
    facts = module.facts
    found = module.kept(results)
    for one in found.dicts:
        node = one.shape.value("error")
        if node is None or found.verdict(one.shape) is not False:
            continue
        caught = _bare(facts, node)
        value = facts.constant(node)
        stock = isinstance(value, str) and value.strip().lower().strip(".!:") in _STOCK
        if not caught and not stock:
            continue
        words = one.name.removeprefix("tool_").replace("_", " ")
        new = f'f"Could not {words}: {{{caught}}}"'
        yield unactionable_error.at(
            module.span(node),
            f"The model is told {'only the text of the exception' if caught else repr(value)} when {one.name} fails; "
            "say what was tried, and what to do about it.",
            fix=Fix("Say what was tried", (module.replacing(node, new),), Applicability.UNSAFE) if caught else None,
        )


def _bare(facts: Facts, node: cst.CSTNode) -> str:
    """The name of the exception whose text an expression is; "" for anything else."""
    inner: cst.CSTNode | None = None
    if isinstance(node, cst.Call) and facts.dotted(node.func) in {"str", "repr"} and len(node.args) == 1:
        inner = node.args[0].value
    elif isinstance(node, cst.FormattedString) and len(node.parts) == 1:
        part = node.parts[0]
        inner = part.expression if isinstance(part, cst.FormattedStringExpression) else None
    if not isinstance(inner, cst.Name) or facts.constant(inner) is not UNKNOWN:
        return ""
    handler = facts.handler(node)
    name = handler.name.name if handler is not None and handler.name is not None else None
    return inner.value if isinstance(name, cst.Name) and name.value == inner.value else ""
