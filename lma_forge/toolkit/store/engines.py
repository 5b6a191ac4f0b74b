"""Makes connections to the database of the store: SQLite in a file, or PostgreSQL."""

import os
import sqlite3
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from lma_forge.toolkit.places import data_folder, expanded, private_folder
from lma_forge.toolkit.refusal import Refusal, missing
from lma_forge.toolkit.settings import Config, text

DATABASE_URL = "LMA_FORGE_DATABASE_URL"
"""The variable that names the database where the configuration does not."""

_BUSY_MS = 15_000
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "ceph", "glusterfs"})


def address(config: Config) -> URL:
    """Find which database is meant.

    Args:
        config: The host's configuration of the tool.

    Returns:
        A URL of SQLite with an absolute path, or of PostgreSQL through psycopg.

    Raises:
        Refusal: The address cannot be read, or is of another kind of database.
    """
    given = text(config, "database_url") or os.environ.get(DATABASE_URL, "")
    if not given:
        return _sqlite(data_folder(config) / "lma.db")
    if "://" not in given:
        return _sqlite(expanded(given))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise Refusal("The address of the database cannot be read; write it as postgresql://user@host/name.") from error
    kind = url.get_backend_name()
    if kind == "sqlite":
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise Refusal("The database would be gone after the call; name a file, as in sqlite:////var/lib/lma.db.")
        return _sqlite(Path(url.database))
    if kind not in ("postgresql", "postgres"):
        raise Refusal(f"The store knows SQLite and PostgreSQL, not {kind}.")
    return url.set(drivername="postgresql+psycopg")


def _sqlite(path: Path) -> URL:
    if not path.is_absolute():
        raise Refusal(f"The database is {str(path)!r}; name an absolute path, which no workspace changes.")
    return URL.create("sqlite", database=str(path))


def name_of(url: URL) -> str:
    """Name a database for people and for the witness: its file, or its address without the password.

    Args:
        url: Its address.
    """
    if url.get_backend_name() == "sqlite":
        return os.path.realpath(str(url.database))
    return URL.create(url.drivername, url.username, None, url.host, url.port, url.database).render_as_string()


def prepare(url: URL) -> None:
    """Make the file of a SQLite database, so that only its owner can read it.

    Args:
        url: Its address; one of another kind needs nothing.

    Raises:
        Refusal: The file cannot be made, or lies on a network file system, where SQLite's log is not safe.
    """
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database))
    private_folder(path.parent)
    if (kind := file_system(path.parent)) in _NETWORK:
        raise Refusal(f"{path} lies on a network file system ({kind}); name a local file, or PostgreSQL.")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Refusal(f"The database {path} cannot be opened: {error.strerror or error}.") from error


def exists(url: URL) -> bool:
    """Tell whether there can be anything in a database.

    Args:
        url: Its address.
    """
    return url.get_backend_name() != "sqlite" or Path(str(url.database)).is_file()


def file_system(folder: Path) -> str:
    """Tell of which kind the file system of a folder is; "" where the system does not say.

    Args:
        folder: A folder.
    """
    try:
        lines = Path("/proc/self/mountinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    real = os.path.realpath(folder)
    best, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        place = before.split()[4].replace("\\040", " ")
        if len(place) >= len(best) and (real == place or real.startswith(place.rstrip("/") + "/")):
            best, kind = place, after.split()[0]
    return kind


@lru_cache(maxsize=16)
def engine(url: URL, *, writes: bool) -> Engine:
    """Make the engine of a database.

    No connection is kept between calls, so that a process may fork and end as it likes.

    Args:
        url: Its address.
        writes: Whether its transactions write: they take the lock at once. Otherwise the database
            itself refuses every change.

    Raises:
        Refusal: The driver is not installed.
    """
    try:
        made = sa.create_engine(
            url, poolclass=NullPool, connect_args={} if url.get_backend_name() == "sqlite" else {"connect_timeout": 10}
        )
    except ModuleNotFoundError as error:
        raise missing("psycopg", "postgres") from error
    if url.get_backend_name() == "sqlite":
        event.listen(made, "connect", _set_up_writer if writes else _set_up_reader)
        event.listen(made, "begin", _begin_writing if writes else _begin_reading)
    elif not writes:
        made = made.execution_options(postgresql_readonly=True)
    return made


def _set_up_writer(connection: sqlite3.Connection, _: object) -> None:
    _set_up(connection)
    # Two processes that open a new file at once can both find it locked: the change of the journal
    # does not wait as other statements do.
    for attempt in range(100):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError:
            if attempt == 99:  # noqa: PLR2004 - the last of a hundred
                raise
            time.sleep(0.02)
    connection.execute("PRAGMA synchronous=FULL")


def _set_up_reader(connection: sqlite3.Connection, _: object) -> None:
    _set_up(connection)
    connection.execute("PRAGMA query_only=ON")


def _set_up(connection: sqlite3.Connection) -> None:
    # Transactions begin where we say so: the module would begin them late, as readers.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA trusted_schema=OFF")


def _begin_writing(connection: sa.Connection) -> Any:  # noqa: ANN401 - what the event wants
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: sa.Connection) -> Any:  # noqa: ANN401 - what the event wants
    connection.exec_driver_sql("BEGIN")
