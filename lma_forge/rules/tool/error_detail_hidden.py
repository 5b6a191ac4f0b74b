"""GOV118."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import up_to
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN, Facts
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule

_BROAD = frozenset({"Exception", "BaseException"})


@rule("GOV118", severity=Severity.WARNING)
def error_detail_hidden(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool catches any exception and does not say which.

    The model is told that something failed, and neither it nor the user can tell why.

    Source: Tools.md, CodeExecutor (return exact error messages) and ErrorHandler (do not hide errors).

    Bad:
        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except Exception:
                return {"success": False, "error": "Reading failed."}

    Good:
        def tool_number(text: str) -> dict:
            \"\"\"Reads a number.\"\"\"
            try:
                return {"success": True, "output": f"{int(text)}"}
            except Exception as error:
                return {"success": False, "error": f"Reading failed. {error}"}

    Fix: puts the exception's text behind the message; unsafe.
    """
    if "except" not in module.source or not module.file.tools:
        return
    facts = module.facts
    found = module.kept(results)
    for one in found.dicts:
        shape = one.shape
        node = shape.value("error")
        handler = facts.handler(shape.leaves)
        if node is None or handler is None or found.verdict(shape) is not False or shape.through:
            continue
        kind = handler.type
        if (kind is not None and facts.dotted(kind) not in _BROAD) or not isinstance(facts.constant(node), str):
            continue
        if any(isinstance(parent, cst.If) for parent, _ in up_to(facts, shape.leaves, handler)):
            # Under a test it is known what went wrong.
            continue
        if facts.constant(node) is UNKNOWN or "traceback" in shape.keys or _is_told(facts, handler, shape.node):
            continue
        yield error_detail_hidden.at(
            module.span(node),
            f"{one.name} fails here whatever went wrong, and does not say what; put the exception's text behind the "
            "message.",
            fix=_fix(module, handler, node),
        )


def _is_told(facts: Facts, handler: cst.CSTNode, result: cst.CSTNode) -> bool:
    """Whether the dict uses the exception in another key."""
    name = getattr(getattr(getattr(handler, "name", None), "name", None), "value", "")
    scope = facts.scope(result)
    reads = scope.reads.get(name, ()) if name else ()
    return any(any(parent is result for parent, _ in facts.ancestors(read)) for read in reads)


def _fix(module: ToolModule, handler: cst.CSTNode, node: cst.BaseExpression) -> Fix | None:
    if not isinstance(handler, cst.ExceptHandler) or not isinstance(node, cst.SimpleString) or node.prefix:
        return None
    if len(node.quote) != 1 or any(mark in node.value for mark in "{}\\"):
        return None
    edits: list[Edit] = []
    name = handler.name.name.value if handler.name and isinstance(handler.name.name, cst.Name) else ""
    if not name:
        if handler.type is None or not isinstance(handler.type, cst.Name):
            return None
        name = "error"
        edits.append(module.after(handler.type, " as error"))
    said = node.value[:-1].rstrip()
    colon = "" if said[-1] in f".:;!?{node.quote}" else ":"
    edits.append(module.replacing(node, f"f{said}{colon} {{{name}}}{node.quote}"))
    return Fix("Say what went wrong", tuple(edits), Applicability.UNSAFE)
