"""Takes from this process, for good, the system calls that it is not to make (seccomp). Runs in the child."""

import ctypes
import errno
import os
import platform
import struct
import sys

from lma_forge.toolkit.sandbox.syscalls import ALLOWED, PRETENDED, RULED

_SECCOMP = 317
_SET_FILTER, _ALL_THREADS = 1, 1
_ARCHITECTURE = 0xC000003E  # x86-64
_NEWER = 463  # numbers from here on did not exist when the table was made; x32's are above as well

_KILL, _ALLOW, _ERROR = 0x80000000, 0x7FFF0000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_FIRST, _SECOND, _THIRD = 16, 24, 32  # where the low halves of arguments stand

_THREAD = 0x00010000
_NAMESPACES = 0x7E020080
_TRUNCATING = 0x200
_TERMINAL_QUERIES = (0x5401, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451)
_DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032, 1033, 1034)
_OWN_NAME_AND_STATE = (15, 16, 3, 39, 0x53564D41)
_ABSENT_ATTRIBUTES = frozenset(
    {
        "getxattr",
        "lgetxattr",
        "fgetxattr",
        "listxattr",
        "llistxattr",
        "flistxattr",
        "setxattr",
        "lsetxattr",
        "fsetxattr",
    }
)

Step = tuple[int, int, int, int]


def supported() -> bool:
    """Tell whether there is a table for this processor and system."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 2**32


def filter_steps(process: int) -> list[Step]:
    """Write the filter: what is not permitted here fails with "operation not permitted".

    Args:
        process: The number of the process itself, the only one that it may signal.

    Returns:
        The steps of the filter's program, as the kernel takes them.
    """
    steps: list[Step] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, _ARCHITECTURE),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _NEWER),
        _fails(errno.ENOSYS),
    ]
    allow = (_RETURN, 0, 0, _ALLOW)
    for number in ALLOWED.values():
        steps += _when(number, [allow])
    for number in PRETENDED.values():
        steps += _when(number, [_fails(0)])
    for name, number in RULED.items():
        steps += _when(number, _ruled(name, process, allow))
    return [*steps, _fails(errno.EPERM)]


def _fails(error: int) -> Step:
    return (_RETURN, 0, 0, _ERROR | error)


def _when(number: int, body: list[Step]) -> list[Step]:
    return [(_EQUAL, 0, len(body), number), *body]


def _ruled(name: str, process: int, allow: Step) -> list[Step]:
    """The steps for a call that depends on its arguments, or has an error of its own."""
    denied = _fails(errno.EPERM)
    if name in _ABSENT_ATTRIBUTES:
        return [_fails(errno.EOPNOTSUPP)]
    if name in ("clone3", "openat2"):
        return [_fails(errno.ENOSYS)]
    if name == "socket":
        return [_fails(errno.EAFNOSUPPORT)]
    if name in ("open", "openat"):
        # Emptying a file by opening it for reading is no write to old versions of Landlock.
        at = _SECOND if name == "open" else _THIRD
        return [
            (_LOAD, 0, 0, at),
            (_ANY_BIT, 0, 3, _TRUNCATING),
            (_AND, 0, 0, 3),
            (_EQUAL, 0, 1, 0),
            denied,
            allow,
        ]
    if name == "clone":  # threads, and no processes
        return [(_LOAD, 0, 0, _FIRST), (_ANY_BIT, 0, 1, _NAMESPACES), denied, (_ANY_BIT, 1, 0, _THREAD), denied, allow]
    at, values, error = {
        "kill": (_FIRST, (process,), errno.EPERM),
        "tgkill": (_FIRST, (process,), errno.EPERM),
        "prlimit64": (_FIRST, (0, process), errno.EPERM),
        "ioctl": (_SECOND, _TERMINAL_QUERIES, errno.ENOTTY),
        "fcntl": (_SECOND, _DESCRIPTOR_COMMANDS, errno.EPERM),
        "prctl": (_FIRST, _OWN_NAME_AND_STATE, errno.EPERM),
    }[name]
    steps: list[Step] = [(_LOAD, 0, 0, at)]
    for value in values:
        steps += [(_EQUAL, 0, 1, value), allow]
    return [*steps, _fails(error)]


def restrict() -> None:
    """Put the filter into force, for all threads; privileges must have been given up for good before.

    Raises:
        OSError: The kernel would not, or there is no table for this processor.
    """
    if not supported():
        raise OSError(f"there is no table of system calls for {platform.machine()}")
    install(filter_steps(os.getpid()))


def install(steps: list[Step]) -> None:
    """Put any filter into force, for all threads.

    Args:
        steps: Its program.

    Raises:
        OSError: The kernel would not.
    """
    program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps), ctypes.addressof(program)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(_SECCOMP, _SET_FILTER, _ALL_THREADS, header) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
