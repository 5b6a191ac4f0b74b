"""LCP812."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import UNKNOWN
from lma_forge.rules.hostobjects import entries, handler_calls, request_of
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule

_TYPES = ("text", "secret", "select")


@rule("LCP812", severity=Severity.ERROR)
def interaction_request_shape(module: ToolModule) -> Iterator[Diagnostic]:
    """A question to the user lacks what hosts need to show it.

    Each has a type, a title and a prompt; a choice has the options to choose from.

    Source: LCP doctrine, section 13 (request contract).

    Bad:
        _USER_INTERACTION_HANDLER = None


        def tool_region(service: str) -> dict:
            \"\"\"Asks for a region.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            region = _USER_INTERACTION_HANDLER({"type": "select", "title": "Region", "prompt": "Which?"})
            return {"success": True, "output": service + (region or "none")}

    Good:
        _USER_INTERACTION_HANDLER = None


        def tool_region(service: str) -> dict:
            \"\"\"Asks for a region.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            region = _USER_INTERACTION_HANDLER(
                {"type": "select", "title": "Region", "prompt": "Which?", "options": ["eu", "us"]}
            )
            return {"success": True, "output": service + (region or "none")}
    """
    if "interaction_handler" not in module.source.lower():
        return
    facts = module.facts
    for scope in module.kept(reached):
        for call, _ in handler_calls(facts, scope):
            request = request_of(facts, scope, call)
            asked = entries(facts, request) if request is not None else None
            if asked is None or request is None:
                continue
            kind = facts.constant(asked["type"]) if "type" in asked else None
            missing = [key for key in ("type", "title", "prompt") if key not in asked]
            if (kind == "select" and facts.constant(asked.get("options")) in ([], ())) or (
                kind == "select" and "options" not in asked
            ):
                missing.append("options")
            if kind is not UNKNOWN and kind is not None and kind not in _TYPES:
                yield interaction_request_shape.at(
                    module.span(asked["type"]),
                    f"Hosts know no question of type {kind!r}; write text, secret or select.",
                )
            if missing:
                listed = " and ".join(f"`{key}`" for key in missing)
                yield interaction_request_shape.at(
                    module.span(request), f"A host cannot show this question without {listed}; add what is missing."
                )
