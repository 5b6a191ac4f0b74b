"""Takes from this process, for good, the files that it is not to reach (Linux's Landlock). Runs in the child."""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _READ_FILE | _READ_DIR
# No links, sockets, pipes or devices: a link left behind could lead the host elsewhere.
_WRITE = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE

_HANDLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_HANDLED_FROM_5 = (1 << 16) - 1
_WITH_NETWORK, _WITH_SCOPES = 4, 6
_TCP = _SIGNALS_AND_SOCKETS = 3


def version() -> int:
    """Ask the kernel which version of Landlock it has; 0 for none."""
    with suppress(OSError):
        return _call(_CREATE, None, ctypes.c_size_t(0), _VERSION)
    return 0


def restrict(read: Iterable[str], write: Iterable[str]) -> None:
    """Leave this process, and all that it starts, these files and folders only.

    Args:
        read: What it may read, with all below.
        write: Folders in which it may also make, change and remove plain files and folders.

    Raises:
        OSError: The kernel has no Landlock, or would not.
    """
    has = version()
    if not has:
        raise OSError("the kernel has no Landlock")
    handled = _HANDLED.get(has, _HANDLED_FROM_5)
    rules = struct.pack("QQQ", handled, _TCP, _SIGNALS_AND_SOCKETS)
    size = 8 if has < _WITH_NETWORK else 16 if has < _WITH_SCOPES else 24
    ruleset = _call(_CREATE, ctypes.c_char_p(rules[:size]), ctypes.c_size_t(size), 0)
    for paths, access in ((read, _READ), (write, _WRITE)):
        for path in paths:
            _permit(ruleset, path, access & handled)
    _call(_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _permit(ruleset: int, path: str, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
        access &= _OF_FILES
    _call(_ADD, ruleset, _BENEATH, ctypes.c_char_p(struct.pack("=Qi", access, descriptor)), 0)
    os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    result = int(libc.syscall(number, *arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
