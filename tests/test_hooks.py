"""What CI of other projects uses: the pre-commit hooks and the composite action."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from lma_forge.cli.main import program
from tests.projects import READER

ROOT = Path(__file__).resolve().parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / ".github/action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
BASH = shutil.which("bash")
PRE_COMMIT = shutil.which("pre-commit", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")

needs_bash = pytest.mark.skipif(BASH is None or os.name == "nt", reason="SKIPPED: there is no POSIX bash here")
needs_pre_commit = pytest.mark.skipif(PRE_COMMIT is None, reason="SKIPPED: pre-commit is not installed here")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/Tools.md").write_text(READER, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.lma-forge]\n", encoding="utf-8")
    assert CliRunner().invoke(program, ["generate", "-q"]).exit_code == 0
    return tmp_path


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_each_hook_runs_a_command_that_exists(hook: dict[str, Any], project: Path):
    words = shlex.split(hook["entry"])
    assert words[0] == "lma-forge"
    files = [] if hook.get("pass_filenames") is False else ["specs/Tools.md"]
    result = CliRunner().invoke(program, [*words[1:], *files], standalone_mode=False)
    assert result.exception is None, result.output
    assert result.return_value == 0, result.output


@needs_pre_commit
def test_pre_commit_takes_the_manifest():
    done = subprocess.run(
        [str(PRE_COMMIT), "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
@needs_pre_commit
def test_pre_commit_runs_the_hooks_of_a_local_repository(project: Path, tmp_path_factory: pytest.TempPathFactory):
    home = tmp_path_factory.mktemp("hooks")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home / "cache"), "HOME": str(home)}
    environment |= {
        f"GIT_{who}_{what}": "test@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }

    def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
        )

    repository = home / "repository"
    ignored = shutil.ignore_patterns(".git", ".*_cache", ".hypothesis", "__pycache__", ".venv")
    shutil.copytree(ROOT, repository, ignore=ignored)
    for folder in (repository, project):
        for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all")):
            assert run("git", *words, folder=folder).returncode == 0
    for hook in HOOKS:
        done = run(str(PRE_COMMIT), "try-repo", str(repository), hook["id"], "--all-files", folder=project)
        expected = 1 if hook["id"] == "lma-forge-fmt" else 0  # the spec is not in canonical layout, so fmt changes it
        assert done.returncode == expected, done.stdout + done.stderr


def run_step(name: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    launcher = programs / "lma-forge"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lma_forge.cli.main "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GITHUB_OUTPUT": str(folder / "output"),
        **variables,
    }
    return subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@needs_bash
def test_the_action_checks_and_writes_sarif(project: Path):
    done = run_step("Check", project, PATHS="", SARIF="findings.sarif")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "output").read_text(encoding="utf-8") == "sarif=findings.sarif\n"
    assert '"version": "2.1.0"' in (project / "findings.sarif").read_text(encoding="utf-8")
    assert run_step("Generated modules", project).returncode == 0


@needs_bash
def test_the_action_fails_and_annotates(project: Path):
    spec = project / "specs/Tools.md"
    spec.write_text(READER.replace("(string)", "(strnig)", 1), encoding="utf-8")
    done = run_step("Check", project, PATHS="specs/Tools.md", SARIF="")
    assert done.returncode == 1
    assert "::error file=specs/Tools.md,line=" in done.stdout
    assert run_step("Generated modules", project).returncode == 1


def test_no_input_of_the_action_is_pasted_into_a_script():
    for step in STEPS.values():
        assert "${{" not in step["run"], "inputs reach scripts through env, so that they are never code"
