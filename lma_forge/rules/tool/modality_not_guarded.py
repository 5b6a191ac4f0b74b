"""LCP804."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.hostobjects import aliases
from lma_forge.rules.reach import reached
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule

_BINDINGS = {
    "generate_text": "llm", "generate_code": "llm", "generate_codes": "llm", "generate_structured_content": "llm",
    "generate_from_messages": "llm", "generate_image": "tti", "edit_image": "tti", "generate_audio": "tts",
    "generate_speech": "tts", "generate_music": "ttm", "generate_song": "ttm", "transcribe": "stt",
    "transcribe_audio": "stt", "generate_video": "ttv",
}  # fmt: skip
_WORDS = {"llm": "text", "tti": "image", "tts": "speech", "ttm": "music", "stt": "transcription", "ttv": "video"}
_CLIENT = "lollms_client_instance"


@rule("LCP804", severity=Severity.ERROR)
def modality_not_guarded(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool asks the host's client for something without looking whether the client can do it.

    Where no such model is configured the client raises an exception, and the model is not told
    what the operator would have to set up.

    Source: LCP doctrine, section 12, rule 1 (guard every modality).

    Bad:
        def tool_draw(subject: str, lollms_client_instance=None) -> dict:
            \"\"\"Draws a picture.\"\"\"
            if lollms_client_instance is None:
                return {"success": False, "error": "This tool needs a client from the host."}
            data = lollms_client_instance.generate_image(prompt=subject)
            return {"success": True, "output": f"{len(data)} bytes"}

    Good:
        def tool_draw(subject: str, lollms_client_instance=None) -> dict:
            \"\"\"Draws a picture.\"\"\"
            if lollms_client_instance is None:
                return {"success": False, "error": "This tool needs a client from the host."}
            if lollms_client_instance.tti is None:
                return {"success": False, "error": "No image model is configured. Ask the operator to set one."}
            data = lollms_client_instance.generate_image(prompt=subject)
            return {"success": True, "output": f"{len(data)} bytes"}

    Fix: returns a failure before the call; unsafe.
    """
    if _CLIENT not in module.source:
        return
    facts = module.facts
    for scope, tool in module.kept(reached).items():
        clients = aliases(scope, _CLIENT) if _CLIENT in scope.parameters else frozenset()
        for call in scope.of(cst.Call) if clients else ():
            if not isinstance(call.func, cst.Attribute) or not isinstance(call.func.value, cst.Name):
                continue
            client, method = call.func.value.value, call.func.attr.value
            binding = _BINDINGS.get(method, "")
            if client not in clients or not binding or _is_asked(facts, binding, scope, tool):
                continue
            yield modality_not_guarded.at(
                module.span(call),
                f"{client}.{method}() raises an exception where no {_WORDS[binding]} model is configured; look at "
                f"{client}.{binding} first and return a failure if it is None.",
                fix=_fix(module, call, client, binding),
            )


def _is_asked(facts: Facts, binding: str, *scopes: Scope) -> bool:
    for scope in scopes:
        if any(node.attr.value == binding for node in scope.every(cst.Attribute)):
            return True
        if any(facts.constant(node) == binding for node in scope.every(cst.SimpleString)):
            return True
    return False


def _fix(module: ToolModule, call: cst.Call, client: str, binding: str) -> Fix | None:
    at = module.span(module.facts.statement(call))
    indent = module.lines[at.line - 1][: at.column - 1]
    if indent.strip():
        return None
    error = f"No {_WORDS[binding]} model is configured. Ask the operator to set one."
    text = f'if {client}.{binding} is None:\n{indent}    return {{"success": False, "error": "{error}"}}\n{indent}'
    place = type(at)(at.path, at.line, at.column, at.line, at.column)
    return Fix("Look first", (Edit(place, text),), Applicability.UNSAFE)
