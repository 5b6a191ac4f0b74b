"""Our tools as an MCP server, in both eras of the protocol."""

import asyncio

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from mcp import MCPError

from lma_forge.runtime.mcp_server import NO_CLIENT, UNANSWERED
from lma_forge.runtime.served import answer, served
from tests.mcp.conftest import Operator

BOTH = pytest.mark.parametrize("mode", ["legacy", "auto"])


def listed(serving, mode="auto"):
    async def talk(client):
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    return serving.talk(talk, mode)


@BOTH
def test_tools_are_listed_with_schemas_and_what_they_do(serving, mode):
    tools = listed(serving, mode)
    add = tools["tool_add"]
    assert add.title == "Add"
    assert add.description == "Adds two numbers."
    assert add.input_schema["properties"]["b"] == {"type": "integer", "description": "The other.", "default": 1}
    assert add.input_schema["required"] == ["a"]
    assert add.input_schema["additionalProperties"] is False
    assert add.output_schema["properties"] == {"sum": {"type": "integer"}}
    hints = add.annotations
    assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (True, True, False)
    erase = tools["tool_erase"].annotations
    assert (erase.read_only_hint, erase.destructive_hint, erase.open_world_hint) == (False, True, False)
    assert tools["tool_fail"].annotations is None
    assert tools["tool_fail"].output_schema is None
    assert "tool_context" not in str(tools["tool_slow"].input_schema)


@BOTH
def test_a_success_has_text_and_structured_content(serving, mode):
    result = serving.call("tool_add", {"a": 2}, mode)
    assert not result.is_error
    assert result.structured_content == {"sum": 3}
    assert result.content[0].text == '{"sum": 3}'


@BOTH
@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("tool_fail", {}, "Nothing is there."),
        ("tool_raise", {}, "SystemExit"),
        ("tool_add", {}, "missing required argument 'a'"),
        ("tool_add", {"a": "x"}, "'a'"),
        ("tool_add", {"a": 1, "c": 2}, "unknown argument 'c'"),
        ("tool_add", {"a": 1, "tool_context": {}, "d": 1}, "unknown argument"),
        ("tool_wrong", {}, "not what it declares"),
    ],
)
def test_a_failure_is_an_error_with_text_and_nothing_else(serving, mode, name, arguments, says):
    result = serving.call(name, arguments, mode)
    assert result.is_error
    assert result.structured_content is None
    assert says in result.content[0].text
    assert len(result.content) == 1


@BOTH
def test_an_unknown_tool_is_a_protocol_error(serving, mode):
    async def talk(client):
        with pytest.raises(MCPError, match="Unknown tool: tool_none"):
            await client.call_tool("tool_none", {})

    serving.talk(talk, mode)


@BOTH
def test_a_call_that_is_approved_runs_once(serving, mode):
    operator = Operator({"decision": "allow"})
    result = serving.call("tool_erase", {"what": "all"}, mode, elicitation_callback=operator)
    assert result.structured_content == {"count": 2}
    message = operator.asked[0].message
    assert "Erase all." in message
    assert "tool_erase" in message
    assert "what=all" in message
    assert serving.call("tool_ran").content[0].text == '["before", "after"]'


@BOTH
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("decline", UNANSWERED),
        ("cancel", UNANSWERED),
        ({}, UNANSWERED),
        ({"decision": "yes"}, UNANSWERED),
        ({"decision": True}, UNANSWERED),
        ({"decision": "always"}, UNANSWERED),
        ({"decision": "reject", "reason": "Not today."}, "Not today."),
    ],
)
def test_anything_but_a_clear_yes_refuses(serving, mode, given, says):
    result = serving.call("tool_erase", {"what": "all"}, mode, elicitation_callback=Operator(given))
    assert result.is_error
    assert says in result.content[0].text
    assert serving.call("tool_ran").content[0].text == '["before"]'


@BOTH
def test_a_client_that_cannot_be_asked_is_refused(serving, mode):
    result = serving.call("tool_erase", {"what": "all"}, mode)
    assert result.is_error
    assert result.content[0].text == NO_CLIENT


@BOTH
def test_always_holds_for_the_same_arguments_where_there_is_one_person(serve, mode):
    serving = serve(remember=True)
    operator = Operator({"decision": "always"}, {"decision": "reject"})

    async def talk(client):
        return [(await client.call_tool("tool_erase", {"what": what})).is_error for what in ("a", "a", "b")]

    assert serving.talk(talk, mode, elicitation_callback=operator) == [False, False, True]
    assert len(operator.asked) == 2


