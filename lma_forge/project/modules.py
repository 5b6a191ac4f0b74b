"""Reading what stands in the folder of generated modules, and nothing outside of it."""

import ast
import os
from collections.abc import Mapping
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.project import faults, files
from lma_forge.project.contract import normal
from lma_forge.project.files import digest
from lma_forge.project.lock import Entry


def read_module(out: Path, target: Path, largest: int = files.LARGEST) -> tuple[bytes | None, Diagnostic | None]:
    """Read a module, or another file, from the folder of generated modules.

    Args:
        out: The folder.
        target: The file.
        largest: The most bytes that are read.

    Returns:
        Its bytes, or None where there is no file; and what stands in the way of reading it.
    """
    if os.path.islink(target) or os.path.islink(target.parent):  # noqa: PTH114 - no error in a locked folder
        shown = Span(files.shown(target))
        try:
            inside = target.resolve().is_relative_to(out.resolve())
        except (OSError, RuntimeError):
            inside = False
        if not inside:
            message = "this is a link that leaves the folder of generated modules; replace it by a file, or remove it."
            return None, faults.UNREADABLE_MODULE.at(shown, message)
        if not os.path.exists(target) and target.is_symlink():  # noqa: PTH110 - as above
            message = "this is a link to nothing; remove it."
            return None, faults.UNREADABLE_MODULE.at(shown, message)
    loaded = files.read(target, largest=largest)
    if loaded.data is None and loaded.diagnostics[0].code != faults.NO_SUCH_FILE.code:
        return None, loaded.diagnostics[0]
    return loaded.data, None


def is_untouched(data: bytes, entries: Mapping[str, Entry]) -> bool:
    """Tell whether a module is just as the lock says that it was written, line ends apart."""
    try:
        hashed = digest(normal(data.decode("utf-8")).encode("utf-8"))
    except UnicodeDecodeError:
        return False
    return any(entry.wrote(hashed) for entry in entries.values())


def siblings(module: Path) -> dict[str, str]:
    """Read the other files of a module's library, into which a person may have moved some of it.

    Args:
        module: The module.

    Returns:
        Their texts by name; what is no Python, or a link, is passed over.
    """
    found: dict[str, str] = {}
    is_link = os.path.islink(module)  # noqa: PTH114 - no error in a locked folder
    try:
        with os.scandir(module.parent) as found_there:
            names = [one.name for one in found_there if one.name.endswith(".py") and not one.is_symlink()]
        paths = [module.parent / name for name in sorted(names) if name != module.name]
        paths = [path for path in paths if not (is_link and path.samefile(module))]
    except OSError:  # a folder that may not be read, of which the module itself tells
        return {}
    for path in paths:
        data = files.read(path).data
        try:
            text = (data or b"").decode("utf-8")
            ast.parse(text.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        found[path.name] = text
    return found
