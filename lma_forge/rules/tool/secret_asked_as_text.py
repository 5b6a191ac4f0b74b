"""LCP813."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.hostobjects import entries, handler_calls, request_of
from lma_forge.rules.reach import reached
from lma_forge.rules.toolmodule import ToolModule

_SECRET = re.compile(
    r"\b(?:api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|private[ _-]?key|pass(?:word|phrase|code)|"
    r"(?:access|auth|bearer|bot|api)[ _-]?token|token|credentials?)\b(?! (?:name|count|limit))",
    re.IGNORECASE,
)


@rule("LCP813", severity=Severity.ERROR)
def secret_asked_as_text(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool asks the user for a secret as for any other text.

    Hosts then show it while it is typed, and keep it in the history.

    Source: LCP doctrine, section 13 (request types).

    Bad:
        _USER_INTERACTION_HANDLER = None


        def tool_login(service: str) -> dict:
            \"\"\"Logs in.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            key = _USER_INTERACTION_HANDLER({"type": "text", "title": "Login", "prompt": "What is the API key?"})
            return {"success": True, "output": f"{service}: {bool(key)}"}

    Good:
        _USER_INTERACTION_HANDLER = None


        def tool_login(service: str) -> dict:
            \"\"\"Logs in.\"\"\"
            if _USER_INTERACTION_HANDLER is None:
                return {"success": False, "error": "No user is there to answer."}
            key = _USER_INTERACTION_HANDLER({"type": "secret", "title": "Login", "prompt": "What is the API key?"})
            return {"success": True, "output": f"{service}: {bool(key)}"}

    Fix: asks with the type `secret`.
    """
    if "interaction_handler" not in module.source.lower():
        return
    facts = module.facts
    for scope in module.kept(reached):
        for call, _ in handler_calls(facts, scope):
            request = request_of(facts, scope, call)
            asked = entries(facts, request) if request is not None else None
            kind = asked.get("type") if asked else None
            if asked is None or kind is None or facts.constant(kind) != "text":
                continue
            words = " ".join(module.text(asked[key]) for key in ("title", "prompt") if key in asked)
            found = _SECRET.search(words)
            if found:
                simple = isinstance(kind, cst.SimpleString)
                yield secret_asked_as_text.at(
                    module.span(kind),
                    f"The {found[0]} is shown while the user types it; ask with the type 'secret'.",
                    fix=Fix("Ask with the type secret", (module.replacing(kind, '"secret"'),)) if simple else None,
                )
