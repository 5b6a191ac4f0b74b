"""Files of the workspace: what holds against paths, links, races, full disks and kills."""

import errno
import json
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.runtime import LCPBinding
from lma_forge.toolkit import files
from lma_forge.toolkit.files import folders
from lma_forge.toolkit.files.compared import Compared
from lma_forge.toolkit.files.form import decoded
from lma_forge.toolkit.files.paths import parts_of
from lma_forge.toolkit.refusal import Refusal
from tests.toolkit.conftest import ROOT, Bench

linux = pytest.mark.skipif(sys.platform != "linux", reason="the calls of the attacker are Linux's")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")


class Place:
    """A workspace beside a folder with a secret, with the files of one backend."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "workspace"
        self.outside = folder / "outside"
        self.root.mkdir()
        self.outside.mkdir()
        (self.outside / "secret").write_text("SECRET", encoding="utf-8")
        self.config: dict[str, Any] = {"max_file_bytes": 1 << 20}

    def read(self, path: str) -> str:
        return files.read(self.config, path, str(self.root))[0]

    def write(self, path: str, content: str, mode: str = "create") -> str:
        return files.write(self.config, path, content, mode, str(self.root))

    def is_untouched(self) -> bool:
        secret = self.outside / "secret"
        return [one.name for one in self.outside.iterdir()] == ["secret"] and secret.read_text(
            encoding="utf-8"
        ) == "SECRET"

    def names(self) -> list[str]:
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*"))


BACKENDS = ("openat2", "walk", "compared")


def use(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if backend == "openat2" and not folders.can_openat2():
        pytest.skip("this kernel has no openat2, or does not permit it")
    if backend == "walk":
        if not folders.BY_DESCRIPTOR:
            pytest.skip("this system does not open files from an open folder")
        monkeypatch.setattr(folders, "can_openat2", lambda: False)
    if backend == "compared":
        monkeypatch.setattr(folders, "BY_DESCRIPTOR", False)


@pytest.fixture(params=BACKENDS)
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    use(request.param, monkeypatch)
    return Place(tmp_path)


def test_what_is_written_is_read(place: Place):
    assert place.write("a/b/notes.md", "one\n").startswith("Created a/b/notes.md (4 bytes, UTF-8).")
    assert place.read("a/b/notes.md") == "one\n"
    status = place.write("a/b/notes.md", "two\n", "overwrite")
    backup = status.partition("backup ")[2].partition(")")[0]
    assert "\n-one\n+two" in status
    assert place.read("a/b/notes.md") == "two\n"
    assert place.read(f"a/b/{backup}") == "one\n"
    place.write("a/b/notes.md", "three\n", "append")
    assert place.read("a/b/notes.md") == "two\nthree\n"


HOSTILE = (
    "../outside/secret",
    "a/../../outside/secret",
    "./..",
    "..",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "~/.ssh/id_rsa",
    "~root/x",
    "a\0b",
    "",
    " ",
    ".",
    "./",
    "a/",
    "a/.",
    "..\\..\\outside.md",
    "C:\\Windows\\x",
    "C:x",
    "c:/windows/x",
    "\\\\server\\share",
    "a" * 300,
    "a/" * 3_000 + "b",
    "a\nb",
    "a\x1b[2Jb",
    "\u202egnp.exe",
    "\ud800",
)


@pytest.mark.parametrize("path", HOSTILE, ids=ascii)
def test_a_hostile_path_is_refused(place: Place, path: str):
    with pytest.raises(Refusal):
        place.read(path)
    for mode in ("create", "overwrite", "append"):
        with pytest.raises(Refusal):
            place.write(path, "x", mode)
    assert place.names() == []
    assert place.is_untouched()


@given(st.text(alphabet="./\\~:a \0\n", max_size=12))
def test_what_is_left_of_a_path_leads_down(path: str):
    try:
        parts = parts_of(path)
    except Refusal:
        return
    assert parts
    assert not {"", ".", ".."}.intersection(parts)
    assert os.path.normpath(path).replace(os.sep, "/") == "/".join(parts)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_links_are_not_followed(place: Place):
    (place.root / "file").symlink_to(place.outside / "secret")
    (place.root / "folder").symlink_to(place.outside)
    (place.root / "loop").symlink_to("loop")
    (place.root / "magic").symlink_to("/proc/self/root")
    (place.root / "dangling").symlink_to(place.outside / "new")
    for path in ("file", "folder/secret", "loop", "magic/etc/passwd", "dangling"):
        with pytest.raises(Refusal):
            place.read(path)
    for path in ("file", "folder/new", "folder/deep/new", "magic/tmp/x", "dangling", "loop"):
        for mode in ("create", "overwrite", "append"):
            with pytest.raises(Refusal):
                place.write(path, "x", mode)
    assert place.is_untouched()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_only_regular_files(place: Place, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(place.root / "pipe")
    monkeypatch.chdir(place.root)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind("socket")
        (place.root / "folder").mkdir()
        for path in ("pipe", "socket", "folder"):
            with pytest.raises(Refusal, match=r"only regular files|is a directory"):
                place.read(path)
            for mode in ("create", "overwrite", "append"):
                with pytest.raises(Refusal):
                    place.write(path, "x", mode)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root makes devices")
def test_a_device_is_not_read(place: Place):
    try:
        os.mknod(place.root / "zero", 0o20666, os.makedev(1, 5))
    except OSError:
        pytest.skip("devices cannot be made here")
    with pytest.raises(Refusal):
        place.read("zero")


def test_a_file_that_is_too_large_is_not_read(place: Place):
    with (place.root / "huge").open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(Refusal, match="are the most"):
        place.read("huge")
    with pytest.raises(Refusal, match="are the most"):
        place.write("huge", "x", "append")
    with pytest.raises(Refusal, match="are the most"):
        place.write("new", "x" * (1 << 20) + "y")


@linux
def test_a_file_that_does_not_know_its_size_is_read_up_to_the_cap(tmp_path: Path):
    assert Path("/proc/self/status").stat().st_size == 0
    with pytest.raises(Refusal, match="more than 16 bytes"):
        files.read({"max_file_bytes": 16}, "status", "/proc/self")


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_a_file_with_another_name_outside_is_not_written_through(place: Place):
    os.link(place.outside / "secret", place.root / "hard")
    for mode in ("overwrite", "append"):
        place.write("hard", "x", mode)
    assert place.is_untouched()


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_the_mode_is_kept_but_for_setuid(place: Place):
    place.write("run.sh", "one\n")
    (place.root / "run.sh").chmod(0o4750)
    place.write("run.sh", "two\n", "overwrite")
    assert stat.S_IMODE((place.root / "run.sh").stat().st_mode) == 0o750


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(place: Place):
    place.write("theirs", "one\n")
    os.chown(place.root / "theirs", 1234, 1234)
    place.write("theirs", "two\n", "overwrite")
    assert (place.root / "theirs").stat().st_uid == 1234


@pytest.mark.parametrize(
    ("data", "content", "overwritten", "appended"),
    [
        (b"a\r\nb\r\n", "c\nd\n", b"c\r\nd\r\n", b"a\r\nb\r\nc\r\nd\r\n"),
        (b"a\nb\n", "c\nd\n", b"c\nd\n", b"a\nb\nc\nd\n"),
        (b"a\nb\n", "c\r\n", b"c\r\n", b"a\nb\nc\r\n"),
        (b"a\r\nb\n", "c\n", b"c\n", b"a\r\nb\nc\n"),
        (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n", b"\xef\xbb\xbfa\nb\n"),
        ("\ufeffä\r\n".encode("utf-16-le"), "ö\n", "\ufefföö\r\n".replace("öö", "ö").encode("utf-16-le"),
         "\ufeffä\r\nö\r\n".encode("utf-16-le")),
        (b"\tindented\n  twice", "  x\t\n", b"  x\t\n", b"\tindented\n  twice  x\t\n"),
        (b"", "c\n", b"c\n", b"c\n"),
    ],
)  # fmt: skip
def test_encoding_and_line_ends_stay(place: Place, data: bytes, content: str, overwritten: bytes, appended: bytes):
    for mode, expected in (("overwrite", overwritten), ("append", appended)):
        (place.root / "f").write_bytes(data)
        place.write("f", content, mode)
        assert (place.root / "f").read_bytes() == expected


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_a_text_is_read_as_it_was_written(text: str):
    data = text.encode("utf-8")
    read, form = decoded(data)
    assert form.encoded(read) == data


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"abc\xff", b"a\0b", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_text_is_neither_read_nor_changed(place: Place, data: bytes):
    (place.root / "f").write_bytes(data)
    with pytest.raises(Refusal, match="It is no text"):
        place.read("f")
    with pytest.raises(Refusal, match="It is no text"):
        place.write("f", "x", "append")
    assert (place.root / "f").read_bytes() == data


def test_a_read_only_file_stays(place: Place):
    place.write("f", "one\n")
    (place.root / "f").chmod(0o444)
    with pytest.raises(Refusal, match="read-only"):
        place.write("f", "two\n", "overwrite")
    assert place.names() == ["f"]


def test_folders_made_for_a_write_that_fails_are_gone_again(place: Place):
    with pytest.raises(Refusal):
        place.write("a/b/c/f", "x" * (2 << 20))
    assert place.names() == []


def test_so_many_backups_are_kept(place: Place):
    place.config["backups"] = 2
    place.write("f", "0\n")
    for number in range(1, 6):
        os.utime(place.root / "f", ns=(number * 10**15, number * 10**15))
        place.write("f", f"{number}\n", "overwrite")
    kept = sorted(name for name in place.names() if name.endswith(".bak"))
    assert [(place.root / name).read_text(encoding="utf-8") for name in kept] == ["3\n", "4\n"]
    place.config["backups"] = 0
    place.write("f", "last\n", "overwrite")
    assert len([name for name in place.names() if name.endswith(".bak")]) == 2


def test_what_killed_writers_left_is_swept_after_an_hour(place: Place):
    old, young = (place.root / f".f.{digit * 12}.tmp" for digit in "ab")
    for one in (old, young):
        one.write_bytes(b"half")
    os.utime(old, (time.time() - 4_000,) * 2)
    place.write("f", "x")
    assert place.names() == [young.name, "f"]


STEPS = ("open", "write", "fsync", "fchmod", "link", "replace", "unlink", "stat", "read", "listdir", "mkdir")


@pytest.mark.parametrize("mode", ["create", "overwrite", "append"])
@pytest.mark.parametrize("backend", ["openat2", "walk"])
def test_whatever_call_fails_the_file_is_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str, mode: str
):
    """Each call in turn finds the disk full: what is reported is what happened."""
    use(backend, monkeypatch)
    failed = []
    for number in range(200):
        folder = tmp_path / str(number)
        folder.mkdir()
        place = Place(folder)
        if mode != "create":
            (place.root / "sub").mkdir()
            (place.root / "sub" / "f").write_text("OLD", encoding="utf-8")
        before = place.names()
        with monkeypatch.context() as patched:
            fired = fail_at(number, patched)
            try:
                status = place.write("sub/f", "NEW", mode)
            except Refusal:
                status = ""
        if not fired:
            break
        failed += fired
        target = place.root / "sub" / "f"
        content = target.read_text(encoding="utf-8") if target.exists() else None
        if status:
            assert content in ("NEW", "OLDNEW"), (fired, status)
        else:
            assert content == (None if mode == "create" else "OLD"), fired
            assert place.names() == before, fired
        left = [name for name in place.names() if name.endswith(".tmp")]
        assert not left or "durability not confirmed" in status, (fired, status)
    assert {"open", "write", "fsync"} <= set(failed)


def fail_at(number: int, patched: pytest.MonkeyPatch) -> list[str]:
    """Have the call of that number fail; its name stands in the list once it did."""
    fired: list[str] = []
    count = 0

    def failing(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given_: Any, **named: Any) -> Any:
            nonlocal count
            if not fired:
                count += 1
                if count == number + 1:
                    fired.append(name)
                    raise OSError(errno.ENOSPC, "No space left on device")
            return real(*given_, **named)

        return call

    for name in STEPS:
        patched.setattr(os, name, failing(name, getattr(os, name)))
    return fired


def test_the_disk_is_told_in_this_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    use("walk", monkeypatch)
    place = Place(tmp_path)
    place.write("f", "old")
    done: list[str] = []
    for name in ("write", "fsync", "link", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, _r=real, _n=name, **k: (done.append(_n), _r(*a, **k))[1])
    place.write("f", "new", "overwrite")
    assert done == ["write", "fsync", "link", "replace", "fsync"]


def test_a_folder_that_cannot_be_flushed_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    place = Place(tmp_path)

    def cannot(_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    for kind in (folders.Held, Compared):
        monkeypatch.setattr(kind, "settle", cannot)
    status = place.write("f", "new")
    assert "Written, durability not confirmed: input/output error." in status
    assert (place.root / "f").read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("reason", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_a_file_system_without_second_names_still_never_clobbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: int
):
    place = Place(tmp_path)

    def cannot(*_: object, **__: object) -> None:
        raise OSError(reason, "no links here")

    monkeypatch.setattr(os, "link", cannot)
    place.write("f", "one\n")
    with pytest.raises(Refusal, match="exists already"):
        place.write("f", "two\n")
    status = place.write("f", "two\n", "overwrite")
    assert place.read(status.partition("backup ")[2].partition(")")[0]) == "one\n"
    assert len(place.names()) == 2


def test_a_target_that_somebody_has_open_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    use("compared", monkeypatch)
    place = Place(tmp_path)
    place.write("f", "one\n")
    real, refusals = Path.replace, iter([True, True])

    def replace(self: Path, target: Path) -> Path:
        if next(refusals, False):
            raise PermissionError(errno.EACCES, "in use")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    assert place.write("f", "two\n", "overwrite").startswith("Overwrote f")
    assert place.read("f") == "two\n"


def test_a_file_that_changes_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    place = Place(tmp_path)
    place.write("f", "one\n")
    real = os.fsync

    def meanwhile(descriptor: int) -> None:
        (place.root / "f").write_text("theirs\n", encoding="utf-8")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(Refusal, match="changed by somebody else"):
        place.write("f", "two\n", "overwrite")
    assert place.read("f") == "theirs\n"
    assert place.names() == ["f"]


# --- races and kills -----------------------------------------------------------------------------


@pytest.fixture
def raced(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A workspace in which `d/secret` and `f` are swapped for links to the outside all the time."""
    place = Place(tmp_path)
    (place.root / "d").mkdir()
    for name in ("d/secret", "f"):
        (place.root / name).write_text("inside", encoding="utf-8")
    (place.root / "d-link").symlink_to(place.outside)
    (place.root / "f-link").symlink_to(place.outside / "secret")
    attacker = subprocess.Popen([sys.executable, "-m", "tests.toolkit.racing", "swap", str(place.root)], cwd=ROOT)
    try:
        deadline = time.monotonic() + 20
        while not (place.root / "f").is_symlink() and time.monotonic() < deadline:
            pass  # until it has begun
        yield place
        assert attacker.poll() is None, "the attacker died"
    finally:
        attacker.kill()
        attacker.wait()