@BOTH
def test_a_long_request_is_clipped_with_notice_and_shown_whole_on_demand(serving, mode):
    operator = Operator({"decision": "whole"}, {"decision": "allow"})
    what = "x" * 30_000 + " THE END"
    assert not serving.call("tool_erase", {"what": what}, mode, elicitation_callback=operator).is_error
    first, second = (asked.message for asked in operator.asked)
    assert "THE END" not in first
    assert "more characters" in first
    assert "THE END" in second
    assert "whole" not in operator.asked[1].requested_schema["properties"]["decision"]["enum"]


@BOTH
@pytest.mark.parametrize(
    ("kind", "given", "result"),
    [
        ("text", {"answer": "Ada"}, "'Ada'"),
        ("text", "decline", "None"),
        ("text", {"answer": 5}, "None"),
        ("select", {"answer": "b"}, "'b'"),
        ("select", {"answer": "c"}, "None"),
        ("secret", {"answer": "s3cret"}, "None"),
    ],
)
def test_what_a_tool_asks_is_asked_by_a_form_but_never_a_secret(serving, mode, kind, given, result):
    operator = Operator(given)
    assert serving.call("tool_ask", {"kind": kind}, mode, elicitation_callback=operator).content[0].text == result
    assert bool(operator.asked) == (kind != "secret")


@BOTH
def test_progress_reaches_the_client_in_order(serving, mode):
    seen = []

    async def progress(done, total, message):
        seen.append((done, total, message))

    async def talk(client):
        return await client.call_tool("tool_slow", {}, progress_callback=progress)

    assert serving.talk(talk, mode).content[0].text == "done"
    assert seen == [(1, 3, "step 1"), (2, 3, "step 2"), (3, 3, "step 3")]


@BOTH
def test_a_call_that_is_given_up_is_told_to_the_tool(serving, mode):
    async def talk(client):
        call = asyncio.create_task(client.call_tool("tool_wait", {}))
        await asyncio.sleep(0.2)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        for _ in range(200):
            ran = (await client.call_tool("tool_ran", {})).content[0].text
            if ran != "[]":
                return ran
            await asyncio.sleep(0.02)
        return ran

    assert serving.talk(talk, mode) == '["cancelled"]'


YES = {"action": "accept", "content": {"decision": "allow"}}


def test_an_answer_is_good_for_one_call_with_the_same_arguments(serving):
    from mcp.types import ElicitResult

    yes = {"question": ElicitResult.model_validate(YES)}

    async def talk(client):
        async def call(what, state=None):
            options = {} if state is None else {"input_responses": yes, "request_state": state}
            try:
                result = await client.session.call_tool(
                    "tool_erase", {"what": what}, allow_input_required=True, **options
                )
            except MCPError as fault:
                return str(fault)
            return getattr(result, "request_state", None) or result.structured_content

        first, second = await call("a"), await call("a")
        return [
            await call("b", first),
            await call("a", first),
            await call("a", f"{second}-tampered"),
            await call("a", second),
            await call("a", await call("a")),
            await call("a", "made-up"),
        ]

    other, burnt, tampered, late, good, made_up = serving.talk(talk, elicitation_callback=Operator())
    for refused in (other, tampered, made_up):
        assert "not given by this server for this call" in refused
    # What was tried with a wrong state is open no more.
    assert (burnt, late) == (None, None)
    assert good["count"] > 0


def test_an_approval_cannot_be_sent_before_it_was_asked_for(serving):
    from mcp.types import ElicitResult, InputRequiredResult

    async def talk(client):
        early = {"question": ElicitResult.model_validate(YES)}
        return await client.session.call_tool(
            "tool_erase", {"what": "a"}, allow_input_required=True, input_responses=early
        )

    assert isinstance(serving.talk(talk, elicitation_callback=Operator()), InputRequiredResult)


def test_a_call_that_comes_back_without_the_answer_is_asked_again(serving):
    from mcp.types import ElicitResult

    async def talk(client):
        async def call(**options):
            return await client.session.call_tool("tool_erase", {"what": "a"}, allow_input_required=True, **options)

        first = await call()
        wrong = {"other": ElicitResult.model_validate(YES)}
        again = await call(input_responses=wrong, request_state=first.request_state)
        assert again.input_requests == first.input_requests
        right = {"question": ElicitResult.model_validate(YES)}
        return await call(input_responses=right, request_state=again.request_state)

    assert serving.talk(talk, elicitation_callback=Operator()).structured_content == {"count": 2}


