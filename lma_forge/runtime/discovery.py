"""Turns folders and files into registered tools, and tells what is wrong with them (doctrine 2)."""

import gc
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from lma_forge.lcp import PromptView
from lma_forge.runtime.entry import Entry
from lma_forge.runtime.files import Files, ReadFile
from lma_forge.runtime.folders import SUFFIX, LibraryFiles, libraries_in
from lma_forge.runtime.gates import Gates
from lma_forge.runtime.notices import Notice

Entries = dict[str, Entry]


class Discovery:
    """One pass over folders and files. The first definition of a tool name wins.

    Args:
        files: The modules read so far.
        gates: Which libraries may be loaded.
        configs: `host_tool_configs`.
        compat: "lollms" to leave out what that host does not see.
        entries: Tools that are registered already; not changed.
    """

    def __init__(
        self, files: Files, gates: Gates, configs: Mapping[str, Any], compat: str | None, entries: Mapping[str, Entry]
    ) -> None:
        self.entries: Entries = dict(entries)
        self._notices: dict[Notice, None] = {}
        self.flags: set[str] = set()
        self.prompts: dict[str, list[tuple[ReadFile, PromptView, bool]]] = {}
        self._files = files
        self._gates = gates
        self._configs = configs
        self._compat = compat
        self._seen: set[str] = set()
        self._now: dict[str, ReadFile | None] = {}

    def add_folders(self, folders: Iterable[str]) -> None:
        """Register the libraries of each folder, in the order of the folders, sorted within."""
        with _without_collector():
            for folder in folders:
                if not os.path.isdir(folder):  # noqa: PTH112
                    kind, what = ("missing-folder", "does not exist")
                    if os.path.exists(folder):  # noqa: PTH110
                        kind, what = ("not-a-folder", "is a file; give it as tool_files")
                    self._note(kind, f"the tools folder {what}", folder)
                    continue
                try:
                    libraries = libraries_in(folder)
                except OSError as fault:
                    self._note("unreadable-folder", f"cannot be listed: {fault.strerror}", folder)
                    continue
                for library in libraries:
                    self.add(library)

    def add_files(self, files: Iterable[str]) -> None:
        """Register modules that were named one by one."""
        for path in files:
            if not os.path.isfile(path) or not path.endswith(SUFFIX):  # noqa: PTH113
                self._note("missing-file", "the tool file does not exist or is no .py file", path)
                continue
            stem = os.path.basename(path).removesuffix(SUFFIX)  # noqa: PTH119
            links = (path,) if os.path.islink(path) else ()  # noqa: PTH114
            self.add(LibraryFiles(stem, os.path.dirname(path), (path,), links=links))  # noqa: PTH120

    def add(self, library: LibraryFiles) -> int:
        """Register the tools of one library.

        Args:
            library: Its files. The load flag of its primary module holds for all of them.

        Returns:
            How many tools were new.
        """
        gate = self._read(library.gate, library) if library.gate else None
        if gate is not None and not self._permitted(gate):
            self._closed(library.name, gate)
            return 0
        count = 0
        for path in library.files:
            file = self._read(path, library)
            if file is None:
                continue
            if file is not gate and not self._permitted(file):
                self._closed(file.stem, file)
                continue
            count += self._add_file(file, library)
        return count

    def _permitted(self, file: ReadFile) -> bool:
        flag = file.view.library.load_flag
        if flag:
            self.flags.add(flag)
        return self._gates.permits(file, self._configs)

    def _closed(self, name: str, file: ReadFile) -> None:
        flag = file.view.library.load_flag
        if flag:
            how = f"its load flag is off; enable it with {flag}=True or host_tool_configs['{file.stem}']['{flag}']"
        elif file.view.library.gated:
            how = "its TOOL_LIBRARY_LOAD_FLAG is not a text literal, so it counts as off"
        else:
            how = "the lollms host hides libraries of this name without a session flag"
        self._note("gated-library", f"library '{name}' was left out: {how}", file.path)

    def _read(self, path: str, library: LibraryFiles) -> ReadFile | None:
        """The module at a path, looked at once in each pass."""
        if path not in self._now:
            found = self._files.get(path, link=path in library.links)
            if isinstance(found, Notice):
                self._note(found.kind, found.message, found.path)
            self._now[path] = None if isinstance(found, Notice) else found
        return self._now[path]

    def _note(self, kind: str, message: str, path: str, line: int = 0, tool: str = "") -> None:
        self._notices[Notice(kind, message, path, line, tool)] = None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was found worth telling, each matter once, in order."""
        return tuple(self._notices)

    def _add_file(self, file: ReadFile, library: LibraryFiles) -> int:
        view = file.view
        first = file.path not in self._seen
        self._seen.add(file.path)
        prompts = {prompt.tool: prompt for prompt in view.prompts}
        if first:
            self._report(file)
            general = [(file, prompt, library.whole) for prompt in view.prompts if not prompt.tool]
            if general:
                self.prompts.setdefault(library.name, []).extend(general)
        count = 0
        for tool in view.tools:
            if tool.is_async and self._compat == "lollms":
                continue
            other = self.entries.get(tool.name)
            if other is None:
                made = Entry(
                    tool, file.stem, library.name, file.path, library.whole, view.error, prompts.get(tool.name)
                )
                made.mark = file.fingerprint
                self.entries[tool.name] = made
                count += 1
            elif other.path != file.path:
                where = f"{other.path}:{other.tool.where[1]}" if other.path else "registered code"
                message = f"'{tool.name}' is defined in {where} already, which comes first; rename one of them"
                self._note("duplicate-tool", message, file.path, tool.where[1], tool.name)
        return count

    def _report(self, file: ReadFile) -> None:
        view = file.view
        if view.error is not None:
            message = f"does not parse: {view.error.message}; a call of its tools fails"
            self._note("broken-file", message, file.path, view.error.line)
        for stray in view.unreachable:
            message = f"'{stray.name}' cannot be called: {stray.reason}"
            self._note("unreachable-tool", message, file.path, stray.where[1], stray.name)
        for tool in view.tools:
            if tool.name.endswith("_prompt"):
                message = (
                    f"'{tool.name}' is a tool and no prompt provider; a provider takes no arguments and returns str"
                )
                self._note("prompt-is-a-tool", message, file.path, tool.where[1], tool.name)
            if tool.rebound:
                message = f"'{tool.name}' is bound anew or deleted in line {tool.rebound}; what is there then is called"
                self._note("rebound-tool", message, file.path, tool.where[1], tool.name)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Pause the cyclic garbage collector.

    A syntax tree is many objects and no cycles; looking through them again and again would take
    as long as parsing.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
