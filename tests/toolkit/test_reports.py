"""Faults that people met in tools for files and code, each under the number of its report."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from lma_forge.cli import main
from lma_forge.runtime import LCPBinding
from tests.toolkit.conftest import ROOT, Bench

links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")

HEAD = """\
import re
import sys
from pathlib import Path
from typing import Any

TOOL_LIBRARY_NAME = "Tools"


"""


def found(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str) -> set[str]:
    """The codes of what the linter finds in a module."""
    module = tmp_path / "library" / "library.py"
    module.parent.mkdir()
    module.write_text(HEAD + body, encoding="utf-8")
    main.run(["check", "--isolated", "--select", "LCP5,LCP6", "--output-format", "json-lines", str(module)])
    return {json.loads(line)["code"] for line in capsys.readouterr().out.splitlines()}


def tool(body: str, name: str = "tool_x", parameter: str = "file_path") -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f'def {name}({parameter}: str) -> dict[str, Any]:\n    """Does something with what it is given."""\n{lines}'


@pytest.mark.parametrize("path", ["a/../../workspace-evil/secret.txt", "../workspace-evil/secret.txt"])
def test_r03_a_sibling_with_the_same_beginning_is_outside(bench: Bench, path: str):
    evil = bench.workspace.with_name("workspace-evil")
    evil.mkdir()
    (evil / "secret.txt").write_text("SECRET", encoding="utf-8")
    assert "a path inside the workspace" in bench.error("FileReader", file_path=path)
    assert "a path inside the workspace" in bench.error("FileWriter", file_path=path, content="x", mode="overwrite")
    assert (evil / "secret.txt").read_text(encoding="utf-8") == "SECRET"


def test_r03_the_linter_finds_the_comparison_of_beginnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    body = (
        "root = Path.cwd().resolve()\npath = (root / file_path).resolve()\n"
        "if not str(path).startswith(str(root)):\n    return {'success': False, 'error': 'outside'}\n"
        "return {'success': True, 'output': path.read_text(encoding='utf-8')}"
    )
    assert "LCP505" in found(tmp_path, capsys, tool(body))


def test_r17_the_model_does_not_say_where_the_workspace_is(bench: Bench):
    (bench.outside / "secret").write_text("SECRET", encoding="utf-8")
    binding = LCPBinding(tools_folders=[str(ROOT / "generated_tools")], workspace=str(bench.workspace))
    given: dict[str, Any] = {
        "file_path": "secret",
        "tool_context": {"root": str(bench.outside)},
        "lollms_client_instance": {"root": str(bench.outside)},
        "discussion_instance": {"root": str(bench.outside)},
        "workspace": str(bench.outside),
    }
    result = binding.execute_tool("tool_file_reader", given)
    assert result["success"] is False
    assert result["error"] == "File could not be read. secret: no such file or directory."


def test_r18_a_missing_terminal_is_no_yes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    body = (
        "def confirm_handler(source: str, script_label: str, argv: list) -> tuple[str, str]:\n"
        "    if not sys.stdin.isatty():\n        return 'allow', ''\n"
        "    return ('allow', '') if input(source) == 'y' else ('reject', '')\n"
    )
    assert "LCP607" in found(tmp_path, capsys, body)


@links
def test_r38_a_new_file_behind_a_link_is_outside(bench: Bench):
    (bench.workspace / "link").symlink_to(bench.outside)
    for mode in ("create", "overwrite", "append"):
        said = bench.error("FileWriter", file_path="link/new.conf", content="x", mode=mode)
        assert said.startswith("File write failed. No changes were made. ")
    assert list(bench.outside.iterdir()) == []


def test_r39_a_pattern_is_no_guard(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    body = (
        "if re.search(r'(\\.\\.\\.+)|(/+/)', file_path):\n    return {'success': False, 'error': 'bad path'}\n"
        "return {'success': True, 'output': Path(file_path).read_text(encoding='utf-8')}"
    )
    assert found(tmp_path, capsys, tool(body)) & {"LCP501", "LCP505"}


@pytest.mark.parametrize("path", ["..\\..\\outside.md", "C:\\Windows\\x", "sub\\..\\..\\x"])
def test_r40_backslashes_lead_nowhere(bench: Bench, path: str):
    for call in (("FileReader", {}), ("FileWriter", {"content": "x", "mode": "create"})):
        said = bench.error(call[0], file_path=path, **call[1])
        assert "without drive letter, ~ or backslash" in said
    assert list(bench.workspace.iterdir()) == []


@pytest.mark.parametrize("path", ["/etc/passwd", "a\0b", "~/.ssh/id", "", "."])
def test_r41_what_is_no_path_of_a_file_inside_is_refused(bench: Bench, path: str):
    assert bench.error("FileReader", file_path=path).startswith("File could not be read. The argument file_path is")
    said = bench.error("FileWriter", file_path=path, content="x", mode="create")
    assert said.startswith("File write failed. No changes were made. The argument file_path is")


def test_r41_a_way_out_and_back_in_stays_inside(bench: Bench):
    (bench.workspace / "ok.txt").write_text("fine", encoding="utf-8")
    path = f"../{bench.workspace.name}/ok.txt"
    assert bench.output("FileReader", file_path=path)["content"] == "fine"


@links
def test_r42_a_workspace_that_is_named_by_a_link_is_itself(bench: Bench, tmp_path: Path):
    (tmp_path / "link").symlink_to(bench.workspace)
    (bench.workspace / "sub").mkdir()
    (bench.workspace / "sub" / "ok.txt").write_text("fine", encoding="utf-8")
    binding = LCPBinding(tools_folders=[str(ROOT / "generated_tools")], workspace=str(tmp_path / "link"))
    result = binding.execute_tool("tool_file_reader", {"file_path": "sub/ok.txt"})
    assert result["output"]["content"] == "fine"


class Asked:
    """An operator who always says the same, and remembers what was asked."""

    def __init__(self, decision: str) -> None:
        self.decision = decision
        self.seen: list[tuple[str, str, list[str]]] = []

    def __call__(self, source: str, script_label: str, argv: list[str]) -> tuple[str, str]:
        self.seen.append((source, script_label, argv))
        return self.decision, "said the operator"


def test_r54_always_is_for_this_code_alone(bench: Bench):
    operator = Asked("always")
    bench.config.update(autonomy_level="safe", confirm_handler=operator, timeout_seconds=5)
    first = {"code": "print(1)", "language": "python", "purpose": "to see"}
    for _ in range(2):
        bench.call("CodeExecutor", **first)
    assert len(operator.seen) == 1
    operator.decision = "reject"
    said = bench.error("CodeExecutor", **{**first, "code": "import shutil; shutil.rmtree('.')"})
    assert len(operator.seen) == 2
    assert said == "Code execution failed. said the operator"
    assert bench.workspace.exists()


def test_r55_the_operator_sees_the_tool_every_argument_and_the_place(bench: Bench):
    operator = Asked("reject")
    bench.config.update(autonomy_level="safe", confirm_handler=operator)
    bench.error("FileWriter", file_path="sub/a.txt", content="new\ncontent", mode="create")
    ((source, label, argv),) = operator.seen
    assert label == "tool_file_writer"
    assert argv == ['file_path="sub/a.txt"', 'content="new\\ncontent"', 'mode="create"']
    place = json.dumps(str(bench.workspace.resolve() / "sub" / "a.txt"))
    assert all(part in source for part in ("FileWriter", *argv, f"file_path is {place}"))
    assert list(bench.workspace.iterdir()) == []


def test_r56_a_list_of_forbidden_words_is_no_sandbox(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    body = (
        "if 'import os' in code:\n    return {'success': False, 'error': 'not allowed'}\n"
        "scope: dict[str, Any] = {}\nexec(code, scope)\nreturn {'success': True, 'output': str(scope.get('result'))}"
    )
    assert "LCP603" in found(tmp_path, capsys, tool(body, parameter="code"))


@pytest.mark.parametrize(
    "code",
    [
        "__import__('os').listdir({outside!r})",
        "getattr(__builtins__, 'open')({outside!r} + '/secret').read()",
        "import posix; posix.listdir({outside!r})",
        "().__class__.__base__.__subclasses__(); import importlib; importlib.import_module('os').listdir({outside!r})",
    ],
)
def test_r56_ways_around_a_list_of_words_end_at_the_sandbox(bench: Bench, code: str):
    (bench.outside / "secret").write_text("SECRET", encoding="utf-8")
    written = code.format(outside=str(bench.outside))
    told = bench.error("CodeExecutor", code=written, language="python", purpose="to see")
    assert told.startswith("Code execution failed. ")
    assert "SECRET" not in told
