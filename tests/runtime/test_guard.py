"""The guard: what tools of each kind may do, what is refused or told, and what gets around it."""

import json
import os
from pathlib import Path

import pytest

from lma_forge.runtime.contract import contract_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="what the tools do here is written for POSIX systems")

MODULE = """
import os, pathlib, shutil, socket, sqlite3, subprocess, sys, tempfile, threading
TOOL_CONTRACT = {{"tool_do": {{"tool": "Do", "effects": {effects}}}}}
_CONFIRM_HANDLER = None
def tool_do(outside: str = "", _CODE={code!r}):
    scope = dict(globals(), outside=outside)
    exec(_CODE, scope)
    return {{"success": True, "output": scope.get("result", "done")}}
"""

READ = "result = pathlib.Path('in.txt').read_text()"
LIST = "result = os.listdir('.')"
WRITE = "pathlib.Path('out.txt').write_text('x')"
APPEND = "open('in.txt', 'a').close()"
REMOVE = "os.remove('in.txt')"
RENAME = "os.rename('in.txt', 'b.txt')"
TREE = "os.mkdir('d'); shutil.rmtree('d')"
READ_OUT = "result = open(outside).read()"
WRITE_OUT = "open(outside, 'w').close()"
FD = "d = os.open(os.path.dirname(outside), os.O_RDONLY); os.remove('outside.txt', dir_fd=d)"
UP = "result = os.listdir('..')"
LINK = "os.symlink(outside, 'link'); result = open('link').read()"
PROCESS = "subprocess.run([sys.executable, '-c', '0'], check=True)"
SYSTEM = "os.system('true')"
FORK = "os.fork() or os._exit(0)"
NET = "socket.create_connection(('127.0.0.1', 9), 1)"
DNS = "socket.getaddrinfo('localhost', 80)"
SQLITE = "sqlite3.connect('a.db').close()"
SQLITE_OUT = "sqlite3.connect(outside).close()"
KILL = "os.kill(os.getpid(), 0)"
CTYPES = "import ctypes; ctypes.CDLL('libc.so.6')"
THREAD = (
    "errors = []\\ndef work():\\n    try: open(outside).read()\\n    except PermissionError as e: errors.append(e)\\n"
    "t = threading.Thread(target=work); t.start(); t.join()\\nif errors: raise errors[0]"
).replace("\\n", "\n")
POOL = "import concurrent.futures as c\nwith c.ThreadPoolExecutor(1) as p: p.submit(open, outside).result()"
SCRATCH = (
    "with tempfile.TemporaryDirectory() as d: pathlib.Path(d, 'x').write_text('x')\n"
    "with tempfile.NamedTemporaryFile('w') as f: f.write('x')"
)
STDLIB = "import zoneinfo, email.message; zoneinfo.available_timezones(); sqlite3.connect(':memory:').close()"
ASYNC = "import asyncio\nasync def f(): return 5\nresult = asyncio.run(f())"

NONE, READS, WRITES, DESTROYS, EXTERNAL = [["none"], ["read"], ["write"], ["write", "destructive"], ["external"]]
ALLOWED = [
    (READS, READ), (READS, LIST), (WRITES, WRITE), (WRITES, READ), (WRITES, RENAME), (DESTROYS, REMOVE),
    (DESTROYS, TREE), (EXTERNAL, PROCESS), (EXTERNAL, DNS), (WRITES, SQLITE), (NONE, SCRATCH), (NONE, STDLIB),
    (NONE, ASYNC), (None, READ),
]  # fmt: skip
REFUSED = [
    (NONE, READ), (READS, WRITE), (READS, APPEND), (READS, REMOVE), (WRITES, REMOVE), (READS, RENAME), (WRITES, TREE),
    (DESTROYS, READ_OUT), (DESTROYS, WRITE_OUT), (READS, UP), (DESTROYS, FD),
    (DESTROYS, LINK), (DESTROYS, PROCESS), (DESTROYS, SYSTEM),
    (DESTROYS, FORK), (DESTROYS, NET), (DESTROYS, DNS), (READS, SQLITE), (DESTROYS, SQLITE_OUT), (EXTERNAL, KILL),
    (EXTERNAL, CTYPES), (READS, THREAD), (READS, POOL), (None, WRITE), (EXTERNAL, READ),
]  # fmt: skip


