"""What of the host's files the code may read: Python's own, and the workspace without its secrets."""

import os
import stat
import sys
from pathlib import Path

from lma_forge.toolkit.places import data_folder
from lma_forge.toolkit.redaction import names_secrets
from lma_forge.toolkit.settings import Config

_MOST_ENTRIES = 5_000
_MOST_LENT = 500
_STORES = frozenset({".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure"})
_MACHINERY = frozenset({".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".nox"})
"""Folders of tools, which hold much, and nothing that code is run for."""


SYSTEM = (
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
    "/dev/zero",
)
"""What programs on Linux read to start: libraries and time zones."""


def interpreter() -> str:
    """Find the Python that runs us, by its own path and not that of an environment."""
    named = getattr(sys, "_base_executable", "") or sys.executable
    return os.path.realpath(named)


def of_python() -> tuple[str, ...]:
    """Find the folders from which that Python imports its standard library."""
    library = os.path.realpath(Path(os.__file__).parent)
    prefix = Path(os.path.realpath(sys.base_prefix))
    around = [str(prefix / name) for name in ("lib", "lib64") if (prefix / name).is_dir()]
    return tuple(dict.fromkeys([library, *around]))


def of_workspace(config: Config, workspace: str) -> tuple[str, ...]:
    """Find what of the workspace can be lent: folders and files that hold no secrets, and no links.

    Args:
        config: The host's configuration, for what it calls secret and where its data folder is.
        workspace: The folder.

    Returns:
        Real paths, each with all below it. None for the root of the file system, a home folder or
        one above it, a workspace with a credential store, the folder of the store and its key, or one
        with too many entries to look through.
    """
    root = Path(os.path.realpath(workspace))
    try:
        home = Path(os.path.realpath(Path.home()))
    except RuntimeError:  # a user without a home has none to protect
        home = Path(root.anchor)
    if (
        root == Path(root.anchor)
        or home.is_relative_to(root)
        or Path(os.path.realpath(data_folder(config))).is_relative_to(root)
    ):
        return ()
    further = config.get("secret_names") or ()
    walk = _Walk(str(root), tuple(one for one in further if isinstance(one, str)))
    lent = walk.below(str(root))
    if walk.count > _MOST_ENTRIES or (lent is not None and len(lent) > _MOST_LENT):
        return ()
    return (str(root),) if lent is None else tuple(lent)


class _Walk:
    """Looks through a workspace for what cannot be lent.

    Args:
        root: The workspace.
        further: Patterns of names of files that hold secrets.
    """

    def __init__(self, root: str, further: tuple[str, ...]) -> None:
        self.count = 0
        self._root = root
        self._further = further

    def below(self, folder: str) -> list[str] | None:
        """What of a folder can be lent; None for all of it."""
        parts: list[str] = []
        whole = True
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return []
        for entry in entries:
            self.count += 1
            if self.count > _MOST_ENTRIES:
                return []
            name = os.path.relpath(entry.path, self._root).replace(os.sep, "/")
            mode = entry.stat(follow_symlinks=False).st_mode
            if (
                entry.name in _STORES
                or entry.name in _MACHINERY
                or entry.name.endswith("_cache")
                or (not stat.S_ISDIR(mode) and names_secrets(name, self._further))
            ):
                whole = False
            elif stat.S_ISDIR(mode):
                inner = self.below(entry.path)
                whole = whole and inner is None
                parts += [entry.path] if inner is None else inner
            elif stat.S_ISREG(mode):
                parts.append(entry.path)
        return None if whole else parts
