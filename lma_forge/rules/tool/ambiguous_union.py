"""LCP204."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp.annotations import type_by_letters
from lma_forge.rules.annotations import UNKNOWN, meaning
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import shown
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP204", severity=Severity.WARNING)
def ambiguous_union(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter may be of several JSON types.

    The schema of a parameter has one type. A model that is told integer never sends the text that
    the tool would take as well.

    Source: LCP doctrine, section 4.3 (types from annotations).

    Bad:
        def tool_pick(item: int | str) -> dict:
            \"\"\"Picks an item.\"\"\"
            return {"success": True, "output": str(item)}

    Good:
        def tool_pick(item: str) -> dict:
            \"\"\"Picks an item.\"\"\"
            return {"success": True, "output": item}
    """
    for one in shown(module):
        if one.node.annotation is None:
            continue
        types = list(dict.fromkeys(part.json for part in meaning(module, one.node.annotation)))
        if len(types) < 2 or {"", UNKNOWN} & set(types):  # noqa: PLR2004 - more than one
            continue
        got = type_by_letters(one.view.annotation)
        yield ambiguous_union.at(
            module.span(one.node),
            f"{one.view.name}: {one.view.annotation} takes {' or '.join(types)}, and the model is told {got} alone; "
            "choose one type, or make two parameters of it.",
        )
