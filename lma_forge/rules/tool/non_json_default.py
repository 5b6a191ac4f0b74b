"""LCP211."""

import math
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import shown
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP211", severity=Severity.ERROR)
def non_json_default(module: ToolModule) -> Iterator[Diagnostic]:
    """The default of a parameter is a value that JSON does not have.

    The schema is sent to the model's provider as JSON. Bytes, sets and complex numbers cannot be
    written, and then the whole list of tools is not sent; a tuple arrives as a list.

    Source: LCP doctrine, section 4.4 (defaults).

    Bad:
        def tool_mark(text: str, marks: set = {"a", "b"}) -> dict:
            \"\"\"Marks letters in a text.\"\"\"
            return {"success": True, "output": f"{text} {marks}"}

    Good:
        def tool_mark(text: str, marks: str = "ab") -> dict:
            \"\"\"Marks letters in a text.\"\"\"
            return {"success": True, "output": f"{text} {marks}"}
    """
    for one in shown(module):
        if one.default is None or not one.view.literal:
            continue
        kind = _foreign(one.view.default)
        if kind == "a tuple":
            yield non_json_default.at(
                module.span(one.default),
                f"The default of {one.view.name} is a tuple, and a model can only send a list; write None or a text, "
                "and make the tuple in the tool.",
                severity=Severity.WARNING,
            )
        elif kind:
            yield non_json_default.at(
                module.span(one.default),
                f"The schema of {one.tool.name} cannot be sent as JSON, since the default of {one.view.name} holds "
                f"{kind}; write a value that JSON has, or None.",
            )


def _foreign(value: object) -> str:
    """What in a literal JSON does not have; "" when it has all of it."""
    if isinstance(value, float) and not math.isfinite(value):
        return "a number without end"
    if value is None or isinstance(value, str | int | float):
        return ""
    if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
        return "a dict with keys that are no texts"
    if isinstance(value, tuple | list | dict):
        items = value.values() if isinstance(value, dict) else value
        own = "a tuple" if isinstance(value, tuple) else ""
        return next((kind for item in items if (kind := _foreign(item))), own)
    names = {bytes: "bytes", set: "a set", complex: "a complex number", type(...): "an ellipsis"}
    return names.get(type(value), f"a {type(value).__name__}")