def textbook_read(root: Path, path: str) -> str:
    """The guard that textbooks teach: resolve, compare, open what was resolved."""
    found = (root / path).resolve()
    if not found.is_relative_to(root.resolve()):
        raise PermissionError
    return found.read_text(encoding="utf-8")


@linux
@pytest.mark.parametrize("backend", ["openat2", "walk"])
@pytest.mark.parametrize("tries", [1_500, pytest.param(50_000, marks=pytest.mark.long)])
def test_no_raced_read_escapes(raced: Place, monkeypatch: pytest.MonkeyPatch, backend: str, tries: int):
    use(backend, monkeypatch)
    counted = {"inside": 0, "refused": 0, "escaped": 0}
    for number in range(tries * 20):
        if number >= tries and counted["inside"] and counted["refused"]:
            break
        try:
            content = raced.read(("d/secret", "f")[number % 2])
        except Refusal:
            counted["refused"] += 1
        else:
            counted["inside" if content == "inside" else "escaped"] += 1
    sys.stdout.write(f"{backend}, {tries} tries: {counted}\n")
    assert counted["escaped"] == 0
    assert counted["inside"] > 0
    assert counted["refused"] > 0


@linux
@pytest.mark.parametrize("tries", [4_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_the_textbook_guard_does_escape_so_that_the_race_is_known_to_be_one(raced: Place, tries: int):
    escaped = 0
    for number in range(tries):
        try:
            escaped += textbook_read(raced.root, ("d/secret", "f")[number % 2]) == "SECRET"
        except OSError:
            continue
        if escaped and tries < 10_000:
            break
    sys.stdout.write(f"textbook guard, {tries} tries: {escaped} escaped\n")
    assert escaped > 0


@linux
@pytest.mark.parametrize("backend", ["openat2", "walk"])
@pytest.mark.parametrize("tries", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_no_raced_write_escapes(raced: Place, monkeypatch: pytest.MonkeyPatch, backend: str, tries: int):
    use(backend, monkeypatch)
    raced.config["backups"] = 0
    counted = {"written": 0, "refused": 0}
    for number in range(tries * 20):
        if number >= tries and all(counted.values()):
            break
        path, mode = (("d/secret", "overwrite"), (f"d/n{number}", "create"), ("f", "append"))[number % 3]
        try:
            raced.write(path, f"{number}\n"[-3:], mode)
            counted["written"] += 1
        except Refusal:
            counted["refused"] += 1
        if number % 50 == 0:
            assert raced.is_untouched()
    sys.stdout.write(f"{backend}, {tries} tries: {counted}\n")
    assert raced.is_untouched()
    assert counted["written"] > 0
    assert counted["refused"] > 0


@forks
@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_writer_leaves_whole_files(tmp_path: Path, kills: int):
    words = [sys.executable, "-m", "tests.toolkit.racing", "kill", str(tmp_path), str(kills)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    died, seen = json.loads(done.stdout)
    assert died == kills
    assert seen > 1


@forks
@pytest.mark.parametrize("count", [25, pytest.param(500, marks=pytest.mark.long)])
def test_what_four_processes_write_at_once_is_all_there(tmp_path: Path, count: int):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "tests.toolkit.racing", "together", str(tmp_path), str(count)]
    running = [
        subprocess.Popen([*words, f"p{number}"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for number in range(4)
    ]
    won = [json.loads(one.communicate(timeout=600)[0]) for one in running]
    lines = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == sorted(f"p{one}-{number}" for one in range(4) for number in range(count))
    assert sorted(number for one in won for number in one) == list(range(count))
    for name, numbers in enumerate(won):
        for number in numbers:
            assert (tmp_path / "prize" / f"{number}.txt").read_text(encoding="utf-8") == f"p{name}"
    assert not list(tmp_path.rglob("*.tmp"))


# --- secrets, and what else only the tools show --------------------------------------------------


def test_secrets_in_a_file_are_hidden_and_not_written_back(bench: Bench):
    (bench.workspace / "conf.py").write_text('API_KEY = "abcdef0123456789"\nDEBUG = 1\n', encoding="utf-8")
    output = bench.output("FileReader", file_path="conf.py")
    assert output["content"] == 'API_KEY = "[secret hidden: credential]"\nDEBUG = 1\n'
    assert "1 secret hidden (credential); do not write this content back." in output["status"]
    said = bench.error("FileWriter", file_path="conf.py", content=output["content"], mode="overwrite")
    assert "holds the mark of a hidden secret" in said
    bench.config["show_secrets"] = True
    assert "abcdef0123456789" in bench.output("FileReader", file_path="conf.py")["content"]


def test_a_diff_shows_no_secrets(bench: Bench):
    (bench.workspace / "conf.py").write_text('API_KEY = "abcdef0123456789"\n', encoding="utf-8")
    output = bench.output("FileWriter", file_path="conf.py", content='API_KEY = "0123456789abcdef"\n', mode="overwrite")
    assert "abcdef" not in output["status"]
    assert '+API_KEY = "[secret hidden: credential]"' in output["status"]


@pytest.mark.parametrize("name", [".env", "config/.env.local", ".ssh/config", "id_rsa", "server.pem", ".git/config"])
def test_a_file_that_is_there_for_secrets_needs_a_yes(bench: Bench, name: str):
    path = bench.workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("TOKEN=abc\n", encoding="utf-8")
    bench.config["autonomy_level"] = "safe"
    said = bench.error("FileReader", file_path=name)
    assert said == (
        f"File could not be read. {name} may hold secrets: an operator must approve that, and there is none to ask."
    )
    asked = []

    def handler(source: str, label: str, argv: list[str]) -> tuple[str, str]:
        asked.append((source, label, argv))
        return ("allow", "")

    bench.config["confirm_handler"] = handler
    assert bench.output("FileReader", file_path=name)["content"] == "TOKEN=abc\n"
    assert asked == [
        (
            f"FileReader: reads {name}, which may hold secrets, and shows them to the model.\nfile_path="
            + json.dumps(name),
            "tool_file_reader",
            [f"file_path={json.dumps(name)}"],
        )
    ]


@pytest.mark.parametrize(
    "answer", ["allow", ("yes", ""), ("ALLOW", ""), None, ("reject", "not today"), (True, ""), ["allow", ""], ()]
)
def test_only_a_clear_yes_opens_it(bench: Bench, answer: object):
    (bench.workspace / ".env").write_text("TOKEN=abc\n", encoding="utf-8")
    bench.config.update(autonomy_level="safe", confirm_handler=lambda *_: answer)
    said = bench.error("FileReader", file_path=".env")
    assert "TOKEN" not in said
    assert ("not today" if answer == ("reject", "not today") else "did not approve") in said


def test_a_handler_that_is_swapped_is_the_one_asked(bench: Bench):
    (bench.workspace / ".env").write_text("TOKEN=abc\n", encoding="utf-8")
    binding = LCPBinding(
        tools_folders=[str(ROOT / "generated_tools")],
        workspace=str(bench.workspace),
        confirm_handler=lambda *_: ("allow", ""),
    )
    assert binding.execute_tool("tool_file_reader", {"file_path": ".env"})["success"] is True
    binding.set_confirm_handler(None)
    assert binding.execute_tool("tool_file_reader", {"file_path": ".env"})["success"] is False


def test_a_long_file_is_outlined(bench: Bench):
    text = "# Title\n" + "x\n" * 300 + "## Part\ndef work(a):\n" + "y\n" * 300
    (bench.workspace / "long.md").write_text(text, encoding="utf-8")
    status = bench.output("FileReader", file_path="long.md")["status"]
    assert "The file is long; outline by line: 1: # Title; 302: ## Part; 303: def work(a):." in status


@pytest.mark.parametrize("path", [".git/hooks/pre-commit", "sub/.git/config", ".GIT/config"])
def test_what_is_protected_is_never_written(bench: Bench, path: str):
    said = bench.error("FileWriter", file_path=path, content="x", mode="create")
    assert said.endswith(f"{path} is protected; it is never written.")
    assert list(bench.workspace.iterdir()) == []


@pytest.mark.parametrize("guard", ["report", "enforce"])
def test_under_the_guard_files_are_read_and_written_without_news(bench: Bench, guard: str):
    binding = LCPBinding(
        tools_folders=[str(ROOT / "generated_tools")],
        workspace=str(bench.workspace),
        guard=guard,
        host_tool_configs={"file_writer": {"autonomy_level": "full_access"}},
    )
    for mode, expected in (("create", "a\n"), ("append", "a\nb\n"), ("overwrite", "c\n")):
        content = {"create": "a\n", "append": "b\n", "overwrite": "c\n"}[mode]
        given_ = {"file_path": "sub/f.txt", "content": content, "mode": mode}
        written = binding.execute_tool("tool_file_writer", given_)
        assert written["success"] is True, written
        read = binding.execute_tool("tool_file_reader", {"file_path": "sub/f.txt"})
        assert read["output"]["content"] == expected
    assert binding.guard_findings == ()


@pytest.mark.parametrize("tool", ["FileReader", "FileWriter"])
def test_without_lma_forge_the_command_is_named(monkeypatch: pytest.MonkeyPatch, bench: Bench, tool: str):
    monkeypatch.setitem(sys.modules, "lma_forge.toolkit", None)
    arguments = {"file_path": "f"} | ({"content": "x", "mode": "create"} if tool == "FileWriter" else {})
    assert bench.error(tool, **arguments).endswith("pip install 'lma-forge'")
