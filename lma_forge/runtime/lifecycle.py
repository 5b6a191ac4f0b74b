"""Brings a tool's module to the point where it can be called: imported and initialised, once."""

import os
import threading
import types

from lma_forge.runtime.entry import Entry
from lma_forge.runtime.handlers import Attached, Handlers
from lma_forge.runtime.loading import Modules, Package
from lma_forge.runtime.notices import warn


class LoadError(Exception):
    """A module cannot be imported or initialised; the text says why."""


class Lifecycle:
    """The loaded modules of one binding.

    Args:
        handlers: What is handed to each module.
    """

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers
        self._modules = Modules()
        self._ready: dict[str, Attached] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._starting: set[str] = set()
        self._changing = threading.RLock()

    def ready(self, path: str, key: str, *, whole: bool) -> Attached:
        """The module at a path, imported and initialised; the first caller does it, others wait.

        Args:
            path: The resolved path.
            key: Key of its host configuration.
            whole: Whether its folder is one library.

        Returns:
            The module with what it was given.

        Raises:
            LoadError: With the reason. The next call tries again.
        """
        attached = self._ready.get(path)
        if attached is not None:
            return attached
        with self._locks.setdefault(path, threading.RLock()):
            while (attached := self._ready.get(path)) is None:
                attached, package = self._start(path, key, whole=whole)
                with self._changing:
                    if not package.dropped:
                        self._ready[path] = attached
                        return attached
                # Its file changed while it was loaded.
                self._handlers.detach({attached.module})
            return attached

    def _start(self, path: str, key: str, *, whole: bool) -> tuple[Attached, Package]:
        if path in self._starting:
            raise LoadError("It calls one of its own tools while it is being loaded.")
        self._starting.add(path)
        package = None
        try:
            module, package = self._modules.load(path, whole=whole)
            return self._handlers.attach(module, key), package
        except KeyboardInterrupt:
            if package is not None:
                package.unload(path)
            raise
        except BaseException as fault:
            if package is not None:
                package.unload(path)
            warn(f"{path} cannot be loaded", fault)
            raise LoadError(describe(fault)) from fault
        finally:
            self._starting.discard(path)

    def loaded(self, path: str) -> types.ModuleType | None:
        """The module at a path, if it is loaded."""
        attached = self._ready.get(path)
        return attached.module if attached else None

    def drop_changed(self) -> None:
        """Forget the modules whose files have changed; the next call loads them anew."""
        changed = self._modules.changed()
        with self._changing:
            gone = set(self._modules.drop(changed))
            dropped = [path for path in self._ready if os.path.dirname(path) in gone]  # noqa: PTH120
            modules = {self._ready.pop(path).module for path in dropped}
        self._handlers.detach(modules)


def describe(fault: BaseException) -> str:
    """An exception as one sentence: its type and text."""
    try:
        text = str(fault)
    except Exception:  # noqa: BLE001 - the exception's own __str__ failed
        text = ""
    name = type(fault).__name__
    return f"{name}: {text}" if text else name


def module_of(entry: Entry, lifecycle: Lifecycle) -> Attached:
    """The initialised module that an entry's function is in.

    Raises:
        LoadError: When it cannot be loaded.
    """
    if entry.attached is None:
        entry.attached = lifecycle.ready(entry.path, entry.key, whole=entry.whole)
    return entry.attached
