"""Prompt providers: never tools, evaluated when somebody asks."""

SOURCE = """
from pathlib import Path
Path("loaded.txt").write_text("x")
COUNT = 0
def tool_lib_prompt() -> str:
    return f"Files: {sorted(p.name for p in Path('.').iterdir())}"
def tool_q_prompt() -> str:
    global COUNT
    COUNT += 1
    return f"Asked {COUNT} times."
def tool_q():
    '''Static.'''
    return COUNT
def tool_l_prompt() -> str: return "Literal."
def tool_l(): '''Static.'''
def tool_n_prompt() -> "str | None": return None
def tool_n(): '''Static.'''
def tool_e_prompt() -> str: raise ValueError("boom")
def tool_e(): '''Static.'''
async def tool_a_prompt() -> str: return f"Async {1}."
def tool_a(): '''Static.'''
"""


def described(records):
    return {record["name"]: record["description"] for record in records}


def test_a_list_runs_nothing_and_a_chat_spec_asks(tools, tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    workspace = tmp_path / "ws"
    workspace.mkdir()
    binding = tools.write(lib=SOURCE).binding(workspace=workspace)
    static = dict.fromkeys(("tool_q", "tool_n", "tool_e", "tool_a"), "Static.")
    assert described(binding.list_tools()) == static | {"tool_l": "Literal."}
    assert not list(workspace.iterdir())
    asked = described(binding.to_chat_tool_specs().values())
    assert asked == static | {"tool_q": "Asked 1 times.", "tool_l": "Literal.", "tool_a": "Async 1."}
    assert "prompt provider 'tool_e_prompt' raised" in caplog.text
    assert described(binding.list_tools())["tool_q"] == "Asked 2 times."
    assert binding.prompts() == {"lib": "Files: ['loaded.txt']"}
    assert binding.execute_tool("tool_q_prompt", {})["status_code"] == 404


def test_the_hosts_own_way_of_asking(tools):
    binding = tools.write(lib=SOURCE.replace("Path(", "str(").replace(".write_text('x')", "")).binding()
    records = {record["name"]: record for record in binding.list_tools()}
    assert records["tool_l"]["_has_dynamic_prompt"] is True
    assert records["tool_l"]["_dynamic_prompt_fn_name"] == "tool_l_prompt"
    assert binding.get_dynamic_tool_description(records["tool_l"]) == "Literal."
    assert binding.get_dynamic_tool_description({"name": "tool_none"}) is None


def test_a_provider_whose_module_fails_leaves_the_description(tools, caplog):
    source = "raise OSError('no')\ndef tool_q_prompt() -> str: return str(1)\ndef tool_q(): 'Static.'\n"
    binding = tools.write(lib=source).binding()
    assert described(binding.to_chat_tool_specs().values()) == {"tool_q": "Static."}
    assert binding.prompts() == {}
    assert "cannot be run" in caplog.text


def test_registered_code_may_have_providers(tools):
    binding = tools.binding()
    code = "def tool_p_prompt() -> str: return f'{1 + 1}'\ndef tool_p(): 'Static.'\n"
    assert binding.register_tool_from_code("p", code)
    assert described(binding.list_tools()) == {"tool_p": "2"}
