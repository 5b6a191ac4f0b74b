"""Runs a child process under the host's eyes: its time, its output and its scratch folder are watched."""

import os
import selectors
import signal
import subprocess
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
    output, errors = (bytes(one).decode("utf-8", "replace") for one in written)
    return Ended(process.returncode, output, errors, stopped)


def _watch(process: "subprocess.Popen[bytes]", scratch: str, limits: Limits) -> tuple[tuple[bytearray, bytearray], str]:
    """Take what the process writes until it ends, or goes over a limit."""
    written = (bytearray(), bytearray())
    deadline = time.monotonic() + limits.seconds
    assert process.stdout is not None  # noqa: S101 - for the type checker
    assert process.stderr is not None  # noqa: S101 - as above
    with selectors.DefaultSelector() as selector:
        for number, stream in enumerate((process.stdout, process.stderr)):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_READ, number)
        while selector.get_map():
            for key, _ in selector.select(_POLL_SECONDS):
                with suppress(BlockingIOError):
                    read = os.read(key.fd, _AT_ONCE)
                    if not read:
                        selector.unregister(key.fileobj)
                    written[key.data].extend(read)
            if len(written[0]) + len(written[1]) > limits.output:
                return _cut(written, limits.output), "output"
            if time.monotonic() > deadline:
                return written, "time"
            if scratch and _is_over(scratch, limits):
                return written, "scratch"
            if process.poll() is not None and not selector.select(0):
                # It is gone, and whoever still holds its pipes is none of ours to wait for.
                break
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
            return written, ""
        return written, "time"


def _cut(written: tuple[bytearray, bytearray], most: int) -> tuple[bytearray, bytearray]:
    output = written[0][:most]
    return output, written[1][: most - len(output)]


def _is_over(scratch: str, limits: Limits) -> bool:
    size = count = 0
    for folder, _, files in os.walk(scratch, onerror=None):
        for name in files:
            count += 1
            with suppress(OSError):
                size += os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118 - quick
        count += 1
        if size > limits.scratch or count > limits.files:
            return True
    return False


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process and all of its group, whether it wants to or not."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
