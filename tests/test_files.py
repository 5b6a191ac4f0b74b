"""Reading gives bytes or a finding; writing gives the old bytes or the new ones, never a mix."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from lma_forge.errors import UnwritableError
from lma_forge.project import files


def codes(loaded: files.Loaded) -> list[str]:
    return [found.code for found in loaded.diagnostics]


def leftovers(folder: Path) -> list[str]:
    return [entry.name for entry in folder.rglob("*.lma-tmp")]


def test_reading_gives_the_bytes(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfx\r\n")
    assert files.read(path) == files.Loaded(b"\xef\xbb\xbfx\r\n")


def test_what_cannot_be_read_is_one_finding(tmp_path):
    assert codes(files.read(tmp_path / "absent.md")) == ["FILE001"]
    assert codes(files.read(tmp_path)) == ["FILE003"]
    assert codes(files.read(tmp_path / ("x" * 5000))) == ["FILE002"]
    assert codes(files.read(Path("nul\0byte"))) == ["FILE002"]
    small = tmp_path / "small.md"
    small.write_bytes(b"x" * 11)
    (found,) = files.read(small, "shown.md", largest=10).diagnostics
    assert (found.code, found.span.path) == ("FILE004", "shown.md")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    (found,) = files.read(tmp_path / "pipe.md").diagnostics
    assert found.code == "FILE003"
    assert "a pipe" in found.message


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_device_is_not_read():
    assert codes(files.read(Path("/dev/zero"))) == ["FILE003"]


def test_a_loop_of_links_is_a_finding(tmp_path):
    link = tmp_path / "loop.md"
    try:
        link.symlink_to(link)
    except OSError:
        pytest.skip("this system does not let us make links")
    assert codes(files.read(link)) == ["FILE002"]


def test_paths_are_shown_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert files.shown(tmp_path / "a" / "b.md") == "a/b.md"
    assert files.shown(tmp_path.parent / "b.md") == (tmp_path.parent / "b.md").as_posix()


def test_writing_makes_folders_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "a" / "b" / "c.py"
    files.write(path, b"one")
    files.write(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in tmp_path.rglob("*") if entry.is_file()] == ["c.py"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_permissions_stay_and_new_files_follow_the_umask(tmp_path):
    path = tmp_path / "a.py"
    path.write_bytes(b"one")
    path.chmod(0o4750)
    files.write(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    script = "import os,sys; os.umask(0o027); from pathlib import Path; from lma_forge.project import files; "
    script += "files.write(Path(sys.argv[1]), b'x')"
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "new.py")], check=True)
    assert stat.S_IMODE((tmp_path / "new.py").stat().st_mode) == 0o640


CALLS = ("open", "write", "fsync", "close", "replace")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("exists", [False, True])
def test_each_failing_call_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, call, exists):
    path = tmp_path / "a.py"
    if exists:
        path.write_bytes(b"old")
    real = getattr(os, call)

    def full(*args, **kwargs):
        if call == "close":
            real(*args, **kwargs)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(UnwritableError, match=r"[Nn]o space left on device; what stood there before still stands"):
            files.write(path, b"new")
    assert (path.read_bytes() if path.exists() else None) == (b"old" if exists else None)
    assert leftovers(tmp_path) == []


def test_short_writes_are_continued(tmp_path, monkeypatch):
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data[:3])))
        files.write(tmp_path / "a.py", b"0123456789")
    assert (tmp_path / "a.py").read_bytes() == b"0123456789"


def test_a_folder_in_the_way_is_refused(tmp_path):
    (tmp_path / "a.py").mkdir()
    with pytest.raises(UnwritableError):
        files.write(tmp_path / "a.py", b"x")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UnwritableError):
        files.write(tmp_path / "file" / "a.py", b"x")
    assert leftovers(tmp_path) == []


def test_data_reaches_the_disk_before_the_file_is_replaced(tmp_path, monkeypatch):
    calls: list[str] = []
    for call in CALLS:
        real = getattr(os, call)
        monkeypatch.setattr(os, call, lambda *a, _c=call, _r=real, **k: (calls.append(_c), _r(*a, **k))[1])
    files.write(tmp_path / "a.py", b"x")
    assert calls == ["open", "write", "fsync", "close", "replace"]


def dead_process() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


@pytest.mark.skipif(os.name == "nt", reason="there only age tells")
def test_sweeping_removes_what_dead_runs_left_and_nothing_else(tmp_path):
    host = files._HOST
    ours = tmp_path / f".a.py.{host}-{os.getpid()}-0123456789ab.lma-tmp"
    dead = tmp_path / f".a.py.{host}-{dead_process()}-0123456789ab.lma-tmp"
    elsewhere = tmp_path / ".a.py.ffffff-1-0123456789ab.lma-tmp"
    aged = tmp_path / ".b.py.ffffff-1-0123456789ab.lma-tmp"
    person = tmp_path / "notes.lma-tmp"
    for path in (ours, dead, elsewhere, aged, person):
        path.write_bytes(b"x")
    os.utime(aged, (1, 1))
    os.utime(person, (1, 1))
    assert files.sweep([tmp_path, tmp_path / "absent"]) == 2
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted((ours.name, elsewhere.name, person.name))
