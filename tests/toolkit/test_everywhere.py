"""Each of the fifteen tools, where hosts call it: our binding, the real host's own, and an MCP client.

Three calls of each: one that succeeds, one that fails in the words of the document, and one with an
argument that the tool does not take.
"""

import asyncio
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

for extra, package in (("store", "sqlalchemy"), ("text", "snowballstemmer"), ("live", "httpx"), ("live", "feedparser")):
    pytest.importorskip(package, reason=f"the extra `{extra}` is not installed")

from lma_forge import spec
from lma_forge.resources import bundled_spec
from lma_forge.runtime import LCPBinding
from lma_forge.toolkit import sandbox
from lma_forge.toolkit.refusal import Refusal

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")
SPEC = spec.parse(bundled_spec().read_text(encoding="utf-8"), "Tools.md").spec
FEED = b"""<rss version="2.0"><channel><title>A</title><item><title>Storm warning</title></item></channel></rss>"""
LABELS = {label.casefold() for label in SPEC.source_labels}


@dataclass(frozen=True)
class Calls:
    """The three calls of a tool.

    Args:
        good: Arguments of a call that succeeds.
        failing: Arguments of one that fails.
        bad: Arguments of which one is of a kind that the tool does not take.
    """

    good: dict[str, Any]
    failing: dict[str, Any]
    bad: dict[str, Any]


CALLS = {
    "TaskRouter": Calls({"request": "What is the weather now?"}, {"request": " "}, {"request": [5]}),
    "MemoryWriter": Calls(
        {"key": "project/name", "value": "LMA", "mode": "create"},
        {"key": "project/none", "value": "LMA", "mode": "update"},
        {"key": "project/name", "value": "LMA", "mode": "replace"},
    ),
    "MemoryReader": Calls({"key": "project/name"}, {"key": "project/none"}, {"key": ["project/name"]}),
    "LiveDataFetcher": Calls(
        {"query": "storm warning", "category": "news"},
        {"query": "copper price", "category": "finance"},
        {"query": "storm warning", "category": "gossip"},
    ),
    "SearchFallback": Calls({"query": "storm warning"}, {"query": "copper price"}, {"query": None}),
    "SourceVerifier": Calls(
        {"claim": "Sales rose 10%.", "source_data": "Sales rose by 10 percent."},
        {"claim": "Sales rose 10%.", "source_data": " "},
        {"claim": [10], "source_data": "Sales rose by 10 percent."},
    ),
    "CodeExecutor": Calls(
        {"code": "print(6 * 7)", "language": "python", "purpose": "multiply"},
        {"code": "1/0", "language": "python", "purpose": "divide"},
        {"code": ["print(1)"], "language": "python", "purpose": "list"},
    ),
    "FileWriter": Calls(
        {"file_path": "new.txt", "content": "one\n", "mode": "create"},
        {"file_path": "notes.md", "content": "one\n", "mode": "create"},
        {"file_path": "../out.txt", "content": "one\n", "mode": "create"},
    ),
    "FileReader": Calls({"file_path": "notes.md"}, {"file_path": "none.md"}, {"file_path": "/etc/passwd"}),
    "ValidationEngine": Calls(
        {"content": '{"a": 1}', "validation_type": "format"},
        {"content": " ", "validation_type": "format"},
        {"content": '{"a": 1}', "validation_type": "beauty"},
    ),
    "BriefingGenerator": Calls(
        {"topic": "Day", "sources": ["Some text"], "format": "plain"},
        {"topic": "Day", "sources": ["memory: nothing"], "format": "plain"},
        {"topic": "Day", "sources": "Some text", "format": "plain"},
    ),
    "PromptRefiner": Calls(
        {"raw_prompt": "write a poem", "mode": "standard"},
        {"raw_prompt": " ", "mode": "standard"},
        {"raw_prompt": "write a poem", "mode": "poetic"},
    ),
    "GovernanceChecker": Calls(
        {"action": "Read a file", "context": ""}, {"action": "", "context": ""}, {"action": True, "context": ""}
    ),
    "ErrorHandler": Calls(
        {"error_message": "KeyError: 'id'", "context": "reading"},
        {"error_message": "the wibble was frobbed", "context": "reading"},
        {"error_message": {"code": 5}, "context": "reading"},
    ),
    "AuditLogger": Calls(
        {"event_type": "file", "details": "wrote new.txt", "timestamp": "2026-01-31T10:30:00Z"},
        {"event_type": " ", "details": "wrote new.txt", "timestamp": "2026-01-31T10:30:00Z"},
        {"event_type": "file", "details": [1], "timestamp": "2026-01-31T10:30:00Z"},
    ),
}
ORDER = [(name, kind) for kind in ("good", "failing", "bad") for name in CALLS]


