"""Reads modules and remembers what was read, so that a rescan only parses what changed."""

import os
from typing import TYPE_CHECKING, NamedTuple

from lma_forge.lcp import ToolFile, read
from lma_forge.runtime.folders import SUFFIX
from lma_forge.runtime.notices import Notice

if TYPE_CHECKING:
    from lma_forge.runtime.index import Index


class ReadFile(NamedTuple):
    """A module as it was last read.

    Args:
        path: Its resolved path, which is what tells modules apart.
        stem: Its name without `.py`, which is the key of its host configuration (doctrine 6).
        view: What a host sees of it.
        fingerprint: Length and hash of its bytes; None when they were not read.
    """

    path: str
    stem: str
    view: ToolFile
    fingerprint: tuple[int, int] | None


def fingerprint(source: bytes) -> tuple[int, int]:
    """What tells one text of a module from another within this process."""
    return len(source), hash(source)


class Files:
    """The modules that were read, by resolved path.

    Args:
        index: What earlier processes read; None to read everything once.
    """

    def __init__(self, index: "Index | None" = None) -> None:
        self._read: dict[str, ReadFile] = {}
        self._index = index

    def get(self, path: str, *, link: bool = False) -> ReadFile | Notice:
        """Read a module, parsing it only when its bytes differ from what is known.

        The bytes are compared and not the times, because two edits can share a time stamp. Only
        what an earlier process knows of a file, and this one has not read yet, goes by its times.

        Args:
            path: Where it is.
            link: Whether it is a symbolic link, whose target tells it apart.

        Returns:
            The module, or a notice that says why it cannot be read.
        """
        status = view = source = mark = None
        index = self._index
        try:
            resolved = os.path.realpath(path) if link else path
            known = self._read.get(resolved)
            if index is not None:
                status = os.stat(resolved)  # noqa: PTH116 - text in, text out: thousands of files
                view = index.known(resolved, status) if known is None else None
            if view is None:
                with open(path, "rb") as stream:  # noqa: PTH123 - as above
                    source = stream.read()
        except OSError as fault:
            return Notice("unreadable-file", f"cannot be read: {fault.strerror or fault}", path)
        if source is not None:
            mark = fingerprint(source)
            if known is not None and known.fingerprint == mark:
                return known
            view = self._view(source, resolved, status)
        assert view is not None  # noqa: S101 - for the type checker
        stem = os.path.basename(path).removesuffix(SUFFIX)  # noqa: PTH119
        fresh = ReadFile(resolved, stem, view, mark)
        self._read[resolved] = fresh
        return fresh

    def _view(self, source: bytes, path: str, status: os.stat_result | None) -> ToolFile:
        index = self._index
        if index is None:
            return read(source, path, positions=False)
        known = index.get(source, path, status)
        if known is None:
            known = read(source, path, positions=False)
            index.put(source, known, status)
        return known

    def save(self) -> None:
        """Keep what was read for other processes, if there is a place for it."""
        if self._index is not None:
            self._index.save()
