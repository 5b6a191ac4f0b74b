"""Two runs in one folder: the second waits, and neither loses what the other has written."""

import threading

import pytest

from lma_forge.project import lock, run
from lma_forge.project.alone import alone
from lma_forge.project.sources import find
from tests.projects import READER, WRITER, Project

fcntl = pytest.importorskip("fcntl", reason="tried with the locks of POSIX")


def test_a_second_run_waits_for_the_first(tmp_path):
    order: list[str] = []
    inside = threading.Event()

    def second() -> None:
        with alone(tmp_path / "out", inside.set):
            order.append("second")

    with alone(tmp_path / "out", pytest.fail):
        other = threading.Thread(target=second)
        other.start()
        assert inside.wait(30), "it says that it waits"
        order.append("first")
    other.join()
    assert order == ["first", "second"]


def test_other_folders_do_not_wait(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with alone(tmp_path / "a" / "out", pytest.fail), alone(tmp_path / "b" / "out", pytest.fail):
        pass


def test_a_folder_that_cannot_be_held_stops_nobody(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with alone(tmp_path / "out", pytest.fail):
        pass


def test_two_runs_with_different_specs_keep_both(tmp_path, monkeypatch):
    project = Project(tmp_path)
    project.write("[tool.lma-forge]\n", "pyproject.toml")
    project.write(f"# A\n\n# Tools\n{READER}", "specs/a.md").write(f"# B\n\n# Tools\n{WRITER}", "specs/b.md")
    config = project.config()
    waits = threading.Event()

    def generate(name: str) -> None:
        run.generate(config, find(config, [tmp_path / "specs" / name]), waiting=waits.set)

    other = threading.Thread(target=generate, args=("b.md",))
    from lma_forge.project import apply  # noqa: PLC0415 - patched only here

    real = apply._prepare

    def prepare(plan: object) -> None:
        if not waits.is_set():
            other.start()
            assert waits.wait(30), "the other run may not read the lock now"
        real(plan)

    monkeypatch.setattr(apply, "_prepare", prepare)
    generate("a.md")
    other.join()
    held = lock.read((project.out / lock.NAME).read_text("utf-8"))
    assert sorted(held) == ["tool_note_reader", "tool_note_writer"]
