"""The recommended flow of the document, walked with ten requests from the first tool to the last."""

from dataclasses import dataclass
from typing import Any

import pytest

for extra, package in (("store", "sqlalchemy"), ("text", "snowballstemmer"), ("live", "httpx"), ("live", "feedparser")):
    pytest.importorskip(package, reason=f"the extra `{extra}` is not installed")

from tests.toolkit.conftest import Bench
from tests.toolkit.test_everywhere import SPEC, a_sandbox_holds, feed  # noqa: F401 - a fixture

STEP = {tool: step.number for step in SPEC.flow for tool in step.tools}
CHANGES = ("write", "destructive")


@dataclass(frozen=True)
class Request:
    """What a user asks, where it goes, and what the routed tool is called with.

    Args:
        text: The request.
        route: The tool that it is for, or `direct answer`.
        arguments: What that tool is called with.
        output: Which of its outputs is looked at afterwards.
        contains: What stands in it.
    """

    text: str
    route: str
    arguments: dict[str, Any] | None = None
    output: str = ""
    contains: str = ""


REQUESTS = (
    Request(
        "Remember that the project is called LMA",
        "MemoryWriter",
        {"key": "project/name", "value": "LMA", "mode": "create"},
        "status",
        "Memory created",
    ),
    Request("What are my saved preferences?", "MemoryReader", {"key": "project/name"}, "value", "LMA"),
    Request(
        "Give me today's headlines", "LiveDataFetcher", {"query": "storm", "category": "news"}, "data", "Storm warning"
    ),
    Request(
        "Compute the sum of 20 and 22 with Python",
        "CodeExecutor",
        {"code": "print(20 + 22)", "language": "python", "purpose": "sum"},
        "result",
        "42",
    ),
    Request(
        "Create a file notes.md with this text",
        "FileWriter",
        {"file_path": "notes.md", "content": "# Notes\n", "mode": "create"},
        "status",
        "Created notes.md",
    ),
    Request("Show me the contents of notes.md", "FileReader", {"file_path": "notes.md"}, "content", "# Notes"),
    Request(
        "Polish this prompt for me",
        "PromptRefiner",
        {"raw_prompt": "write a poem", "mode": "standard"},
        "refined_prompt",
        "write a poem",
    ),
    Request(
        "My script crashed with KeyError, what does that mean?",
        "ErrorHandler",
        {"error_message": "KeyError: 'id'", "context": "the script"},
        "explanation",
        "KeyError: 'id'",
    ),
    Request(
        "Prepare a project briefing from memory and the news",
        "BriefingGenerator",
        {"topic": "LMA", "sources": ["memory: project/name", "live: news: storm"], "format": "bullets"},
        "briefing",
        "LMA",
    ),
    Request("Thanks, that was great!", "direct answer"),
)


def test_ten_requests_take_the_steps_in_the_order_of_the_document(bench: Bench, feed: str):  # noqa: F811 - the fixture
    pytest.importorskip("detect_secrets", reason="the extra `text` is not installed")
    bench.config["sources"] = [{"name": "Agency", "url": feed, "kind": "feed", "private": True}]
    logged = 0
    for request in REQUESTS:
        taken: list[str] = []

        def use(tool: str, taken: list[str] = taken, **arguments: Any) -> dict[str, Any]:
            taken.append(tool)
            return bench.output(tool, **arguments)

        route = use("TaskRouter", request=request.text)["route"]
        assert route == request.route, request.text
        if request.arguments is None:
            assert taken == ["TaskRouter"]
            continue
        if route == "CodeExecutor" and not a_sandbox_holds():
            continue
        output = use(route, **request.arguments)
        assert request.contains in str(output[request.output])
        if route == "LiveDataFetcher":
            claim = {"claim": "There is a storm warning.", "source_data": output["data"]}
            assert use("SourceVerifier", **claim)["verification_status"] != "not verified"
        if request.output not in {"status", "value"}:
            checked = use("ValidationEngine", content=str(output[request.output]), validation_type="safety")
            assert checked["status"] == "pass"
        tool = SPEC.tool(route)
        assert tool is not None
        if set(map(str, tool.effects or ())) & set(CHANGES):
            said = use("AuditLogger", event_type=route, details=request.text, timestamp="2026-01-31T10:30:00Z")
            assert said["status"].startswith(f"Logged {route} at 2026-01-31T10:30:00.000Z")
            logged += 1
        steps = [STEP[tool] for tool in taken if tool in STEP]
        assert steps == sorted(steps), taken
    assert logged >= 2
