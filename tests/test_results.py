"""Kept results: never stale, never torn, whoever else runs and whatever is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lma_forge
from lma_forge.project import results
from lma_forge.project.check import Options, check
from lma_forge.project.config import Config, Lint
from lma_forge.project.results import Work

ROOT = Path(lma_forge.__file__).parent.parent
TOOL = (
    "def tool_{0}(b, c: list[int]) -> dict:\n    '''Does it.'''\n    return {{'success': True, 'output': helper(b)}}\n"
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def library(here: Path, count: int = 3) -> Config:
    (here / "lib").mkdir()
    for number in range(count):
        (here / "lib" / f"m{number}.py").write_text(TOOL.format(f"t{number}"), "utf-8")
    return Config(root=here)


def codes(config: Config, **more) -> list[tuple[str, str]]:
    return [(one.span.path, one.code) for one in check(config, [Path("lib")], Options(**more)).diagnostics]


def test_settings_that_rules_look_at_are_part_of_what_is_kept(here: Path):
    config = library(here)
    (here / "lib/m0.py").write_text("async " + TOOL.format("t0"), "utf-8")
    assert ("lib/m0.py", "LCP103") in codes(config)
    assert ("lib/m0.py", "LCP103") not in codes(Config(root=here, target="lma-forge"))
    assert ("lib/m0.py", "LCP103") in codes(config)


def test_choosing_rules_needs_no_new_look(here: Path, monkeypatch: pytest.MonkeyPatch):
    config = library(here)
    codes(config)
    monkeypatch.setattr(results, "_examined", lambda *_: pytest.fail("looked again"))
    assert {code for _, code in codes(Config(root=here, lint=Lint(select=("LCP203",))))} == {"LCP203"}


def test_a_module_is_looked_at_again_when_one_that_it_imports_changes(here: Path, monkeypatch: pytest.MonkeyPatch):
    config = library(here)
    (here / "lib/m0.py").write_text("from m1 import helper\n" + TOOL.format("t0"), "utf-8")
    codes(config)
    looked: list[str] = []
    real = results._examined

    def spy(config, missing, collected, work):
        looked.extend(file.shown for file in missing)
        return real(config, missing, collected, work)

    monkeypatch.setattr(results, "_examined", spy)
    (here / "lib/m1.py").write_text(TOOL.format("t1") + "# more\n", "utf-8")
    codes(config)
    assert looked == ["lib/m0.py", "lib/m1.py"]
    (here / "lib/m2.py").write_text(TOOL.format("t2") + "# more\n", "utf-8")
    looked.clear()
    codes(config)
    assert looked == ["lib/m0.py", "lib/m2.py"]


def test_another_build_takes_nothing(here: Path, monkeypatch: pytest.MonkeyPatch):
    config = library(here)
    codes(config)
    monkeypatch.setattr(results, "identity", lambda: "another")
    assert results.Kept(config)._old == {}


def test_a_check_of_a_part_keeps_what_others_have_found(here: Path):
    config = library(here)
    codes(config)
    (kept,) = (here / ".lma_forge_cache").glob("check-*.json")
    before = len(json.loads(kept.read_bytes().partition(b"\n")[2]))
    (here / "lib/m0.py").write_text(TOOL.format("t9"), "utf-8")
    check(config, [Path("lib/m0.py")])
    assert len(json.loads(kept.read_bytes().partition(b"\n")[2])) > before


def test_progress_is_told(here: Path):
    config = library(here)
    told: list[tuple[int, int]] = []
    codes(config, work=Work(progress=lambda done, total: told.append((done, total))))
    assert told == [(1, 3), (2, 3), (3, 3)]


def start(here: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "lma_forge.cli.main", "check", "lib", "-j", "2", "--output-format", "json"],
        cwd=here,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def test_runs_at_the_same_time_find_the_same(here: Path):
    library(here, 30)
    runs = [start(here) for _ in range(3)]
    outputs = {run.communicate(timeout=120)[0] for run in runs}
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["summary"]["files"] == 30


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_killed_run_leaves_nothing_behind(here: Path):
    library(here, 60)
    run = start(here)
    children: list[int] = []
    deadline = time.monotonic() + 60
    while len(children) < 2 and run.poll() is None and time.monotonic() < deadline:
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(run.pid)], capture_output=True, text=True, check=False
        )
        children = [int(pid) for pid in listed.stdout.split()]
    run.send_signal(signal.SIGKILL)
    run.communicate(timeout=60)
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [child for child in children if Path(f"/proc/{child}").exists()] == []
    config = Config(root=here)
    assert codes(config) == codes(Config(root=here, cache_dir=""))
