"""Serves the tools of a binding over the Model Context Protocol, by the official SDK.

The SDK's low-level server is used because it sends our schemas as they are. It checks nothing: the
binding does, so it should be made with `arguments="strict"`.
"""

import asyncio
import json
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import mcp.types as t
from mcp import MCPError
from mcp.server import Server
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from lma_forge import __version__
from lma_forge.runtime.binding import LCPBinding
from lma_forge.runtime.grants import ALLOW, Grants
from lma_forge.runtime.grants import Answer as Decision
from lma_forge.runtime.notices import warn
from lma_forge.runtime.served import Answer, Served, answer
from lma_forge.runtime.showing import question
from lma_forge.runtime.suspended import TIMEOUT, Done, Progress, Question, Run, current

NO_CLIENT = "This client cannot ask an operator for approval: it has no elicitation."
UNANSWERED = "The operator did not answer the approval request."
_STALE = "This question is no longer open. Call the tool again."
_QUESTION = "question"
_MOST_OPEN = 64
_LONGEST = 20_000
"""Characters of an approval request that are sent at first; the rest is sent on demand."""


class ToolServer:
    """One binding behind MCP. It takes over the binding's handlers.

    Approvals and questions go to the person as elicitation forms. A client of the handshake era is
    asked while the call lasts; one of the stateless era gets the question as the answer to its
    call and comes back with the reply. The tool runs once either way.

    Args:
        binding: The binding.
        tools: The tools to serve, by name.
        remember: Whether `always` holds for later calls with the same arguments. Only where this
            process serves one person.
        timeout: Seconds that a question stays open.
    """

    def __init__(
        self, binding: LCPBinding, tools: Mapping[str, Served], *, remember: bool = False, timeout: float = TIMEOUT
    ) -> None:
        self._binding = binding
        self._tools = dict(tools)
        self._grants = Grants() if remember else None
        self._timeout = timeout
        self._open: dict[str, tuple[Run, str]] = {}
        binding.set_confirm_handler(self._confirm)
        binding.set_user_interaction_handler(self._interact)
        self.server: Server[Any] = Server(
            "lma-forge", version=__version__, on_list_tools=self._list_tools, on_call_tool=self._call_tool
        )

    async def _list_tools(self, _ctx: Any, _params: Any) -> Any:  # noqa: ANN401 - the SDK's types
        return t.ListToolsResult(tools=[_tool(tool) for tool in self._tools.values()])

    async def _call_tool(self, ctx: Any, params: Any) -> Any:  # noqa: ANN401 - the SDK's types
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(t.INVALID_PARAMS, f"Unknown tool: {params.name}")
        arguments = params.arguments or {}
        mark = _mark(tool.name, arguments)
        if params.request_state is not None:
            run, wanted = self._open.pop(params.request_state, (None, ""))
            if run is None or wanted != mark or not run.waits:
                if run is not None:
                    run.answer(None)
                return _result(Answer(_STALE, failed=True))
            run.answer(_fields((params.input_responses or {}).get(_QUESTION)))
        else:
            run = Run(asyncio.get_running_loop(), can_ask=_can_ask(ctx), timeout=self._timeout)
            self._start(run, tool.name, arguments)
        try:
            return await self._follow(run, ctx, tool, mark)
        except asyncio.CancelledError:
            run.cancel()
            raise

    def _start(self, run: Run, name: str, arguments: dict[str, Any]) -> None:
        def report(progress: float, total: float | None = None, message: str | None = None) -> None:
            run.tell(Progress(progress, total, message))

        context = {"report_progress": report, "is_cancelled": lambda: run.cancelled}
        run.start(lambda: self._binding.execute_tool(name, arguments, tool_context=context))

    async def _follow(self, run: Run, ctx: Any, tool: Served, mark: str) -> Any:  # noqa: ANN401 - the SDK's types
        """Pass on what a call tells, up to its end or to a question that the client must come back with."""
        while True:
            event = await run.events.get()
            if isinstance(event, Done):
                return _result(answer(event.record, tool.output_schema))
            if isinstance(event, Progress):
                await ctx.session.report_progress(event.progress, event.total, event.message)
            elif ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
                state = self._suspend(run, mark)
                if state is not None:
                    return t.InputRequiredResult(input_requests={_QUESTION: _form(event)}, request_state=state)
                run.answer(None)
            else:
                run.answer(await _elicited(ctx, event))

    def _suspend(self, run: Run, mark: str) -> str | None:
        """Keep a call until the client comes back; None when too many are kept already.

        The key is good for one use, for this tool with these arguments. A call whose question
        timed out has gone on, and its key opens nothing.
        """
        self._open = {key: kept for key, kept in self._open.items() if kept[0].waits}
        if len(self._open) >= _MOST_OPEN:
            warn("too many calls wait for answers; one more was refused")
            return None
        key = secrets.token_urlsafe(32)
        self._open[key] = (run, mark)
        return key

    def _confirm(self, source: str, script_label: str, argv: Any = None) -> Decision:  # noqa: ANN401 - a tool's
        run = current.get(None)
        if run is None:
            return "reject", NO_CLIENT
        if self._grants is not None and self._grants.holds(source, script_label, argv):
            return ALLOW
        if not run.can_ask:
            return "reject", NO_CLIENT
        limit: int | None = _LONGEST
        while True:
            lines, hidden = question(source, script_label, argv, limit)
            words = [
                "allow",
                *(["always"] if self._grants is not None else []),
                "reject",
                *(["whole"] if hidden else []),
            ]
            given = run.ask(Question("\n".join(lines), _approval(words)))
            if given is None or given.get("decision") not in words:
                return "reject", UNANSWERED
            decision, reason = given["decision"], given.get("reason")
            if decision == "whole":
                limit = None
                continue
            settled = (decision, reason if isinstance(reason, str) else "")
            return (self._grants or Grants()).settle(settled, source, script_label, argv)

    def _interact(self, request: Any) -> str | None:  # noqa: ANN401 - a tool's
        run = current.get(None)
        if run is None or not run.can_ask or not isinstance(request, Mapping):
            return None
        field = _answer_field(request)
        if field is None:
            return None
        message = "\n".join(str(part) for part in (request.get("title"), request.get("prompt")) if part) or "?"
        given = run.ask(Question(message, {"type": "object", "properties": {"answer": field}, "required": ["answer"]}))
        text = None if given is None else given.get("answer")
        return text if isinstance(text, str) and text in field.get("enum", (text,)) else None


