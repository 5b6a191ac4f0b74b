"""The README's example, followed to the letter: its spec, its body, its commands and their output."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from lma_forge.cli.main import COMMANDS, program

README = Path(__file__).resolve().parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def invoke(words: list[str]) -> str:
    result = CliRunner().invoke(program, words, catch_exceptions=False)
    return result.output


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    specs = tmp_path / "specs"
    specs.mkdir()
    (specs / "Tools.md").write_text(blocks("markdown")[0], encoding="utf-8")
    return tmp_path


def test_the_example_does_what_the_readme_shows(project: Path):
    (project / "notes.md").write_text("tea at five\nbuy bread\nmore tea\n", encoding="utf-8")
    module = project / "generated_tools" / "note_counter" / "note_counter.py"
    body = blocks("python")[0]
    for session in blocks("console"):
        for line, expected in re.findall(r"^\$ lma-forge (.+)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE):
            output = invoke(shlex.split(line))
            assert output.strip() == expected.strip(), line
        if "_note_counter" not in body:
            continue
        text = module.read_text(encoding="utf-8")
        head = body.splitlines()[0]
        assert text.endswith(f"{head}\n    raise NotImplementedError\n"), "the README shows the stub's signature"
        module.write_text(text.replace(f"{head}\n    raise NotImplementedError\n", body), encoding="utf-8")
        body = ""
    assert not body, "the body was written into the module"


def test_the_readme_shows_the_diagnostic_that_people_get(project: Path):
    spec = project / "specs" / "Tools.md"
    spec.write_text(spec.read_text(encoding="utf-8").replace("(path,", "(pth,"), encoding="utf-8")
    assert blocks("text")[0].strip() in invoke(["check"])


def test_the_readme_names_every_command_and_no_other():
    listed = {command.split()[0] for command in re.findall(r"^\| `lma-forge ([^`]+)`", TEXT, re.MULTILINE)}
    assert listed == set(COMMANDS)
