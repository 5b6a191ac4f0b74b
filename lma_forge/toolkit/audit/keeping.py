"""Keeps the key of the log, and the witness: the last head, outside the database."""

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from lma_forge.toolkit.audit.chain import Head
from lma_forge.toolkit.places import private_folder
from lma_forge.toolkit.refusal import Refusal

_BYTES = 32
_UNREADABLE = "unreadable"


def read_key(path: Path) -> bytes:
    """Read the key of a log.

    Args:
        path: The file that holds it, as hexadecimal.

    Returns:
        The key; empty when there is no such file.

    Raises:
        Refusal: The file cannot be read or holds no key.
    """
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        raise Refusal(f"The audit key {path} cannot be read: {error}.") from error
    if len(key) < _BYTES:
        raise Refusal(f"The audit key {path} is too short; it needs {_BYTES} bytes as hexadecimal.")
    return key


def make_key(path: Path) -> bytes:
    """Read the key of a log, and make one first where there is none.

    Two processes that start at once get the same key: it is written apart and linked into place, and
    whoever comes second reads the first one's.

    Args:
        path: The file that is to hold it.

    Raises:
        Refusal: It can be neither read nor made.
    """
    if key := read_key(path):
        return key
    private_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(descriptor, secrets.token_hex(_BYTES).encode("ascii") + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        with suppress(FileExistsError):
            os.link(draft, path)
    except OSError as error:
        raise Refusal(f"The audit key {path} cannot be made: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            draft.unlink()
    return read_key(path)


def witness_file(key_file: Path, database: str) -> Path:
    """Find the file with the last head of a database's log.

    Args:
        key_file: Where the key is kept; the witness stands beside it.
        database: What names the database: its file, or its address without the password.
    """
    return key_file.with_name(f"{key_file.stem}-{sha256(database.encode()).hexdigest()[:12]}.head")


def read_witness(path: Path) -> Head | None:
    """Read the last head that was kept.

    Args:
        path: The witness file.

    Returns:
        The head; None where there is no such file. One that holds something else is a head
        without seal, which no chain agrees with.
    """
    try:
        head = Head(**json.loads(path.read_text("ascii")))
        number: object = head.seq
        return head if isinstance(number, int) else Head(seal=_UNREADABLE)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        return Head(seal=_UNREADABLE)


def keep_witness(path: Path, head: Head) -> None:
    """Keep a head, unless a later one is kept already.

    A process that dies before this leaves an older witness, which the chain still agrees with.

    Args:
        path: The witness file.
        head: The head that was just committed.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    with suppress(OSError), _locked(path.with_suffix(".lock")):
        kept = read_witness(path)
        if kept is not None and (kept.seq >= head.seq or kept.seal == _UNREADABLE):
            return
        try:
            draft.write_text(json.dumps(asdict(head)), "ascii")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file's lock where the system has such locks."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
