"""Every Python example of the source document runs through our binding and the linter.

Where either disagrees with the document, it stands here with the reason.
"""

import ast
import inspect
import queue
import re
import sqlite3
import sys
import textwrap
import threading
import types
from pathlib import Path
from typing import Optional

import pytest

from lma_forge import lcp, rules
from lma_forge.runtime import LCPBinding, queue_confirm_handler, terminal_confirm_handler

DOCUMENT = Path(__file__).resolve().parents[3] / "shared" / "seeds" / "lcp_tool_development.txt"
pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="the source document is not beside the checkout")

EXAMPLES = {
    "database_ops": ('"""\ndatabase_ops.py', "\nOptional module-level hooks"),
    "confirm_contract": ("def confirm_handler(", "\nA. Terminal CLI"),
    "cli_handler": ("import sys\n\ndef cli_confirm_handler", "\nB. Asynchronous"),
    "gui_handler": ("import queue\n", "\nAutonomy Levels Matrix"),
    "host_configs": ("LCPBinding(host_tool_configs={", "\nAt lazy module load"),
    "mount": ("client = LollmsClient(", "\nMounting at Discussion"),
    "chat": ("response = personality.chat(", "\nProgrammatic mounting"),
    "register": ("client.tools.register_tool_from_code(", "\n9. Output"),
    "chart": ("def tool_generate_chart(", "\n10. Best Practices"),
    "safe_path": ("   def _resolve_safe_path(", "\n2. Coerce"),
    "find_files": ("   def tool_find_files(", "\n3. Always return"),
    "mcp_bridge": ('"""\nmcp_bridge.py', "\nHost mounting:"),
    "mount_bridge": ("client = LollmsClient(", "\nTwo integration patterns"),
    "creative_studio": ('"""\ncreative_studio.py', "\nKey rules for omni-tools"),
    "interaction_contract": ("def user_interaction_handler(", "\nThe canonical example library"),
}
"""Where each example begins and what follows it."""

LINTER = {
    "database_ops": {
        "LCP111": "the document says that a prompt provider is no tool, but the lollms host lists it as one",
        "LCP611": "it takes a level as it comes, where 5 knows three of them",
        "LCP612": "it keeps the level and never looks at it, since the example has no risky tool",
        "LCP501": "it opens any path that the model names, which the document itself forbids in 10.1",
    },
    "chart": {
        "GOV116": "the drawing is a comment in the example, so it reports a success for nothing",
        "LCP216": "the example shows the result only and leaves the docstring out",
    },
    "creative_studio": {
        "LCP409": "keys beside the output are recommended in 7 and 10.3, but the lollms host drops these",
    },
    "find_files": {
        "LCP402": "the example ends after the coercion, so the tool returns nothing",
        "LCP216": "the example shows coercion only and leaves the docstring out",
    },
}
"""What the linter says of examples: by code, why it is right although the document shows it."""

RUNTIME = {
    "database_ops": "its prompt provider answers for the library: it names no tool of the file",
    "cli_handler": "where there is no terminal it allows, and an empty answer too; ours refuse both",
    "gui_handler": "it hands on whatever the host replies; ours refuses what is no exact decision",
    "find_files": "it returns nothing, which is a success without output",
    "mcp_bridge": "it puts tool_ before the names of MCP tools, which servers do not know; ours does not",
    "chart": "plot_filename beside the output is passed on, as section 10.3 recommends",
}
"""What running an example showed to be worth knowing."""


def raw_example(name):
    text = DOCUMENT.read_text(encoding="utf-8")
    begin, after = EXAMPLES[name]
    end = text.index(after, text.index(EXAMPLES["mcp_bridge"][0]) if name == "mount_bridge" else 0)
    return text[text.rindex(begin, 0, end) : end]


def raw_examples():
    """All examples as they stand in the document."""
    return [raw_example(name) for name in EXAMPLES]


def example(name):
    found = textwrap.dedent(raw_example(name)).strip() + "\n"
    # The body of this one is a comment.
    return found + "    return None\n" if name == "interaction_contract" else found


def run(name, **names):
    space = dict(names)
    exec(compile(example(name), name, "exec", dont_inherit=True), space)
    return space


