"""Writes files of the workspace: whole or not at all, with a backup, and the form of the file kept."""

import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase

from lma_forge.toolkit.files.changes import described
from lma_forge.toolkit.files.folders import Folder, descend, flush, open_root
from lma_forge.toolkit.files.form import Form, decoded
from lma_forge.toolkit.files.limits import Limits
from lma_forge.toolkit.files.paths import parts_of
from lma_forge.toolkit.files.reading import bytes_in, reason, refuse_special
from lma_forge.toolkit.redaction import MARK
from lma_forge.toolkit.refusal import Refusal

_TEMPORARY = re.compile(r"\..{1,200}\.[0-9a-f]{12}\.tmp")
_STALE_SECONDS = 3_600
_LOCK_SECONDS = 10
_READ_ONLY = 0o200


@dataclass(frozen=True, slots=True)
class _Before:
    """What stands in the place of a file: its status, bytes, text and form; no status for nothing."""

    status: os.stat_result | None = None
    data: bytes = b""
    text: str = ""
    form: Form = Form()  # noqa: RUF009 - it never changes


def write_text(file_path: str, content: str, mode: str, limits: Limits) -> str:
    """Write a text file; see `files.write`."""
    parts = parts_of(file_path)
    shown = "/".join(parts)
    if _is_protected(parts, limits):
        raise Refusal(f"{shown} is protected; it is never written.")
    if MARK in content:
        raise Refusal("The content holds the mark of a hidden secret; writing it would lose the secret.")
    try:
        root = open_root(limits.root)
    except OSError as error:
        raise Refusal(f"The workspace cannot be opened: {reason(error)}.") from error
    try:
        with _folder(root, parts[:-1], make=mode != "overwrite") as folder:
            return _write(folder, shown, content, mode, limits)
    except OSError as error:
        raise Refusal(f"{shown}: {reason(error)}.") from error
    finally:
        root.close()


def _is_protected(parts: tuple[str, ...], limits: Limits) -> bool:
    """Whether the path, or its end from any folder on, is one that is never written."""
    lowered = [part.lower() for part in parts]
    tails = ["/".join(lowered[start:]) for start in range(len(lowered))]
    return any(fnmatchcase(tail, pattern.lower()) for tail in tails for pattern in limits.protected)


@contextmanager
def _folder(root: Folder, names: tuple[str, ...], *, make: bool) -> Iterator[Folder]:
    """Open the folder of a file; the ones that had to be made are removed again if nothing is written."""
    if not make:
        folder = descend(root, names)
        try:
            yield folder
        finally:
            folder.close()
        return
    opened = [root.enter(".", make=False)[0]]
    made: list[tuple[Folder, str]] = []
    try:
        for name in names:
            deeper, is_new = opened[-1].enter(name, make=True)
            if is_new:
                made.append((opened[-1], name))
            opened.append(deeper)
        yield opened[-1]
        for above, _ in made:
            with suppress(OSError):
                above.settle()
    except BaseException:
        for above, name in reversed(made):
            with suppress(OSError):
                above.remove_folder(name)
        raise
    finally:
        for one in opened:
            one.close()


def _write(folder: Folder, shown: str, content: str, mode: str, limits: Limits) -> str:
    name = shown.rpartition("/")[2]
    _lock(folder, shown)
    _sweep(folder)
    before = _look(folder, name, shown, mode, limits)
    text = before.form.fitted(content)
    after = before.text + text if mode == "append" else text
    new = before.form.encoded(after)
    if len(new) > limits.most_bytes:
        raise Refusal(f"{shown} would have {len(new):,} bytes, and {limits.most_bytes:,} are the most.")
    if before.status is not None and new == before.data:
        return f"Unchanged: {shown} holds exactly this already."
    backup, doubt = _put(folder, name, new, before, limits)
    done = {"overwrite": "Overwrote", "append": "Appended to"}[mode] if before.status is not None else "Created"
    size = f"{len(new):,} bytes, {before.form.name}"
    kept = f"; backup {backup}" if backup else ""
    unsure = f" Written, durability not confirmed: {doubt}." if doubt else ""
    return f"{done} {shown} ({size}{kept}).{unsure}{described(before.text, after, is_new=before.status is None)}"


def _lock(folder: Folder, shown: str) -> None:
    deadline = time.monotonic() + _LOCK_SECONDS
    while not folder.lock():
        if time.monotonic() > deadline:
            raise Refusal(f"{shown}: somebody else is writing in this folder; try again.")
        time.sleep(0.01)


