"""The project's own tools, loaded as a host loads them, with their data in a folder of the test."""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lma_forge.names import tool_function

ROOT = Path(__file__).resolve().parents[2]


class Bench:
    """A workspace, a data folder, and the fifteen tools with one configuration."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.workspace = folder / "workspace"
        self.data = folder / "data"
        self.outside = folder / "outside"
        for made in (self.workspace, self.outside):
            made.mkdir()
        self.config: dict[str, Any] = {"data_dir": str(self.data), "autonomy_level": "full_access"}
        self._loaded: dict[str, ModuleType] = {}
        self._monkeypatch = monkeypatch

    def module(self, tool: str) -> ModuleType:
        """Load a tool's module afresh, once for this bench."""
        stem = tool_function(tool).removeprefix("tool_")
        if stem not in self._loaded:
            spec = importlib.util.spec_from_file_location(
                f"bench_{stem}", ROOT / "generated_tools" / stem / f"{stem}.py"
            )
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            self._loaded[stem] = module
        return self._loaded[stem]

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool in the workspace with the bench's configuration."""
        module = self.module(tool)
        module.init_tools_library(self.config)
        self._monkeypatch.chdir(self.workspace)
        result = getattr(module, tool_function(tool))(**arguments)
        assert isinstance(result, dict)
        return result

    def output(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that is to succeed, and give its output."""
        result = self.call(tool, **arguments)
        assert result["success"] is True, result
        return result["output"]

    def error(self, tool: str, **arguments: Any) -> str:
        """Call a tool that is to fail, and give what it says."""
        result = self.call(tool, **arguments)
        assert result == {"success": False, "error": result["error"], "output": result["error"]}
        return result["error"]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A server of PostgreSQL of its own, run by an ordinary user on a free port of this machine.

    Skipped where its programs or the driver are missing, and where it does not start.
    """
    pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    programs = _postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="lma-pg-"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # the server refuses to be run by root
        import pwd

        nobody = pwd.getpwnam("nobody")
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **user}
    server = None
    try:
        made = subprocess.run(
            [programs / "initdb", "-D", folder / "db", "-U", "lma", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
            check=False,
            **quiet,
        )
        if made.returncode:
            pytest.skip("initdb of PostgreSQL does not work here")
        options = [f"-cport={port}", "-clisten_addresses=127.0.0.1", f"-cunix_socket_directories={folder}"]
        server = subprocess.Popen([programs / "postgres", "-D", folder / "db", *options], **quiet)
        _wait_for(port, server)
        yield f"postgresql://lma@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            server.send_signal(signal.SIGQUIT)  # nothing of it is kept
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _postgres_programs() -> Path | None:
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in places if (one / "initdb").exists() and (one / "postgres").exists()), None)


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    import psycopg

    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            psycopg.connect(f"postgresql://lma@127.0.0.1:{port}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    pytest.skip("PostgreSQL does not start here")


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """The configuration of a store of one kind, empty."""
    pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    config = {"data_dir": str(tmp_path / "data")}
    if request.param == "postgresql":
        config["database_url"] = _fresh(request.getfixturevalue("postgres"), f"t{time.monotonic_ns()}")
    return config


def _fresh(server: str, name: str) -> str:
    import psycopg

    with closing(psycopg.connect(server, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload] # a name of ours
    return f"{server.rpartition('/')[0]}/{name}"
