"""Servers, clients and tools that break the rules."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from lma_forge.runtime import MCPBinding
from tests.mcp.conftest import Serving
from tests.mcp.hostile import CHARACTERS, ODD
from tests.mcp.test_serve import COMMAND, environment

HOSTILE = str(Path(__file__).with_name("hostile.py"))
BOTH = pytest.mark.parametrize("mode", ["legacy", "auto"])


def server(alias="bad", kind="plain"):
    return {"alias": alias, "type": "stdio", "command": [sys.executable, HOSTILE, kind], "call_timeout": 20}


@pytest.fixture(scope="module")
def hostile():
    binding = MCPBinding([server()])
    yield binding
    binding.close()


@pytest.mark.parametrize(
    ("name", "success", "says"),
    [
        ("wrong", False, "not of type"),
        ("none", False, "structured"),
        ("null", False, "within 1 seconds"),
        ("sample", True, "not supported"),
        ("ask-url", True, "decline"),
        ("ask-odd", True, "decline"),
        ("unasked", True, "first"),
        ("junk", True, "after the junk"),
    ],
)
def test_a_server_that_breaks_rules_gives_a_failure_or_nothing_worse(hostile, name, success, says):
    record = hostile.execute_tool(f"bad::{name}", {}, timeout=1 if name == "null" else 20)
    assert record["success"] is success, record
    assert says in str(record["output"])
    assert hostile.execute_tool("bad::echo", {})["output"] == "echo"


def test_a_huge_result_comes_whole(hostile):
    assert len(hostile.execute_tool("bad::huge", {})["output"]) == CHARACTERS


def test_odd_names_are_listed_and_called_as_they_are(hostile):
    names = {record["name"] for record in hostile.list_tools()}
    assert {f"bad::{name}" for name in ODD} <= names
    for name in ODD:
        assert hostile.execute_tool(f"bad::{name}", {})["success"] is True, name


def test_an_operator_sees_odd_names_and_arguments_without_their_effect(hostile):
    seen = []

    def handler(source, label, argv):
        seen.append((source, label, *argv))
        return "reject", "No."

    hostile.set_confirm_handler(handler)
    try:
        record = hostile.execute_tool("bad::\x1b[2Jclear", {"path\u202e": "\x1b[1A\u202e/etc", "\ud800": "\ud800"})
        assert record["error"] == "No."
        hostile.execute_tool("bad::line\nbreak", {"a\nb": "c\nd"})
    finally:
        hostile.set_confirm_handler(None)
    for shown in seen:
        for part in shown:
            assert part.replace("\n", "").isprintable(), part
    assert seen[1][0].count("\n") == 1


def test_pages_without_end_are_cut_off():
    binding = MCPBinding([server(kind="endless")])
    try:
        names = [record["name"] for record in binding.list_tools()]
        assert "bad::page0" in names
        assert len(names) < 1_000
    finally:
        binding.close()


def test_two_servers_of_one_alias_are_refused():
    with pytest.raises(ValueError, match="two servers have the alias 'bad'"):
        MCPBinding([server(), server()])


TOOLS = '''
class Odd:
    def __str__(self):
        raise RuntimeError("no")

def deep():
    found = []
    for _ in range(100_000):
        found = [found]
    return found

GIVES = {
    "half": {"success": True, "output": {"a\\ud800": ["\\udfff"]}},
    "error": {"success": False, "error": "bad \\ud800"},
    "number": {"success": True, "output": {"n": 10 ** 6000}},
    "deep": {"success": True, "output": deep()},
    "object": {"success": True, "output": Odd(), "note": Odd()},
    "beside": {"success": True, "output": 1, "images": [1, "no base64", None, "data:,"], "image_b64": 5,
               "image_media_types": "zz", "audios": {"a": 1}, "resources": [{"uri": "x:y", "text": 5}], "\\ud800": 1},
}

def tool_gives(what: str) -> dict:
    """Gives something odd."""
    return GIVES[what]

def tool_tells(tool_context=None) -> dict:
    """Tells progress that is none."""
    wrong = 0
    for told in (("x",), (None,), (float("nan"),), (1, "y"), (1, float("inf"))):
        try:
            tool_context["report_progress"](*told)
        except (TypeError, ValueError):
            wrong += 1
    tool_context["report_progress"](1, 2, "\\ud800")
    return {"success": True, "output": wrong}

def tool_asks(user_interaction_handler=None) -> dict:
    """Asks what is no question."""
    odd = (None, {"type": "select", "options": 5}, {"type": ["x"]}, {"type": "text", "title": Odd()},
           {"type": "text", "default": Odd()}, {"type": "secret"})
    return {"success": True, "output": [user_interaction_handler(request) for request in odd]}
'''


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    (folder / "odd.py").write_text(TOOLS, encoding="utf-8")
    return Serving(folder)


@BOTH
@pytest.mark.parametrize(
    ("what", "failed", "says"),
    [
        ("half", False, '{"a\ufffd": ["\ufffd"]}'),
        ("error", True, "bad \ufffd"),
        ("number", False, "<dict that cannot be written as text>"),
        ("deep", False, "<list that cannot be written as text>"),
        ("object", False, "<Odd that cannot be written as text>"),
        ("beside", False, "1"),
    ],
)
def test_results_that_cannot_be_sent_are_sent_as_what_can(odd, mode, what, failed, says):
    result = odd.call("tool_gives", {"what": what}, mode)
    assert (result.is_error, result.content[0].text) == (failed, says)
    assert len(result.content) == 1
    json.dumps(result.model_dump(mode="json")).encode()


@BOTH
def test_progress_and_questions_that_are_none_stay_with_the_tool(odd, mode):
    from tests.mcp.conftest import Operator

    assert odd.call("tool_tells", {}, mode).content[0].text == "5"
    operator = Operator({"answer": "a"})
    assert (
        odd.call("tool_asks", {}, mode, elicitation_callback=operator).content[0].text == "[" + "null, " * 5 + "null]"
    )
    assert operator.asked == []


def call(number, name="tool_add", **params):
    """A call, as a line."""
    return json.dumps(
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": name, "arguments": {"a": 1}, **params},
        }
    ).encode()


LINES = [
    b"hello",
    b'{"jsonrpc":"2.0","id":1,',
    b"[]",
    b"null",
    b"",
    b"\x00",
    b'{"jsonrpc":"2.0","id":2}',
    b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}',
    b'{"jsonrpc":"2.0","method":"notifications/odd","params":{}}',
    b'{"jsonrpc":"2.0","id":777,"result":{}}',
    b'{"jsonrpc":"2.0","id":3,"method":"\xff\xfe"}',
    b'{"jsonrpc":"2.0","id":4,"method":"nope/nope"}',
    call(5, name="tool_none"),
    call(6, name=None),
    call(7, name="\ud800"),
    call(8, arguments=[1]),
    call(9, arguments={"a": "x" * 5_000_000}),
    call(10, _meta={"progressToken": [1]}),
    call(11, arguments=0).replace(b"0}}", b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"}}"),
]  # fmt: skip


def test_a_client_that_breaks_rules_harms_no_call_of_its_own(folder, tmp_path):
    first = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": first}).encode(),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ]
    for number, line in enumerate(LINES):
        lines += [line, call(1_000 + number)]
    answers = {}
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(
        [*COMMAND, str(folder)], cwd=folder.parent, env=environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
    ) as process:  # fmt: skip
        process.stdin.write(b"\n".join(lines) + b"\n")
        process.stdin.flush()
        # Closing the stream ends what is still at work, so what is looked at has to be there before.
        while not {4, 5, 8, 9, *(1_000 + number for number in range(len(LINES)))} <= answers.keys():
            answer = json.loads(process.stdout.readline())
            answers[answer.get("id")] = answer
        process.stdin.close()
        for line in process.stdout:
            answers[json.loads(line).get("id")] = json.loads(line)
        assert process.wait(60) == 0
    good = {number: found["result"]["structuredContent"] for number, found in answers.items() if (number or 0) >= 1_000}
    assert good == {1_000 + number: {"sum": 2} for number in range(len(LINES))}
    for number in (4, 5, 8):
        assert answers[number]["error"]["code"] in (-32601, -32602)
    assert answers[9]["result"]["isError"] is True
    assert len(answers[9]["result"]["content"][0]["text"]) < 1_000
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
