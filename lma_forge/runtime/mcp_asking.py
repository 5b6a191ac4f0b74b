"""What a served tool can ask of its client, in both eras of the protocol.

A client of the handshake era is asked by requests of the server while the call lasts. One of the
stateless era gets the requests as the answer to its call, and calls again with the responses.
"""

import asyncio
import hmac
import json
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import mcp.types as t
from mcp import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from lma_forge.runtime.jsonable import encodable, plain
from lma_forge.runtime.notices import warn
from lma_forge.runtime.suspended import Question, Run

Json = dict[str, Any]

QUESTION = "question"
"""The key of a form that the server itself sends: an approval, or a question of a tool."""

FORM = "elicitation/create"
_KINDS: dict[str, tuple[Any, Any]] = {
    FORM: (t.ElicitRequest, t.ElicitResult),
    "sampling/createMessage": (t.CreateMessageRequest, t.CreateMessageResult),
    "roots/list": (t.ListRootsRequest, t.ListRootsResult),
}
"""Requests that a client may be sent, and what it answers."""

_MOST_OPEN = 64


def form(message: str, schema: Json) -> Question:
    """A question to the person.

    Args:
        message: What is asked.
        schema: JSON Schema of the answer: an object of plain values.
    """
    params = {"message": encodable(message), "requestedSchema": plain(schema)}
    return Question({QUESTION: {"method": FORM, "params": params}})


def fields(responses: Mapping[str, Any] | None) -> Json | None:
    """The fields of a form that was accepted; None for one that was declined, cancelled or not answered."""
    response = (responses or {}).get(QUESTION)
    if isinstance(response, dict) and response.get("action") == "accept":
        return dict(response.get("content") or {})
    return None


def question(given: object) -> Question:
    """Read the requests that a tool wants to have sent.

    Args:
        given: By a key of the tool's choice, dicts with `method` and `params` as MCP has them.

    Raises:
        ValueError: For what is no request that a client may be sent.
    """
    if not isinstance(given, Mapping) or not given:
        raise ValueError("a client is asked by a dict of requests, each with method and params")
    requests = {}
    for key, request in given.items():
        if not isinstance(request, Mapping) or request.get("method") not in _KINDS:
            raise ValueError(f"request {key!r} must have one of the methods {', '.join(_KINDS)}")
        name = encodable(str(key))
        requests[name] = {"method": request["method"], "params": plain(request.get("params") or {})}
        _request(requests[name])
    return Question(requests, answerable=True)


def lacking(ctx: Any, asked: Question) -> Json:  # noqa: ANN401 - the SDK's type
    """The capabilities that requests need and the client has not, or has declared in vain; {} when it has all."""
    capabilities = ctx.session.client_capabilities if _has_way(ctx) else None
    missing: Json = {}
    for request in asked.requests.values():
        name = _capability(request)
        able = getattr(capabilities, name, None)
        if able is None or (name == "elicitation" and able.form is None and able.url is not None):
            missing[name] = {}
    return missing


def able(asked: Question, lacks: Json) -> Question:
    """The requests that need none of some capabilities."""
    left = {key: request for key, request in asked.requests.items() if _capability(request) not in lacks}
    return asked._replace(requests=left)


def can_ask(ctx: Any) -> bool:  # noqa: ANN401 - the SDK's type
    """Whether the person at the client can be sent a form."""
    return not lacking(ctx, form("", {}))


def _has_way(ctx: Any) -> bool:  # noqa: ANN401 - the SDK's type
    """Whether requests of the server reach the client."""
    return is_stateless(ctx) or bool(ctx.session.can_send_request)


def is_stateless(ctx: Any) -> bool:  # noqa: ANN401 - the SDK's type
    """Whether the client is of the stateless era, and so is asked by the answer to its call."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


async def ask(ctx: Any, asked: Question) -> dict[str, Json | None]:  # noqa: ANN401 - the SDK's type
    """Send requests to a client of the handshake era.

    Returns:
        The responses by key; None for a request that was not answered as it should be.
    """
    found: dict[str, Json | None] = {}
    for key, request in asked.requests.items():
        try:
            response = await ctx.session.send_request(
                _request(request),
                _KINDS[request["method"]][1],
                metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
            )
            found[key] = _plain(response)
        except asyncio.CancelledError:
            raise
        except Exception as fault:  # noqa: BLE001 - a client that cannot be asked refuses
            warn(f"the client could not be asked: {type(fault).__name__}: {fault}")
            found[key] = None
    return found


class Suspended:
    """The calls that wait until their client comes back.

    A call's key is good for one use, for the tool and arguments it was made for, in this process.
    """

    def __init__(self) -> None:
        self._open: dict[str, Run] = {}
        self._secret = secrets.token_bytes(32)

    def keep(self, run: Run, mark: str) -> Any:  # noqa: ANN401 - the SDK's result
        """Keep a call whose question is open.

        Args:
            run: The call.
            mark: The tool and its arguments; see `mark`.

        Returns:
            The result that asks the client; None when too many calls are kept already.
        """
        asked = run.question
        self._open = {key: kept for key, kept in self._open.items() if kept.question is not None}
        if asked is None or len(self._open) >= _MOST_OPEN:
            warn("too many calls wait for answers; one more was refused")
            return None
        token = secrets.token_urlsafe(32)
        self._open[token] = run
        return t.InputRequiredResult(
            input_requests={key: _request(request) for key, request in asked.requests.items()},
            request_state=f"{token}.{self._sign(token, mark)}",
        )

    def take(self, state: str, mark: str) -> Run | None:
        """The call of a state, which is used up by this.

        Returns:
            The call; None when its question is not open any more.

        Raises:
            MCPError: The state was never given for this tool and these arguments.
        """
        token, _, signature = state.partition(".")
        run = self._open.pop(token, None)
        if not hmac.compare_digest(signature.encode(), self._sign(token, mark).encode()):
            if run is not None:
                run.answer(None)
            raise MCPError(t.INVALID_PARAMS, "requestState was not given by this server for this call")
        return None if run is None or run.question is None else run

    def _sign(self, token: str, mark: str) -> str:
        return hmac.new(self._secret, f"{token} {mark}".encode(), sha256).hexdigest()


def mark(name: str, arguments: Mapping[str, Any]) -> str:
    """What a question is bound to: a tool and its arguments."""
    return sha256(json.dumps([name, arguments], sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


def responses(params: Any) -> Json:  # noqa: ANN401 - the SDK's type
    """The responses that a call came back with."""
    return {key: _plain(response) for key, response in (params.input_responses or {}).items()}


def missing(needed: Json) -> MCPError:
    """The error for a client without a capability that a tool cannot do without."""
    names = " and ".join(needed)
    return MCPError(
        t.MISSING_REQUIRED_CLIENT_CAPABILITY,
        f"This tool needs a client with {names}",
        {"requiredCapabilities": needed},
    )


def _capability(request: Mapping[str, Any]) -> str:
    return str(request["method"]).split("/", maxsplit=1)[0]


def _request(given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the SDK's type
    return _KINDS[given["method"]][0].model_validate(given, by_name=False)


def _plain(response: Any) -> Json:  # noqa: ANN401 - the SDK's type
    found: Json = response.model_dump(by_alias=True, mode="json", exclude_none=True)
    return found
