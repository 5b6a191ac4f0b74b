"""Our binding in the place of the host's own, both ways, as the README shows it."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]

LIBRARY = '''
def tool_note_counter(word: str, notebook: str = "notes.md") -> dict:
    """Counts notes.

    Args:
        word (str): Which.
        notebook (str): Where.
    """
    with open(notebook, encoding="utf-8") as notes:
        return {"success": True, "output": {"count": sum(word in line for line in notes)}}
'''
CHECK = """
assert result == {"output": {"count": 2}, "status_code": 200, "success": True}, result
from lollms_client.lollms_tools_binding import LollmsToolBinding
from lma_forge.runtime import LCPBinding
assert isinstance(client.tools, LollmsToolBinding) and isinstance(client.tools, LCPBinding)
assert [tool["name"] for tool in client.tools.list_tools()] == ["tool_note_counter"]
assert client.tools.guard_findings == ()
client.tools = LCPBinding(tools_folders=["generated_tools"])
assert client.tools.execute_tool("tool_note_counter", {"word": "tea"})["output"] == {"count": 2}
assert list(client.tools.to_chat_tool_specs()) == ["tool_note_counter"]
print("mounted")
"""


def test_the_readmes_block_mounts_our_binding(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = next(
        found
        for found in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        if "LollmsClient" in found
    )
    library = tmp_path / "generated_tools" / "note_counter"
    library.mkdir(parents=True)
    (library / "note_counter.py").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "notes.md").write_text("tea at five\nbuy bread\nmore tea\n", encoding="utf-8")
    done = subprocess.run(
        [PYTHON, "-c", block + CHECK],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Failed to instantiate" not in done.stdout + done.stderr
    assert done.stdout.endswith("mounted\n")


ASKS = """
HANDLER = None
def set_confirm_handler(handler):
    global HANDLER
    HANDLER = handler
def tool_pay() -> dict:
    'Pays.'
    return {"success": True, "output": HANDLER and HANDLER("source", "tool_pay")[1]}
"""
CHAT = """
import pathlib
from lollms_client import LollmsClient
from lollms_client.lollms_personality import LollmsPersonality
from lma_forge.runtime.lollms import bindings_dir

def first(*_):
    return "allow", "first"

def second(*_):
    return "allow", "second"

config = {"tools_folders": ["tools"], "confirm_handler": first}
client = LollmsClient(tools_binding_name="lma_forge", tools_bindings_dir=bindings_dir(), tools_binding_config=config)

def asked():
    return client.tools.execute_tool("tool_pay", {})["output"]

said = [asked()]
personality = LollmsPersonality(name="clerk", lollms_client=client, workspace_path="ws")
personality.chat("Pay.", confirm_handler=second)
said.append(asked())
personality.chat("Pay.", confirm_handler=first)
said.append(asked())
personality.chat("Pay.")
said.append(asked())
pathlib.Path("said").write_text(" ".join(said))
"""


def test_a_handler_given_at_chat_time_reaches_tools_of_the_real_host(tmp_path):
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "pay.py").write_text(ASKS, encoding="utf-8")
    done = subprocess.run(
        [PYTHON, "-c", CHAT],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PIP_NO_INDEX": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Failed to instantiate" not in done.stdout + done.stderr
    assert (tmp_path / "said").read_text(encoding="utf-8") == "first second first first"
