"""What is loaded when, what may know what, and that nothing here is of one operating system alone."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lma_forge
from tests.projects import SPEC, Project

PACKAGE = Path(lma_forge.__file__).parent
HEAVY = ("libcst", "jinja2", "markdown_it", "pygls", "mcp", "ruff")
POSIX_ONLY = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "posix", "syslog", "readline"}


def loaded(folder, *words, expect=0):
    """Run the program and tell which heavy modules it loaded."""
    script = (
        "import sys; from lma_forge.cli import main; code = main.run(sys.argv[1:]);"
        f"print('LOADED', code, *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    _, code, *names = done.stdout.splitlines()[-1].split()
    assert int(code) == expect, done.stdout + done.stderr
    return names


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).write(SPEC)


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["generate", "--help"], ["check", "--help"]])
def test_help_loads_nothing_heavy(project, words):
    assert loaded(project.root, *words) == []


def test_a_run_without_changes_loads_nothing_heavy(project):
    assert "markdown_it" in loaded(project.root, "generate")
    assert loaded(project.root, "generate") == []


def test_a_check_of_what_was_checked_loads_nothing_heavy(project):
    loaded(project.root, "generate")
    assert "markdown_it" in loaded(project.root, "check")
    assert loaded(project.root, "check") == []


def test_code_is_parsed_for_tool_files_alone(tmp_path):
    project = Project(tmp_path)
    project.write("import os\n\n\ndef helper(x):\n    return x\n", "lib/helper.py")
    assert loaded(project.root, "check", "lib", "--isolated", "--no-cache") == []
    project.write('def tool_a(b: int) -> dict:\n    "Does it."\n    return {"output": b * 2}\n', "lib/a.py")
    assert loaded(project.root, "check", "lib", "--isolated", "--no-cache", "--exit-zero") == ["libcst"]


def test_rules_are_listed_without_parsing_code(project):
    assert "libcst" not in loaded(project.root, "rules")
    assert "libcst" not in loaded(project.root, "explain", "LCP215")


def test_the_runtime_loads_nothing_heavy(project):
    loaded(project.root, "generate")
    assert loaded(project.root, "tools") == []
    assert loaded(project.root, "call", "NoteReader", "key=x", expect=1) == []


def test_the_house_keeps_its_floors():
    pytest.importorskip("importlinter", reason="import-linter is part of the dev extra")
    contracts = PACKAGE.parent / ".importlinter"
    if not contracts.exists():
        pytest.skip("no checkout")
    program = Path(sys.executable).with_name("lint-imports.exe" if os.name == "nt" else "lint-imports")
    done = subprocess.run(
        [str(program), "--no-cache", "--config", str(contracts)],
        cwd=PACKAGE.parent,
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def top_imports(tree):
    """Name what a module imports when it is loaded."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


SOURCES = sorted(
    path for path in PACKAGE.rglob("*.py") if not {"templates", "specs"} & set(path.relative_to(PACKAGE).parts)
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_is_portable_small_and_documented(path):
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert not POSIX_ONLY & set(top_imports(tree))
    assert text.count("\n") <= 420
    assert ast.get_docstring(tree) or not tree.body
    assert path.stem not in {"utils", "helpers", "common", "manager", "core", "base", "types"}
