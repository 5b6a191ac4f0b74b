"""LCP401."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.results import Outcome, results, type_of
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP401", severity=Severity.WARNING)
def non_dict_return(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool returns something else than a dict.

    Hosts wrap it as the output of a success, also where it says that something went wrong.

    Source: LCP doctrine, section 1.1 (plain functions that return dicts).

    Bad:
        def tool_shout(text: str) -> str:
            \"\"\"Writes a text in capital letters.\"\"\"
            return text.upper() + "!"

    Good:
        def tool_shout(text: str) -> dict:
            \"\"\"Writes a text in capital letters.\"\"\"
            return {"success": True, "output": text.upper() + "!"}
    """
    if not module.file.tools:
        return
    found: dict[str, list[Outcome]] = {}
    for one in module.kept(results).outcomes:
        if one.shape.kind == "other":
            found.setdefault(one.name, []).append(one)
    for name, outcomes in found.items():
        first, *others = outcomes
        kind = type_of(module.facts, first.shape.node)
        article = "an" if kind[0] in "aeiou" else "a"
        yield non_dict_return.at(
            module.span(first.shape.node),
            f"{name} returns {article} {kind}, and hosts report that as a success whatever it says; return "
            '{"success": True, "output": …}, or {"success": False, "error": …}.',
            related=[Related("here as well", module.span(one.shape.node)) for one in others],
        )
