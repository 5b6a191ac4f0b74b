"""Finds libraries by the names that people and models give them (doctrine 8)."""

import os
import re
from collections.abc import Iterable, Iterator

from lma_forge.lcp import PREFIX
from lma_forge.runtime.files import Files, ReadFile
from lma_forge.runtime.folders import SUFFIX, LibraryFiles, is_plain, libraries_in, library_at

_SEPARATORS = re.compile(r"[\s-]+")
_CLOSE = 0.75


def libraries(folders: Iterable[str]) -> Iterator[LibraryFiles]:
    """All libraries of the folders; folders that cannot be listed are passed over."""
    for folder in folders:
        try:
            yield from libraries_in(folder)
        except OSError:
            continue


def find(folders: Iterable[str], name: str) -> LibraryFiles | None:
    """The library of exactly this name, with or without `tool_` before it: a folder before a loose file.

    Args:
        folders: The configured folders, in order.
        name: Name of a folder, or stem of a loose file.

    Returns:
        The library, or None.
    """
    names = [name] if not name.startswith(PREFIX) else [name, name.removeprefix(PREFIX)]
    places = [(folder, each) for folder in folders for each in names if is_plain(each)]
    for folder, each in places:
        path = os.path.join(folder, each)  # noqa: PTH118
        library = _folder(path, each) if os.path.isdir(path) else None  # noqa: PTH112
        if library is not None:
            return library
    for folder, each in places:
        file = os.path.join(folder, each + SUFFIX)  # noqa: PTH118
        if each != "__init__" and os.path.isfile(file):  # noqa: PTH113
            return LibraryFiles(each, folder, (file,), links=(file,) if os.path.islink(file) else ())  # noqa: PTH114
    return None


def _folder(path: str, name: str) -> LibraryFiles | None:
    """The library that a folder is, also when all its modules lie in folders below it."""
    library = library_at(path)
    if library is not None:
        return library
    below = LibraryFiles(name, path, (), whole=True)
    return below if modules_of(below) else None


def resolve(folders: list[str], name: str, files: Files) -> LibraryFiles | None:
    """The library that somebody means: by name, display name, alias, or a close misspelling.

    Args:
        folders: The configured folders, in order.
        name: What they called it; case, spaces and hyphens do not matter.
        files: Where modules are read.

    Returns:
        The library, or None when nothing is close.
    """
    name = name.strip()
    exact = find(folders, name)
    if exact is not None or not is_plain(name):
        return exact
    wanted = _normal(name)
    variants: dict[str, LibraryFiles] = {}
    for library in libraries(folders):
        for variant in _variants(library, files):
            variants.setdefault(variant, library)
    if wanted in variants:
        return variants[wanted]
    import difflib  # noqa: PLC0415 - only for mistakes

    close = difflib.get_close_matches(wanted, list(variants), n=1, cutoff=_CLOSE)
    return variants[close[0]] if close else None


def _variants(library: LibraryFiles, files: Files) -> Iterator[str]:
    yield _normal(library.name)
    for path in (library.gate,) if library.gate in library.files else library.files:
        file = files.get(path)
        if isinstance(file, ReadFile):
            metadata = file.view.library
            yield from (_normal(name) for name in (metadata.name or "", *metadata.aliases) if name.strip())


def _normal(name: str) -> str:
    return _SEPARATORS.sub("_", name.strip().lower()).removeprefix(PREFIX)


def modules_of(library: LibraryFiles) -> list[LibraryFiles]:
    """What mounting a library brings in: a loose file, or all that its folder holds.

    A mounted folder is scanned as a configured one, so the libraries below it come along, and its
    own modules in sorted order, as the lollms host has it.

    Args:
        library: The library.
    """
    if not library.whole:
        return [library]
    try:
        found = libraries_in(library.folder)
    except OSError:
        return []
    return [
        LibraryFiles(library.name, each.folder, each.files, library.gate, whole=True, links=each.links)
        if each.folder == library.folder
        else each
        for each in found
    ]
