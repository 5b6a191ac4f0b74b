"""GOV101."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model.text import GUESS
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import ToolModule

_HINTS = ("probably", "presumably", "likely", "assume", "guess", "suppose", "believe", "think", "should ")


@rule("GOV101", severity=Severity.WARNING)
def speculative_failure_text(module: ToolModule) -> Iterator[Diagnostic]:
    """The text of a failure guesses.

    A model passes the guess on as if it were known. A failure says what failed, and no more.

    Source: Tools.md, section 7 (incorrect response style).

    Bad:
        def tool_price(name: str) -> dict:
            \"\"\"Looks a price up.\"\"\"
            return {"success": False, "error": f"No answer; {name} probably costs what it did."}

    Good:
        def tool_price(name: str) -> dict:
            \"\"\"Looks a price up.\"\"\"
            return {"success": False, "error": f"The price of {name} could not be verified."}
    """
    text = module.source.lower()
    if not module.file.tools or not any(hint in text for hint in _HINTS):
        return
    found = module.kept(results)
    for one in found.dicts:
        if found.verdict(one.shape) is not False:
            continue
        for key in ("error", "output", "message"):
            node = one.shape.value(key)
            guess = GUESS.search(module.text(node)) if _is_text(node) and node is not None else None
            if guess and node is not None:
                yield speculative_failure_text.at(
                    module.span(node),
                    f"{one.name} fails and guesses all the same ('{guess[0]}'); say what failed and what is not known.",
                )


def _is_text(node: cst.CSTNode | None) -> bool:
    if isinstance(node, cst.BinaryOperation):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, cst.SimpleString | cst.ConcatenatedString | cst.FormattedString)
