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
        fingerprint: Length and hash of its bytes.
    """

    path: str
    stem: str
    view: ToolFile
    fingerprint: tuple[int, int]


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

        The bytes are compared and not the times, because two edits can share a time stamp.

        Args:
            path: Where it is.
            link: Whether it is a symbolic link, whose target tells it apart.

        Returns:
            The module, or a notice that says why it cannot be read.
        """
        try:
            with open(path, "rb") as stream:  # noqa: PTH123 - text in, text out: thousands of files
                source = stream.read()
            resolved = os.path.realpath(path) if link else path
        except OSError as fault:
            return Notice("unreadable-file", f"cannot be read: {fault.strerror or fault}", path)
        mark = fingerprint(source)
        known = self._read.get(resolved)
        if known is not None and known.fingerprint == mark:
            return known
        stem = os.path.basename(path).removesuffix(SUFFIX)  # noqa: PTH119
        fresh = ReadFile(resolved, stem, self._view(source, resolved), mark)
        self._read[resolved] = fresh
        return fresh

    def _view(self, source: bytes, path: str) -> ToolFile:
        index = self._index
        if index is None:
            return read(source, path, positions=False)
        known = index.get(source, path)
        if known is None:
            known = read(source, path, positions=False)
            index.put(source, known)
        return known

    def save(self) -> None:
        """Keep what was read for other processes, if there is a place for it."""
        if self._index is not None:
            self._index.save()
