"""The keyed hash chain: how a record's hash is made, and what of a chain does not hold.

Pure: keys, records and heads come in as values.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

FIRST = "0" * 64
"""What stands as the hash before the first record."""


@dataclass(frozen=True, slots=True)
class Record:
    """An entry in its place.

    Args:
        seq: Its number, from 1 without gaps.
        ts: When it was written, by the clock, in UTC.
        at: When it happened, as the caller has it, in UTC.
        event: Its type.
        details: What happened.
        prev: The hash of the record before.
        digest: Its own hash.
    """

    seq: int
    ts: str
    at: str
    event: str
    details: str
    prev: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain.

    Args:
        seq: The number of its last record; 0 for an empty chain.
        digest: The hash of that record.
        seal: A keyed hash of both, without which nobody can move the end.
    """

    seq: int = 0
    digest: str = FIRST
    seal: str = ""


def linked(record: Record, key: bytes) -> Record:
    """Give a record its hash.

    Args:
        record: The record, with the hash of the one before.
        key: The log's key.
    """
    fields = asdict(record)
    fields["digest"] = _keyed(key, "record", {name: value for name, value in fields.items() if name != "digest"})
    return Record(**fields)


def sealed(seq: int, digest: str, key: bytes) -> Head:
    """Make the head of a chain.

    Args:
        seq: The number of its last record.
        digest: The hash of that record.
        key: The log's key.
    """
    return Head(seq, digest, _keyed(key, "head", {"seq": seq, "digest": digest}))


def _keyed(key: bytes, kind: str, fields: dict[str, object]) -> str:
    # Sorted and without spaces, so that the same fields give the same bytes everywhere.
    text = json.dumps([kind, fields], sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=repr)
    return hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()


def faults(records: Iterable[Record], head: Head | None, witness: Head | None, key: bytes) -> list[str]:
    """Find what does not hold in a chain.

    Args:
        records: Its records by ascending number.
        head: The head that stands in the database; None when there is none.
        witness: The head that was kept apart from it; None when there is none.
        key: The log's key.

    Returns:
        Sentences, at most one for each record and one for each head; none for a chain that holds.
    """
    found: list[str] = []
    seq, prev, witnessed = 0, FIRST, ""
    for record in records:
        if record.seq != seq + 1:
            found.append(f"record {seq + 1} is missing: after {seq} comes {record.seq}")
        elif record.prev != prev:
            found.append(f"record {record.seq} does not follow the one before it")
        elif linked(record, key).digest != record.digest:
            found.append(f"record {record.seq} is not what was written")
        # Whoever has tampered with the tables may have put anything at all into them.
        number: object = record.seq
        seq, prev = number if isinstance(number, int) else seq + 1, record.digest
        if witness is not None and witness.seq == seq:
            witnessed = record.digest
    found += _of_head(head, seq, prev, key)
    if witness is not None:
        found += _of_witness(witness, seq, witnessed, key)
    return found


def _of_head(head: Head | None, seq: int, last: str, key: bytes) -> list[str]:
    if head is None:
        return ["the head is missing"] if seq else []
    if sealed(head.seq, head.digest, key).seal != head.seal:
        return ["the head does not bear the seal of this key"]
    if (head.seq, head.digest) != (seq, last):
        return [f"the head is at record {head.seq}, and the last record is {seq}"]
    return []


def _of_witness(witness: Head, seq: int, witnessed: str, key: bytes) -> list[str]:
    if sealed(witness.seq, witness.digest, key).seal != witness.seal:
        return ["the witness beside the key does not bear the seal of this key"]
    if witness.seq > seq:
        return [f"the log ends at record {seq}, and the witness beside the key has seen record {witness.seq}"]
    if witness.seq and witness.digest != witnessed:
        return [f"record {witness.seq} is another than the witness beside the key has seen"]
    return []