def _sweep(folder: Folder) -> None:
    """Remove temporary files that killed writers have left more than an hour ago."""
    with suppress(OSError):
        for name in folder.names():
            found = folder.status(name) if _TEMPORARY.fullmatch(name) else None
            if found and stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > _STALE_SECONDS:
                folder.remove(name)


def _look(folder: Folder, name: str, shown: str, mode: str, limits: Limits) -> _Before:
    status = folder.status(name)
    if status is None:
        if mode == "overwrite":
            raise Refusal(f"There is no {shown} to overwrite; use create.")
        return _Before()
    refuse_special(name, status)
    if mode == "create":
        raise Refusal(f"{shown} exists already; use overwrite or append.")
    # Its owner has said that it shall not change, though the folder would allow it.
    if not status.st_mode & _READ_ONLY:
        raise Refusal(f"{shown} is read-only.")
    data = bytes_in(folder, name, limits)
    try:
        return _Before(status, data, *decoded(data))
    except Refusal as refusal:
        raise Refusal(f"{shown} cannot be changed as text. {refusal.message}") from refusal


def _put(folder: Folder, name: str, data: bytes, before: _Before, limits: Limits) -> tuple[str, str]:
    """Put the new content into place; the backup's name, and why it may not be on the disk yet.

    Up to the one step that changes the name's meaning, whatever fails is undone; after it, nothing is
    an error any more, because the file is written.
    """
    temporary = f".{name[:180]}.{secrets.token_hex(6)}.tmp"
    backup = ""
    try:
        _fill(folder, temporary, data, before.status)
        if before.status is not None:
            now = folder.status(name)
            if now is None or (now.st_ino, now.st_mtime_ns) != (before.status.st_ino, before.status.st_mtime_ns):
                raise Refusal(f"{name} was changed by somebody else meanwhile; read it again.")  # noqa: TRY301 - undone below
            backup = _back_up(folder, name, before, limits)
            folder.replace(temporary, name)
        else:
            _place(folder, temporary, name, data)
    except BaseException:
        for left in filter(None, (temporary, backup)):
            with suppress(OSError):
                folder.remove(left)
        raise
    try:
        with suppress(FileNotFoundError):
            if before.status is None:
                folder.remove(temporary)
        folder.settle()
        _prune(folder, name, limits.backups)
    except OSError as error:
        return backup, reason(error)
    return backup, ""


def _fill(folder: Folder, name: str, data: bytes, like: os.stat_result | None) -> None:
    descriptor = folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if like else 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if like is not None and hasattr(os, "fchmod"):
            # The owner first: changing it takes away what the mode says of setuid.
            with suppress(OSError):
                if (like.st_uid, like.st_gid) != (os.geteuid(), os.getegid()):
                    os.fchown(descriptor, like.st_uid, like.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(like.st_mode) & 0o777)
        flush(descriptor)
    finally:
        os.close(descriptor)


def _place(folder: Folder, temporary: str, name: str, data: bytes) -> None:
    """Give a new file its name, which nobody else's file may have."""
    try:
        folder.link(temporary, name)
    except FileExistsError as error:
        raise Refusal(f"{name} exists already; use overwrite or append.") from error
    except OSError:
        # A file system without second names: what is made here is new, so nothing of anybody is lost
        # if it fails half-way, and it is removed.
        if folder.status(name) is not None:
            raise
        try:
            _fill(folder, name, data, None)
        except FileExistsError:
            raise
        except BaseException:
            with suppress(OSError):
                folder.remove(name)
            raise


def _back_up(folder: Folder, name: str, before: _Before, limits: Limits) -> str:
    """Keep the old file under a second name: at once, exactly, and safe, as the new one is another file."""
    if not limits.backups or before.status is None:
        return ""
    backup = f"{name[:200]}.{before.status.st_mtime_ns}.bak"
    try:
        folder.link(name, backup)
    except FileExistsError:
        backup = f"{name[:200]}.{time.time_ns()}.bak"
        folder.link(name, backup)
    except OSError:
        _fill(folder, backup, before.data, before.status)
    return backup


def _prune(folder: Folder, name: str, keep: int) -> None:
    if not keep:
        return
    ours = re.compile(re.escape(name[:200]) + r"\.([0-9]{10,20})\.bak")
    found = sorted((int(one[1]), one[0]) for one in map(ours.fullmatch, folder.names()) if one)
    for _, old in found[:-keep]:
        folder.remove(old)
