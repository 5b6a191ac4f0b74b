"""What a host would tell a module, given to `call` by a file."""

import json

import pytest

from lma_forge.cli import main

TOOL = '''"""A library."""

TOOL_LIBRARY_NAME = "Echo"
TOOL_LIBRARY_DESC = "Gives back what it was set up with."
TOOL_LIBRARY_ICON = "E"
SETTINGS = {}


def init_tools_library(config=None):
    SETTINGS.update(config or {})


def tool_echo() -> dict:
    """Gives back what the module was set up with."""
    return {"success": True, "output": SETTINGS.get("word", "nothing")}
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools" / "echo").mkdir(parents=True)
    (tmp_path / "tools" / "echo" / "echo.py").write_text(TOOL, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text"),
    [("host.toml", '[echo]\nword = "yes"\n'), ("host.json", json.dumps({"echo": {"word": "yes"}}))],
)
def test_a_module_is_set_up_from_a_file(folder, capsys, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    assert main.run(["call", "echo", "--folder", "tools", "--host-config", name]) == 0
    assert capsys.readouterr().out == "yes\n"
    assert main.run(["call", "echo", "--folder", "tools"]) == 0
    assert capsys.readouterr().out == "nothing\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "cannot read host.toml"), ("= 1", "is neither TOML nor"), ("echo = 1", "a table for each module")],
)
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_called(folder, capsys, text, said):
    if text is not None:
        (folder / "host.toml").write_text(text, encoding="utf-8")
    assert main.run(["call", "echo", "--folder", "tools", "--host-config", "host.toml"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err


@pytest.mark.parametrize(("name", "meant"), [("eco", "did you mean echo?"), ("word", "write the name of its file")])
def test_a_table_for_a_module_that_is_not_there_is_told(folder, capsys, name, meant):
    (folder / "host.toml").write_text(f'[{name}]\nword = "yes"\n[echo]\nword = "no"\n', encoding="utf-8")
    assert main.run(["call", "echo", "--folder", "tools", "--host-config", "host.toml"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "no\n"
    assert f"host.toml sets up {name}, and there is no such module; {meant}" in shown.err
    assert "sets up echo" not in shown.err
