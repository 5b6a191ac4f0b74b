"""The command line of the public MCP Inspector against the 15 generated tools."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from lma_forge.lcp import read
from tests.mcp.test_serve import COMMAND, ROOT, environment, over_http

SPEC = Path(ROOT) / "specs" / "Tools.md"
SAMPLES = {"string": "x", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}, None: "x"}
VALUES = {"string": "done", "integer": 1, "number": 0.5, "boolean": True, "list": [], "object": {}}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The project's own spec, generated, with implementations that return what it declares."""
    if not SPEC.exists():
        pytest.skip("the checkout has no specs/Tools.md")
    root = tmp_path_factory.mktemp("project")
    (root / "specs").mkdir()
    (root / "specs" / "Tools.md").write_bytes(SPEC.read_bytes())
    (root / "pyproject.toml").write_text("[tool.lma-forge]\n", encoding="utf-8")
    subprocess.run(
        [*COMMAND[:-1], "generate"], cwd=root, env=environment(), check=True, capture_output=True, timeout=120
    )
    for file in root.glob("generated_tools/*/*.py"):
        source = file.read_text(encoding="utf-8")
        for declared in read(file.read_bytes(), positions=False).contract.values():
            result = {name: sample(kind) for name, kind in declared["output"].items()}
            source = source.replace("raise NotImplementedError", f"return {result!r}", 1)
        file.write_text(source, encoding="utf-8")
    return root


def sample(declared):
    """A value of a declared type."""
    if isinstance(declared, dict):
        return declared["values"][0] if "values" in declared else VALUES[declared["type"]]
    return VALUES[declared.removesuffix("?")]


def inspect(node, project, target, *words):
    """Run one method; give its result, or the error result of a tool."""
    where = ["--server-url", target, "--transport", "http"] if isinstance(target, str) else []
    command = [] if isinstance(target, str) else ["-e", f"PYTHONPATH={ROOT}", "--", *target]
    done = node.run("mcp-inspector", "--cli", "--format", "json", *where, *words, *command, cwd=project, timeout=60)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)["result"], done


@pytest.mark.parametrize(("transport", "era"), [("stdio", "legacy"), ("http", "modern"), ("http", "legacy")])
def test_every_generated_tool_is_listed_and_called(node, project, transport, era):
    def all_of_it(target):
        listed, said = inspect(node, project, target, "--method", "tools/list", "--strict", "--protocol-era", era)
        # It ends with 6 for a schema that some client cannot take.
        assert said.returncode == 0, said.stderr
        tools = {tool["name"]: tool for tool in listed["tools"]}
        assert len(tools) == 15
        return {name: (tool, call(target, tool)) for name, tool in tools.items()}

    def call(target, tool):
        properties = tool["inputSchema"]["properties"]
        arguments = {
            name: field["enum"][0] if "enum" in field else SAMPLES[field.get("type")]
            for name, field in properties.items()
        }
        found, _ = inspect(
            node, project, target, "--method", "tools/call", "--tool-name", tool["name"],
            "--tool-args-json", json.dumps(arguments), "--protocol-era", era,
        )  # fmt: skip
        return found

    if transport == "stdio":
        found = all_of_it([sys.executable, *COMMAND[1:]])
    else:
        with over_http(project / "generated_tools", where=project) as address:
            found = all_of_it(address)
    refused = {name for name, (_, result) in found.items() if result.get("isError")}
    asking = {name for name, (tool, _) in found.items() if tool["annotations"].get("destructiveHint")}
    # The Inspector's command line has nobody to approve; all else succeeds with what is declared.
    for name in refused:
        assert "operator" in found[name][1]["content"][0]["text"], found[name]
    assert asking <= refused
    assert len(refused) < 8
    for name in found.keys() - refused:
        tool, result = found[name]
        assert result["structuredContent"].keys() == tool["outputSchema"]["properties"].keys()
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
