"""The child of the WASI tier: compiles the build of Python once, or runs code in it."""

import hashlib
import json
import os
import sys
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

TRAPPED = "wasm trap:"
"""How the error begins of a machine that gave up."""

_GUEST = "/scratch"
_BEGIN = f"""
import os, sys
os.chdir({_GUEST!r})
sys.path.insert(0, {_GUEST!r})
source = sys.stdin.buffer.read().decode("utf-8")
sys.exit(run(source))
"""


def main() -> None:
    """Do what the order says, which is JSON on the command line."""
    order = json.loads(sys.argv[1])
    sys.path += order["packages"]
    if order["do"] == "compile":
        _compile(order)
    else:
        _run(order)


def _engine() -> Any:  # noqa: ANN401 - an extra without a type here
    from wasmtime import Config, Engine  # noqa: PLC0415 - an extra

    return Engine(Config())


def _compile(order: dict[str, Any]) -> None:
    from wasmtime import Module  # noqa: PLC0415 - an extra

    data = Path(order["source"]).read_bytes()
    # What was checked before may have been replaced since.
    if hashlib.sha256(data).hexdigest() != order["digest"]:
        raise SystemExit("the build of Python for WASI was replaced")
    kept = Path(order["kept"])
    draft = kept.with_name(f".{kept.name}.{os.getpid()}")
    try:
        draft.write_bytes(Module(_engine(), data).serialize())
        draft.replace(kept)
    finally:
        draft.unlink(missing_ok=True)


def _run(order: dict[str, Any]) -> None:
    from wasmtime import ExitTrap, Linker, Module, Store, WasiConfig, WasmtimeError  # noqa: PLC0415 - an extra

    _limit(order["seconds"], order["largest"])
    engine = _engine()
    module = Module.deserialize_file(engine, order["compiled"])
    text = resources.files("lma_forge.toolkit.sandbox").joinpath("script.py").read_text("utf-8")
    guest = WasiConfig()
    guest.argv = ["python", "-I", "-B", "-X", "utf8", "-c", text + _BEGIN]
    guest.env = [("HOME", _GUEST), ("TMPDIR", _GUEST), ("LC_ALL", "C.UTF-8")]
    guest.inherit_stdin()
    guest.inherit_stdout()
    guest.inherit_stderr()
    guest.preopen_dir(order["scratch"], _GUEST)
    for path in order["read"]:
        guest.preopen_dir(path, path, False)  # noqa: FBT003 - their parameter
    store = Store(engine)
    store.set_limits(memory_size=order["memory"])
    store.set_wasi(guest)
    linker = Linker(engine)
    linker.define_wasi()
    instance = linker.instantiate(store, module)
    begin: Any = instance.exports(store)["_start"]
    try:
        begin(store)
    except ExitTrap as left:
        sys.stdout.flush()
        os._exit(left.code & 255)
    except WasmtimeError as trap:
        # The machine itself gave up: its own trace says nothing of the code.
        cause = str(trap).strip().rpartition("wasm trap: ")[2].partition("\n")[0]
        sys.stderr.write(f"{TRAPPED} {cause}\n")
        sys.stderr.flush()
        os._exit(1)


def _limit(seconds: int, largest: int) -> None:
    with suppress(ImportError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 5, seconds + 5))
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
