"""Answers the questions of MCP servers (elicitation) by the host's handlers."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Handler = Callable[..., Any]
Handlers = Callable[[], tuple[Handler | None, Handler | None]]

_TRUE, _FALSE = "yes", "no"


def form_callback(handlers: Handlers) -> Callable[[Any, Any], Awaitable[Any]]:
    """Make the SDK's callback for elicitation.

    Args:
        handlers: Gives the confirmation and the interaction handler as they are at the time.

    Returns:
        The callback. It declines where there is no handler, no answer, or an answer that does not
        fit, and never opens a URL. A form that asks for a decision between allow and reject goes
        to the confirmation handler, any other goes to the interaction handler field by field.
    """

    async def callback(_context: Any, params: Any) -> Any:  # noqa: ANN401 - the SDK's types
        from mcp.types import ElicitResult  # noqa: PLC0415 - heavy, and an extra

        confirm, interact = handlers()
        content = None
        if getattr(params, "mode", "form") == "form":
            content = await asyncio.to_thread(_answers, params.message, params.requested_schema, confirm, interact)
        return ElicitResult(action="decline") if content is None else ElicitResult(action="accept", content=content)

    return callback


def _answers(
    message: str, schema: Mapping[str, Any], confirm: Handler | None, interact: Handler | None
) -> dict[str, Any] | None:
    fields = schema.get("properties") or {}
    words = (fields.get("decision") or {}).get("enum") or ()
    if {"allow", "reject"} <= set(map(str, words)):
        return _decision(message, words, confirm)
    if interact is None or not fields:
        return None
    found: dict[str, Any] = {}
    required = set(schema.get("required") or ())
    for name, field in fields.items():
        try:
            answer = interact(_request(message, name, field))
            value = None if answer is None else _value(str(answer), field)
        except Exception:  # noqa: BLE001 - the host's handler, or an answer that does not fit
            return None
        if value is not None:
            found[name] = value
        elif name in required:
            return None
    return found


def _decision(message: str, words: Any, confirm: Handler | None) -> dict[str, Any] | None:  # noqa: ANN401 - JSON
    if confirm is None:
        return None
    try:
        answer = confirm(message, "an MCP server", [])
    except Exception:  # noqa: BLE001 - the host's handler
        return None
    if not isinstance(answer, tuple) or not answer or answer[0] not in ("allow", "always", "reject"):
        return None
    decision = answer[0] if answer[0] in words else "allow" if answer[0] == "always" else "reject"
    return {"decision": decision, "reason": str(answer[1] if len(answer) > 1 else "")}


def _request(message: str, name: str, field: Mapping[str, Any]) -> dict[str, Any]:
    options = [str(value) for value in field.get("enum") or ()]
    default = field.get("default")
    if field.get("type") == "boolean":
        options = [_TRUE, _FALSE]
        default = None if default is None else _TRUE if default else _FALSE
    said = str(field.get("title") or name)
    about = field.get("description")
    return {
        "type": "select" if options else "text",
        "title": message,
        "prompt": f"{said}: {about}" if about else said,
        "options": options,
        "default": None if default is None else str(default),
    }


def _value(answer: str, field: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """Read an answer as what the field declares.

    Raises:
        ValueError: It is nothing of the kind.
    """
    kind = field.get("type", "string")
    if kind == "boolean":
        if answer not in (_TRUE, _FALSE):
            raise ValueError(answer)
        return answer == _TRUE
    if kind == "integer":
        return int(answer)
    if kind == "number":
        return float(answer)
    if kind != "string" or (field.get("enum") and answer not in map(str, field["enum"])):
        raise ValueError(answer)
    return answer
