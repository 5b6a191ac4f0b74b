"""Runs a program as it would find itself elsewhere: in a container, or on a kernel without Landlock.

`python -m tests.toolkit.confine PLACE PROGRAM…`: an emulation by a filter of system calls, which needs no
container. What a container keeps from its programs by default are namespaces, mounts and the like.
"""

import ctypes
import errno
import os
import sys

from lma_forge.toolkit.sandbox import seccomp

_NO_NEW_PRIVILEGES = 38
_CLONE, _CLONE3 = 56, 435
_NAMESPACES = 0x7E020000
# unshare, setns, mount, umount2, pivot_root, the newer mount calls, keyrings, bpf, perf, userfaultfd, …
_KEPT_FROM_CONTAINERS = (
    *(272, 308, 165, 166, 155, 428, 429, 430, 431, 432, 433, 442),
    *(248, 249, 250, 321, 298, 323, 304, 425, 426, 427, 303, 175, 313, 246),
)
_LANDLOCK = (444, 445, 446)
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


def _refuse(numbers: tuple[int, ...], error: int) -> list[seccomp.Step]:
    steps: list[seccomp.Step] = []
    for number in numbers:
        steps += [(0x15, 0, 1, number), (0x06, 0, 0, _ERROR | error)]
    return steps


PLACES: dict[str, list[seccomp.Step]] = {
    "container": [
        *_refuse(_KEPT_FROM_CONTAINERS, errno.EPERM),
        *_refuse((_CLONE3,), errno.ENOSYS),
        (0x15, 0, 4, _CLONE),
        (0x20, 0, 0, 16),
        (0x45, 0, 1, _NAMESPACES),
        (0x06, 0, 0, _ERROR | errno.EPERM),
        (0x06, 0, 0, _ALLOW),
    ],
    "no-landlock": _refuse(_LANDLOCK, errno.ENOSYS),
}


def main(place: str, *program: str) -> None:
    ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    seccomp.install([(0x20, 0, 0, 0), *PLACES[place], (0x06, 0, 0, _ALLOW)])
    os.execv(program[0], program)


if __name__ == "__main__":
    main(*sys.argv[1:])
