"""Bad input and bad moments: a diagnostic and an exit code, never a traceback, and nothing half written."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lma_forge
from lma_forge.cli import main
from lma_forge.project import lock
from tests.projects import SPEC, Project

ROOT = Path(lma_forge.__file__).parent.parent


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path).write(SPEC)


def folder(path):
    path.mkdir()


def sparse(path):
    with path.open("wb") as stream:
        stream.write(b"# Tools\n")
        stream.truncate(50 * 2**20)


def text_of_50_mib(path):
    line = b"- a line of text that is no tool at all, over and over again, as long as it takes\n"
    path.write_bytes(line * (50 * 2**20 // len(line)))


BAD = {
    "folder": (folder, 2),
    "empty": (lambda path: path.write_bytes(b""), 1),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 40), 1),
    "latin-1": (lambda path: path.write_bytes("## Tool: Caf\u00e9\n".encode("latin-1")), 1),
    "UTF-16": (lambda path: path.write_bytes("## Tool: X\n".encode("utf-16")), 1),
    "lone surrogate": (lambda path: path.write_bytes(b"## Tool: \xed\xa0\x80\n"), 1),
    "zeros": (lambda path: path.write_bytes(b"\0" * 5000), 1),
    "sparse 50 MiB": (sparse, 2),
    "text of 50 MiB": (text_of_50_mib, 2),
    "absent": (lambda path: None, 2),
    "very long line": (lambda path: path.write_bytes(b"## Tool: X" + b"x" * 300_000), 1),
    "deep quotes": (lambda path: path.write_bytes(b">" * 5000 + b" x\n"), 1),
    "deep lists": (lambda path: path.write_bytes(b"".join(b" " * n + b"- x\n" for n in range(0, 1200, 2))), 1),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_spec_is_a_diagnostic(project, capsys, kind):
    make, code = BAD[kind]
    make(project.root / "bad.md")
    started = time.monotonic()
    for command in ("check", "generate"):
        assert main.run([command, "bad.md", "--output-format", "concise"]) == code
        shown = capsys.readouterr()
        assert "Traceback" not in shown.out + shown.err
        assert "internal error" not in shown.err
        assert ": error " in shown.out or "holds no .md file" in shown.err
    assert not project.out.exists()
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_python_file_is_no_traceback(project, capsys, kind):
    make, code = BAD[kind]
    make(project.root / "bad.py")
    if kind in {"empty", "very long line"}:
        code = 0  # nothing, and a long comment
    assert main.run(["check", "bad.py"]) == code
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    assert "internal error" not in shown.err


@pytest.mark.parametrize("kind", ["folder", "binary", "latin-1", "zeros", "sparse 50 MiB"])
def test_a_bad_module_is_refused_and_kept_and_the_others_are_written(project, capsys, kind):
    path = project.module("note_reader")
    path.parent.mkdir(parents=True)
    BAD[kind][0](path)
    assert main.run(["generate"]) == 1
    assert "GEN109" in capsys.readouterr().out
    assert project.module("note_writer").exists()
    assert path.is_dir() if kind == "folder" else b"tool_note_reader" not in path.read_bytes()


@pytest.mark.parametrize("kind", ["binary", "zeros", "empty", "folder", "sparse 50 MiB"])
def test_a_bad_config_or_lock_is_no_traceback(project, capsys, kind):
    main.run(["generate"])
    (project.out / lock.NAME).unlink()
    BAD[kind][0](project.out / lock.NAME)
    BAD[kind][0](project.root / "pyproject.toml")
    assert main.run(["generate"]) in {0, 1, 2}
    assert main.run(["check"]) in {0, 1, 2}
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    assert "internal error" not in shown.err


# --- as an ordinary user ------------------------------------------------------------------------

AS_USER = """
import os, sys
if os.getuid() == 0:
    # Permissions do not bind root. Changing the user would, and would also hide an interpreter or
    # a linter that only root can reach; so the process gives up the right to ignore permissions.
    import ctypes
    drop_from_bounding_set = 24
    for right in (1, 2, 3):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
        if ctypes.CDLL(None).prctl(drop_from_bounding_set, right, 0, 0, 0):
            sys.exit("this root cannot give up its right to ignore permissions")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def as_user(project, *words, run=("-m", "lma_forge.cli.main")):
    """Run the program as somebody whom permissions bind."""
    return subprocess.run(
        [sys.executable, "-c", AS_USER, *run, *words],
        cwd=project.root,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(project.root)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def users(project):
    """Give a project to somebody whom permissions bind, or skip and say why."""
    if os.name == "nt":
        pytest.skip("SKIPPED LOUDLY: POSIX permissions")
    locked = project.root / "locked"
    locked.write_bytes(b"")
    locked.chmod(0)
    probe = as_user(project, run=("-c", "open('locked').close()"))
    locked.unlink()
    if "PermissionError" not in probe.stderr:
        pytest.skip(f"SKIPPED LOUDLY: permissions cannot be tried here: {probe.stderr[-200:]}")
    return project


def test_an_unreadable_spec_is_one_finding_and_the_others_are_checked(users):
    users.write(SPEC.replace("key (string)", "key (strnig)", 1), "specs/other.md")
    (users.root / "specs" / "Tools.md").chmod(0)
    done = as_user(users, "check", "--output-format", "concise")
    assert done.returncode == 2
    assert [line.split()[2] for line in done.stdout.splitlines()] == ["FILE002", "SPEC204"]
    assert "permission denied" in done.stdout


def test_an_unwritable_folder_is_one_line(users):
    before = users.files()
    users.root.chmod(0o555)
    done = as_user(users, "generate")
    users.root.chmod(0o755)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot write generated_tools/lma-forge.lock: permission denied" in done.stderr
    assert users.files() == before


def test_a_folder_that_may_not_be_entered_is_named(users):
    main.run(["generate"])
    for words, mode in ((["generate"], 0), (["check"], 0o444)):
        users.out.chmod(mode)
        done = as_user(users, *words)
        users.out.chmod(0o755)
        assert done.returncode == 2
        assert done.stderr == (
            "lma-forge: generated_tools may not be entered: permission denied; mend its permissions.\n"
        )
    users.module("note_reader").parent.chmod(0)
    done = as_user(users, "check")
    users.module("note_reader").parent.chmod(0o755)
    assert done.returncode in {1, 2}
    assert "permission denied" in done.stdout
    assert "internal error" not in done.stderr


def test_an_unwritable_module_fails_alone(users):
    main.run(["generate"])
    folder_ = users.module("note_reader").parent
    before = users.module("note_reader").read_bytes()
    folder_.chmod(0o555)
    users.write(SPEC.replace("Which note.", "Which page."))
    done = as_user(users, "generate")
    assert done.returncode == 2, done.stderr
    assert "FILE005" in done.stdout
    assert users.module("note_reader").read_bytes() == before
    assert "Which page." in users.module("note_writer").read_text("utf-8")
    folder_.chmod(0o755)
    assert as_user(users, "generate").returncode == 0
    assert "Which page." in users.module("note_reader").read_text("utf-8")


def test_a_read_only_module_is_not_replaced(users):
    main.run(["generate"])
    before = users.module("note_reader").read_bytes()
    users.module("note_reader").chmod(0o444)
    users.write(SPEC.replace("Which note.", "Which page."))
    assert as_user(users, "generate").returncode == 2
    assert users.module("note_reader").read_bytes() == before


# --- streams and folders that are not there ---------------------------------------------------------


def in_shell(project, line):
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("lma-forge", f"{sys.executable} -m lma_forge.cli.main")],
        cwd=project.root,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_closed_stream_changes_nothing_but_that_nobody_hears(project):
    done = in_shell(project, "lma-forge generate >&-; echo $?; lma-forge generate -q 2>&-; lma-forge rules >&- 2>&-")
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 0)
    assert project.module("note_reader").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", ["rules", "--help"])
