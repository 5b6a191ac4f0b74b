"""LCP202."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp.annotations import type_by_letters
from lma_forge.rules.annotations import Meaning, meaning
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import shown
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP202", severity=Severity.ERROR)
def non_primitive_annotation(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter is annotated with something else than str, int, float, bool, list or dict.

    A model can only send JSON. Whatever the annotation promises, such as a Path, bytes or a class,
    the tool receives a text or a number, and the schema says string.

    Source: LCP doctrine, section 1.1 (primitive arguments).

    Bad:
        from pathlib import Path


        def tool_suffix(name: Path) -> dict:
            \"\"\"Returns the suffix of a file name.\"\"\"
            return {"success": True, "output": name.suffix}

    Good:
        from pathlib import Path


        def tool_suffix(name: str) -> dict:
            \"\"\"Returns the suffix of a file name.\"\"\"
            return {"success": True, "output": Path(name).suffix}
    """
    for one in shown(module):
        if one.node.annotation is None:
            continue
        parts = meaning(module, one.node.annotation)
        foreign = [part for part in parts if part.json == ""]
        if foreign:
            yield non_primitive_annotation.at(
                module.span(one.node),
                f"{one.view.name}: {one.view.annotation} cannot be filled by a model, which sends JSON: the schema "
                f"says {type_by_letters(one.view.annotation)}, and the tool receives what that is; annotate it with "
                f"{_instead(foreign)} and convert it in the tool.",
            )


def _instead(parts: list[Meaning]) -> str:
    close = {"tuple": "list", "set": "list", "frozenset": "list", "Path": "str", "bytes": "str", "Enum": "str"}
    words = [close[part.name] for part in parts if part.name in close]
    return words[0] if words else "str, int, float, bool, list or dict"
