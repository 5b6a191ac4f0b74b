"""One run at a time in a folder of generated modules: two at once would lose what the other writes into the lock."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lma_forge.project import files


@contextmanager
def alone(out: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Keep other runs out of a folder of generated modules, and wait for one that is there.

    The system frees what a process holds when that ends, however it ends. Where the system can
    hold nothing (some network disks), runs go on side by side.

    Args:
        out: The folder; it need not be there yet.
        waiting: Called once before waiting for another run.
    """
    descriptor = _opened(out)
    try:
        if descriptor is not None and not _hold(descriptor, wait=False):
            waiting()
            _hold(descriptor, wait=True)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _opened(out: Path) -> int | None:
    """Open what stands for the folder: the nearest folder above it, which is there, or a file of its name."""
    try:
        if os.name != "nt":
            above = next(folder for folder in out.absolute().parents if folder.is_dir())
            return os.open(above, os.O_RDONLY)
        name = files.digest(os.path.normcase(out.absolute()).encode("utf-8", "surrogatepass"))
        return os.open(Path(tempfile.gettempdir(), f"lma-forge-{name}.run"), os.O_RDWR | os.O_CREAT)
    except OSError:
        return None


def _hold(descriptor: int, *, wait: bool) -> bool:
    """Hold what was opened; False where somebody else does, and one is not to wait."""
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - only there

            while True:
                try:
                    msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
                except OSError:
                    if not wait:
                        return False
                else:
                    return True
        import fcntl  # noqa: PLC0415 - not there on Windows

        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