@pytest.fixture
def do(tools, tmp_path):
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws" / "in.txt").write_text("inside", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("outside", encoding="utf-8")

    def do(effects, code, **options):
        tools.write(lib=MODULE.format(effects=json.dumps(effects).replace("null", "None"), code=code))
        do.binding = tools.binding(workspace=tmp_path / "ws", **options)
        return do.binding.execute_tool("tool_do", {"outside": str(tmp_path / "outside.txt")})

    return do


@pytest.mark.parametrize(("effects", "code"), ALLOWED)
def test_what_is_declared_is_allowed(do, effects, code):
    record = do(effects, code, guard="enforce")
    assert record["success"], record
    assert do.binding.guard_findings == ()


@pytest.mark.parametrize(("effects", "code"), REFUSED)
def test_what_is_not_declared_is_refused_before_it_happens(do, tmp_path, effects, code):
    record = do(effects, code, guard="enforce")
    assert record["success"] is False
    assert "PermissionError: tool_do is declared" in record["error"]
    assert [notice.kind for notice in do.binding.guard_findings][:1] == ["undeclared-effect"]
    assert (tmp_path / "ws" / "in.txt").read_text(encoding="utf-8") == "inside"
    assert (tmp_path / "outside.txt").read_text(encoding="utf-8") == "outside"


def test_a_tool_that_runs_code_elsewhere_declares_what_starting_a_process_needs(do):
    folder = Path(__file__).resolve().parents[2] / "generated_tools" / "code_executor"
    effects = contract_of(str(folder / "code_executor.py"), "tool_code_executor").effects
    assert do(sorted(effects), PROCESS, guard="enforce")["success"] is True
    assert do(["write"], PROCESS, guard="enforce")["success"] is False


def test_report_tells_and_lets_pass(do, tmp_path, caplog):
    assert do(READS, WRITE, guard="report")["success"] is True
    assert (tmp_path / "ws" / "out.txt").exists()
    (notice,) = do.binding.guard_findings
    assert notice.tool == "tool_do"
    assert "out.txt" in notice.message
    assert 'declared "read"' in caplog.text


def test_without_guard_nothing_is_watched(do):
    assert do(NONE, WRITE)["success"] is True
    assert do.binding.guard_findings == ()


def test_a_call_can_say_how_it_is_guarded(do):
    assert do(NONE, WRITE, guard="enforce")["success"] is False
    binding = do.binding
    assert binding.execute_tool("tool_do", {}, guard="off")["success"] is True
    assert binding.execute_tool("tool_do", {})["success"] is False
    with pytest.raises(ValueError, match="guard must be"):
        binding.execute_tool("tool_do", {}, guard="on")


def test_an_unknown_mode_is_refused(tools):
    with pytest.raises(ValueError, match="guard must be one of off, report, enforce"):
        tools.binding(guard="on")


def test_after_a_guarded_call_the_host_is_free(do, tmp_path):
    do(NONE, "result = 1", guard="enforce")
    (tmp_path / "free.txt").write_text("x", encoding="utf-8")
    assert (tmp_path / "free.txt").exists()


def test_a_contract_that_was_changed_while_running_does_not_count(do):
    code = "TOOL_CONTRACT['tool_do']['effects'][:] = ['write', 'destructive', 'external']\n" + WRITE
    assert do(READS, code, guard="enforce")["success"] is False


GUARD = "import contextvars\nimport lma_forge.runtime.guard as g\nread = lambda: pathlib.Path(outside).read_text()\n"
BYPASSES = {
    "the guard's own state": GUARD + "with g.unguarded(): result = read()",
    "a changed policy": GUARD + "g._active.get().policy._root = '/'\nresult = read()",
    "an empty context": GUARD + "result = contextvars.Context().run(read)",
    "no event": "result = str(os.stat(outside).st_size)",
    "ATTACH of SQLite": (
        "c = sqlite3.connect(':memory:')\nc.execute('attach ? as other', (outside + '.db',))\n"
        "c.execute('create table other.t (x)')\nc.close()\nresult = str(os.path.exists(outside + '.db'))"
    ),
}
"""What is known to get around the guard. They are here so that nobody takes it for a sandbox."""


@pytest.mark.parametrize("name", BYPASSES)
def test_a_known_limit_still_holds(do, name):
    assert do(READS, BYPASSES[name], guard="enforce")["success"] is True
    assert do.binding.guard_findings == ()


def test_confirmation_at_the_real_terminal_is_not_in_the_way(do):
    assert do(NONE, "open('/dev/null', 'w').close()", guard="enforce")["success"] is True
