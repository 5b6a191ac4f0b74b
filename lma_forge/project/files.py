"""Reading files with findings instead of exceptions, and replacing them so that none is ever half written.

A write goes to a temporary file in the same folder, is flushed to the disk, and is moved over the
target in one step: whoever looks at the target, at any moment and after any crash, sees the old
bytes or the new ones. A killed run leaves at most temporary files, which `sweep` recognises.
"""

import errno
import hashlib
import os
import platform
import re
import secrets
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Rule, Span
from lma_forge.errors import UnwritableError
from lma_forge.project import faults

LARGEST = 32 * 1024 * 1024
"""The most bytes that a file may have to be read."""

_STALE_SECONDS = 3600
_FEW = 8
_AT_A_TIME = 16
_HOST = hashlib.blake2b(platform.node().encode("utf-8", "replace"), digest_size=3).hexdigest()
_TEMPORARY = re.compile(r"\..{1,200}\.(?P<host>[0-9a-f]{6})-(?P<pid>[0-9]{1,10})-[0-9a-f]{12}\.lma-tmp")
_WINDOWS = os.name == "nt"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of reading a file: its bytes, or what is wrong with it.

    Args:
        data: The bytes; None when the file could not be read.
        diagnostics: Why not.
    """

    data: bytes | None
    diagnostics: tuple[Diagnostic, ...] = ()


def digest(data: bytes) -> str:
    """Name content by a hash of 128 bits, in hexadecimal."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def shown(path: Path) -> str:
    """Write a path for people: relative to the current folder where it lies below, with `/`."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links, and hide them
    with suppress(ValueError, OSError):
        absolute = absolute.relative_to(Path.cwd())
    return absolute.as_posix()


def read(path: Path, name: str | None = None, largest: int = LARGEST) -> Loaded:
    """Read a file, whatever stands at the path.

    Args:
        path: The file.
        name: The path in diagnostics; `shown(path)` without one.
        largest: The most bytes that are read.

    Returns:
        The bytes, or one diagnostic: nothing there, no permission, a folder, a pipe or a device
        (which are not opened), or too large.
    """
    try:
        status = os.stat(path)  # noqa: PTH116 - Path.stat raises the same, and os takes odd paths
        if not stat.S_ISREG(status.st_mode):
            return _fault(path, name, faults.NOT_A_FILE, f"this is {_kind(status.st_mode)}; name a file.")
        if status.st_size > largest:
            return _fault(path, name, faults.FILE_TOO_LARGE, _too_large(status.st_size, largest))
        with open(path, "rb") as stream:  # noqa: PTH123 - as above
            data = stream.read(largest + 1)
    except FileNotFoundError:
        return _fault(path, name, faults.NO_SUCH_FILE, "there is no such file; mend the path.")
    except (OSError, ValueError) as error:
        return _fault(path, name, faults.UNREADABLE_FILE, f"this cannot be read: {reason(error)}.")
    if len(data) > largest:
        return _fault(path, name, faults.FILE_TOO_LARGE, _too_large(len(data), largest))
    return Loaded(data)


def _fault(path: Path, name: str | None, rule: Rule, message: str) -> Loaded:
    return Loaded(None, (rule.at(Span(shown(path) if name is None else name), message),))


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "no regular file but a device or a socket"


def _too_large(size: int, largest: int) -> str:
    return f"this holds {size / 2**20:.0f} MiB and at most {largest / 2**20:.0f} MiB are read; split it."


def reason(error: BaseException) -> str:
    """Say in a few words why the system refused, without the path."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def write(path: Path, data: bytes) -> None:
    """Replace a file, or create it, in one step; its permissions stay.

    Args:
        path: The file; its folder is made when it is missing.
        data: The new content.

    Raises:
        UnwritableError: It cannot be written; what stood there before still stands.
    """
    try:
        _write(path, data)
    except OSError as error:
        message = f"cannot write {shown(path)}: {reason(error)}; what stood there before still stands"
        raise UnwritableError(message) from error


def _write(path: Path, data: bytes) -> None:
    # A file that its owner has made read-only is not ours to replace, though the folder would allow it.
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is read-only")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{_HOST}-{os.getpid()}-{secrets.token_hex(6)}.lma-tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            _fill(descriptor, data)
        finally:
            os.close(descriptor)
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(path.stat().st_mode)
            temporary.chmod(mode & 0o777)
        _replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _fill(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def _replace(temporary: Path, path: Path) -> None:
    # Windows refuses while an editor or a virus scanner has the target open; that passes.
    for wait in (0.01, 0.02, 0.05, 0.1, 0.2) if _WINDOWS else ():
        try:
            os.replace(temporary, path)  # noqa: PTH105 - the call that is promised to be atomic
        except PermissionError:
            time.sleep(wait)
        else:
            return
    os.replace(temporary, path)  # noqa: PTH105 - as above


def settle(folders: Iterable[Path]) -> None:
    """Flush folders to the disk, so that the replacements in them survive a loss of power in order.

    Args:
        folders: Folders in which files were replaced. One that cannot be flushed is passed over:
            the replacement itself is done.
    """
    wanted = () if _WINDOWS else tuple(folders)
    if len(wanted) <= _FEW:
        for folder in wanted:
            _flush(folder)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - a run that changes little needs none

    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        list(pool.map(_flush, wanted))


def _flush(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def sweep(folders: Iterable[Path]) -> int:
    """Remove the temporary files that killed runs have left in folders.

    A file goes when its name is one of ours and the process that it names is gone, or when it is
    older than an hour; a run that is still at work keeps its own.

    Args:
        folders: Folders to look in, not below them.

    Returns:
        How many were removed.
    """
    removed = 0
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in entries if entry.name.endswith(".lma-tmp")]
        except OSError:
            continue
        for name in names:
            if (matched := _TEMPORARY.fullmatch(name)) and _is_stale(folder / name, matched):
                with suppress(OSError):
                    (folder / name).unlink()
                    removed += 1
    return removed


def _is_stale(path: Path, matched: re.Match[str]) -> bool:
    if matched["host"] == _HOST and not _is_running(int(matched["pid"])):
        return True
    try:
        return time.time() - path.lstat().st_mtime > _STALE_SECONDS
    except OSError:
        return False


def _is_running(process: int) -> bool:
    if _WINDOWS:
        # os.kill ends the process there instead of asking for it; age has to do.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
