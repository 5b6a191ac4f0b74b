"""The memory store: what holds when several processes write, when they are killed, and under the guard."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lma_forge.runtime import LCPBinding
from lma_forge.toolkit import places, store
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.store.terms import Terms, category_of
from tests.toolkit.conftest import ROOT, Bench

pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")

from lma_forge.toolkit.audit.inspecting import verify
from lma_forge.toolkit.store import engines
from lma_forge.toolkit.store.database import database

PROCESSES = 4


def start(what: str, config: dict[str, Any], count: int, name: str) -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "tests.toolkit.workers", what, json.dumps(config), str(count), name]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def together(what: str, config: dict[str, Any], count: int) -> list[str]:
    running = [start(what, config, count, f"p{number}") for number in range(PROCESSES)]
    told = [one.communicate(timeout=600)[0] for one in running]
    assert [one.returncode for one in running] == [0] * PROCESSES
    return told


def history(config: dict[str, Any]) -> int:
    from lma_forge.toolkit.store import tables

    with database(config).reading() as work:
        assert work is not None
        return len(work.connection.execute(tables.history.select()).all())


def all_there(config: dict[str, Any], count: int) -> None:
    lines = (store.read({**config}, "log/all") or "").splitlines()
    assert sorted(lines) == sorted(f"p{one}-{number}" for one in range(PROCESSES) for number in range(count))
    for one in range(PROCESSES):
        assert [line for line in lines if line.startswith(f"p{one}-")] == [
            f"p{one}-{number}" for number in range(count)
        ]
    assert history(config) == PROCESSES * count - 1


def one_winner_each(config: dict[str, Any], told: list[str], count: int) -> None:
    won = [json.loads(one) for one in told]
    assert sorted(number for one in won for number in one) == list(range(count))
    for name, numbers in enumerate(won):
        for number in numbers:
            assert store.read(config, f"prize/{number}") == f"p{name}"


def test_what_four_processes_write_at_once_is_all_there(shared: dict[str, Any]):
    told = together("both", shared, 8)
    all_there(shared, 8)
    one_winner_each(shared, told, 8)
    verdict = verify(shared)
    assert (verdict.faults, verdict.records) == ((), PROCESSES * 8 + 8)


@pytest.mark.long
def test_a_thousand_appends_of_four_processes_are_all_there(shared: dict[str, Any]):
    together("append", shared, 250)
    all_there(shared, 250)
    verdict = verify(shared)
    assert (verdict.faults, verdict.records) == ((), 1_000)


@pytest.mark.long
def test_each_of_200_keys_that_four_processes_create_has_one_winner(shared: dict[str, Any]):
    one_winner_each(shared, together("create", shared, 200), 200)
    verdict = verify(shared)
    assert (verdict.faults, verdict.records) == ((), 200)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")
@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_writer_leaves_a_store_that_opens_and_a_log_that_holds(shared: dict[str, Any], kills: int):
    worker = start("kill", shared, kills, "")
    told = worker.communicate(timeout=600)[0]
    assert worker.returncode == 0
    records, died = json.loads(told)
    assert died == kills
    assert records > 1


def test_what_an_update_replaces_is_kept(shared: dict[str, Any]):
    store.write(shared, "a/b", "one", "create")
    store.write(shared, "a/b", "two", "update")
    store.write(shared, "a/b", "three", "append")
    from lma_forge.toolkit.store import tables

    with database(shared).reading() as work:
        assert work is not None
        kept = work.connection.execute(tables.history.select().order_by(tables.history.c.revision)).all()
    assert [(row.key, row.revision, row.value, row.mode) for row in kept] == [
        ("a/b", 1, "one", "update"),
        ("a/b", 2, "two", "append"),
    ]
    assert store.read(shared, "a/b") == "two\nthree"


def test_a_topic_lists_its_entries_by_key(shared: dict[str, Any]):
    for key in ("b/two", "b/one", "b.three", "bb/four", "b_x"):
        store.write(shared, key, f"value of {key}", "create")
    listed = ["b.three: value of b.three", "b/one: value of b/one", "b/two: value of b/two"]
    assert (store.read(shared, "b") or "").splitlines() == listed


def test_a_topic_cuts_long_entries_and_sets_their_lines_in(bench: Bench):
    bench.output("MemoryWriter", key="a/long", value="x" * 600, mode="create")
    bench.output("MemoryWriter", key="a/lines", value="one\ntwo", mode="create")
    assert bench.output("MemoryReader", key="a")["value"] == (
        f"a/lines: one\n  two\na/long: {'x' * 500}… (600 characters)"
    )
    assert bench.output("MemoryReader", key="a/long")["value"] == "x" * 600


def test_a_percent_sign_in_a_topic_is_no_pattern(shared: dict[str, Any]):
    store.write(shared, "abc/d", "value", "create")
    assert store.read(shared, "a%") is None
    assert store.read(shared, "ab_") is None


def test_nothing_is_stored_when_the_log_cannot_be_written(bench: Bench):
    bench.output("MemoryWriter", key="a/b", value="one", mode="create")
    (bench.data / "audit.key").unlink()
    said = bench.error("MemoryWriter", key="a/b", value="two", mode="update")
    assert "its key" in said
    assert not (bench.data / "audit.key").exists()
    assert bench.output("MemoryReader", key="a/b")["value"] == "one"


def test_reader_and_writer_share_a_store_without_being_told(monkeypatch, tmp_path: Path, bench: Bench):
    monkeypatch.setenv(places.DATA_DIR, str(tmp_path / "elsewhere"))
    bench.config = {"autonomy_level": "full_access"}
    bench.output("MemoryWriter", key="k", value="v", mode="create")
    bench.config = {}
    assert bench.output("MemoryReader", key="k")["value"] == "v"
    assert (tmp_path / "elsewhere" / "lma.db").exists()
    assert list(bench.workspace.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_the_files_are_their_owners_alone(bench: Bench):
    bench.output("MemoryWriter", key="k", value="v", mode="create")
    assert stat.S_IMODE(bench.data.stat().st_mode) == 0o700
    for name in ("lma.db", "audit.key"):
        assert stat.S_IMODE((bench.data / name).stat().st_mode) == 0o600


def test_the_file_of_sqlite_is_as_safe_as_it_can_be(bench: Bench):
    bench.output("MemoryWriter", key="k", value="v", mode="create")
    url = engines.address(bench.config)
    with engines.engine(url, writes=True).connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "trusted_schema")
        }
    full = 2
    assert settings == {
        "journal_mode": "wal",
        "synchronous": full,
        "busy_timeout": 15_000,
        "foreign_keys": 1,
        "trusted_schema": 0,
    }


def test_the_readers_connection_cannot_write(shared: dict[str, Any]):
    store.write(shared, "a", "b", "create")
    from sqlalchemy.exc import DBAPIError

    from lma_forge.toolkit.store import tables

    with database(shared).reading() as work:
        assert work is not None
        with pytest.raises(DBAPIError):
            work.connection.execute(tables.memory.delete())
    assert store.read(shared, "a") == "b"


def test_reading_makes_no_file(bench: Bench):
    assert bench.error("MemoryReader", key="k") == "Memory key not found."
    assert not bench.data.exists()


def test_a_database_of_a_newer_version_is_left_alone(bench: Bench):
    bench.output("MemoryWriter", key="k", value="v", mode="create")
    with sqlite3.connect(bench.data / "lma.db") as connection:
        connection.execute("UPDATE lma_layout SET version = 99")
    connection.close()
    assert "made by a newer lma-forge (layout 99)" in bench.error("MemoryReader", key="k")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://h/d", "SQLite and PostgreSQL, not mysql"),
        ("sqlite://", "gone after the call"),
        ("sqlite:///:memory:", "gone after the call"),
        ("relative.db", "name an absolute path"),
        ("postgresql://h:port/x", "cannot be read"),
    ],
)
def test_an_address_that_cannot_be_is_refused(address: str, said: str):
    with pytest.raises(Refusal, match=said):
        engines.address({"database_url": address})


def test_a_password_in_the_address_stays_in_it():
    url = engines.address({"database_url": "postgresql://u:pass-word@db.example/x?application_name=y"})
    assert engines.name_of(url) == "postgresql+psycopg://u@db.example/x"


def test_a_server_that_is_not_there_is_said(tmp_path: Path):
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    config = {"data_dir": str(tmp_path), "database_url": "postgresql://u:pass-word@127.0.0.1:1/x"}
    with pytest.raises(Refusal, match="could not be written") as refused:
        store.write(config, "k", "v", "create")
    assert "pass-word" not in refused.value.message


@pytest.mark.parametrize("key", ["a/b", "a:b", "a.b", "a/b/c"])
def test_the_category_is_what_stands_first(key: str):
    assert category_of(key) == "a"


def test_a_key_without_category_is_unsorted():
    assert [category_of(one) for one in ("name", "/name", ":x")] == ["general"] * 3


def test_two_spellings_of_a_key_are_one():
    assert Terms().key(" cafe\N{COMBINING ACUTE ACCENT} ") == Terms().key("café")


@pytest.mark.parametrize("guard", ["report", "enforce"])
def test_under_the_guard_the_store_works_and_is_no_news(bench: Bench, guard: str):
    binding = LCPBinding(
        tools_folders=[str(ROOT / "generated_tools")],
        workspace=str(bench.workspace),
        guard=guard,
        host_tool_configs={"memory_reader": bench.config, "memory_writer": bench.config, "audit_logger": bench.config},
    )
    written = binding.execute_tool("tool_memory_writer", {"key": "a/b", "value": "c", "mode": "create"})
    assert written["success"] is True, written
    assert binding.execute_tool("tool_memory_reader", {"key": "a/b"})["output"] == {"value": "c", "found": True}
    event = {"event_type": "x", "details": "y", "timestamp": "now"}
    assert binding.execute_tool("tool_audit_logger", event)["success"] is True
    assert binding.guard_findings == ()


@pytest.mark.parametrize("tool", ["MemoryReader", "MemoryWriter", "AuditLogger"])
@pytest.mark.parametrize("absent", ["sqlalchemy", "lma_forge.toolkit"])
def test_what_is_not_installed_is_said_with_the_command(monkeypatch, bench: Bench, tool: str, absent: str):
    for name in [one for one in sys.modules if one.startswith("lma_forge.toolkit.store.") or one == absent]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, absent, None)
    arguments: dict[str, dict[str, str]] = {
        "MemoryReader": {"key": "a"},
        "MemoryWriter": {"key": "a", "value": "b", "mode": "create"},
        "AuditLogger": {"event_type": "a", "details": "b", "timestamp": "now"},
    }
    said = bench.error(tool, **arguments[tool])
    assert "pip install 'lma-forge[store]'" in said
