"""Opens the database for one transaction: to read, or to write with the audit record beside the change."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lma_forge.toolkit.audit.keeping import keep_witness, witness_file
from lma_forge.toolkit.own import own_business
from lma_forge.toolkit.places import data_folder, expanded
from lma_forge.toolkit.refusal import Refusal, missing
from lma_forge.toolkit.settings import Config, text

try:
    import sqlalchemy as sa
    from sqlalchemy.engine import URL
    from sqlalchemy.exc import DatabaseError, SQLAlchemyError
except ImportError as error:
    raise missing("SQLAlchemy", "store") from error

from lma_forge.toolkit.store import engines, tables
from lma_forge.toolkit.store.work import Reading, Writing

_ADVISORY = 0x6C6D61  # "lma": the number of PostgreSQL's lock under which tables are made
_ready: set[tuple[str, int]] = set()
_making = threading.Lock()


class Database:
    """A database of the store.

    Args:
        url: Its address.
        key_file: Where the key of its audit log is kept.
    """

    __slots__ = ("key_file", "name", "url")

    def __init__(self, url: URL, key_file: Path) -> None:
        self.url = url
        self.key_file = key_file
        self.name = engines.name_of(url)

    @property
    def witness(self) -> Path:
        """The file with the last head of the audit log."""
        return witness_file(self.key_file, self.name)

    @contextmanager
    def reading(self) -> Iterator[Reading | None]:
        """Begin a transaction that cannot write.

        Yields:
            What can be done in it; None where nothing was ever stored.

        Raises:
            Refusal: The database cannot be read.
        """
        with own_business(), _told("read"):
            if not engines.exists(self.url):
                yield None
                return
            with engines.engine(self.url, writes=False).connect() as connection, connection.begin():
                yield Reading(connection) if self._holds_tables(connection) else None

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """Begin a transaction that writes; whatever is raised within undoes all of it.

        Yields:
            What can be done in it.

        Raises:
            Refusal: The database cannot be written; nothing was changed.
        """
        with own_business():
            with _told("written"):
                self._make()
                with engines.engine(self.url, writes=True).begin() as connection:
                    work = Writing(connection, self.key_file, self.witness)
                    yield work
            if work.head is not None:
                keep_witness(self.witness, work.head)

    def _holds_tables(self, connection: sa.Connection) -> bool:
        if not sa.inspect(connection).has_table(tables.layout.name):
            return False
        version = connection.scalar(sa.select(tables.layout.c.version))
        if version is not None and version > tables.VERSION:
            raise Refusal(f"The database {self.name} was made by a newer lma-forge (layout {version}); upgrade.")
        return version is not None

    def _make(self) -> None:
        """Make file and tables where they are missing, once a process; check a file that was there."""
        engines.prepare(self.url)
        sqlite = self.url.get_backend_name() == "sqlite"
        made = (self.name, Path(str(self.url.database)).stat().st_ino if sqlite else 0)
        with _making:
            if made in _ready:
                return
            with engines.engine(self.url, writes=True).begin() as connection:
                if sqlite:
                    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                    if found != "ok":
                        raise Refusal(f"The database {self.name} is damaged: {found}.")
                else:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ADVISORY)))
                if not self._holds_tables(connection):
                    tables.metadata.create_all(connection)
                    connection.execute(tables.layout.insert().values(id=1, version=tables.VERSION))
                    connection.execute(tables.audit_head.insert().values(id=1, seq=0, digest="", seal=""))
            _ready.add(made)


def database(config: Config) -> Database:
    """Find the database that the host means.

    Args:
        config: The host's configuration of the tool.

    Raises:
        Refusal: The configuration does not name one that can be used, or SQLAlchemy is missing.
    """
    key_file = expanded(text(config, "audit_key_file") or str(data_folder(config) / "audit.key"))
    if not key_file.is_absolute():
        raise Refusal(f"The audit key is {str(key_file)!r}; name an absolute path.")
    return Database(engines.address(config), key_file)


@contextmanager
def _told(done: str) -> Iterator[None]:
    """Say in one sentence what the database would not do."""
    try:
        yield
    except SQLAlchemyError as error:
        # The driver's own words; SQLAlchemy's hold the statement and its values.
        said = str(error.orig) if isinstance(error, DatabaseError) and error.orig else str(error)
        raise Refusal(f"The store could not be {done}: {' '.join(said.split())[:300]}") from error
