"""An open folder of the workspace, in which files are opened, replaced and removed by their plain names.

Where the system can, a folder is a descriptor that nobody can swap for another: it is reached from the
workspace's own by `openat2`, or name by name. Else it is a path that is compared before and after.
"""

import ctypes
import errno
import os
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from typing import Protocol

BY_DESCRIPTOR = os.open in os.supports_dir_fd
"""Whether the system opens files from an open folder."""

_OPENAT2 = 437
_BENEATH, _NO_MAGICLINKS, _NO_SYMLINKS = 0x08, 0x02, 0x04
_TRIES = 64
_AS_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Folder(Protocol):
    """What can be done in an open folder; each name is one part of a path, and no link is followed."""

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """Open a file, as `os.open` does."""

    def status(self, name: str) -> os.stat_result | None:
        """What stands under a name, a link itself rather than what it leads to; None for nothing."""

    def link(self, old: str, new: str) -> None:
        """Give a file a second name that must be free."""

    def replace(self, old: str, new: str) -> None:
        """Give a file another name, in the place of whatever has it."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def names(self) -> list[str]:
        """All names in it."""

    def settle(self) -> None:
        """Flush the folder itself to the disk."""

    def enter(self, name: str, *, make: bool) -> tuple["Folder", bool]:
        """Open a folder in it, made first where asked for and missing; whether it was made."""

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""

    def lock(self) -> bool:
        """Try to become the only one that writes in it, until it is closed."""

    def close(self) -> None:
        """Let go of it."""


class Held:
    """A folder by its descriptor.

    Args:
        descriptor: The descriptor, which now belongs to this.
    """

    __slots__ = ("descriptor",)

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:  # noqa: D102 - as in Folder, and below
        return os.open(name, flags | _NOFOLLOW, mode, dir_fd=self.descriptor)

    def status(self, name: str) -> os.stat_result | None:  # noqa: D102
        with suppress(FileNotFoundError):
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        return None

    def link(self, old: str, new: str) -> None:  # noqa: D102
        os.link(old, new, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor, follow_symlinks=False)

    def replace(self, old: str, new: str) -> None:  # noqa: D102
        os.replace(old, new, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def remove(self, name: str) -> None:  # noqa: D102
        os.unlink(name, dir_fd=self.descriptor)

    def names(self) -> list[str]:  # noqa: D102
        return os.listdir(self.descriptor)  # noqa: PTH208 - a descriptor has no Path

    def settle(self) -> None:  # noqa: D102
        flush(self.descriptor)

    def enter(self, name: str, *, make: bool) -> tuple[Folder, bool]:  # noqa: D102
        made = False
        if make:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=self.descriptor)
                made = True
        try:
            return Held(os.open(name, _AS_FOLDER | _NOFOLLOW, dir_fd=self.descriptor)), made
        except BaseException:
            if made:
                self.remove_folder(name)
            raise

    def remove_folder(self, name: str) -> None:  # noqa: D102
        os.rmdir(name, dir_fd=self.descriptor)

    def lock(self) -> bool:  # noqa: D102
        import fcntl  # noqa: PLC0415 - not on Windows, where this class is not used

        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # A file system without locks has no writers that hold one.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True

    def close(self) -> None:  # noqa: D102
        os.close(self.descriptor)


def open_root(path: str) -> Folder:
    """Open the workspace, once for a call: the working directory belongs to the whole process.

    Args:
        path: The folder; links that lead to it are followed, it is the host's word.

    Raises:
        OSError: It cannot be opened.
    """
    if not BY_DESCRIPTOR:
        from lma_forge.toolkit.files.compared import Compared  # noqa: PLC0415 - only where nothing better is

        return Compared(os.path.realpath(path), os.path.realpath(path))
    return Held(os.open(path, _AS_FOLDER))


def descend(root: Folder, names: tuple[str, ...]) -> Folder:
    """Open a folder below the workspace without following any link.

    Args:
        root: The workspace, which stays open.
        names: The names that lead down; none for the workspace itself.

    Raises:
        OSError: A name is missing, no folder, or a link.
    """
    if isinstance(root, Held) and can_openat2():
        return Held(_openat2(root.descriptor, "/".join(names) or ".", _AS_FOLDER))
    folder, _ = root.enter(".", make=False)
    for name in names:
        try:
            deeper, _ = folder.enter(name, make=False)
        finally:
            folder.close()
        folder = deeper
    return folder


@lru_cache(maxsize=1)
def can_openat2() -> bool:
    """Tell whether the kernel opens whole paths without leaving a folder (Linux from 5.6 on, where permitted)."""
    if sys.platform != "linux":
        return False
    descriptor = os.open(".", _AS_FOLDER)
    try:
        os.close(_openat2(descriptor, ".", _AS_FOLDER))
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def _openat2(descriptor: int, path: str, flags: int) -> int:
    how = struct.pack("QQQ", flags | os.O_CLOEXEC, 0, _BENEATH | _NO_MAGICLINKS | _NO_SYMLINKS)
    call = _libc().syscall
    for _ in range(_TRIES):
        opened = int(call(_OPENAT2, descriptor, ctypes.c_char_p(os.fsencode(path)), ctypes.c_char_p(how), 24))
        if opened >= 0:
            return opened
        number = ctypes.get_errno()
        # The kernel says EAGAIN when something was renamed meanwhile and it cannot tell where it is.
        if number not in (errno.EAGAIN, errno.EINTR):
            raise OSError(number, os.strerror(number), path)
    raise OSError(errno.EAGAIN, "folders are being renamed all the time", path)


@lru_cache(maxsize=1)
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def flush(descriptor: int) -> None:
    """Have what was written on the disk, as far as the system can be made to.

    Args:
        descriptor: A file or a folder.

    Raises:
        OSError: The system could not.
    """
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415 - not on Windows

        with suppress(OSError):  # some file systems have no such command
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)
