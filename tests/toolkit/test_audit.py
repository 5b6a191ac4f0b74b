"""The audit log: each way of tampering with it is found, but for the one that cannot be."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.cli import main
from lma_forge.toolkit.audit import chain
from lma_forge.toolkit.audit.entries import MOST_DETAILS, entry, moment, utc
from lma_forge.toolkit.refusal import Refusal

KEY = bytes(range(32))
COUNT = 6


def made(count: int = COUNT, key: bytes = KEY) -> tuple[list[chain.Record], chain.Head]:
    records: list[chain.Record] = []
    last = chain.FIRST
    for seq in range(1, count + 1):
        record = chain.linked(chain.Record(seq, "t", "t", "event", f"details {seq}", last), key)
        records.append(record)
        last = record.digest
    return records, chain.sealed(count, last, key)


# --- the chain itself ----------------------------------------------------------------------------


def test_a_chain_that_was_left_alone_holds():
    records, head = made()
    assert chain.faults(records, head, head, KEY) == []
    assert chain.faults([], None, None, KEY) == []


@given(st.data())
def test_whatever_field_of_whatever_record_changes_is_found(data: st.DataObject):
    records, head = made()
    place = data.draw(st.integers(0, COUNT - 1))
    name = data.draw(st.sampled_from(["ts", "at", "event", "details", "prev", "digest"]))
    old = asdict(records[place])[name]
    records[place] = replace(records[place], **{name: data.draw(st.text(max_size=70).filter(lambda one: one != old))})
    assert chain.faults(records, head, head, KEY) != []


def hashed_anew(records: list[chain.Record], key: bytes) -> list[chain.Record]:
    last, chained = chain.FIRST, []
    for seq, record in enumerate(records, 1):
        chained.append(chain.linked(replace(record, seq=seq, prev=last), key))
        last = chained[-1].digest
    return chained


def numbered(records: list[chain.Record]) -> list[chain.Record]:
    return [replace(record, seq=seq) for seq, record in enumerate(records, 1)]


TAMPERINGS: dict[str, Callable[[list[chain.Record]], list[chain.Record]]] = {
    "edit": lambda all_: [*all_[:2], replace(all_[2], details="nothing happened"), *all_[3:]],
    "edit and hash anew without the key": lambda all_: hashed_anew(
        [*all_[:2], replace(all_[2], details="nothing happened"), *all_[3:]], b"another key"
    ),
    "delete": lambda all_: [*all_[:2], *all_[3:]],
    "delete and number anew": lambda all_: numbered([*all_[:2], *all_[3:]]),
    "delete the first": lambda all_: numbered(all_[1:]),
    "reorder": lambda all_: numbered([all_[1], all_[0], *all_[2:]]),
    "insert a copy": lambda all_: numbered([*all_[:3], all_[1], *all_[3:]]),
    "insert an invention": lambda all_: numbered([*all_[:3], replace(all_[2], details="invented"), *all_[3:]]),
    "truncate": lambda all_: all_[:-2],
    "wipe": lambda all_: [],
    "rewrite without the key": lambda all_: hashed_anew(all_, b"another key"),
}
"""What somebody can do to the records who does not have the key."""


@pytest.mark.parametrize("how", TAMPERINGS)
@pytest.mark.parametrize("head", ["left alone", "moved without the key", "copied from the last record", "removed"])
def test_each_tampering_is_found_whatever_becomes_of_the_head(how: str, head: str):
    records, kept = made()
    tampered = TAMPERINGS[how](records)
    seq, digest = (tampered[-1].seq, tampered[-1].digest) if tampered else (0, chain.FIRST)
    heads = {
        "left alone": kept,
        "moved without the key": chain.sealed(seq, digest, b"another key"),
        "copied from the last record": chain.Head(seq, digest, kept.seal),
        "removed": None,
    }
    assert chain.faults(tampered, heads[head], kept, KEY) != []


def test_an_old_log_with_its_old_head_and_no_later_witness_looks_whole():
    """The one that no chain finds: it needs a head that somebody else has kept."""
    records, _ = made()
    old, old_head = records[:4], chain.sealed(4, records[3].digest, KEY)
    assert chain.faults(old, old_head, old_head, KEY) == []
    assert chain.faults(old, old_head, chain.sealed(6, records[5].digest, KEY), KEY) != []


def test_a_record_is_no_head_and_a_head_is_no_record():
    record = chain.Record(1, "", "", "", "", chain.FIRST)
    assert chain.linked(record, KEY).digest != chain.sealed(1, chain.FIRST, KEY).seal


# --- the log in its database ---------------------------------------------------------------------


@pytest.fixture
def log(bench: Any) -> Any:
    pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    for number in range(COUNT):
        bench.output("AuditLogger", event_type="file", details=f"wrote file {number}", timestamp="now")
    return bench


def verified(log: Any, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    code = main.run(["audit", "verify", "--data-dir", str(log.data), *more])
    return code, capsys.readouterr().out


def change(log: Any, *statements: str) -> None:
    with closing(sqlite3.connect(log.data / "lma.db")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_log_that_was_left_alone_is_verified(log: Any, capsys: pytest.CaptureFixture[str]):
    code, out = verified(log, capsys)
    assert code == 0
    assert "6 records, the chain holds, head " in out


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (["UPDATE lma_audit SET details = 'x' WHERE seq = 3"], "record 3 is not what was written"),
        (["DELETE FROM lma_audit WHERE seq = 3"], "record 3 is missing: after 2 comes 4"),
        (
            [
                "UPDATE lma_audit SET seq = 99 WHERE seq = 2",
                "UPDATE lma_audit SET seq = 2 WHERE seq = 3",
                "UPDATE lma_audit SET seq = 3 WHERE seq = 99",
            ],
            "record 2 does not follow the one before it",
        ),
        (
            ["INSERT INTO lma_audit SELECT 7, ts, at, event, details, digest, digest FROM lma_audit WHERE seq = 6"],
            "record 7 is not what was written",
        ),
        (["DELETE FROM lma_audit WHERE seq > 4"], "the head is at record 6, and the last record is 4"),
        (
            ["DELETE FROM lma_audit WHERE seq > 4", "UPDATE lma_audit_head SET seq = 4"],
            "the head does not bear the seal of this key",
        ),
        (["DELETE FROM lma_audit_head"], "the head is missing"),
        (["UPDATE lma_audit SET details = x'00ff' WHERE seq = 2"], "record 2 is not what was written"),
        (["UPDATE lma_audit SET digest = 'ä' WHERE seq = 6"], "record 6 is not what was written"),
        (["UPDATE lma_audit_head SET seal = x'00'"], "the head does not bear the seal of this key"),
        (
            ["DELETE FROM lma_audit", "UPDATE lma_audit_head SET seq = 0, digest = '', seal = ''"],
            "the log ends at record 0, and the witness beside the key has seen record 6",
        ),
    ],
)
def test_tampering_with_the_tables_is_found(
    log: Any, capsys: pytest.CaptureFixture[str], statements: list[str], said: str
):
    change(log, *statements)
    code, out = verified(log, capsys)
    assert code == 1
    assert said in out


def test_a_removed_database_is_found(log: Any, capsys: pytest.CaptureFixture[str]):
    for name in ("lma.db", "lma.db-wal", "lma.db-shm"):
        (log.data / name).unlink(missing_ok=True)
    code, out = verified(log, capsys)
    assert (code, "the log ends at record 0" in out) == (1, True)


def test_a_database_put_back_is_found_by_the_witness_and_nothing_goes_on_from_it(
    log: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    shutil.copytree(log.data, tmp_path / "old")
    status = log.output("AuditLogger", event_type="file", details="wrote more", timestamp="now")["status"]
    for kept in log.data.glob("lma.db*"):
        kept.unlink()
    for old in (tmp_path / "old").glob("lma.db*"):
        shutil.copy(old, log.data / old.name)
    code, out = verified(log, capsys)
    assert code == 1
    assert "the log ends at record 6, and the witness beside the key has seen record 7" in out
    said = log.error("AuditLogger", event_type="file", details="wrote more", timestamp="now")
    assert "The audit log is not the one that was last written" in said
    assert "is not the one that was last written" in log.error("MemoryWriter", key="a", value="b", mode="create")
    # Put back together with its witness it looks whole, but for whoever has a later head.
    for old in (tmp_path / "old").glob("*.head"):
        shutil.copy(old, log.data / old.name)
    assert verified(log, capsys)[0] == 0
    head = status.partition("head=")[2][:64]
    code, out = verified(log, capsys, "--head", head)
    assert (code, out) == (1, f"no record has the hash {head}\n")


def test_another_key_does_not_verify(log: Any, capsys: pytest.CaptureFixture[str]):
    (log.data / "audit.key").write_text("ab" * 32, encoding="ascii")
    code, out = verified(log, capsys)
    assert code == 1
    assert "record 1 is not what was written" in out


def test_a_missing_key_is_said_and_none_is_made(log: Any, capsys: pytest.CaptureFixture[str]):
    (log.data / "audit.key").unlink()
    assert main.run(["audit", "verify", "--data-dir", str(log.data)]) == 2
    assert "its key" in capsys.readouterr().err
    assert not (log.data / "audit.key").exists()


def test_a_head_that_was_returned_is_in_the_log(log: Any, capsys: pytest.CaptureFixture[str]):
    status = log.output("AuditLogger", event_type="file", details="one more", timestamp="now")["status"]
    assert verified(log, capsys, "--head", status.partition("head=")[2][:64])[0] == 0


def test_a_log_that_never_was_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    assert main.run(["audit", "verify", "--data-dir", str(tmp_path)]) == 0
    assert "0 records" in capsys.readouterr().out


def test_the_log_is_exported_as_json_lines(log: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert main.run(["audit", "export", "--data-dir", str(log.data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    records = [chain.Record(**json.loads(line)) for line in lines]
    assert [record.details for record in records] == [f"wrote file {number}" for number in range(COUNT)]
    key = bytes.fromhex((log.data / "audit.key").read_text(encoding="ascii"))
    assert chain.faults(records, None, None, key) == ["the head is missing"]
    target = tmp_path / "log.jsonl"
    assert main.run(["audit", "export", "--data-dir", str(log.data), "--output", str(target)]) == 0
    assert target.read_text(encoding="utf-8").splitlines() == lines


def test_options_that_do_not_belong_together_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert main.run(["audit", "verify", "--output", str(tmp_path / "x")]) == 2
    assert main.run(["audit", "export", "--head", "ab"]) == 2
    assert "goes with verify" in capsys.readouterr().err


def test_a_memory_that_is_stored_is_logged_by_its_hash_alone(log: Any, capsys: pytest.CaptureFixture[str]):
    log.output("MemoryWriter", key="a/b", value="something personal", mode="create")
    assert main.run(["audit", "export", "--data-dir", str(log.data)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["event"], last["seq"]) == ("memory.create", COUNT + 1)
    assert "a/b revision 1: 18 characters, sha256 " in last["details"]
    assert "personal" not in last["details"]


def test_secrets_do_not_reach_the_database(log: Any):
    log.output("AuditLogger", event_type="config", details="token ghp_" + "a" * 36 + " set", timestamp="now")
    for kept in log.data.glob("lma.db*"):
        assert b"ghp_aaaa" not in kept.read_bytes()


# --- acts that are logged around their doing -----------------------------------------------------


def logged(bench: Any, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    assert main.run(["audit", "export", "--data-dir", str(bench.data)]) == 0
    return [(one["event"], one["details"]) for one in map(json.loads, capsys.readouterr().out.splitlines())]


def test_a_write_is_logged_before_and_after(log: Any, capsys: pytest.CaptureFixture[str]):
    log.config["audit"] = True
    log.output("FileWriter", file_path="a.txt", content="secret plans", mode="create")
    log.error("FileWriter", file_path="a.txt", content="secret plans", mode="create")
    records = logged(log, capsys)[COUNT:]
    assert [event for event, _ in records] == [
        "file.write.begun",
        "file.write.done",
        "file.write.begun",
        "file.write.failed",
    ]
    assert records[0][1].startswith("create a.txt: 12 characters, sha256 ")
    assert records[3][1].endswith("a.txt exists already; use overwrite or append.")
    assert not any("plans" in details for _, details in records)


def test_a_write_that_cannot_be_logged_is_not_done(log: Any):
    (log.data / "audit.key").unlink()
    log.config["audit"] = True
    said = log.error("FileWriter", file_path="a.txt", content="x", mode="create")
    assert said.startswith("File write failed. No changes were made. The audit log has records, and its key")
    assert list(log.workspace.iterdir()) == []


def test_an_outcome_that_cannot_be_logged_is_said_and_undoes_nothing(log: Any, monkeypatch: pytest.MonkeyPatch):
    from lma_forge.toolkit.audit import around

    real = around.record

    def record(config: Any, event: str, details: str, timestamp: str) -> str:
        if event.endswith(".done"):
            raise Refusal("the disk is full")
        return real(config, event, details, timestamp)

    monkeypatch.setattr(around, "record", record)
    log.config["audit"] = True
    status = log.output("FileWriter", file_path="a.txt", content="x", mode="create")["status"]
    assert status.endswith("Its outcome could not be logged: the disk is full")
    assert (log.workspace / "a.txt").exists()


def test_a_run_of_code_is_logged_by_its_purpose_and_its_hash(log: Any, capsys: pytest.CaptureFixture[str]):
    log.config["audit"] = True
    result = log.call("CodeExecutor", code="print('private')", language="python", purpose="add numbers")
    if "No sandbox" in str(result["output"]):
        pytest.skip(result["error"])
    begun, done = logged(log, capsys)[COUNT:]
    assert (begun[0], done[0]) == ("code.run.begun", "code.run.done")
    assert begun[1].startswith("python, to add numbers: 16 characters, sha256 ")
    assert "private" not in begun[1]


# --- entries -------------------------------------------------------------------------------------

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ("2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"),
        ("2026-01-31T09:30:00.1234567+02:00", "2026-01-31T07:30:00.123Z"),
        ("20260131T093000Z", "2026-01-31T09:30:00.000Z"),
        ("2026-01-31", "2026-01-31T00:00:00.000Z"),
        ("1769851800", "2026-01-31T09:30:00.000Z"),
        (" now ", "2026-01-31T12:00:00.000Z"),
        ("", "2026-01-31T12:00:00.000Z"),
    ],
)
def test_a_time_has_one_form(given_: str, text: str):
    assert moment(given_, NOW).text == text


@given(st.text())
def test_any_other_text_is_no_time(text: str):
    with suppress(Refusal):
        assert datetime.fromisoformat(moment(text, NOW).text)


@given(st.text(min_size=1, max_size=200), st.text(max_size=3_000))
def test_an_entry_is_short_visible_text(event: str, details: str):
    try:
        one = entry(event, details, utc(NOW))
    except Refusal:
        return
    assert 0 < len(one.details) <= MOST_DETAILS
    assert one.event.isprintable()
    assert one.details.replace("\n", "").isprintable()
