"""Many threads call the tools of many libraries while these are reloaded, handlers are swapped and tools fail."""

import contextlib
import faulthandler
import gc
import os
import random
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from lma_forge.runtime import LCPBinding, loading

LIBRARIES = 50
THREADS = 16
RELOAD, SWAP, REGISTER = 0.002, 0.005, 0.005
"""Shares of calls that come with a reload, a swap of the handler, or a library registered and removed."""

SOURCE = '''
"""Library {number} in version {version}."""
{head}

TOOL_LIBRARY_NAME = "Library {number}"
VERSION = {version}
_CONFIRM_HANDLER = None

def set_confirm_handler(handler):
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler

def tool_{number}_version():
    """Tells the version, which the module beside it must share."""
    return {{"success": True, "output": [VERSION, {beside}]}}

def tool_{number}_echo(value: dict, more: list = [], tool_context=None):
    """Gives back what it got."""
    more.append(1)
    return {{"success": True, "output": [value, len(more), tool_context["call"]]}}

def tool_{number}_confirm(call: int):
    """Asks."""
    handler = _CONFIRM_HANDLER
    return {{"success": True, "output": handler("source", "label", [call]) if handler else "none"}}

async def tool_{number}_later(value: int):
    """Gives back what it got, later."""
    return value

def tool_{number}_fail(kind: str):
    """Fails."""
    if kind == "raise":
        raise ValueError("wrong {number}")
    if kind == "exit":
        raise SystemExit("wrong {number}")
    if kind == "deep":
        return tool_{number}_fail("raise") if kind else None
    return {{"success": False, "error": "wrong {number}"}}
'''


class Soak:
    """The libraries, and what may be true of them at a moment."""

    def __init__(self, root):
        self.root = root
        self.versions = [[0, 0] for _ in range(LIBRARIES)]  # the last that is in place, the last that was begun
        self.changing = [threading.Lock() for _ in range(LIBRARIES)]
        self.handlers = [0, 0]
        self.swapping = threading.Lock()
        self.wrong = []
        self.calls = 0
        for number in range(LIBRARIES):
            self.write(number, 0)
        self.binding = LCPBinding(
            {"lib_7": {"confirm_handler": handler(-1)}}, tools_folders=root, confirm_handler=handler(0)
        )

    def write(self, number, version):
        """Write a version of a library; every third has a module beside it."""
        fields = {"number": number, "version": version, "head": "", "beside": version}
        folder = self.root / f"lib_{number}"
        folder.mkdir(exist_ok=True)
        if number % 3 == 0:
            put(folder / "beside.py", f"VERSION = {version}\n")
            fields |= {"head": "import beside", "beside": "beside.VERSION"}
        put(folder / f"lib_{number}.py", SOURCE.format(**fields))

    def reload(self, number):
        """Change a library on disk and have it read anew."""
        with self.changing[number]:
            version = self.versions[number][1] = self.versions[number][1] + 1
            self.write(number, version)
            self.binding.discover_tools(force_refresh=True)
            self.versions[number][0] = version

    def swap(self):
        """Set another handler; every third time, none."""
        with self.swapping:
            number = self.handlers[1] = self.handlers[1] + 1
            self.binding.set_confirm_handler(handler(number))
            self.handlers[0] = number

    def register(self, thread, index):
        """Register a library, call it, and remove it."""
        prefix = f"dyn{thread}x{index}"
        code = f'def tool_{prefix}_go(n: int):\n    """Goes."""\n    return [n, {index}]\n'
        self.expect(self.binding.register_tool_from_code(prefix, code), True, "registered")
        found = self.binding.execute_tool(f"tool_{prefix}_go", {"n": thread})
        self.expect(found.get("output"), [thread, index], found)
        self.expect(self.binding.unregister_tools_by_prefix(prefix), 1, "unregistered")
        self.expect(self.binding.execute_tool(f"tool_{prefix}_go", {"n": 1}).get("status_code"), 404, "gone")

    def expect(self, got, wanted, said):
        """Note what is not as it should be."""
        if got != wanted:
            self.wrong.append((wanted, got, said))

    def call(self, number, index, draw):
        """Call one tool and judge what it gives."""
        execute = self.binding.execute_tool
        match draw.randrange(5):
            case 0:
                floor = self.versions[number][0]
                found = execute(f"tool_{number}_version", {})
                got, beside = found.get("output") or (None, None)
                if got is None or not floor <= got <= self.versions[number][1] or not floor <= beside:
                    self.wrong.append((f"{floor} to {self.versions[number]}", found, f"version of {number}"))
            case 1:
                value = {"n": index, "list": [index] * 3}
                found = execute(f"tool_{number}_echo", {"value": value}, tool_context={"call": index})
                self.expect(found.get("output"), [value, 1, index], found)
            case 2:
                floor = self.handlers[0]
                found = execute(f"tool_{number}_confirm", {"call": index})
                may = [-1] if number == 7 else range(floor, self.handlers[1] + 1)
                if found.get("output") not in [said(each, index) for each in may]:
                    self.wrong.append((may, found, f"handler of {number}"))
            case 3:
                self.expect(execute(f"tool_{number}_later", {"value": index}).get("output"), index, "later")
            case 4:
                kind = draw.choice(("raise", "exit", "say", "deep"))
                found = execute(f"tool_{number}_fail", {"kind": kind})
                self.expect((found["success"], f"wrong {number}" in found["error"]), (False, True), found)

    def work(self, thread, calls):
        """What one thread does."""
        draw = random.Random(thread)
        for index in range(calls):
            chance = draw.random()
            if chance < RELOAD:
                self.reload(draw.randrange(LIBRARIES))
            elif chance < RELOAD + SWAP:
                self.swap()
            elif chance < RELOAD + SWAP + REGISTER:
                self.register(thread, index)
            self.call(draw.randrange(LIBRARIES), thread * 1_000_000 + index, draw)
            self.calls += 1


