"""`lma-forge serve` as a process: over stdin and stdout, and over HTTP."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

import lma_forge
from lma_forge.cli import main
from tests.mcp.conftest import Operator
from tests.projects import SPEC, Project

ROOT = str(Path(lma_forge.__file__).parent.parent)
COMMAND = [sys.executable, "-m", "lma_forge.cli.main", "serve"]
BOTH = pytest.mark.parametrize("mode", ["legacy", "auto"])


def environment(**more):
    return {name: value for name, value in os.environ.items() if name != "LMA_FORGE_TOKEN"} | {
        "PYTHONPATH": ROOT,
        **more,
    }


def over_stdio(folder, conversation, mode, log, **options):
    parameters = StdioServerParameters(
        command=sys.executable, args=[*COMMAND[1:], str(folder)], env=environment(), cwd=str(folder.parent)
    )

    async def run():
        with log.open("w", encoding="utf-8") as stream:
            async with Client(stdio_client(parameters, errlog=stream), mode=mode, **options) as client:
                return await asyncio.wait_for(conversation(client), 60)

    return asyncio.run(run())


@BOTH
def test_over_stdio_tools_are_listed_called_and_approved(folder, mode, tmp_path):
    async def talk(client):
        names = {tool.name for tool in (await client.list_tools()).tools}
        added = await client.call_tool("tool_add", {"a": 4})
        printed = await client.call_tool("tool_print", {})
        erased = await client.call_tool("tool_erase", {"what": "all"})
        return names, added.structured_content, printed.content[0].text, erased.structured_content

    names, added, printed, erased = over_stdio(
        folder, talk, mode, tmp_path / "log", elicitation_callback=Operator({"decision": "allow"})
    )
    assert {"tool_add", "tool_erase"} <= names
    assert (added, printed, erased) == ({"sum": 5}, "0", {"count": 2})
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Serving 14 tools over stdin and stdout." in log
    assert "this is no protocol" in log


@contextmanager
def over_http(folder, *words, where=None, **variables):
    """Serve over HTTP; give the address."""
    process = subprocess.Popen(
        [*COMMAND, str(folder), "--http", "--port", "0", *words],
        cwd=where or folder.parent,
        env=environment(**variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        line = process.stderr.readline()
        assert line.startswith("Serving at "), line + process.stderr.read()
        yield line.split()[-1]
    finally:
        process.terminate()
        out, _ = process.communicate(timeout=30)
    assert out == ""


def through(address, conversation, mode="auto", headers=None, **options):
    async def run():
        async with httpx2.AsyncClient(headers=headers or {}) as http:
            transport = streamable_http_client(address, http_client=http)
            async with Client(transport, mode=mode, **options) as client:
                return await asyncio.wait_for(conversation(client), 60)

    return asyncio.run(run())


def test_over_http_both_eras_work_and_strangers_are_refused(folder):
    async def add(client):
        return (await client.call_tool("tool_add", {"a": 4})).structured_content

    async def erase(client):
        return await client.call_tool("tool_erase", {"what": "x"})

    with over_http(folder) as address:
        assert through(address, add, "legacy") == {"sum": 5}
        assert through(address, add, "auto") == {"sum": 5}
        for mode, count in (("auto", 2), ("legacy", 4)):
            approved = through(address, erase, mode, elicitation_callback=Operator({"decision": "allow"}))
            assert approved.structured_content == {"count": count}


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
@pytest.mark.parametrize("era", [None, "2025-11-25", "2026-07-28"])
def test_over_http_only_this_machine_is_let_in(http_server, method, era):
    assert http_server.startswith("http://127.0.0.1:")
    head = {"Accept": "application/json, text/event-stream"} | ({"MCP-Protocol-Version": era} if era else {})
    body = {"json": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}} if method == "POST" else {}

    def status(**headers):
        return httpx2.request(method, http_server, headers=head | headers, **body).status_code

    for origin in ("http://evil.example", "http://127.0.0.1.evil.example", "https://localhost:1", "null", "file://"):
        assert status(Origin=origin) == 403, origin
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"):
        assert status(Host=host) == 421, host
    assert status(Origin="http://localhost:3000") not in (403, 421)


@pytest.fixture(scope="module")
def http_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served") / "tools"
    folder.mkdir()
    (folder / "lib.py").write_text('def tool_a() -> str:\n    """Says a."""\n    return "a"\n', encoding="utf-8")
    with over_http(folder) as address:
        yield address


def test_without_sessions_older_clients_are_served_but_cannot_be_asked(folder):
    async def talk(client):
        added = await client.call_tool("tool_add", {"a": 4})
        return added.structured_content, (await client.call_tool("tool_erase", {"what": "x"})).is_error

    with over_http(folder, "--stateless") as address:
        for mode, refused in (("legacy", True), ("auto", False)):
            operator = Operator({"decision": "allow"})
            assert through(address, talk, mode, elicitation_callback=operator) == ({"sum": 5}, refused)


def test_over_http_a_token_is_asked_for_and_never_shown(folder, tmp_path):
    async def add(client):
        return (await client.call_tool("tool_add", {"a": 4})).structured_content

    (tmp_path / "token").write_text("s3cret\n", encoding="utf-8")
    with over_http(folder, "--token-file", str(tmp_path / "token")) as address:
        assert httpx2.post(address, json={}).status_code == 401
        assert httpx2.post(address, json={}, headers={"Authorization": "Bearer other"}).status_code == 401
        assert through(address, add, headers={"Authorization": "Bearer s3cret"}) == {"sum": 5}
    with over_http(folder, LMA_FORGE_TOKEN="fromenv") as address:
        assert httpx2.post(address, json={}).status_code == 401


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--http", "--host", "0.0.0.0"], "ask for a token"),
        (["--workspace", "none"], "no folder none"),
        (["--http", "--token-file", "none"], "cannot be read"),
        (["nowhere"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_served_is_said(folder, monkeypatch, capsys, words, says):
    monkeypatch.chdir(folder.parent)
    monkeypatch.delenv("LMA_FORGE_TOKEN", raising=False)
    arguments = words if words == ["nowhere"] else ["tools", *words]
    assert main.run(["serve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err


def test_without_the_extra_the_way_to_it_is_told(folder, monkeypatch, capsys):
    from lma_forge.cli import serve

    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    assert main.run(["serve", str(folder)]) == 2
    assert "pip install 'lma-forge[mcp]'" in capsys.readouterr().err


def test_the_projects_tools_are_served_as_the_spec_has_them(tmp_path):
    project = Project(tmp_path).write(SPEC)
    subprocess.run(
        [sys.executable, "-m", "lma_forge.cli.main", "generate"], cwd=project.root, env=environment(), check=True,
        capture_output=True,
    )  # fmt: skip
    exported = subprocess.run(
        [sys.executable, "-m", "lma_forge.cli.main", "export", "--format", "mcp"],
        cwd=project.root, env=environment(), check=True, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip

    async def talk(client):
        return [tool.model_dump(by_alias=True, exclude_none=True) for tool in (await client.list_tools()).tools]

    parameters = StdioServerParameters(
        command=sys.executable, args=COMMAND[1:], env=environment(), cwd=str(project.root)
    )

    async def run():
        with (tmp_path / "log").open("w", encoding="utf-8") as stream:
            async with Client(stdio_client(parameters, errlog=stream)) as client:
                return await talk(client)

    wanted = {tool["name"]: tool for tool in json.loads(exported.stdout)["tools"]}
    assert {tool["name"]: tool for tool in asyncio.run(run())} == wanted
