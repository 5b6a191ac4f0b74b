"""The host's own libraries and ours in one client of the real host: our binding in the place of its own, and its own.

Those of its default libraries are taken that need no package which the host does not bring. Set
LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from lma_forge import spec
from lma_forge.resources import bundled_spec
from tests.upstream.test_host import sample

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]

LIBRARIES = (
    *("debug_toolset", "dummy_test_tool", "file_organizer", "inspect_text", "ros_turtlebot", "semantic_data_engineer"),
    *("system_shell", "tool_maker", "user_interaction_demo", "user_interactive_tools", "vlm_query", "workspace_tools"),
)
PLAN = json.dumps({"mappings": [{"source": "notes.md", "target": "sorted/notes.md"}]})
CALLS = (
    ("tool_dump_context", {}),
    ("tool_dummy_cwd_test", {"file_name": "notes.md"}),
    ("tool_dummy_cwd_test", {}),
    ("tool_dummy_crash_test", {}),
    ("tool_write_file", {"file_name": "sub/new.txt", "content": "one\ntwo é\n"}),
    ("tool_write_file", {"file_name": "plan.json", "content": PLAN}),
    ("tool_read_file", {"file_name": "sub/new.txt"}),
    ("tool_read_file", {"file_name": "../secret"}),
    ("tool_list_files", {"recursive": "true"}),
    ("tool_find_files", {"pattern": "*.md", "max_results": "5"}),
    ("tool_grep_files", {"pattern": "tea"}),
    ("tool_read_lines", {"file_name": "notes.md", "start_line": 2, "end_line": 2}),
    ("tool_read_chars", {"file_name": "notes.md", "char_end": 5}),
    ("tool_grep_file", {"file_name": "notes.md", "pattern": "bread", "context_lines": 1}),
    ("tool_grep_file", {"file_name": "notes.md", "pattern": "("}),
    ("tool_organize_files_from_plan", {"plan_file": "plan.json"}),
    ("tool_organize_files_from_plan", {"plan_file": "none.json"}),
    ("tool_navigate_to", {"x": "1.0", "y": 1}),
    ("tool_navigate_to", {"x": 1}),
    ("tool_set_arena_challenge", {"challenge_id": 99}),
    ("tool_get_table_schema", {"file_path": "none.db"}),
    ("tool_execute_shell_command", {"command": "echo hello"}),
    ("tool_execute_shell_command", {"command": "echo refused"}),
    ("tool_tool_maker", {"tool_name": "", "description": ""}),
    ("tool_tool_maker", {"tool_name": "x", "description": "y"}),
    ("tool_prepare_deployment", {"target": "staging"}),
    ("tool_prepare_deployment", {}),
    ("tool_configure_service_connection", {"service_name": "weather"}),
    ("tool_test_service_connection", {"service_name": "other"}),
    ("tool_inspect_image", {"image_path": "none.png"}),
    ("tool_vlm_query", {"query": "what is it?"}),
    ("tool_none", {}),
)

HOST = """
import json, sys
from pathlib import Path

import lollms_client.tools_bindings.lcp as lcp
from lollms_client import LollmsClient

job = json.loads(sys.stdin.read())
default = Path(lcp.__file__).parent / "default_tools"
asked = []

def confirm(source, script_label, argv=None):
    asked.append(script_label)
    return ("reject", "Not this.") if "refused" in source else ("allow", "")

def interact(request):
    asked.append(request["type"])
    return request["options"][0] if request.get("options") else "from the user"

config = {
    "tool_files": [str(default / name / f"{name}.py") for name in job["libraries"]],
    "tools_folders": [job["folder"]],
    "confirm_handler": confirm,
    "user_interaction_handler": interact,
    "host_tool_configs": {"system_shell": {"autonomy_level": "strict"}},
}
where = {"tools_bindings_dir": Path(job["bindings_dir"])} if job["bindings_dir"] else {}
client = LollmsClient(tools_binding_name=job["binding"], tools_binding_config=config, **where)
listed = sorted(tool["name"] for tool in client.tools.list_tools())
results = []
for name, params in job["calls"]:
    results.append(client.tools.execute_tool(name, params))
Path(job["out"]).write_text(json.dumps({"listed": listed, "results": results, "asked": asked}, default=str))
"""


def run(home: Path, binding: str, calls) -> dict:
    """Start the host with one of the two bindings in a workspace of its own, and make the calls."""
    workspace = home / binding / "ws"
    workspace.mkdir(parents=True)
    (workspace / "notes.md").write_text("tea at five\nbuy bread\nmore tea\n", encoding="utf-8")
    (workspace.parent / "secret").write_text("s", encoding="utf-8")
    ours = binding == "lma_forge"
    job = {
        "binding": binding,
        "bindings_dir": str(ROOT / "lma_forge" / "runtime" / "lollms") if ours else "",
        "libraries": LIBRARIES,
        "folder": str(ROOT / "generated_tools"),
        "calls": calls,
        "out": str(workspace.parent / "out.json"),
    }
    # Nothing is installed, whatever a library asks for when it is loaded.
    done = subprocess.run(
        [PYTHON, "-c", HOST],
        cwd=workspace,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PIP_NO_INDEX": "1"},
        input=json.dumps(job).encode(),
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    text = Path(job["out"]).read_text(encoding="utf-8")
    return json.loads(text.replace(str(workspace), "WS"))


def test_both_bindings_run_the_same_libraries(tmp_path):
    own = spec.parse(bundled_spec().read_text(encoding="utf-8"), "specs/Tools.md").spec.tools
    bad = [(tool.function, {given.parameter: 5 for given in tool.inputs}) for tool in own]
    good = [(tool.function, {given.parameter: sample(given) for given in tool.inputs}) for tool in own]
    calls = [*CALLS, *bad, *good]
    ours, theirs = run(tmp_path, "lma_forge", calls), run(tmp_path, "lcp", calls)
    prompts = {name for name in theirs["listed"] if name.endswith("_prompt")}
    assert set(theirs["listed"]) - prompts == set(ours["listed"])
    assert {tool.function for tool in own} <= set(ours["listed"])
    assert len(ours["listed"]) >= 50
    assert ours["asked"] == theirs["asked"]
    for (name, params), here, there in zip(calls, ours["results"], theirs["results"], strict=True):
        assert here.get("success") == there.get("success"), (name, params, here, there)
        if (name, params) in good:
            # What the fifteen give may hold times and sums.
            continue
        if there.get("output") and there["success"]:
            assert here["output"] == there["output"], (name, params)
        if "traceback" not in there and there["status_code"] != 404:
            assert here.get("error") == there.get("error"), (name, params)
        for key in there.keys() - {"traceback"}:
            assert key in here, (name, params, key)
    for tool, here in zip(own, ours["results"][len(CALLS) : len(CALLS) + len(own)], strict=True):
        assert here["error"].startswith(tool.failure.message), here
    shell = [here for (name, _), here in zip(calls, ours["results"], strict=True) if name.startswith("tool_execute_sh")]
    assert [here["success"] for here in shell] == [True, False]
