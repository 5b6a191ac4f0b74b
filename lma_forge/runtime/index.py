"""The warm discovery index: what was read of files, kept on disk by their content.

It holds data only, as JSON with a checksum: an index that somebody planted can show wrong
descriptions, but runs no code. Whoever can write into its folder can write the tools as well, or
should not be able to.

A file whose size and times are what they were need not even be read: its times are trusted once
they lay two seconds back when its content was taken, since two edits can share a time stamp.
"""

import functools
import gc
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from typing import Any

import lma_forge.lcp
from lma_forge import __version__
from lma_forge.lcp import ToolFile
from lma_forge.runtime.indexed import Body, Kept, file_from, file_to

_FORMAT = 3
_SETTLED = 2_000_000_000
"""Nanoseconds after which a file's times tell of every later change."""


class Index:
    """What is known of files by the hash of their bytes, and of paths by their times.

    Several processes may use one folder: an index is replaced as a whole, so the last one wins and
    none sees a half. An index that is not as it was written counts as none.

    Args:
        folder: Where it is kept; made when it is not there.
        scope: What tells this binding's index from others in the folder: its folders and files.
    """

    def __init__(self, folder: str, scope: str) -> None:
        self._folder = folder
        name = sha256(f"{_version()}\0{scope}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._path = os.path.join(folder, f"lcp-index-{name}.json")  # noqa: PTH118 - text in, text out
        self._files: dict[str, Kept] = {}
        self._marks: dict[str, list[Any]] = {}
        self._bodies = b""
        self._load()
        self._used: dict[str, tuple[Kept, bytes | None]] = {}
        self._seen: dict[str, list[Any]] = {}

    def known(self, path: str, status: os.stat_result) -> ToolFile | None:
        """What is known of a file that has not changed since it was read; None when it may have.

        Args:
            path: Its resolved path.
            status: What the system says of it.
        """
        mark = self._marks.get(path)
        if mark is None or mark[:-1] != _times(status):
            return None
        found = self._view(mark[-1], path)
        if found is not None:
            self._seen[path] = mark
        return found

    def get(self, source: bytes, path: str, status: os.stat_result | None = None) -> ToolFile | None:
        """What is known of these bytes, as if they had been read from `path`; None when nothing is.

        Args:
            source: The bytes.
            path: Where they were read from.
            status: What the system said of the file before they were read.
        """
        digest = _digest(source)
        found = self._view(digest, path)
        if found is not None:
            self._note(path, status, digest)
        return found

    def put(self, source: bytes, view: ToolFile, status: os.stat_result | None = None) -> None:
        """Take what was read. What JSON cannot hold exactly is read anew each time."""
        with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            kept, body = file_to(view)
            digest = _digest(source)
            self._used[digest] = kept, body
            self._note(view.path, status, digest)

    def _view(self, digest: str, path: str) -> ToolFile | None:
        kept = self._files.get(digest)
        if kept is None:
            return None
        try:
            begin, end, *head = kept
            found = file_from(head, path, Body(self._bodies, begin, end, path))
        except Exception:  # noqa: BLE001 - an entry of any other form counts as none
            return None
        self._used[digest] = kept, None
        return found

    def _note(self, path: str, status: os.stat_result | None, digest: str) -> None:
        if status is not None and time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _SETTLED:
            self._seen[path] = [*_times(status), digest]

    def save(self) -> None:
        """Write the index, if it is not what is there: the entries of the files that were seen."""
        if self._used.keys() == self._files.keys() and self._seen == self._marks:
            return
        with suppress(OSError, ValueError, RecursionError):
            head, bodies = self._packed()
            body = json.dumps(head, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n" + bodies
            os.makedirs(self._folder, mode=0o700, exist_ok=True)  # noqa: PTH103 - text in, text out
            descriptor, part = tempfile.mkstemp(prefix=".lcp-index-", dir=self._folder)
            try:
                with os.fdopen(descriptor, "wb") as stream:
                    stream.write(sha256(body).hexdigest().encode() + b"\n" + body)
                os.replace(part, self._path)  # noqa: PTH105 - as above
            except BaseException:
                with suppress(OSError):
                    os.unlink(part)  # noqa: PTH108 - as above
                raise
            self._files, self._marks, self._bodies = head["files"], head["marks"], bodies

    def _packed(self) -> tuple[dict[str, Any], bytes]:
        """The head, with the places of the bodies in it, and the bodies."""
        files: dict[str, Kept] = {}
        parts: list[bytes] = []
        at = 0
        for digest, (kept, fresh) in self._used.items():
            body = self._bodies[kept[0] : kept[1]] if fresh is None else fresh
            files[digest] = [at, at + len(body), *(kept[2:] if fresh is None else kept)]
            parts.append(body)
            at += len(body)
        return {"files": files, "marks": self._seen}, b"".join(parts)

    def _load(self) -> None:
        # Plain data holds no cycles to look for.
        was_on = gc.isenabled()
        gc.disable()
        try:
            with open(self._path, "rb") as stream:  # noqa: PTH123 - as above
                check, _, body = stream.read().partition(b"\n")
            if sha256(body).hexdigest().encode() != check:
                return
            head, _, bodies = body.partition(b"\n")
            found = json.loads(head)
            if isinstance(found["files"], dict) and isinstance(found["marks"], dict):
                self._files, self._marks, self._bodies = found["files"], found["marks"], bodies
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return
        finally:
            if was_on:
                gc.enable()


@functools.cache
def _version() -> str:
    """What the same bytes give another view by: the reader, its Python, and this format."""
    folder = os.path.dirname(str(lma_forge.lcp.__file__))  # noqa: PTH120 - as above
    with os.scandir(folder) as entries:
        marks = sorted((e.name, e.stat().st_size, e.stat().st_mtime_ns) for e in entries if e.name.endswith(".py"))
    return f"{_FORMAT} {__version__} {sys.version_info[:3]} {marks}"


def _times(status: os.stat_result) -> list[int]:
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _digest(source: bytes) -> str:
    return sha256(source).hexdigest()