def _answer_field(request: Mapping[str, Any]) -> dict[str, Any] | None:
    """The form field for a question; None for a secret, which MCP forbids in forms, and other kinds."""
    kind, default = request.get("type", "text"), request.get("default")
    field: dict[str, Any] = {"type": "string", "title": "Answer"}
    if kind == "select":
        options = [str(option) for option in request.get("options") or ()]
        if not options:
            return None
        field["enum"] = options
        default = default if default in options else None
    elif kind != "text":
        warn(f"a question of type {kind!r} was not asked: a form is no place for it")
        return None
    if default is not None:
        field["default"] = str(default)
    return field


def _approval(words: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "decision": {"type": "string", "title": "Decision", "enum": words},
            "reason": {"type": "string", "title": "Reason for the tool"},
        },
        "required": ["decision"],
    }


def _form(event: Question) -> Any:  # noqa: ANN401 - the SDK's type
    return t.ElicitRequest(params=t.ElicitRequestFormParams(message=event.message, requested_schema=event.schema))


async def _elicited(ctx: Any, event: Question) -> dict[str, Any] | None:  # noqa: ANN401 - the SDK's type
    try:
        return _fields(await ctx.session.elicit_form(event.message, event.schema, ctx.request_id))
    except asyncio.CancelledError:
        raise
    except Exception as fault:  # noqa: BLE001 - a client that cannot be asked refuses
        warn(f"the client could not be asked: {type(fault).__name__}: {fault}")
        return None


def _fields(result: Any) -> dict[str, Any] | None:  # noqa: ANN401 - the SDK's type
    """The fields of an accepted form; None for one that was declined or cancelled."""
    if isinstance(result, t.ElicitResult) and result.action == "accept":
        return dict(result.content or {})
    return None


def _can_ask(ctx: Any) -> bool:  # noqa: ANN401 - the SDK's type
    capabilities = ctx.session.client_capabilities
    able = None if capabilities is None else capabilities.elicitation
    if able is None or (able.form is None and able.url is not None):
        return False
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS or bool(ctx.session.can_send_request)


def _tool(tool: Served) -> Any:  # noqa: ANN401 - the SDK's type
    return t.Tool(
        name=tool.name,
        title=tool.title or None,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=t.ToolAnnotations.model_validate(tool.annotations) if tool.annotations else None,
    )


def _result(found: Answer) -> Any:  # noqa: ANN401 - the SDK's type
    content: list[Any] = [t.TextContent(type="text", text=found.text)]
    content += [t.ImageContent(type="image", data=data, mime_type=kind) for data, kind in found.images]
    meta = {"lma-forge/beside": found.beside} if found.beside else None
    return t.CallToolResult.model_validate(
        {
            "content": content,
            "structured_content": found.structured,
            "is_error": found.failed,
            **({"_meta": meta} if meta else {}),
        }
    )


def _mark(name: str, arguments: Mapping[str, Any]) -> str:
    return sha256(json.dumps([name, arguments], sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


async def serve_stdio(server: ToolServer) -> None:
    """Serve one client over stdin and stdout until it leaves.

    The SDK keeps both for the protocol: what tools print, or read, goes elsewhere.
    """
    from mcp.server.stdio import stdio_server  # noqa: PLC0415 - not needed over HTTP

    async with stdio_server() as (incoming, outgoing):
        await server.server.run(incoming, outgoing, server.server.create_initialization_options())