def library(tools, name):
    tools.write(**{name: example(name)})
    return tools


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_python(name):
    assert ast.parse(example(name)).body


def test_no_example_is_left_out():
    text = DOCUMENT.read_text(encoding="utf-8")
    covered = "\n".join(example(name) for name in EXAMPLES)
    for line in re.findall(
        r"^\s*(?:(?:async )?def \w+\(.*|class .*:|import [\w.]+|client\.tools\..*\()$", text, re.MULTILINE
    ):
        assert line.strip() in covered


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_linter_agrees_or_the_reason_is_recorded(name):
    source = example(name)
    if "def tool_" not in source or name == "register":
        assert name not in LINTER
        return
    found = {one.code for one in rules.check_tool_file(lcp.read(source, f"{name}.py"), source)}
    # A rule that is not there yet, or that another part of a checkout lacks, is no disagreement.
    known = {rule.code for rule in rules.RULES}
    assert found == known & LINTER.get(name, {}).keys(), found


def test_database_ops(tools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    base = sqlite3.connect("shop.db")
    base.executescript("create table t (n integer); insert into t values (1), (2)")
    base.close()
    configs = {"database_ops": {"autonomy_level": "strict"}}
    binding = library(tools, "database_ops").binding(host_tool_configs=configs, confirm_handler=print)
    (record,) = binding.discover_tools()
    assert record["name"] == "tool_execute_query"
    assert record["description"] == "Executes a SELECT query on a workspace SQLite database."
    assert record["input_schema"]["required"] == ["database_name", "query"]
    found = binding.execute_tool("tool_execute_query", {"database_name": "shop.db", "query": "select n from t"})
    assert found["output"] == {"columns": ["n"], "rows": [(1,), (2,)], "total_rows": 2}
    assert "not found" in binding.execute_tool("tool_execute_query", {"database_name": "x", "query": ""})["error"]
    assert binding.prompts() == {"database_ops": "Active workspace SQLite databases available: ['shop.db']"}
    module = sys.modules["lollms_client.tools_bindings.lcp.persistent_database_ops"]
    assert module.AUTONOMY_LEVEL == "strict"
    assert module._CONFIRM_HANDLER is print


def test_the_contracts_have_the_signatures_of_the_handlers_we_ship():
    confirm = run("confirm_contract", Optional=Optional)["confirm_handler"]
    assert [*inspect.signature(confirm).parameters] == [*inspect.signature(terminal_confirm_handler()).parameters]
    interact = run("interaction_contract", Optional=Optional)["user_interaction_handler"]
    assert interact({"type": "text"}) is None


def test_the_terminal_handler_allows_where_ours_refuses():
    handler = run("cli_handler")["cli_confirm_handler"]
    assert handler("rm -rf /", "tool_shell") == ("allow", "")
    assert terminal_confirm_handler()("rm -rf /", "tool_shell")[0] == "reject"


def test_the_queue_handler_and_ours_put_the_same_event():
    theirs, ours = queue.Queue(), queue.Queue()
    answers = []
    for events, make in ((theirs, run("gui_handler")["make_gui_confirm_handler"]), (ours, queue_confirm_handler)):
        thread = threading.Thread(target=lambda e=events, m=make: answers.append(m(e)("code", "tool_x", ["a"])))
        thread.start()
        event = events.get(timeout=10)
        event.pop("response_queue").put(("yes", "sure"))
        assert event == {"type": "approval_request", "source": "code", "script_label": "tool_x", "argv": ["a"]}
        thread.join()
    assert answers[0] == ("yes", "sure")
    assert answers[1][0] == "reject"


def test_host_configs_are_taken():
    made = []
    run("host_configs", LCPBinding=lambda **options: made.append(LCPBinding(**options)))
    assert made[0].host_tool_configs["execute_python"] == {"autonomy_level": "safe"}


@pytest.mark.parametrize("name", ["mount", "mount_bridge"])
def test_a_clients_configuration_is_ours(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_tools").mkdir()

    class LollmsClient:
        def __init__(self, tools_binding_name, tools_binding_config):
            assert tools_binding_name == "lcp"
            self.tools = LCPBinding(**tools_binding_config)

    client = run(name, LollmsClient=LollmsClient, cli_confirm_handler=print)["client"]
    assert client.tools.tools_folders == [tmp_path / "my_tools"]
    assert client.tools.notices == ()


def test_chat_time_handlers_are_those_of_the_binding():
    binding = LCPBinding()

    class Personality:
        def chat(self, prompt, lollms_client, confirm_handler, shell_autonomy_level):
            lollms_client.tools.set_confirm_handler(confirm_handler)

    client = types.SimpleNamespace(tools=binding)
    run("chat", personality=Personality(), client=client, cli_confirm_handler=print)
    assert binding.confirm_handler is print


def test_code_is_registered():
    binding = LCPBinding()
    run("register", client=types.SimpleNamespace(tools=binding))
    assert binding.execute_tool("tool_fibonacci", {"n": "10"})["output"] == "55"


def test_a_prompt_for_the_next_answer_is_passed_on(tools):
    record = library(tools, "chart").binding().execute_tool("tool_generate_chart", {"data_csv": "a"})
    assert record["output"] == "Chart generated as 'plot.png'."
    assert record["plot_filename"] == "plot.png"
    assert "artefact_image" in record["prompt_injection"]


def test_paths_are_held_in_the_workspace(tools, tmp_path):
    (tmp_path / "ws").mkdir()
    tool = "def tool_where(p: str) -> dict:\n    return {'success': True, 'output': str(_resolve_safe_path(p))}\n"
    source = "from pathlib import Path\n" + example("safe_path") + tool
    binding = tools.write(lib=source).binding(workspace=tmp_path / "ws")
    assert binding.execute_tool("tool_where", {"p": "a.txt"})["output"] == str((tmp_path / "ws" / "a.txt").resolve())
    assert "outside the workspace" in binding.execute_tool("tool_where", {"p": "../a"})["error"]


def test_numbers_as_text_are_taken(tools):
    binding = library(tools, "find_files").binding()
    assert binding.execute_tool("tool_find_files", {"pattern": "*", "max_results": "many"})["success"] is True


def test_the_bridge_changes_names(tools, monkeypatch):
    called = []

    class MCPBinding:
        def __init__(self, servers):
            called.append(servers)

        def execute_tool(self, name, params):
            called.append((name, params))
            return {"output": "o", "success": True, "status_code": 200}

    module = types.ModuleType("lollms_client.tools_bindings.mcp")
    module.MCPBinding = MCPBinding
    for name in ("lollms_client", "lollms_client.tools_bindings"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    configs = {"mcp_bridge": {"servers": ["s"]}}
    binding = library(tools, "mcp_bridge").binding(host_tool_configs=configs)
    params = {"server_alias": "fs", "mcp_tool_name": "read", "arguments": '{"a": 1}'}
    assert binding.execute_tool("tool_call_mcp_tool", params)["output"] == "o"
    assert called == [["s"], ("fs::tool_read", {"a": 1})]
    assert "Invalid JSON" in binding.execute_tool("tool_call_mcp_tool", params | {"arguments": "{"})["error"]
    assert "not configured" in tools.binding().execute_tool("tool_call_mcp_tool", params)["error"]


def test_the_creative_studio(tools, tmp_path):
    (tmp_path / "ws").mkdir()
    binding = library(tools, "creative_studio").binding(workspace=tmp_path / "ws")
    client = types.SimpleNamespace(
        llm=1, tti=1, ttm=None, generate_image=lambda **_: b"png", generate_text=lambda **_: " Caption. "
    )
    name, params = "tool_create_illustrated_audio_story", {"subject": "a lighthouse"}
    record = binding.execute_tool(name, params, lollms_client_instance=client)
    assert record["success"] is True
    assert record["caption"] == "Caption."
    assert (tmp_path / "ws" / record["image_filename"]).read_bytes() == b"png"
    client.tti = None
    assert "Missing required modality" in binding.execute_tool(name, params, lollms_client_instance=client)["error"]
    assert "requires a host-injected" in binding.execute_tool(name, params)["error"]


def test_every_disagreement_names_an_example():
    assert RUNTIME.keys() | LINTER.keys() <= EXAMPLES.keys()
