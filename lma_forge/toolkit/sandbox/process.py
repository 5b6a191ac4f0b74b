"""Runs a child process under the host's eyes: its time, its output and its scratch folder are watched."""

import os
import signal
import stat
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from lma_forge.toolkit.sandbox.limits import Limits

_POLL_SECONDS = 0.05
_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a run.

    Args:
        code: The exit code; negative for the signal that ended it.
        output: What it wrote to standard output.
        errors: What it wrote to standard error.
        stopped: Which limit it went over: `time`, `output` or `scratch`; "" for none.
    """

    code: int
    output: str
    errors: str
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """A process to start.

    Args:
        words: The program and its arguments.
        scratch: The folder whose size is watched, which is its working directory; "" where the system bounds it.
        environment: All variables that it has.
    """

    words: Sequence[str]
    scratch: str
    environment: Mapping[str, str]


def run(start: Start, code: IO[bytes], limits: Limits) -> Ended:
    """Run a process to its end, or until it goes over a limit; nothing of it is left afterwards.

    Args:
        start: The process.
        code: What it reads from standard input.
        limits: The host's terms.

    Raises:
        OSError: It cannot be started.
    """
    process = subprocess.Popen(  # noqa: S603 - a list, and no shell
        list(start.words),
        stdin=code,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=start.scratch or None,
        env=dict(start.environment),
        start_new_session=True,
    )
    try:
        written, stopped = _watch(process, start.scratch, limits)
    finally:
        _end(process)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    output, errors = (bytes(one).decode("utf-8", "replace") for one in written)
    return Ended(process.returncode, output, errors, stopped)


class _Taking(threading.Thread):
    """Takes what comes through a pipe, up to a limit.

    Args:
        stream: The pipe.
        most: The most bytes that are taken; then it is left to fill up.
    """

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.taken = bytearray()
        self._descriptor = stream.fileno()
        self._most = most

    def run(self) -> None:
        """Take it until it ends."""
        with suppress(OSError):
            while len(self.taken) <= self._most:
                read = os.read(self._descriptor, _AT_ONCE)
                if not read:
                    return
                self.taken += read


def _watch(process: "subprocess.Popen[bytes]", scratch: str, limits: Limits) -> tuple[tuple[bytearray, bytearray], str]:
    """Take what the process writes until it ends, or goes over a limit."""
    deadline = time.monotonic() + limits.seconds
    takers = [_Taking(stream, limits.output) for stream in (process.stdout, process.stderr) if stream is not None]
    output, errors = takers
    for one in takers:
        one.start()
    stopped = ""
    while not stopped and process.poll() is None and any(one.is_alive() for one in takers):
        (output if output.is_alive() else errors).join(_POLL_SECONDS)
        if len(output.taken) + len(errors.taken) > limits.output:
            stopped = "output"
        elif time.monotonic() > deadline:
            stopped = "time"
        elif scratch and _is_over(process.pid, scratch, limits):
            stopped = "scratch"
    if not stopped:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            stopped = "time"
    _end(process)
    # Its end of the pipes is closed now; what is still in them comes at once.
    for one in takers:
        one.join(1)
    if len(output.taken) + len(errors.taken) > limits.output:
        return _cut((output.taken, errors.taken), limits.output), stopped or "output"
    return (output.taken, errors.taken), stopped


def _cut(written: tuple[bytearray, bytearray], most: int) -> tuple[bytearray, bytearray]:
    output = written[0][:most]
    return output, written[1][: most - len(output)]


def _is_over(process: int, scratch: str, limits: Limits) -> bool:
    """Whether the files of a run are too large or too many, those included that have no name any more."""
    size, count = _nameless(process), 0
    hidden: list[OSError] = []
    for folder, _, names in os.walk(scratch, onerror=hidden.append):
        for name in names:
            with suppress(OSError):
                size += _size(os.lstat(os.path.join(folder, name)))  # noqa: PTH118 - quick
        count += len(names) + 1
        if size > limits.scratch or count > limits.files:
            return True
    # A folder that we may not look into is there to be filled unseen; one that is gone is gone.
    return any(isinstance(one, PermissionError) for one in hidden)


def _nameless(process: int) -> int:
    """The bytes of files that a process has removed and still holds open; 0 where the system does not tell."""
    size = 0
    with suppress(OSError), os.scandir(f"/proc/{process}/fd") as held:
        for one in held:
            with suppress(OSError):
                status = one.stat()
                if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                    size += _size(status)
    return size


def _size(status: os.stat_result) -> int:
    """What a file takes on the disk, which is less than its length where it has holes."""
    blocks = getattr(status, "st_blocks", None)
    return status.st_size if blocks is None else int(blocks) * 512


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process and its group, whether it wants to or not.

    One that has ended already had no others: no tier lets it start any that outlive it.
    """
    if process.poll() is None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
    process.wait()
