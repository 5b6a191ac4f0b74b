"""What is done within one transaction of the store."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from lma_forge.toolkit.audit import chain
from lma_forge.toolkit.audit.entries import Entry, utc
from lma_forge.toolkit.audit.keeping import make_key, read_key, read_witness
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.store.tables import audit, audit_head, history, memory
from lma_forge.toolkit.store.terms import Terms, category_of

_MOST_LISTED = 100


class Stored(NamedTuple):
    """An entry of the memory, as it stands in the table.

    Args:
        key: Its key.
        category: Its category.
        value: What is stored.
        revision: How often it was written.
        changed: When last, in UTC.
    """

    key: str
    category: str
    value: str
    revision: int
    changed: str


_ENTRY = sa.select(memory.c.key, memory.c.category, memory.c.value, memory.c.revision, memory.c.changed)


class Reading:
    """A transaction that reads.

    Args:
        connection: The connection, in the transaction.
    """

    __slots__ = ("connection",)

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection

    def entry(self, key: str) -> Stored | None:
        """Find what is stored under a key.

        Args:
            key: The key in its one form.
        """
        row = self.connection.execute(_ENTRY.where(memory.c.key == key)).one_or_none()
        return None if row is None else Stored(*row)

    def topic(self, name: str) -> list[Stored]:
        """Find the entries of a category, or below a key, sorted by key; a hundred at most.

        Args:
            name: The category, or the beginning of keys up to a separator.
        """
        below = [memory.c.key.startswith(f"{name}{mark}", autoescape=True) for mark in "/:."]
        found = _ENTRY.where(sa.or_(memory.c.category == name, *below)).order_by(memory.c.key).limit(_MOST_LISTED)
        return [Stored(*row) for row in self.connection.execute(found)]

    def records(self) -> Iterator[chain.Record]:
        """Read the audit log from its beginning."""
        columns = (audit.c.seq, audit.c.ts, audit.c.at, audit.c.event, audit.c.details, audit.c.prev, audit.c.digest)
        rows = self.connection.execution_options(yield_per=1_000).execute(sa.select(*columns).order_by(audit.c.seq))
        return (chain.Record(*row) for row in rows)

    def head_of_log(self) -> chain.Head | None:
        """Read the head of the audit log; None where it is missing, or was never moved."""
        row = self.connection.execute(sa.select(audit_head.c.seq, audit_head.c.digest, audit_head.c.seal)).first()
        return None if row is None or not (row.seq or row.seal) else chain.Head(*row)


class Writing(Reading):
    """A transaction that writes, and logs what it writes.

    Args:
        connection: The connection, in the transaction.
        key_file: Where the key of the audit log is kept; it is made with the first record.
        witness: The file with the last head that was committed.
    """

    __slots__ = ("_key", "_key_file", "_witness", "head")

    def __init__(self, connection: sa.Connection, key_file: Path, witness: Path) -> None:
        super().__init__(connection)
        self._key = b""
        self._key_file = key_file
        self._witness = witness
        self.head: chain.Head | None = None

    def log(self, entry: Entry) -> chain.Head:
        """Append an entry to the audit log.

        Args:
            entry: The entry.

        Returns:
            The new head.

        Raises:
            Refusal: The log is not the one that was last written.
        """
        last = self._last()
        now = utc(datetime.now(UTC))
        record = chain.linked(
            chain.Record(last.seq + 1, now, entry.at, entry.event, entry.details, last.digest), self._key
        )
        self.connection.execute(
            audit.insert().values(
                seq=record.seq,
                ts=record.ts,
                at=record.at,
                event=record.event,
                details=record.details,
                prev=record.prev,
                digest=record.digest,
            )
        )
        self.head = chain.sealed(record.seq, record.digest, self._key)
        self.connection.execute(
            audit_head.update().values(seq=self.head.seq, digest=self.head.digest, seal=self.head.seal)
        )
        return self.head

    def _last(self) -> chain.Head:
        """The head to go on from, its row locked until the end of the transaction."""
        found = sa.select(audit_head.c.seq, audit_head.c.digest, audit_head.c.seal).with_for_update()
        row = self.connection.execute(found).first()
        witness = read_witness(self._witness)
        if row is not None and not row.seq and not row.seal and witness is None:
            self._key = make_key(self._key_file)
            return chain.Head()
        self._key = read_key(self._key_file)
        if not self._key:
            raise Refusal(f"The audit log has records, and its key {self._key_file} is missing; bring it back.")
        # Nobody can have committed a later record while we hold the lock, so an honest witness is
        # never ahead. Going on from a log that was cut back would hide that it was.
        if (
            row is None
            or chain.sealed(row.seq, row.digest, self._key).seal != row.seal
            or (witness is not None and (witness.seq > row.seq or not witness.seq))
            or (witness is not None and witness.seq == row.seq and witness.digest != row.digest)
        ):
            raise Refusal("The audit log is not the one that was last written; look with `lma-forge audit verify`.")
        return chain.Head(*row)

    def write(self, key: str, value: str, mode: str, terms: Terms) -> str:
        """Store a value, keep the one that it replaces, and log it.

        Args:
            key: The key in its one form.
            value: The value.
            mode: `create`, `update` or `append`.
            terms: The host's terms.

        Returns:
            The status.

        Raises:
            Refusal: The mode does not fit what is there; nothing was changed.
        """
        self._lock_log()
        row = self.connection.execute(_ENTRY.where(memory.c.key == key).with_for_update()).one_or_none()
        before = None if row is None else Stored(*row)
        if before is not None and terms.hides(before.category) and mode == "create":
            raise Refusal("The key cannot be used.")
        if before is None:
            if mode == "update":
                raise Refusal(f"Nothing is stored under {key!r}; use create.")
            return self._create(key, value)
        if mode == "create":
            raise Refusal(f"Something is stored under {key!r} already; use update or append.")
        new = value if mode == "update" else f"{before.value}\n{value}"
        if new == before.value:
            return f"Memory unchanged: {key} holds exactly this already (revision {before.revision})."
        if len(new) > terms.most_entry:
            raise Refusal(f"The entry would have {len(new):,} characters, and {terms.most_entry:,} are the most.")
        return self._replace(before, new, mode)

    def _lock_log(self) -> None:
        # Every writer takes the lock of the log first, so that none ever waits for another in a circle.
        self.connection.execute(sa.select(audit_head.c.id).with_for_update()).first()

    def _create(self, key: str, value: str) -> str:
        now, category = utc(datetime.now(UTC)), category_of(key)
        # The count of rows cannot be relied on here (psycopg gives none); what is returned can.
        made = self.connection.execute(
            _insert(self.connection)
            .values(key=key, category=category, value=value, revision=1, created=now, changed=now)
            .on_conflict_do_nothing()
            .returning(memory.c.key)
        ).first()
        if made is None:
            raise Refusal(f"Something is stored under {key!r} already; use update or append.")
        head = self.log(_logged("memory.create", key, value, 1, now))
        return f"Memory created: {key} (category {category}, revision 1; audit seq={head.seq} head={head.digest})."

    def _replace(self, before: Stored, value: str, mode: str) -> str:
        now, revision = utc(datetime.now(UTC)), before.revision + 1
        self.connection.execute(
            history.insert().values(
                key=before.key,
                revision=before.revision,
                value=before.value,
                written=before.changed,
                replaced=now,
                mode=mode,
            )
        )
        self.connection.execute(
            memory.update().where(memory.c.key == before.key).values(value=value, revision=revision, changed=now)
        )
        head = self.log(_logged(f"memory.{mode}", before.key, value, revision, now))
        return (
            f"Memory {'updated' if mode == 'update' else 'appended to'}: {before.key} (category {before.category}, "
            f"revision {revision}, revision {before.revision} kept; audit seq={head.seq} head={head.digest})."
        )


def _insert(connection: sa.Connection) -> "sa.dialects.sqlite.Insert | sa.dialects.postgresql.Insert":
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: PLC0415 - the one that is needed loads its driver

    if connection.dialect.name == "sqlite":
        return sqlite.insert(memory)
    return postgresql.insert(memory)


def _logged(event: str, key: str, value: str, revision: int, now: str) -> Entry:
    # What was stored may be nobody else's business; that it was this can be proved by its hash.
    digest = hashlib.sha256(value.encode()).hexdigest()
    return Entry(event, f"{key} revision {revision}: {len(value)} characters, sha256 {digest}", now)
