"""Holds a tool to the effects that it declares, by an audit hook, while it runs.

This is a second line for tools that are trusted, and no sandbox. Code in the same process can get
around it: by changing this module's state, by an empty context, by `_posixsubprocess`, by a C library that opens files
itself (SQLite's ATTACH, OpenSSL's certificate files), and in what raises no audit event (`os.stat`,
`os.mkfifo`). Nothing is limited in memory, time or processor. Code that is not trusted belongs in a
process of its own.

What a process does that a tool starts, no hook here sees. So starting one needs the effect `external`,
whatever it is for: a tool that runs code elsewhere, such as the spec's CodeExecutor, declares it.
"""

import contextvars
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lma_forge.runtime.notices import Notice, warn
from lma_forge.runtime.policy import FILES, FORBIDDEN, OUTSIDE, STARTS, Policy

_MOST = 1_000
"""Findings that are kept; more would be the same again."""

_active: contextvars.ContextVar["Guard | None"] = contextvars.ContextVar("lma_forge_guard", default=None)
_installed = threading.Lock()
_hooked: list[bool] = []
_WATCHED = FILES.keys() | OUTSIDE | STARTS | FORBIDDEN | {"tempfile.mkstemp", "tempfile.mkdtemp"}
_THREADS = frozenset({"_thread.start_new_thread", "_thread.start_joinable_thread"})


class Guard:
    """The guard of one call.

    Args:
        policy: What the tool may do.
        enforce: Whether anything else is refused, or only told.
        findings: Takes what the tool did, or tried to do, beyond its policy.
    """

    __slots__ = ("enforce", "findings", "policy")

    def __init__(self, policy: Policy, findings: dict[Notice, None], *, enforce: bool) -> None:
        self.policy = policy
        self.enforce = enforce
        self.findings = findings

    def check(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Judge an audit event.

        Raises:
            PermissionError: When the policy does not allow it and the guard enforces.
        """
        problem = self.policy.problem(event, arguments)
        if not problem:
            return
        said = f"{self.policy.tool} is declared {self.policy.declared}, so it may not {problem}"
        if not problem.endswith(".pyc"):
            # Compiled modules are Python's own business: refused like the rest, but no news.
            self._tell(said, event)
        if self.enforce:
            raise PermissionError(said)

    def _tell(self, said: str, event: str) -> None:
        notice = Notice("undeclared-effect", f"{said} ({event})", tool=self.policy.tool)
        if notice not in self.findings and len(self.findings) < _MOST:
            self.findings[notice] = None
            warn(notice.message)


@contextmanager
def guarded(guard: Guard) -> Iterator[None]:
    """Have the guard watch what the code within does, in this thread and those that it starts."""
    _install()
    token = _active.set(guard)
    try:
        yield
    finally:
        _active.reset(token)


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a host's own code act freely while a tool waits for it, such as a confirmation handler."""
    token = _active.set(None)
    try:
        yield
    finally:
        _active.reset(token)


def _install() -> None:
    """Add the hook, once: Python has no way to take one out again. It idles outside guarded calls."""
    with _installed:
        if not _hooked:
            sys.addaudithook(_hook)
            if sys.version_info < (3, 12):
                _announce_threads()
            _hooked.append(True)


def _announce_threads() -> None:
    """Have threads announce themselves before they start, as they do from Python 3.12 on.

    Those that a tool starts by `_thread` alone do not.
    """
    start = threading.Thread.start

    def announced(self: threading.Thread) -> None:
        guard = _active.get()
        if guard is not None:
            _watch(guard, self)
        start(self)

    threading.Thread.start = announced  # type: ignore[method-assign] # once, and idle outside guarded calls


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _WATCHED and event not in _THREADS:
        return
    guard = _active.get()
    if guard is None:
        return
    token = _active.set(None)
    try:
        if event in _THREADS:
            _adopt(guard, event, arguments)
        else:
            guard.check(event, arguments)
    finally:
        _active.reset(token)


def _adopt(guard: Guard, event: str, arguments: tuple[Any, ...]) -> None:
    """Have the guard watch a thread that the tool starts: its context would be empty otherwise."""
    thread = getattr(arguments[0] if arguments else None, "__self__", None)
    if not isinstance(thread, threading.Thread):
        guard.check(event, arguments)
        return
    _watch(guard, thread)


def _watch(guard: Guard, thread: threading.Thread) -> None:
    run = thread.run

    def watched() -> None:
        with guarded(guard):
            run()

    thread.run = watched  # type: ignore[method-assign] # of this one thread


def guard_for(
    tool: str, effects: frozenset[str] | None, workspace: str | None, mode: str, findings: dict[Notice, None]
) -> Guard:
    """Make the guard of a call.

    Args:
        tool: Name of the tool.
        effects: What it declares; None for a tool that declares nothing, which may read the
            workspace and no more.
        workspace: The folder that it works in; None for the current one.
        mode: "report" or "enforce".
        findings: Where to put what it did beyond that.
    """
    root = os.path.realpath(workspace or os.curdir)
    return Guard(Policy(tool, effects, root), findings, enforce=mode == "enforce")
