"""The options of `lma-forge check`, from the command line to the exit code."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lma_forge.cli import main, watching
from lma_forge.project.collect import Wish
from lma_forge.project.config import Config, load

DOC = "    '''Does it.\n    Args:\n        b (list): B.\n    '''\n"
BAD = f"def tool_read(b: list[int], *, c) -> dict:\n{DOC}    raise NotImplementedError\n"
GOOD = "def tool_read(b: list, c: str) -> dict:\n    '''Does it.'''\n    raise NotImplementedError\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "a.py").write_text(BAD, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str, stdin: str | None = None) -> tuple[int, str, str]:
    if stdin is not None:
        real, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    try:
        code = main.run(["check", *words])
    finally:
        if stdin is not None:
            sys.stdin = real
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def codes(out: str) -> list[str]:
    return [line.split()[2].rstrip(":") for line in out.splitlines()]


def test_rules_are_chosen(here, capsys):
    concise = ("--output-format", "concise")
    assert codes(run(capsys, "a.py", "--select", "LCP203,keyword-only-parameter", *concise)[1]) == ["LCP203", "LCP207"]
    assert set(codes(run(capsys, "a.py", "--ignore", "LCP2", *concise)[1])) == set()
    assert "LCP301" in run(capsys, "a.py", "--extend-select", "LCP301", *concise)[1]
    code, out, err = run(capsys, "a.py", "--select", "LCP20x3")
    assert (code, out) == (2, "")
    assert "no rule or family `LCP20x3`" in err


def test_fix_mends_the_file_and_shows_what_is_left(here, capsys):
    code, out, err = run(capsys, "a.py", "--fix", "--output-format", "concise")
    assert code == 1
    assert "LCP203" in out
    assert "LCP207" not in out
    assert "Fixed 2 findings in 1 file." in err
    text = (here / "a.py").read_text("utf-8")
    assert text == BAD.replace("*, ", "").replace("it.\n    Args", "it.\n\n    Args")


def test_unsafe_fixes_are_made_on_request(here, capsys):
    run(capsys, "a.py", "--unsafe-fixes")
    assert "b: list, c" in (here / "a.py").read_text("utf-8")


def test_diff_writes_nothing(here, capsys):
    code, out, err = run(capsys, "a.py", "--diff", "--unsafe-fixes")
    assert code == 1
    assert out.startswith("--- a.py\n+++ a.py\n@@")
    assert "+def tool_read(b: list, c) -> dict:\n" in out
    assert "Would fix 3 findings in 1 file." in err
    assert (here / "a.py").read_text("utf-8") == BAD
    (here / "a.py").write_text(GOOD, "utf-8")
    assert run(capsys, "a.py", "--diff") == (0, "", "Nothing to fix.\n")


def test_stdin_is_checked_under_a_name(here, capsys):
    code, out, _ = run(capsys, "-", "--stdin-filename", "tools/x/x.py", "--output-format", "concise", stdin=BAD)
    assert code == 1
    assert out.startswith("tools/x/x.py:1:")
    assert run(capsys, "-", stdin=GOOD)[0] == 0
    code, out, err = run(capsys, "-", "--fix", stdin=BAD)
    assert out == BAD.replace("*, ", "").replace("it.\n    Args", "it.\n\n    Args")
    assert "LCP203" in err
    assert run(capsys, "-", "a.py", stdin=BAD)[0] == 2
    assert run(capsys, "a.py", "--stdin-filename", "x.py")[0] == 2


def test_findings_are_accepted_by_comments(here, capsys):
    code, out, err = run(capsys, "a.py", "--add-ignore", "it was there in May")
    assert (code, out) == (0, "")
    assert "Accepted 4 findings in 1 file." in err or "Accepted 5 findings in 1 file." in err
    text = (here / "a.py").read_text("utf-8")
    assert "# lma: ignore[annotation-substring-trap, keyword-only-parameter, missing-annotation" in text
    assert run(capsys, "a.py")[0] == 0
    assert run(capsys, "a.py", "--add-ignore", " ")[0] == 2


def test_a_baseline_lets_old_findings_be(here, capsys):
    code, out, err = run(capsys, "a.py", "--baseline", "known.json", "--write-baseline")
    assert (code, out) == (0, "")
    assert "The baseline holds" in err
    assert run(capsys, "a.py", "--baseline", "known.json")[:2] == (0, "")
    (here / "pyproject.toml").write_text('[tool.lma-forge.lint]\nbaseline = "known.json"\n', "utf-8")
    (here / "a.py").write_text(BAD + "\n\ndef tool_new(d):\n    raise NotImplementedError\n", "utf-8")
    code, out, err = run(capsys, "a.py", "--output-format", "concise")
    assert {line.split(":")[1] for line in out.splitlines()} == {"9"}
    (here / "a.py").write_text(GOOD, "utf-8")
    assert "match nothing any more" in run(capsys, "a.py")[2]
    assert run(capsys, "a.py", "--isolated", "--write-baseline")[0] == 2
    assert run(capsys, "a.py", "--baseline", "absent.json")[0] == 2


def test_statistics_count(here, capsys):
    code, out, _ = run(capsys, "a.py", "--statistics")
    assert code == 1
    assert "1 + LCP203 annotation-substring-trap\n" in out
    values = json.loads(run(capsys, "a.py", "--statistics", "--output-format", "json")[1])
    assert {value["code"]: value["count"] for value in values}["LCP207"] == 1


def test_files_are_named(here, capsys):
    assert run(capsys, ".", "--show-files")[:2] == (0, "a.py\n")


def test_findings_go_to_a_file(here, capsys):
    code, out, _ = run(capsys, "a.py", "--output-format", "json", "--output-file", "out/found.json")
    assert (code, out) == (1, "")
    assert json.loads((here / "out/found.json").read_text("utf-8"))["summary"]["files"] == 1


def test_sarif_carries_the_rules(here, capsys):
    document = json.loads(run(capsys, "a.py", "--output-format", "sarif")[1])
    rules = document["runs"][0]["tool"]["driver"]["rules"]
    assert "help" in {rule["id"]: rule for rule in rules}["LCP203"]


def test_results_are_kept_unless_nobody_wants_them(here, capsys):
    run(capsys, "a.py", "--no-cache")
    assert not (here / ".lma_forge_cache").exists()
    run(capsys, "a.py")
    assert (here / ".lma_forge_cache").exists()


def test_isolated_takes_no_configuration(here, capsys):
    (here / "pyproject.toml").write_text('[tool.lma-forge.lint]\nignore = ["ALL"]\n', "utf-8")
    assert run(capsys, "a.py")[0] == 0
    assert run(capsys, "a.py", "--isolated")[0] == 1


def test_a_wrong_word_of_the_configuration_stops_nothing_and_is_shown(here, capsys):
    (here / "pyproject.toml").write_text('[tool.lma-forge.lint]\nignore = ["LCP2", "nothing"]\n', "utf-8")
    code, out, _ = run(capsys, "a.py", "--output-format", "concise")
    assert (code, out.count("\n")) == (2, 1)
    assert out.startswith("pyproject.toml:2:19: error CFG104")


@pytest.mark.parametrize("shard", ["0/2", "3/2", "x", "1", "1/0", "-1/2"])
def test_odd_parts_are_wrong_usage(here, capsys, shard):
    assert run(capsys, "a.py", f"--shard={shard}")[0] == 2


def test_several_processes_find_the_same(here, capsys):
    (here / "lib").mkdir()
    for number in range(30):
        (here / "lib" / f"m{number}.py").write_text(BAD.replace("tool_read", f"tool_{number}"), "utf-8")
    one = run(capsys, "lib", "--no-cache", "-j", "1", "--output-format", "json")
    two = run(capsys, "lib", "--no-cache", "-j", "2", "--output-format", "json")
    assert one == two
    assert json.loads(one[1])["summary"]["files"] == 30


def test_unsafe_fixes_move_and_delete_files(here, capsys):
    (here / "tools" / "notes").mkdir(parents=True)
    tool = here / "tools" / "notes" / "note_tools.py"
    tool.write_text(GOOD, "utf-8")
    (tool.parent / "description.yaml").write_text("name: x\n", "utf-8")
    words = ("tools", "--select", "LCP306,LCP309", "--output-format", "concise")
    assert run(capsys, *words, "--fix")[0] == 1
    assert tool.exists()
    code, out, _ = run(capsys, *words, "--unsafe-fixes", "--diff")
    assert code == 1
    assert "rename to tools/notes/notes.py" in out
    assert "deleted file tools/notes/description.yaml" in out
    assert tool.exists()
    code, _, err = run(capsys, *words, "--unsafe-fixes")
    assert (code, "Fixed 2 findings in 2 files." in err) == (0, True)
    assert sorted(path.name for path in tool.parent.iterdir()) == ["notes.py"]
    assert (tool.parent / "notes.py").read_text("utf-8") == GOOD


def test_a_file_is_edited_before_it_is_moved_and_never_onto_another(here, capsys):
    (here / "tools" / "notes").mkdir(parents=True)
    tool = here / "tools" / "notes" / "note_tools.py"
    tool.write_text(GOOD.replace("c: str", "*, c: str"), "utf-8")
    (tool.parent / "notes.py").mkdir()
    words = ("tools/notes/note_tools.py", "--unsafe-fixes", "--select", "LCP306,LCP207")
    assert run(capsys, *words)[0] == 1
    assert tool.read_text("utf-8") == GOOD
    (tool.parent / "notes.py").rmdir()
    assert run(capsys, *words)[0] == 0
    assert (tool.parent / "notes.py").read_text("utf-8") == GOOD


# --- watching ---


def test_watching_goes_with_nothing_that_writes(here, capsys):
    for word in ("--fix", "--diff", "--unsafe-fixes", "--add-ignore=why", "--write-baseline"):
        code, _, err = run(capsys, "a.py", "--watch", word)
        assert (code, "--watch only shows" in err) == (2, True)
    assert run(capsys, "-", "--watch", stdin="x = 1\n")[0] == 2


def test_without_watchfiles_watching_says_what_to_install(here, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    code, out, err = run(capsys, "a.py", "--watch", "--output-format", "concise")
    assert code == 2
    assert "LCP207" in out
    assert "pip install 'lma-forge[watch]'" in err


def test_what_is_watched(here):
    (here / "specs").mkdir()
    (here / "specs" / "Tools.md").write_text("# Tools\n", "utf-8")
    (here / "tools" / "a").mkdir(parents=True)
    (here / "pyproject.toml").write_text('[tool.lma-forge]\ntools = ["tools"]\n', "utf-8")
    config = load(here)
    # The configuration lies above the others, and changes are seen at any depth.
    assert watching.checked_folders(config, Wish()) == (here,)
    assert watching.checked_folders(Config(root=here), Wish(paths=(here / "tools" / "a",))) == (
        here / "tools" / "a",
        here / "specs",
    )
    assert watching.checked_folders(Config(root=here / "tools"), Wish(paths=(here / "a.py",))) == (here,)
    assert watching.matters_to_check(str(here / "tools" / "x.py"), config)
    assert watching.matters_to_check(str(here / "pyproject.toml"), config)
    assert not watching.matters_to_check(str(here / "other.toml"), config)
    assert not watching.matters_to_check(str(here / ".lma_forge_cache" / "x.py"), config)
    assert not watching.matters_to_check("tools/__pycache__/x.py", config)
    assert watching.matters_to_check("../tools/x.py", config)


@pytest.mark.skipif(os.name == "nt", reason="ends the process by a signal that POSIX has")
def test_watching_checks_after_a_change_and_ends_quietly(here):
    pytest.importorskip("watchfiles")
    # A shell that starts a job in the background has it ignore SIGINT, and so would this child.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{heed}; from lma_forge.cli.main import main; main()"
    words = [sys.executable, "-c", start, "check", "a.py", "--watch", "--output-format", "concise"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(
        words, cwd=here, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        lines = iter(process.stdout.readline, "")
        assert any("LCP207" in line for line in lines)
        assert any(line.startswith("Watching ") for line in lines)
        (here / "a.py").write_text(GOOD, "utf-8")
        assert any("nothing to report" in line for line in lines)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        assert "Traceback" not in rest
    finally:
        process.kill()
        process.wait()
