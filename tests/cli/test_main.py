"""The program itself: help, version, exit codes, streams, colours, pipes; and never a traceback."""

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import lma_forge.cli
from lma_forge import __version__
from lma_forge.cli import console, main
from lma_forge.errors import ForgeError
from tests.projects import SPEC, Project


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path).write(SPEC)


def run(*arguments):
    return main.run(list(arguments))


def start(*arguments, cwd=None, **environment):
    env = {
        key: value for key, value in os.environ.items() if not key.startswith(("NO_COLOR", "FORCE_COLOR", "CLICOLOR"))
    }
    root = Path(lma_forge.cli.__file__).parents[2]
    env |= {"PYTHONPATH": str(root), **environment}
    return subprocess.run(
        [sys.executable, "-m", "lma_forge.cli.main", *arguments],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_version(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out == f"lma-forge {__version__}\n"


def test_help_names_every_command_and_each_has_a_file(capsys):
    assert run("--help") == 0
    shown = capsys.readouterr().out
    files = {module.name for module in pkgutil.iter_modules(lma_forge.cli.__path__)}
    for name in main.COMMANDS:
        assert f"\n  {name} " in shown
        assert name in files
        assert run(name, "--help") == 0
        assert "--config" in capsys.readouterr().out


def test_nothing_of_later_versions_is_named(capsys):
    for name in ((), *((name,) for name in main.COMMANDS)):
        run(*name, "--help")
        shown = capsys.readouterr().out
        for later in ("lsp", "catalog", "import"):
            assert f" {later} " not in shown


def test_every_command_has_its_line_of_help():
    context = main.program.make_context("lma-forge", ["--help"], resilient_parsing=True)
    for name in main.COMMANDS:
        command = main.program.get_command(context, name)
        assert command is not None
        assert command.help


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("genrate",), "Did you mean `generate`?"),
        (("xyzzy",), "The commands are init, check, fmt, generate"),
        (("check", "--no-such"), "No such option"),
        (("export",), "Missing option '--format'"),
        (("export", "--format", "yaml"), "is not one of"),
        (("call", "x", "y"), "no folder"),
        (("check", "--config", "absent.toml"), "cannot read absent.toml"),
        (("explain", "SPEC9999"), "is neither a code"),
        (("tools", "absent"), "there is no folder absent"),
        (("generate", "absent.md"), "Nothing was generated"),
        (("completion", "tcsh"), "is not one of"),
    ],
)
def test_wrong_usage_is_said_on_stderr_with_code_2(project, capsys, arguments, says):
    assert run(*arguments) == 2
    assert says in capsys.readouterr().err


def test_our_own_errors_are_one_line_with_code_2(monkeypatch, capsys):
    def fail(*_, **__):
        raise ForgeError("the moon is full; wait")

    monkeypatch.setattr(main.program, "main", fail)
    assert run("check") == 2
    assert capsys.readouterr().err == "lma-forge: the moon is full; wait.\n"


def test_the_unexpected_is_one_line_that_asks_for_a_report(monkeypatch, capsys):
    def fail(*_, **__):
        raise RuntimeError("line one\nline two")

    monkeypatch.setattr(main.program, "main", fail)
    assert run("check") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "internal error (RuntimeError: line one line two). Please report it" in shown.err
    monkeypatch.setenv("LMA_FORGE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run("check")


def test_an_interruption_is_no_traceback(monkeypatch, capsys):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(main.program, "main", interrupt)
    assert run("check") == 130
    assert capsys.readouterr().err == "Interrupted.\n"


@pytest.mark.parametrize("words", [(), ("--color", "auto")])
def test_no_colour_in_a_pipe_but_where_it_is_asked_for(project, words):
    project.write(SPEC.replace("key (string)", "key (strnig)"))
    assert "\x1b[" not in start("check", *words, cwd=project.root).stdout
    assert "\x1b[" in start("check", "--color", "always", cwd=project.root).stdout
    assert "\x1b[" in start("check", *words, cwd=project.root, FORCE_COLOR="1").stdout
    assert "\x1b[" not in start("check", *words, cwd=project.root, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" not in start("check", "--color", "never", cwd=project.root, FORCE_COLOR="1").stdout


@pytest.mark.parametrize(
    ("environment", "terminal", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_what_decides_about_colour(monkeypatch, environment, terminal, wanted):
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert console.wants_colour("auto") is wanted


def test_results_and_findings_go_to_stdout_and_the_rest_to_stderr(project):
    project.write(SPEC.replace("key (string)", "key (strnig)"))
    done = start("check", "--output-format", "json", cwd=project.root)
    assert done.returncode == 1
    assert json.loads(done.stdout)["summary"]["errors"] == 2
    assert "Checked 1 file: 2 errors." in done.stderr
    quiet = start("check", "-q", "--output-format", "concise", cwd=project.root)
    assert quiet.stderr == ""
    assert len(quiet.stdout.splitlines()) == 2


def test_a_closed_pipe_is_no_trouble(project):
    root = Path(lma_forge.cli.__file__).parents[2]
    reading, writing = os.pipe()
    os.close(reading)
    child = subprocess.run(
        [sys.executable, "-m", "lma_forge.cli.main", "rules"],
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=project.root,
        check=False,
    )
    os.close(writing)
    assert (child.returncode, child.stderr) == (2, b"")


def test_a_terminal_without_unicode_shows_everything_escaped(project):
    project.write(SPEC.replace("(string)", "(str\u00e4ng)", 1))
    done = start("check", cwd=project.root, PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "str\u00e4ng" in done.stdout


def test_a_configuration_with_errors_stops_every_command(project, capsys):
    project.write("[tool.lma-forge]\nsepcs = []\n", "pyproject.toml")
    for name in ("check", "generate"):
        assert run(name) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "error[CFG102]" in shown.err
        assert "did you mean `specs`?" in shown.err
        assert "pyproject.toml:2:1" in shown.err
    assert not project.out.exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell, capsys):
    assert run("completion", shell) == 0
    assert "_LMA_FORGE_COMPLETE" in capsys.readouterr().out


def test_completion_knows_commands_and_options():
    def complete(words, current):
        environment = {"_LMA_FORGE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(current)}
        return start(**environment).stdout

    assert "plain,generate" in complete("lma-forge ge", 1)
    assert "plain,--keep-going" in complete("lma-forge generate --ke", 2)
    assert "plain,anthropic" in complete("lma-forge export --format an", 3)
