"""A folder by its path, for systems that cannot open files from an open folder: Windows.

Weaker than a descriptor: that a folder is still where it was is compared around each step, and who can
swap it in between gets around that. Links and other reparse points are refused.
"""

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2)
_REPARSE = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400)


class Compared:
    """A folder by its path.

    Args:
        root: The real path of the workspace.
        path: The real path of the folder.
    """

    __slots__ = ("path", "root")

    def __init__(self, root: str, path: str) -> None:
        self.root = root
        self.path = path

    def _at(self, name: str) -> Path:
        self._compare()
        return Path(self.path, name)

    def _compare(self) -> None:
        real = os.path.normcase(os.path.realpath(self.path))
        if real != os.path.normcase(self.path) or not Path(real).is_relative_to(os.path.normcase(self.root)):
            raise OSError(errno.ELOOP, "the folder was moved, or replaced by a link")

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:  # noqa: D102 - as in Folder, and below
        at = self._at(name)
        descriptor = os.open(at, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0), mode)
        try:
            self._compare()
            if _is_link(at.lstat()) or not os.path.samestat(os.fstat(descriptor), at.lstat()):
                raise OSError(errno.ELOOP, "this is a link, or was replaced meanwhile")  # noqa: TRY301 - closed below
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def status(self, name: str) -> os.stat_result | None:  # noqa: D102
        with suppress(FileNotFoundError):
            return self._at(name).lstat()
        return None

    def link(self, old: str, new: str) -> None:  # noqa: D102
        os.link(self._at(old), self._at(new), follow_symlinks=False)

    def replace(self, old: str, new: str) -> None:  # noqa: D102
        # Windows refuses while a virus scanner or an editor has the target open; that passes.
        for wait in _WAITS:
            try:
                self._at(old).replace(self._at(new))
            except PermissionError:
                time.sleep(wait)
            else:
                return
        self._at(old).replace(self._at(new))

    def remove(self, name: str) -> None:  # noqa: D102
        self._at(name).unlink()

    def names(self) -> list[str]:  # noqa: D102
        self._compare()
        return [one.name for one in Path(self.path).iterdir()]

    def settle(self) -> None:  # noqa: D102
        self._compare()

    def enter(self, name: str, *, make: bool) -> tuple["Compared", bool]:  # noqa: D102
        at, made = self._at(name), False
        if make:
            with suppress(FileExistsError):
                at.mkdir()
                made = True
        try:
            status = at.lstat()
            if _is_link(status) or not stat.S_ISDIR(status.st_mode):
                raise OSError(errno.ENOTDIR, "this is no folder, or a link")  # noqa: TRY301 - undone below
        except BaseException:
            if made:
                at.rmdir()
            raise
        return Compared(self.root, os.path.normpath(at)), made

    def remove_folder(self, name: str) -> None:  # noqa: D102
        self._at(name).rmdir()

    def lock(self) -> bool:  # noqa: D102
        return True

    def close(self) -> None:  # noqa: D102
        return


def _is_link(status: os.stat_result) -> bool:
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_file_attributes", 0) & _REPARSE)
