"""Reads the log from its beginning: to verify it, and to write it out as JSON lines."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from lma_forge.toolkit.audit import chain
from lma_forge.toolkit.audit.keeping import read_key, read_witness
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of verifying a log.

    Args:
        database: Which database it is in.
        records: How many records it has.
        head: The hash of the last one.
        faults: What does not hold, in sentences; none for a log that holds.
    """

    database: str
    records: int
    head: str
    faults: tuple[str, ...]


def verify(config: Config) -> Verdict:
    """Verify the log against its key, its head and the witness beside the key.

    Args:
        config: The host's configuration, as the AuditLogger is given it.

    Raises:
        Refusal: The log cannot be read, or its key is missing.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    log = database(config)
    key, witness = read_key(log.key_file), read_witness(log.witness)
    with log.reading() as work:
        head = None if work is None else work.head_of_log()
        records = iter(()) if work is None else work.records()
        first = next(records, None)
        if not key:
            if first is not None or witness is not None or head is not None:
                raise Refusal(f"The audit log has records, and its key {log.key_file} is missing; bring it back.")
            return Verdict(log.name, 0, chain.FIRST, ())
        counted = _Counted(first, records)
        faults = chain.faults(counted, head, witness, key)
        return Verdict(log.name, counted.count, counted.last, tuple(faults))


def exported(config: Config) -> Iterator[str]:
    """Write the log as JSON lines, as it stands; verify it to know whether it holds.

    Args:
        config: The host's configuration, as the AuditLogger is given it.

    Yields:
        One object a record, oldest first.

    Raises:
        Refusal: The log cannot be read.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    with database(config).reading() as work:
        if work is not None:
            for record in work.records():
                yield json.dumps(asdict(record), ensure_ascii=False)


def holds(config: Config, digest: str) -> bool:
    """Tell whether the log has a record with a certain hash, such as a head that a tool returned.

    Args:
        config: The host's configuration, as the AuditLogger is given it.
        digest: The hash, as 64 hexadecimal digits.

    Raises:
        Refusal: The log cannot be read.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    with database(config).reading() as work:
        return work is not None and any(record.digest == digest for record in work.records())


class _Counted:
    """Passes records on, and remembers how many they were and which was the last."""

    def __init__(self, first: chain.Record | None, rest: Iterator[chain.Record]) -> None:
        self.count = 0
        self.last = chain.FIRST
        self._first = first
        self._rest = rest

    def __iter__(self) -> Iterator[chain.Record]:
        if self._first is not None:
            yield self._seen(self._first)
            for record in self._rest:
                yield self._seen(record)

    def _seen(self, record: chain.Record) -> chain.Record:
        self.count += 1
        self.last = record.digest
        return record
