"""Serves the tools of a binding over the Model Context Protocol, by the official SDK.

The SDK's low-level server is used because it sends our schemas as they are. It checks nothing: the
binding does, so it should be made with `arguments="strict"`.
"""

import asyncio
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

import mcp.types as t
from mcp import MCPError
from mcp.server import Server

from lma_forge import __version__
from lma_forge.runtime import mcp_asking as asking
from lma_forge.runtime.binding import LCPBinding
from lma_forge.runtime.grants import ALLOW, Grants
from lma_forge.runtime.grants import Answer as Decision
from lma_forge.runtime.jsonable import encodable
from lma_forge.runtime.notices import warn
from lma_forge.runtime.served import Answer, Served, answer
from lma_forge.runtime.showing import question
from lma_forge.runtime.suspended import TIMEOUT, Done, Lacking, Progress, Run, current

NO_CLIENT = "This client cannot ask an operator for approval: it has no elicitation."
UNANSWERED = "The operator did not answer the approval request."
_STALE = "This question is no longer open. Call the tool again."
_MEDIA: dict[str, Any] = {"image": t.ImageContent, "audio": t.AudioContent}
_LONGEST = 20_000
"""Characters of an approval request that are sent at first; the rest is sent on demand."""


class ToolServer:
    """One binding behind MCP. It takes over the binding's handlers.

    Approvals and questions go to the person as elicitation forms. A client of the handshake era is
    asked while the call lasts; one of the stateless era gets the question as the answer to its
    call and comes back with the reply. The tool runs once either way.

    A tool that declares `tool_context` gets a dict with `report_progress(progress, total, message)`,
    `is_cancelled()` and `ask_client(requests, required=False)`. The last sends forms, or asks for
    a sample of the client's model or its roots, as MCP has them: a dict of requests with `method`
    and `params` goes in, a dict of responses under the same keys comes out. A request that the
    client cannot answer has None there; with `required` the call ends and tells the client so.

    Args:
        binding: The binding.
        tools: The tools to serve, by the names that clients see.
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
        self._suspended = asking.Suspended()
        binding.set_confirm_handler(self._confirm)
        binding.set_user_interaction_handler(self._interact)
        self.server: Server[Any] = Server(
            "lma-forge", version=__version__, on_list_tools=self._list_tools, on_call_tool=self._call_tool
        )

    async def _list_tools(self, _ctx: Any, _params: Any) -> Any:  # noqa: ANN401 - the SDK's types
        return t.ListToolsResult(tools=[_tool(name, tool) for name, tool in self._tools.items()])

    async def _call_tool(self, ctx: Any, params: Any) -> Any:  # noqa: ANN401 - the SDK's types
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(t.INVALID_PARAMS, f"Unknown tool: {params.name}")
        arguments = params.arguments or {}
        if params.request_state is not None:
            mark = asking.mark(tool.name, arguments)
            run = self._suspended.take(params.request_state, mark)
            asked = None if run is None else run.question
            if run is None or asked is None:
                return _result(Answer(_STALE, failed=True))
            given = asking.responses(params)
            if not asked.requests.keys() <= given.keys():
                return self._suspended.keep(run, mark) or _result(Answer(_STALE, failed=True))
            run.answer(given)
        else:
            run = Run(
                asyncio.get_running_loop(),
                can_ask=asking.can_ask(ctx),
                timeout=self._timeout,
                given=asking.responses(params),
            )
            self._start(run, ctx, tool.name, arguments)
        try:
            return await self._follow(run, ctx, tool, arguments)
        except asyncio.CancelledError:
            run.cancel()
            raise

    def _start(self, run: Run, ctx: Any, name: str, arguments: dict[str, Any]) -> None:  # noqa: ANN401 - the SDK's
        def report(progress: float, total: float | None = None, message: str | None = None) -> None:
            # What is no number is found out here, where the tool that sent it is told.
            done, of = float(progress), None if total is None else float(total)
            if not isfinite(done + (of or 0)):
                raise ValueError(f"progress is a number, not {done} of {of}")
            run.tell(Progress(done, of, None if message is None else encodable(str(message))))

        context = {
            "report_progress": report,
            "is_cancelled": lambda: run.cancelled,
            "ask_client": _asker(run, ctx),
        }
        run.start(lambda: self._binding.execute_tool(name, arguments, tool_context=context))

    async def _follow(self, run: Run, ctx: Any, tool: Served, arguments: dict[str, Any]) -> Any:  # noqa: ANN401 - SDK
        """Pass on what a call tells, up to its end or to a question that the client must come back with."""
        while True:
            event = await run.next()
            if isinstance(event, Done):
                return _result(answer(event.record, tool.output_schema))
            if isinstance(event, Progress):
                await ctx.session.report_progress(event.progress, event.total, event.message)
            elif isinstance(event, Lacking):
                run.cancel()
                raise asking.missing(event.capabilities)
            elif asking.is_stateless(ctx):
                required = self._suspended.keep(run, asking.mark(tool.name, arguments))
                if required is not None:
                    return required
                run.answer(None)
            else:
                run.answer(await asking.ask(ctx, event))

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
            given = asking.fields(run.ask(asking.form("\n".join(lines), _approval(words))))
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
        try:
            field = _answer_field(request)
            message = "\n".join(str(part) for part in (request.get("title"), request.get("prompt")) if part) or "?"
        except Exception as fault:  # noqa: BLE001 - a tool's request may hold anything
            warn(f"a question was not asked: {type(fault).__name__}: {fault}")
            return None
        if field is None:
            return None
        schema = {"type": "object", "properties": {"answer": field}, "required": ["answer"]}
        given = asking.fields(run.ask(asking.form(message, schema)))
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


def _asker(run: Run, ctx: Any) -> Callable[..., dict[str, Any]]:  # noqa: ANN401 - the SDK's type
    """What a tool asks its client with; see `ToolServer`."""

    def ask_client(requests: Mapping[str, Any], required: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002 - a tool's
        asked = asking.question(requests)
        lacks = asking.lacking(ctx, asked)
        if lacks and required:
            run.tell(Lacking(lacks))
            return dict.fromkeys(asked.requests)
        able = asking.able(asked, lacks)
        found = (run.ask(able) if able.requests else None) or {}
        return {key: found.get(key) for key in asked.requests}

    return ask_client


def _tool(name: str, tool: Served) -> Any:  # noqa: ANN401 - the SDK's type
    return t.Tool(
        name=name,
        title=tool.title or None,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=t.ToolAnnotations.model_validate(tool.annotations) if tool.annotations else None,
    )


def _result(found: Answer) -> Any:  # noqa: ANN401 - the SDK's type
    content: list[Any] = [t.TextContent(type="text", text=found.text)]
    content += [_MEDIA[kind](type=kind, data=data, mime_type=name) for kind, data, name in found.media]
    content += [{"type": "resource", "resource": resource} for resource in found.resources]
    meta = {"lma-forge/beside": found.beside} if found.beside else None
    return t.CallToolResult.model_validate(
        {
            "content": content,
            "structured_content": found.structured,
            "is_error": found.failed,
            **({"_meta": meta} if meta else {}),
        }
    )


async def serve_stdio(server: ToolServer) -> None:
    """Serve one client over stdin and stdout until it leaves.

    The SDK keeps both for the protocol: what tools print, or read, goes elsewhere.
    """
    from mcp.server.stdio import stdio_server  # noqa: PLC0415 - not needed over HTTP

    async with stdio_server() as (incoming, outgoing):
        await server.server.run(incoming, outgoing, server.server.create_initialization_options())