def put(file, text):
    """Put a file in place at once, so that nobody reads half of it."""
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    for _ in range(1_000):
        try:
            fresh.replace(file)
        except PermissionError:  # on Windows, while another thread reads it
            threading.Event().wait(0.001)
        else:
            return
    raise AssertionError(f"{file} is never free")


_handlers = {}


def handler(number):
    """The handler of a number; none for every third."""
    if number > 0 and number % 3 == 0:
        return None
    return _handlers.setdefault(number, lambda _source, _label, argv: said(number, argv[0]))


def said(number, call):
    """What the handler of a number says."""
    return ["allow", f"{number} of {call}"] if handler(number) else "none"


def resident():
    """Resident memory in MB, or 0 where that cannot be told."""
    gc.collect()
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0


@pytest.fixture
def often():
    """Have threads interrupt each other more often than they would."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


def soak(root, calls, seconds):
    """Run it; gives the soak and the memory at a fifth and at the end."""
    made = Soak(root)
    each = calls // THREADS
    memory = []

    def run(thread):
        try:
            made.work(thread, each)
        except BaseException as fault:
            made.wrong.append((thread, type(fault).__name__, str(fault)))
            raise

    threads = [threading.Thread(target=run, args=(thread,), daemon=True) for thread in range(THREADS)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        while thread.is_alive() and time.monotonic() < end:
            thread.join(0.05)
            if not memory and made.calls >= calls / 5:
                memory.append(resident())
    stuck = [thread.name for thread in threads if thread.is_alive()]
    if stuck:
        faulthandler.dump_traceback(all_threads=True)
    assert stuck == []
    assert made.wrong[:3] == []
    modules = [name for name in sys.modules if "lib_" in name or "tool_dyn" in name]
    return made, [*memory, resident()], modules


def test_a_library_that_changes_while_it_is_loaded_is_loaded_anew(tools, monkeypatch):
    entered, go = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "soak_gate", SimpleNamespace(wait=lambda: (entered.set(), go.wait(30))))
    binding = tools.write(lib="import soak_gate\nsoak_gate.wait()\ndef tool_a():\n    return 1\n").binding()
    found = []
    caller = threading.Thread(target=lambda: found.append(binding.execute_tool("tool_a", {})["output"]))
    caller.start()
    assert entered.wait(30)
    tools.write(lib="def tool_a():\n    return 2\n")
    binding.discover_tools(force_refresh=True)
    go.set()
    caller.join(30)
    assert found == [2]
    assert binding.execute_tool("tool_a", {})["output"] == 2


def test_a_library_that_changes_while_it_is_read_is_loaded_anew(tools, monkeypatch):
    entered, go = threading.Event(), threading.Event()
    binding = tools.write(lib="def tool_a():\n    return 1\n").binding()
    read = loading._Loader.get_data

    def slow(loader, path):
        found = read(loader, path)
        entered.set()
        go.wait(30)
        return found

    monkeypatch.setattr(loading._Loader, "get_data", slow)
    found = []
    caller = threading.Thread(target=lambda: found.append(binding.execute_tool("tool_a", {})["output"]))
    caller.start()
    assert entered.wait(30)
    tools.write(lib="def tool_a():\n    return 2\n")
    binding.discover_tools(force_refresh=True)
    go.set()
    caller.join(30)
    assert found == [2]


def test_what_still_runs_can_import_what_is_beside_it_after_a_reload(tools, monkeypatch):
    entered, go = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "soak_gate", SimpleNamespace(wait=lambda: (entered.set(), go.wait(30))))
    source = """
    import soak_gate
    def tool_a():
        soak_gate.wait()
        import beside
        return beside.VALUE
    """
    binding = tools.write(lib__lib=source, lib__beside="VALUE = 1").binding()
    found = []
    caller = threading.Thread(target=lambda: found.append(binding.execute_tool("tool_a", {})))
    caller.start()
    assert entered.wait(30)
    tools.write(lib__lib="def tool_a():\n    return 2\n")
    binding.discover_tools(force_refresh=True)
    go.set()
    caller.join(30)
    assert found[0]["output"] == 1
    assert binding.execute_tool("tool_a", {})["output"] == 2


def test_a_handler_that_is_set_while_another_is_handed_over_is_the_one_that_holds(tools, monkeypatch):
    entered, go = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "soak_gate", SimpleNamespace(wait=lambda: (entered.set(), go.wait(30))))
    source = """
    import soak_gate
    KEPT = None
    def set_confirm_handler(handler):
        global KEPT
        if handler is not None and handler() == "slow":
            soak_gate.wait()
        KEPT = handler
    def tool_a():
        return KEPT()
    """
    binding = tools.write(lib=source).binding(confirm_handler=lambda: "first")
    assert binding.execute_tool("tool_a", {})["output"] == "first"
    slow = threading.Thread(target=binding.set_confirm_handler, args=(lambda: "slow",))
    slow.start()
    assert entered.wait(30)
    last = threading.Thread(target=binding.set_confirm_handler, args=(lambda: "last",))
    last.start()
    go.set()
    slow.join(30)
    last.join(30)
    assert binding.execute_tool("tool_a", {})["output"] == "last"


@pytest.mark.usefixtures("often")
def test_a_short_soak_gives_no_wrong_result(tmp_path):
    made, _, _ = soak(tmp_path, 2_000, 100)
    assert made.versions != [[0, 0]] * LIBRARIES
    assert made.handlers[0] > 0


@pytest.mark.long
@pytest.mark.usefixtures("often")
def test_a_long_soak_gives_no_wrong_result_and_takes_no_more_memory(tmp_path, capsys):
    begun = time.monotonic()
    made, (early, late), modules = soak(tmp_path, 200_000, 1_500)
    with capsys.disabled():
        reloads = sum(last for last, _ in made.versions)
        print(  # noqa: T201 - the figures that the test is for
            f"\n200,000 calls in {time.monotonic() - begun:.0f} s, {reloads} reloads, {made.handlers[0]} swaps;"
            f" resident {early:.1f} MB at a fifth, {late:.1f} MB at the end; {len(modules)} modules held"
        )
    assert late < early * 1.05 + 4
    assert len(modules) < 4 * LIBRARIES
