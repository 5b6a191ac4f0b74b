"""The lock as it stands on disk."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.errors import UnreadableError
from lma_forge.project import faults, files, lock
from lma_forge.project.lock import Entry
from lma_forge.project.modules import read_module


@dataclass(frozen=True, slots=True)
class Held:
    """What the lock on disk holds.

    Args:
        entries: Its entries by function name; empty where there is no lock, or a broken one.
        text: Its text; None where there is none, or it cannot be read.
        fault: What is wrong with it: missing counts only where modules are there.
        is_broken: Whether there is a lock and it cannot be understood.
        made: Hash of the settings and templates that the modules were made with, as `made_with` gives it.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    text: str | None = None
    fault: Diagnostic | None = None
    is_broken: bool = False
    made: str = ""


def hold(out: Path) -> Held:
    """Read the lock of a folder of generated modules.

    Raises:
        UnreadableError: The folder may not be entered, so that nothing can be said of its modules.
    """
    path = out / lock.NAME
    shown = Span(files.shown(path))
    data, fault = read_module(out, path, lock.LARGEST)
    if fault is not None:
        if not os.access(out, os.X_OK):
            raise UnreadableError(f"{files.shown(out)} may not be entered: permission denied; mend its permissions")
        found = faults.BROKEN_LOCK.at(shown, f"the lock {fault.message.removeprefix('this ')}")
        return Held(fault=found, is_broken=True)
    if data is None:
        message = "there is no lock beside the generated modules, so every difference counts as written by hand."
        return Held(fault=faults.BROKEN_LOCK.at(shown, message))
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
        entries, made = lock.read_all(text)
        return Held(entries, text, made=made)
    except ValueError as error:
        message = f"the lock is damaged: {error}; restore it from version control, or delete it."
        if b"<<<<<<<" in data:
            message = (
                "git left both sides of a merge in the lock; take either side whole (`git checkout --ours` or "
                "`--theirs`), mend the specs, and run `lma-forge generate`."
            )
        return Held(fault=faults.BROKEN_LOCK.at(shown, message), is_broken=True)