class Feed(http.server.BaseHTTPRequestHandler):
    """Gives one feed, whatever is asked for."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(FEED)))
        self.end_headers()
        self.wfile.write(FEED)


@pytest.fixture(scope="module")
def feed() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed) as here:
        thread = threading.Thread(target=here.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{here.server_port}/feed"
        here.shutdown()
        thread.join()


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "notes.md").write_text("tea at five\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def config(tmp_path: Path, feed: str) -> dict[str, Any]:
    own = {
        "data_dir": str(tmp_path / "data"),
        "sources": [{"name": "Agency", "url": feed, "kind": "feed", "private": True}],
    }
    return {tool.snake_name: dict(own) for tool in SPEC.tools}


def a_sandbox_holds() -> bool:
    try:
        sandbox.run({}, "print(1)", "python", "to see whether one holds")
    except Refusal as refusal:
        return "sandbox" not in refusal.message.lower()
    return True


def hold(results: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Look at the results of all calls."""
    for (name, kind), result in results.items():
        tool = SPEC.tool(name)
        assert tool is not None
        if kind == "good":
            if name == "CodeExecutor" and not result["success"] and not a_sandbox_holds():
                continue
            assert result["success"] is True, (name, result)
            assert result["output"].keys() == {field.name for field in tool.outputs}
        else:
            assert result["success"] is False, (name, kind, result)
            assert result["error"].startswith(tool.failure.message), (name, kind, result)
        if kind == "bad":
            wrong = next(key for key, value in CALLS[name].bad.items() if value != CALLS[name].good[key])
            assert f"The argument {wrong} is" in result["error"], (name, result)
        said = json.dumps(result, ensure_ascii=False).casefold()
        for phrase in SPEC.failure_standard.incorrect:
            assert phrase.rstrip(".").casefold() not in said
        for line in said.replace("\\n", "\n").splitlines():
            if "source layer:" in line:
                assert any(label in line for label in LABELS), line


def test_the_table_has_every_tool():
    assert CALLS.keys() == {tool.name for tool in SPEC.tools}


def test_through_our_binding(workspace, config):
    binding = LCPBinding(
        tools_folders=[ROOT / "generated_tools"], confirm_handler=lambda *_: ("allow", ""), host_tool_configs=config
    )
    hold(
        {
            (name, kind): binding.execute_tool(SPEC.tool(name).function, getattr(CALLS[name], kind))
            for name, kind in ORDER
        }
    )
    assert (workspace / "new.txt").read_text(encoding="utf-8") == "one\n"
    assert not (workspace.parent / "out.txt").exists()


def test_through_an_mcp_client(workspace, config):
    pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    from mcp import Client
    from mcp.types import ElicitResult

    from lma_forge.runtime.mcp_server import ToolServer
    from lma_forge.runtime.served import served

    binding = LCPBinding(tools_folders=[ROOT / "generated_tools"], arguments="strict", host_tool_configs=config)
    server = ToolServer(binding, served(binding))

    async def allow(_: object, params: Any) -> ElicitResult:
        schema = params.requested_schema["properties"]
        return ElicitResult(
            action="accept", content={name: one["enum"][0] if "enum" in one else "" for name, one in schema.items()}
        )

    async def talk() -> dict[tuple[str, str], dict[str, Any]]:
        found = {}
        async with Client(server.server, elicitation_callback=allow) as client:
            for name, kind in ORDER:
                result = await client.call_tool(SPEC.tool(name).function, getattr(CALLS[name], kind))
                text = "".join(getattr(part, "text", "") for part in result.content)
                found[name, kind] = (
                    {"success": False, "error": text}
                    if result.is_error
                    else {"success": True, "output": result.structured_content}
                )
        return found

    found = asyncio.run(talk())
    hold({key: result for key, result in found.items() if key[1] != "bad"})
    # What breaks the schema is refused before the tool is asked, or by the tool in its own words.
    assert [name for name in CALLS if found[name, "bad"]["success"]] == []


HOST = """
import json, sys
sys.path += json.loads(sys.argv[1])
from lollms_client.tools_bindings.lcp import LCPBinding
job = json.loads(sys.stdin.read())
binding = LCPBinding(
    binding_name="lcp",
    tools_folders=[job["folder"]],
    confirm_handler=lambda *a, **k: ("allow", ""),
    host_tool_configs=job["config"],
)
results = [binding.execute_tool(name, params) for name, params in job["calls"]]
open(job["out"], "w", encoding="utf-8").write(json.dumps(results, default=str))
"""


def ask_the_host(job: dict[str, Any], workspace: Path, *packages: str) -> list[dict[str, Any]]:
    """Make calls through the real host's own binding."""
    job["out"] = str(workspace.parent / "out.json")
    done = subprocess.run(
        [PYTHON, "-c", HOST, json.dumps(packages)],
        cwd=workspace,
        env=os.environ | {"PYTHONUTF8": "1", "PIP_NO_INDEX": "1"},
        input=json.dumps(job).encode(),
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return json.loads(Path(job["out"]).read_text(encoding="utf-8"))


needs_host = pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1")


@pytest.mark.upstream
@needs_host
def test_through_the_real_host(workspace, config):
    calls = [(SPEC.tool(name).function, getattr(CALLS[name], kind)) for name, kind in ORDER]
    packages = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    job = {"folder": str(ROOT / "generated_tools"), "config": config, "calls": calls}
    found = ask_the_host(job, workspace, *packages)
    hold(dict(zip(ORDER, found, strict=True)))


@pytest.mark.upstream
@needs_host
def test_where_lma_forge_is_missing_each_tool_says_how_to_install_it(workspace, config):
    calls = [(SPEC.tool(name).function, CALLS[name].good) for name in CALLS]
    found = ask_the_host({"folder": str(ROOT / "generated_tools"), "config": config, "calls": calls}, workspace)
    for name, result in zip(CALLS, found, strict=True):
        assert result["success"] is False, (name, result)
        start = f"{SPEC.tool(name).failure.message} It needs lma-forge, which is not installed: pip install 'lma-forge"
        assert result["error"].startswith(start), (name, result)
