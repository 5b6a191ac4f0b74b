"""What is set aside: hand-written code of tools that the spec no longer has, where no host finds it."""

import ast
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lma_forge.project import files, lock
from lma_forge.project.graft import BOM
from lma_forge.project.lock import Entry
from lma_forge.project.placing import File

FOLDER = ".lma-orphans"
"""The folder below that of the generated modules; hosts look one level deep, and pass over it."""

_RECORD = ".lock"


@dataclass(frozen=True, slots=True)
class Orphan:
    """A library that was set aside.

    Args:
        module: Its module.
        entries: What the lock knew of it, by function name.
    """

    module: Path
    entries: Mapping[str, Entry]


def place_for(out: Path, stem: str) -> Path:
    """Name a folder that is free for a library to be set aside in."""
    folder = out / FOLDER / stem
    number = 1
    while folder.exists() or folder.is_symlink():
        number += 1
        folder = out / FOLDER / f"{stem}-{number}"
    return folder


def record_of(folder: Path) -> Path:
    """Name the file beside a folder set aside that keeps what the lock knew of it."""
    return folder.with_name(f"{folder.name}{_RECORD}")


def find(out: Path) -> dict[str, Orphan]:
    """Find what is set aside.

    Args:
        out: The folder of generated modules.

    Returns:
        The libraries by the function names of their tools; of several the last that was set aside.
    """
    found: dict[str, Orphan] = {}
    if not is_usable(out):
        return {}
    try:
        records = sorted((out / FOLDER).glob(f"*{_RECORD}"), key=lambda path: (len(path.stem), path.stem))
    except OSError:
        return {}
    for record in records:
        entries = _entries(record)
        if entries is None:
            continue
        for function, entry in entries.items():
            module = record.with_name(record.name.removesuffix(_RECORD)) / entry.path.rpartition("/")[2]
            found[function] = Orphan(module, entries)
    return found


def _entries(record: Path) -> dict[str, Entry] | None:
    """Read a record; None for what is no record of ours."""
    data = files.read(record).data
    try:
        return lock.read((data or b"").decode("utf-8"))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Pruned:
    """What became of what was set aside.

    Args:
        deleted: Names of the libraries that were deleted.
        left: Names of what stands there and was not set aside by us, so that it stays.
    """

    deleted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def is_usable(out: Path) -> bool:
    """Tell whether the folder for what is set aside is ours: a folder, or not there; no link to elsewhere."""
    folder = out / FOLDER
    return not os.path.islink(folder) and (os.path.isdir(folder) or not os.path.lexists(folder))  # noqa: PTH112, PTH114 - no error in a locked folder


def prune(out: Path) -> Pruned:
    """Delete what is set aside, and nothing that somebody else has put there.

    Args:
        out: The folder of generated modules.

    Returns:
        What was deleted and what was left.

    Raises:
        OSError: The system does not let us.
    """
    folder = out / FOLDER
    if not is_usable(out):
        return Pruned(left=(FOLDER,))
    if not folder.is_dir():
        return Pruned()
    deleted: list[str] = []
    for record in sorted(folder.glob(f"*{_RECORD}")):
        library = record.with_name(record.name.removesuffix(_RECORD))
        if _entries(record) is None or library.is_symlink() or record.is_symlink():
            continue
        if library.is_dir():
            shutil.rmtree(library)
            deleted.append(library.name)
        record.unlink()
    left = tuple(sorted(path.name for path in folder.iterdir()))
    if not left:
        folder.rmdir()
    return Pruned(tuple(deleted), left)


def alone(text: str, names: frozenset[str]) -> str:
    """Take definitions out of a module, with the imports and all that they use of it.

    Args:
        text: The module.
        names: The definitions.

    Returns:
        A module of these; comments above a definition go with it.
    """
    file = File(text.removeprefix(BOM))
    by_name: dict[str, list[ast.stmt]] = {}
    for place in file.places:
        if not place.indent:
            by_name.setdefault(place.name, []).append(place.node)
    body = file.tree.body
    wanted: set[int] = {id(node) for node in body if isinstance(node, ast.Import | ast.ImportFrom)}
    left = [*names]
    while left:
        for node in by_name.get(left.pop(), []):
            if id(node) not in wanted:
                wanted.add(id(node))
                left += [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    lines: list[str] = []
    end = 0
    for node in body:
        first = min((node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))))
        if id(node) in wanted:
            lines += [line.rstrip("\r\n") for line in file.lines[end : node.end_lineno or first]]
        end = node.end_lineno or first
    return "\n".join(lines).lstrip("\n") + "\n"