@BOTH
def test_a_question_without_answer_times_out_as_a_refusal(serve, mode):
    class Silent(Operator):
        async def __call__(self, context, params):
            await asyncio.sleep(0.3)
            return await super().__call__(context, params)

    serving = serve(timeout=0.05)
    operator = Silent({"decision": "allow"})
    result = serving.call("tool_erase", {"what": "a"}, mode, elicitation_callback=operator)
    assert result.is_error
    assert serving.call("tool_ran").content[0].text == '["before"]'


@BOTH
def test_a_tool_asks_its_client_by_requests_of_its_own(serving, mode):
    async def sample(_context, _params):
        return CreateMessageResult(
            role="assistant", content=TextContent(type="text", text="Paris"), model="m", stop_reason="endTurn"
        )

    from mcp.types import CreateMessageResult, TextContent

    asked = serving.call("tool_client", {}, mode, elicitation_callback=Operator({"n": 5}), sampling_callback=sample)
    assert asked.structured_content == {"form": {"n": 5}, "sample": "Paris"}
    less = serving.call("tool_client", {}, mode, elicitation_callback=Operator({"n": 5}))
    assert less.structured_content == {"form": {"n": 5}, "sample": None}
    assert serving.call("tool_client", {}, mode).structured_content == {"form": None, "sample": None}

    async def talk(client):
        with pytest.raises(MCPError, match="a client with sampling") as caught:
            await client.call_tool("tool_client", {"required": True})
        return caught.value.error

    error = serving.talk(talk, mode, elicitation_callback=Operator({"n": 5}))
    assert (error.code, error.data) == (-32021, {"requiredCapabilities": {"sampling": {}}})


def test_what_is_no_request_to_a_client_is_a_failure_of_the_tool(serving):
    from lma_forge.runtime.mcp_asking import question

    for given in ({}, [], {"a": {}}, {"a": {"method": "tools/call"}}, {"a": {"method": "elicitation/create"}}):
        with pytest.raises(ValueError, match=r"method|params"):
            question(given)


@BOTH
def test_sound_and_files_become_content(serving, mode):
    result = serving.call("tool_sound", mode=mode)
    text, sound, note, data = result.content
    assert text.text == "heard"
    assert (sound.type, sound.data, sound.mime_type) == ("audio", "AAAA", "audio/mpeg")
    assert (note.resource.uri, note.resource.mime_type, note.resource.text) == ("a:b", "text/plain", "t")
    assert (data.resource.uri, data.resource.blob) == ("a:c", "AAAA")
    assert result.meta["lma-forge/beside"] == {"resources": ["odd"]}


@BOTH
def test_pictures_and_what_is_beside_the_output_are_passed_on(serving, mode):
    result = serving.call("tool_picture", mode=mode)
    assert result.content[0].text == "one"
    assert [(image.data, image.mime_type) for image in result.content[1:]] == [
        ("AAAA", "image/png"),
        ("BBBB", "image/gif"),
    ]
    assert result.meta["lma-forge/beside"] == {"prompt_injection": "Look!", "note": {"deep": 1}}


def test_what_json_cannot_hold_becomes_text(serving):
    result = serving.call("tool_odd")
    assert not result.is_error
    assert "nan" in result.content[0].text


def test_a_definition_from_a_spec_is_used_while_it_fits(serving, caplog):
    definition = {
        "name": "tool_add",
        "title": "Addition",
        "description": "From the spec.",
        "inputSchema": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a"],
        },
        "outputSchema": {"type": "object", "properties": {"sum": {"type": "integer"}}},
        "annotations": {"readOnlyHint": True},
    }
    assert served(serving.binding, [definition])["tool_add"].title == "Addition"
    definition["inputSchema"]["required"] = ["a", "b"]
    assert served(serving.binding, [definition])["tool_add"].title == "Add"
    assert "not what its spec says" in caplog.text


def test_tools_without_a_name_in_mcp_or_that_do_not_parse_are_left_out(folder, caplog):
    from lma_forge.runtime import LCPBinding

    (folder / "odd.py").write_text("def tool_käse(): return 1\n", encoding="utf-8")
    (folder / "broken.py").write_text("def tool_broken(a):\n    return (\n", encoding="utf-8")
    names = served(LCPBinding(tools_folders=folder))
    assert not {"tool_käse", "tool_broken"} & names.keys()
    assert "tool_käse is not served" in caplog.text
    assert "tool_broken is not served" in caplog.text


def test_a_record_without_success_is_a_failure():
    assert answer({"error": "x", "status_code": 404}, None).failed
    assert answer({}, None).text == "The tool failed."