def test_a_full_stream_is_one_line(project, words):
    done = in_shell(project, f"lma-forge {words} >/dev/full")
    assert done.stderr == "lma-forge: the results cannot be written: no space left on device.\n"
    assert done.returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder in which somebody stands")
def test_a_folder_that_is_gone_is_one_line(project):
    done = in_shell(project, "mkdir gone; cd gone; rmdir ../gone; lma-forge generate; lma-forge check")
    said = "lma-forge: the current folder is not there any more, or may not be read; change to another.\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", said * 2, 2)


# --- a full disk --------------------------------------------------------------------------------


@pytest.mark.parametrize("after", range(7))
@pytest.mark.parametrize("call", ["open", "write", "replace"])
def test_a_disk_that_fills_up_leaves_each_file_old_or_new(project, monkeypatch, capsys, call, after):
    assert main.run(["generate"]) == 0
    old = project.files()
    project.write(SPEC.replace("Which note.", "Which page."))
    fresh = Project(project.root / "fresh").write(SPEC.replace("Which note.", "Which page."))
    fresh.generate()
    new = fresh.files()
    real, count = getattr(os, call), 0

    def full(*args, **kwargs):
        nonlocal count
        if call == "open" and ".lma-tmp" not in str(args[0]):
            return real(*args, **kwargs)
        count += 1
        if count > after:
            raise OSError(28, "No space left on device")
        return real(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        code = main.run(["generate"])
    shown = capsys.readouterr()
    assert code in ({0, 2} if after >= 4 else {2})
    assert "Traceback" not in shown.err
    assert "internal error" not in shown.err
    for name, data in project.files().items():
        if name.startswith("generated_tools/") and not name.endswith(".lock"):
            assert data in {old[name], new[name]}
    assert not list(project.root.rglob("*.lma-tmp"))
    assert main.run(["generate"]) == 0
    assert {name: data for name, data in project.files().items() if not name.startswith("fresh/")} == new


# --- a process that is killed -------------------------------------------------------------------


AT_A_CALL = """
import os, signal, sys
from lma_forge.cli import main
moment, count = int(sys.argv[1]), 0
def wrap(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        global count
        count += 1
        if count == moment:
            if name == "write":
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    setattr(os, name, call)
for name in ("open", "write", "fsync", "replace"):
    wrap(name)
sys.exit(main.run(["generate"]))
"""
"""Ends the process in the middle of the call with this number, half way through what it writes."""


def kill_once(project, spec, *words, delay=None):
    """Run `generate` on a spec and kill it; tell whether it was still running."""
    project.write(spec)
    child = subprocess.Popen(
        [sys.executable, *words],
        cwd=project.root,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        return child.wait(timeout=delay) == -signal.SIGKILL
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
        child.wait()
        return True


PLAINLY = ("-m", "lma_forge.cli.main", "generate")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_run_leaves_each_file_old_or_new_and_the_next_repairs_the_rest(project, pytestconfig):
    rounds = 200 if pytestconfig.getoption("--long") else 20
    tools = "".join(
        SPEC.partition("# Tools\n")[2].partition("# Later")[0].replace("Note", f"N{n}ote") for n in range(12)
    )
    specs = [f"# Notes\n\n# Tools\n{tools}".replace("Which note.", f"Which note {n}.") for n in range(2)]
    wanted = []
    for number, spec in enumerate(specs):
        other = Project(project.root / f"wanted{number}").write(spec)
        other.generate()
        wanted.append({name: data for name, data in other.files().items() if name.startswith("generated")})
    started = time.monotonic()
    kill_once(project, specs[0], *PLAINLY)
    whole = time.monotonic() - started
    rng = random.Random(7)
    killed = [0, 0]
    first = "generated_tools/n0ote_reader/n0ote_reader.py"
    for turn in range(rounds):
        # Most of a run is reading; so every other time the moment is one of the calls that write.
        aim = int(project.module("n0ote_reader").read_bytes() == wanted[0][first])
        if turn % 2:
            hit = kill_once(project, specs[aim], "-c", AT_A_CALL, str(2 + turn // 2 * 9 % 100))
        else:
            hit = kill_once(project, specs[aim], *PLAINLY, delay=rng.uniform(0.01, whole))
        killed[turn % 2] += hit
        for name, data in project.files().items():
            if name.startswith("generated_tools/") and name.endswith(".py"):
                assert data in {wanted[0][name], wanted[1][name]}, name
        text = (project.out / lock.NAME).read_text(encoding="utf-8")
        assert len(lock.read(text)) == 24
        if turn % 4 == 3:
            outcome = project.generate()
            assert outcome.diagnostics == ()
            there = {name: data for name, data in project.files().items() if name.startswith("generated")}
            assert there == wanted[aim]
    assert killed[0] >= rounds // 5
    assert killed[1] >= rounds // 3
