"""Finds the files of tool libraries on disk: which there are and in which order (doctrine 2)."""

import os
from typing import NamedTuple

SUFFIX = ".py"
_INIT = "__init__.py"


class LibraryFiles(NamedTuple):
    """One library: a folder with its modules, or a loose file.

    Args:
        name: Name of the folder, or stem of the loose file.
        folder: The folder that holds its files.
        files: Its modules in the order in which they are read.
        gate: The primary module, whose load flag holds for the whole library; "" without one.
            It need not be among the files.
        whole: Whether the folder is the library, so that its modules belong together.
        links: Those of the files that are symbolic links.
    """

    name: str
    folder: str
    files: tuple[str, ...]
    gate: str = ""
    whole: bool = False
    links: tuple[str, ...] = ()


def libraries_in(folder: str) -> list[LibraryFiles]:
    """The libraries of a configured folder, sorted by name, one level deep.

    A sub-folder X is a library: first X/X.py if it exists, then its other modules, sorted. A loose
    file is a library of its own. A folder that holds a module of its own name is itself a
    library, and its loose files are its modules. `__init__.py` is skipped everywhere.

    Args:
        folder: The folder.

    Returns:
        The libraries; one without modules is left out.

    Raises:
        OSError: When the folder cannot be listed.
    """
    own = os.path.basename(folder) + SUFFIX  # noqa: PTH119 - text in, text out: thousands of files
    found: list[LibraryFiles] = []
    folders, modules, links = _entries(folder)
    gate = os.path.join(folder, own) if own in modules else ""  # noqa: PTH118
    for name in sorted((*folders, *modules)):
        path = os.path.join(folder, name)  # noqa: PTH118
        if name in modules:
            linked = (path,) if name in links else ()
            found.append(LibraryFiles(name.removesuffix(SUFFIX), folder, (path,), gate, bool(gate), linked))
        else:
            library = library_at(path)
            if library:
                found.append(library)
    return found


def library_at(path: str) -> LibraryFiles | None:
    """The library that a folder is; None when it holds no modules or cannot be listed.

    Args:
        path: The folder.
    """
    name = os.path.basename(path)  # noqa: PTH119
    try:
        _, modules, links = _entries(path)
    except OSError:
        return None
    if not modules:
        return None
    primary = name + SUFFIX
    ordered = sorted(modules, key=lambda module: (module != primary, module))
    files = tuple(os.path.join(path, module) for module in ordered)  # noqa: PTH118
    linked = tuple(file for file in files if os.path.basename(file) in links) if links else ()  # noqa: PTH119
    return LibraryFiles(name, path, files, files[0] if primary in modules else "", whole=True, links=linked)


def _entries(folder: str) -> tuple[set[str], set[str], set[str]]:
    """Names of the sub-folders and of the modules in a folder, and of the modules that are links."""
    folders: set[str] = set()
    modules: set[str] = set()
    links: set[str] = set()
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                folders.add(entry.name)
            elif entry.name.endswith(SUFFIX) and entry.name != _INIT and entry.is_file():
                modules.add(entry.name)
                if entry.is_symlink():
                    links.add(entry.name)
    return folders, modules, links


def is_plain(name: str) -> bool:
    """Whether `name` can be the name of a library: not empty, not a path, not `.` or `..`."""
    return bool(name) and name not in (".", "..") and not any(mark in name for mark in ("/", "\\", "\0"))
