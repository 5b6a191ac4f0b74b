"""Random modules in both hosts: equal names, schemas and results, but for the differences named here.

Ours runs with `compat="lollms"`. Set LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
"""

import json
import logging
import os
import re
import subprocess
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding
from tests.upstream.modules import Made, module
from tests.upstream.watching import watch

PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
    pytest.mark.filterwarnings("ignore"),
]

HOST = """
import json, sys
from lollms_client.tools_bindings.lcp import LCPBinding
sys.path.insert(0, sys.argv[1])
from watching import watch
job = json.loads(sys.stdin.read())
seen = watch(LCPBinding(tools_folders=[job["folder"]]), job["calls"])
with open(job["out"], "w", encoding="utf-8") as out:
    json.dump(seen, out)
"""

DIVERGENCES = {
    ("in a class", "listed"): "the host lists methods, which a call does not find",
    ("never defined", "listed"): "the host lists functions under a condition that is known to be false",
    ("defined twice", "schema"): "the host shows the first definition and calls the last",
    ("has a prompt", "prompt listed"): "the host lists prompt providers as tools",
    ("has a prompt", "schema"): "the host runs modules while it lists their tools",
    ("positional-only", "result"): "the host passes every argument by name",
    ("default is no literal", "result"): "the host hands the source text of such a default to the tool",
}
"""What is seen differently, by (feature of the tool, aspect), and why."""


@pytest.fixture(autouse=True)
def _quiet(caplog):
    caplog.set_level(logging.CRITICAL, "lma_forge")


def test_random_modules(tmp_path, pytestconfig):
    long = pytestconfig.getoption("--long")
    seeds, batch = (range(3_000), 750) if long else (range(60), 60)
    used: dict[tuple[str, str], int] = {}
    wrong: list[str] = []
    for begin in range(0, len(seeds), batch):
        folder = tmp_path / str(begin)
        folder.mkdir()
        wrong += compare(folder, seeds[begin : begin + batch], used)
    assert wrong[:20] == []
    if long:
        assert used.keys() == DIVERGENCES.keys()


def compare(folder: Path, seeds: range, used: dict[tuple[str, str], int]) -> list[str]:
    """Show modules to both hosts.

    Args:
        folder: An empty folder.
        seeds: Which modules.
        used: Counts the divergences that were met.

    Returns:
        What differs without a reason.
    """
    made: dict[str, Made] = {}
    (folder / "tools").mkdir()
    (folder / "ws").mkdir()
    sources = {}
    for seed in seeds:
        source, tools = module(seed)
        (folder / "tools" / f"lib{seed}.py").write_text(source, encoding="utf-8", newline="")
        made.update((tool.name, tool) for tool in tools)
        sources.update((tool.name, source) for tool in tools)
    calls = {name: tool.calls for name, tool in made.items()}
    theirs = their_host(folder, calls)
    before = Path.cwd()
    os.chdir(folder / "ws")
    try:
        ours = json.loads(json.dumps(watch(LCPBinding(tools_folders=folder / "tools", compat="lollms"), calls)))
    finally:
        os.chdir(before)
    wrong = []
    known = made.keys() | {other for tool in made.values() for other in tool.others}
    assert known >= ours["tools"].keys() | theirs["tools"].keys()
    for name, tool in made.items():
        for aspect, here, there in aspects(tool, ours, theirs):
            if here == there:
                continue
            reasons = [(feature, aspect) for feature in tool.features if (feature, aspect) in DIVERGENCES]
            for reason in reasons:
                used[reason] = used.get(reason, 0) + 1
            if not reasons:
                wrong.append(f"{name} {aspect} {sorted(tool.features)}\n  ours   {here}\n  theirs {there}")
    return wrong


def aspects(tool: Made, ours, theirs):
    """What is compared of a tool: aspect, ours, and theirs."""
    name = tool.name
    listed = name in ours["tools"], name in theirs["tools"]
    yield "listed", *listed
    for other in tool.others:
        yield "prompt listed", other in ours["tools"], other in theirs["tools"]
    if all(listed):
        yield "schema", ours["tools"][name], theirs["tools"][name]
        for here, there in zip(ours["results"][name], theirs["results"][name], strict=True):
            yield "result", worded(here), worded(there)


def worded(record: str) -> str:
    """A record without what hosts word in their own way: the text of crashes and refusals."""
    if "Tool initialization failed" in record:
        return "not loaded"
    if "'traceback': " in record:
        keys = re.findall(r"'(output|error|traceback|success|status_code)': ", record)
        return f"crashed {sorted(set(keys))}"
    return record


def their_host(folder: Path, calls):
    job = {"folder": str(folder / "tools"), "calls": calls, "out": str(folder / "out.json")}
    done = subprocess.run(
        [PYTHON, "-c", HOST, str(Path(__file__).parent)],
        cwd=folder / "ws",
        input=json.dumps(job).encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return json.loads((folder / "out.json").read_text(encoding="utf-8"))
