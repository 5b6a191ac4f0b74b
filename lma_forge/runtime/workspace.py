"""Enters a workspace for the time of a call: the working directory belongs to the whole process."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_changed = threading.Condition()
_calls: list[tuple[int, str]] = []
_before: list[str] = []


@contextmanager
def inside(folder: str | None) -> Iterator[None]:
    """Make `folder` the working directory for a while (doctrine 1.2), and restore the old one.

    Calls in one workspace may run side by side; a call in another waits until they are done,
    because a process has one working directory only. A tool that changes it does not move the
    host, nor the tools that run after it.

    Args:
        folder: The workspace; None leaves everything as it is.

    Yields:
        Nothing.

    Raises:
        OSError: When the folder cannot be entered.
        RuntimeError: When a tool running beside others calls one in another workspace.
    """
    if folder is None:
        yield
        return
    outer = _enter(folder)
    try:
        yield
    finally:
        _leave(folder, outer)


def _enter(folder: str) -> str | None:
    """Take a place in the workspace; the folder to go back to for a call within a call."""
    me = threading.get_ident()
    with _changed:
        if any(caller == me for caller, _ in _calls):
            if any(where != folder for _, where in _calls) and any(caller != me for caller, _ in _calls):
                raise RuntimeError("a tool that runs beside others cannot call one in another workspace")
            outer = os.getcwd()  # noqa: PTH109
            os.chdir(folder)
            _calls.append((me, folder))
            return outer
        while _calls and any(where != folder for _, where in _calls):
            _changed.wait()
        if not _calls:
            _before[:] = [os.getcwd()]  # noqa: PTH109
        os.chdir(folder)
        _calls.append((me, folder))
        return None


def _leave(folder: str, outer: str | None) -> None:
    with _changed:
        _calls.remove((threading.get_ident(), folder))
        if outer is not None:
            os.chdir(outer)
        elif not _calls:
            os.chdir(_before.pop())
        _changed.notify_all()
