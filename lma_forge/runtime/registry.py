"""The tools of one binding: scanned from disk, mounted by name, or registered as code (doctrine 8)."""

import os
import threading
import types
from pathlib import Path

from lma_forge.lcp import PromptView, ToolFile, ToolView, read
from lma_forge.lcp.docstring import NO_DESCRIPTION
from lma_forge.runtime import loading
from lma_forge.runtime.discovery import Discovery, Entries
from lma_forge.runtime.entry import Entry
from lma_forge.runtime.files import Files, ReadFile
from lma_forge.runtime.folders import LibraryFiles
from lma_forge.runtime.gates import Gates
from lma_forge.runtime.handlers import Handlers
from lma_forge.runtime.lifecycle import Lifecycle, describe
from lma_forge.runtime.mounting import find, libraries, modules_of, resolve
from lma_forge.runtime.notices import Notice, warn

_COMMON_FOLDERS = frozenset({"default_tools", "tools"})
_QUIET = frozenset({"gated-library"})


class Registry:
    """Which tools there are.

    Args:
        folders: The configured folders; a mounted library's folder is added.
        tool_files: Modules named one by one.
        gates: Which libraries may be loaded.
        handlers: What is handed to registered code.
        lifecycle: The modules loaded so far.
        compat: "lollms" to show what that host shows.
        files: The modules read so far.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a binding
        self,
        folders: list[Path],
        tool_files: list[Path],
        gates: Gates,
        handlers: Handlers,
        lifecycle: Lifecycle,
        compat: str | None,
        files: Files,
    ) -> None:
        self.entries: Entries = {}
        self.notices: tuple[Notice, ...] = ()
        self.flags: set[str] = set()
        self.prompts: dict[str, list[tuple[ReadFile, PromptView, bool]]] = {}
        self._folders = folders
        self._tool_files = tool_files
        self._gates = gates
        self._handlers = handlers
        self._lifecycle = lifecycle
        self._compat = compat
        self._files = files
        self._dynamic: Entries = {}
        self._removed = False
        # No code of a tool runs while it is held.
        self._lock = threading.RLock()

    def scan(self) -> None:
        """Read the folders anew; registered code stays, and code that changed on disk is loaded anew."""
        with self._lock:
            self._scan()

    def _scan(self) -> None:
        self._lifecycle.drop_changed()
        discovery = self._discovery({})
        discovery.add_folders(self._names())
        discovery.add_files(str(path) for path in self._tool_files)
        self._files.save()
        known = set(self.notices)
        for notice in discovery.notices:
            if notice not in known and notice.kind not in _QUIET:
                warn(str(notice))
        entries = {name: entry for name, entry in discovery.entries.items() if name not in self._dynamic}
        self.entries = {**entries, **self._dynamic}
        self.notices = discovery.notices
        self.flags = discovery.flags
        self.prompts = discovery.prompts
        self._removed = False

    @property
    def stale(self) -> bool:
        """Whether there is nothing to list, and not because somebody removed it."""
        return not self.entries and not self._removed

    def register(self, prefix: str, code: str) -> bool:
        """Register the tools of code handed over as text; they replace others of their names.

        Args:
            prefix: Key of its host configuration.
            code: The source.

        Returns:
            Whether any tool was registered. Code that fails in any way registers none.
        """
        view = read(code, f"<{prefix}>", positions=False)
        tools = view.tools or _nested(view)
        if view.error is not None or not tools:
            why = f"line {view.error.line}: {view.error.message}" if view.error else "it defines no tool_ function"
            warn(f"code registered as '{prefix}' is refused: {why}")
            return False
        module = None
        try:
            module = loading.from_code(prefix, code)
            attached = self._handlers.attach(module, prefix)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - the code may raise anything, SystemExit too
            warn(f"code registered as '{prefix}' is refused: {describe(fault)}", fault)
            loading.forget([module] if module else [])
            return False
        prompts = {prompt.tool: prompt for prompt in view.prompts}
        with self._lock:
            entries = dict(self.entries)
            for tool in tools:
                entries.pop(tool.name, None)
                hollow = "" if view.tools else "it is defined inside another function"
                entry = Entry(tool, prefix, prefix, prompt=prompts.get(tool.name), module=module, hollow=hollow)
                entry.attached = attached
                entries[tool.name] = self._dynamic[tool.name] = entry
            self._replace(entries)
        return True

    def unregister(self, prefix: str) -> int:
        """Remove the tools whose name, after `tool_`, begins with a prefix.

        A removed tool stays away until its library is mounted or the folders are read anew. The
        empty prefix removes everything, and the next listing reads the folders anew.

        Args:
            prefix: The prefix, or the whole name of a tool.

        Returns:
            How many were removed.
        """
        with self._lock:
            gone = {name for name in self.entries if name.startswith(f"tool_{prefix}") or name == prefix}
            for name in gone:
                self._dynamic.pop(name, None)
            self._replace({name: entry for name, entry in self.entries.items() if name not in gone})
            self._removed = bool(prefix)
        return len(gone)

    def _replace(self, entries: Entries) -> None:
        """Put other entries in place, and forget the modules that none of them needs."""
        before = {entry.module for entry in self.entries.values() if entry.module}
        after = {entry.module for entry in entries.values() if entry.module}
        self.entries = entries
        unused: set[types.ModuleType] = before - after
        loading.forget(unused)
        self._handlers.detach(unused)

    def mount(self, library: LibraryFiles) -> bool:
        """Register a library's tools; True when they are all there afterwards.

        Args:
            library: The library, as `find` or `resolve` gives it.
        """
        with self._lock:
            return self._mount(library)

    def _mount(self, library: LibraryFiles) -> bool:
        if self.is_mounted(library):
            return True
        discovery = self._discovery(self.entries)
        new = sum(discovery.add(each) for each in modules_of(library))
        if not new:
            for notice in discovery.notices:
                warn(str(notice))
            return False
        if library.whole and Path(library.folder) not in self._folders:
            self._folders.append(Path(library.folder))
        self._replace(discovery.entries)
        return True

    def is_mounted(self, library: LibraryFiles) -> bool:
        """Whether every tool that a library offers, and may offer, is registered."""
        expected = self._offer(library)
        return bool(expected) and expected.keys() <= self.entries.keys()

    def find(self, name: str) -> LibraryFiles | None:
        """The library of exactly this name."""
        return find(self._names(), name.strip())

    def resolve(self, name: str) -> LibraryFiles | None:
        """The library that somebody means by a name."""
        return resolve(self._names(), name, self._files)

    def is_named_mounted(self, name: str) -> bool:
        """Whether the library of exactly this name is mounted."""
        library = self.find(name)
        return library is not None and self.is_mounted(library)

    def mount_named(self, name: str) -> bool:
        """Mount the library that somebody means by a name."""
        library = self.resolve(name)
        if library is None:
            warn(f"library '{name}' was not found in the tools folders")
            return False
        return self.mount(library)

    def require(self, name: str) -> str:
        """Mount what is needed for a tool, and give its name; "" when there is no such tool.

        Args:
            name: Name of a tool, or of a library whose first tool is meant.
        """
        if name in self.entries:
            return name
        library = self.find(name) or self.offering(name) or self.resolve(name)
        if library is None or not self.mount(library):
            return ""
        inside = os.path.join(library.folder, "") if library.whole else library.files[0]  # noqa: PTH118
        same = (
            entry.tool.name
            for entry in self.entries.values()
            if entry.library == library.name or entry.path.startswith(inside)
        )
        return name if name in self.entries else next(same, "")

    def library_of(self, name: str) -> str | None:
        """Name of the library that is called so, or that offers the tool called so.

        For a registered tool it is the folder of its file, as the lollms host has it, or the stem
        where that folder is a common one.
        """
        found = self._directory(name)
        if found:
            return found
        entry = self.entries.get(name)
        if entry is not None and entry.path:
            folder = os.path.basename(os.path.dirname(entry.path))  # noqa: PTH119, PTH120
            return entry.key if folder in _COMMON_FOLDERS else folder
        offering = self.offering(name)
        return offering.name if offering else None

    def offering(self, tool: str) -> LibraryFiles | None:
        """The library, mounted or not, that offers a tool and may offer it."""
        return next((each for each in libraries(self._names()) if tool in self._offer(each)), None)

    def _directory(self, name: str) -> str | None:
        library = self.find(name)
        return library.name if library is not None and library.whole else None

    def _offer(self, library: LibraryFiles) -> Entries:
        discovery = self._discovery({})
        for each in modules_of(library):
            discovery.add(each)
        return discovery.entries

    def _discovery(self, entries: Entries) -> Discovery:
        return Discovery(self._files, self._gates, self._handlers.configs, self._compat, entries)

    def _names(self) -> list[str]:
        return [str(folder) for folder in self._folders]


def _nested(view: ToolFile) -> tuple[ToolView, ...]:
    """Functions that code only nests in others.

    The doctrine's 1.4 registers nested functions. Where the code has no other tool it is kept to,
    and a call says why it cannot work, which tells the model more than a refusal would.
    """
    return tuple(
        ToolView(stray.name, NO_DESCRIPTION, "", (), False, (), "", stray.where)  # noqa: FBT003 - is_async
        for stray in view.unreachable
        if "defined inside function" in stray.reason
    )
