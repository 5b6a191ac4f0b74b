"""The box: a process that gives up everything but a scratch folder, and then runs code in itself.

Runs in the child: `main` takes the policy as JSON from the command line and the code from standard
input. If any part of the box cannot be closed, it leaves with REFUSED and the code is not run.
"""

import ctypes
import json
import os
import sys
from typing import Any

from lma_forge.toolkit.sandbox import landlock, script, seccomp

REFUSED = 125
"""The exit code of a box that could not be closed."""

_DEATH_SIGNAL, _DROP_BOUND, _NO_NEW_PRIVILEGES, _AMBIENT = 1, 24, 38, 47
_CLEAR_ALL = 4
_CAPABILITIES = 64
_CAPABILITY_VERSION = 0x20080522
_KILL = 9


def main() -> None:
    """Close the box, run the code, and leave with the code's own exit code."""
    policy = json.loads(sys.argv[1])
    code = sys.stdin.buffer.read()
    try:
        _close(policy)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"the box could not be closed: {error}\n")
        sys.stderr.flush()
        os._exit(REFUSED)
    _forget(policy["cwd"], policy["packages"])
    sys.exit(script.run(code.decode("utf-8")))


def _close(policy: dict[str, Any]) -> None:
    """Give up descriptors, memory, time, privileges, files and system calls, in this order."""
    import resource  # noqa: PLC0415 - where it is missing, the module is still one that can be looked at

    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.closerange(3, 65_536)
    os.chdir(policy["cwd"])
    for name, value in policy["limits"].items():
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (most, most))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_DEATH_SIGNAL, _KILL, 0, 0, 0)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise OSError("privileges cannot be given up")
    _drop_capabilities(libc)
    landlock.restrict(policy["read"], policy["write"])
    seccomp.restrict()


def _drop_capabilities(libc: ctypes.CDLL) -> None:
    for number in range(_CAPABILITIES):
        libc.prctl(_DROP_BOUND, number, 0, 0, 0)
    libc.prctl(_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    header = ctypes.create_string_buffer(_CAPABILITY_VERSION.to_bytes(4, sys.byteorder) + bytes(4))
    if libc.capset(header, ctypes.create_string_buffer(24)) != 0:
        raise OSError("capabilities cannot be given up")


def _forget(scratch: str, packages: list[str]) -> None:
    """Leave the code the standard library and the packages that the host lends, and nothing of ours."""
    import site  # noqa: PLC0415 - the interpreter was started without it

    site.setquit()
    site.setcopyright()
    site.sethelper()
    # The first is where we came from; the rest is what an isolated interpreter starts with. A script
    # finds modules beside itself, which here is the scratch folder.
    sys.path[:] = [scratch, *sys.path[1:], *packages]
    for name in [one for one in sys.modules if one == "lma_forge" or one.startswith("lma_forge.")]:
        del sys.modules[name]
