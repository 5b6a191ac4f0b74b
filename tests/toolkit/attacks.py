"""Gives each attack of `tests/corpus/attacks` to a tier, and judges by what happened on the host.

`python -m tests.toolkit.attacks TIER [NAME…]` writes JSON: for each attack whether it got through, and
what it wrote. Its first line says when it counts as successful.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lma_forge.toolkit.sandbox import tiers
from lma_forge.toolkit.sandbox.limits import Limits
from lma_forge.toolkit.sandbox.process import Ended

FOLDER = Path(__file__).resolve().parents[1] / "corpus" / "attacks"
SECONDS = 6
OUTPUT = 1 << 20


class Scene:
    """What stands on the host for the attacks to reach: files, servers, a process, a secret in its environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outside = folder / "outside"
        self.workspace = folder / "workspace"
        (self.outside / "home" / ".ssh").mkdir(parents=True)
        (self.outside / "home" / ".ssh" / "id_rsa").write_text("CANARY_FILE", encoding="utf-8")
        for name in ("victim.txt", "victim2.txt"):
            (self.outside / name).write_text("victim", encoding="utf-8")
        (self.outside / "vdir").mkdir()
        self.workspace.mkdir()
        (self.workspace / "keep.txt").write_text("KEEPSAKE", encoding="utf-8")
        self.hits: dict[str, int] = {"tcp_hit": 0, "udp_hit": 0, "unix_hit": 0, "abs_hit": 0, "signalled": 0}
        self.abstract = f"lma-{os.getpid()}"
        self.sockets: dict[str, socket.socket] = {}
        self._serve("tcp_hit", socket.socket(), ("127.0.0.1", 0))
        self._serve("unix_hit", socket.socket(socket.AF_UNIX), str(self.outside / "s.sock"))
        self._serve("abs_hit", socket.socket(socket.AF_UNIX), "\0" + self.abstract)
        self._serve("udp_hit", socket.socket(socket.AF_INET, socket.SOCK_DGRAM), ("127.0.0.1", 0))
        self.victim = subprocess.Popen(["sleep", "600"])
        signal.signal(signal.SIGUSR1, self._signalled)
        self.inherited = os.open(self.outside / "home" / ".ssh" / "id_rsa", os.O_RDONLY)
        os.set_inheritable(self.inherited, True)

    def _signalled(self, *_: object) -> None:
        self.hits["signalled"] += 1

    def _serve(self, name: str, server: socket.socket, where: Any) -> None:
        server.bind(where)
        self.sockets[name] = server
        if server.type == socket.SOCK_STREAM:
            server.listen()
        threading.Thread(target=self._count, args=(name, server), daemon=True).start()

    def _count(self, name: str, server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                if server.type == socket.SOCK_STREAM:
                    server.accept()[0].close()
                else:
                    server.recv(99)
                self.hits[name] += 1

    def told(self, marker: str) -> dict[str, Any]:
        """What an attack is told of the host."""
        return {
            "ws": str(self.workspace),
            "ws_inner": str(self.workspace),
            "outside": str(self.outside),
            "launcher_pid": os.getpid(),
            "victim_pid": self.victim.pid,
            "tcp": self.sockets["tcp_hit"].getsockname()[1],
            "udp": self.sockets["udp_hit"].getsockname()[1],
            "abs": self.abstract,
            "marker": marker,
            "shmkey": 0x6C6D6100 + os.getpid() % 255,
        }

    def image(self) -> dict[str, Any]:
        """What can be seen of the host: contents and attributes of the files, and what the servers counted."""

        def of(folder: Path, *, meta: bool) -> dict[str, Any]:
            seen = {}
            for path in sorted([folder, *folder.rglob("*")]) if folder.exists() else []:
                status = path.lstat()
                data = path.read_bytes().hex() if path.is_file() and not meta else ""
                attributes = (status.st_mode, status.st_mtime_ns, tuple(os.listxattr(path))) if meta else ()
                seen[str(path)] = (data, *attributes)
            return seen

        if self.victim.poll() is not None:
            self.hits["signalled"] += 1
        return {
            "outside_changed": of(self.outside, meta=False),
            "outside_meta": of(self.outside, meta=True),
            "ws_changed": of(self.workspace, meta=False),
            **self.hits,
        }

    def close(self) -> None:
        """End what was started."""
        self.victim.kill()
        self.victim.wait()
        os.close(self.inherited)
        for server in self.sockets.values():
            server.close()


@contextmanager
def scene() -> Iterator[Scene]:
    with tempfile.TemporaryDirectory(prefix="lma-attack-") as folder:
        made = Scene(Path(folder))
        try:
            yield made
        finally:
            made.close()


def judge(verdict: str, ended: Ended, before: dict[str, Any], after: dict[str, Any], seconds: float) -> bool:
    """Whether an attack got through."""
    kind, _, rest = verdict.partition(" ")
    text = ended.output + ended.errors
    if kind == "num":
        name, least = rest.split()
        return any(int(found) >= int(least) for found in re.findall(rf"^{name} (\d+)", text, re.MULTILINE))
    simple = {
        "token": rest in text,
        "timelimit": seconds > SECONDS + 5,
        "outputlimit": len(text) > OUTPUT,
        "control": not ("CONTROL 45" in text and "KEEP KEEPSAKE" in text),
    }
    if kind in simple:
        return simple[kind]
    if rest == "daemon":
        return "spawned" in text
    # Nothing is taken from the scratch folder after a run, and it is gone.
    return rest != "artifact_leak" and bool(before[rest] != after[rest])


def run(tier: str, names: list[str]) -> dict[str, Any]:
    os.environ["LMA_SECRET"] = "CANARY_ENV"
    found: dict[str, Any] = {}
    data = os.environ.get("LMA_ATTACK_DATA") or tempfile.gettempdir() + f"/lma-attack-data-{os.getuid()}"
    with scene() as host:
        config = {"backend": tier, "data_dir": data, "workspace": str(host.workspace)}
        limits = Limits(seconds=SECONDS, memory=512 << 20, output=OUTPUT, workspace=str(host.workspace), backend=tier)
        chosen = tiers.chosen(config, limits)
        for path in sorted(FOLDER.glob("*.py")):
            if names and path.stem not in names:
                continue
            code = path.read_text(encoding="utf-8")
            verdict = re.match(r"# verdict: (.+)", code)
            assert verdict is not None, path
            marker = f"lma-{path.stem}-{os.getpid()}"
            before, started = host.image(), time.monotonic()
            ended = chosen.run(f"T = {host.told(marker)!r}\n{code}".encode(), limits)
            taken = time.monotonic() - started
            time.sleep(0.05)  # what was sent may still be on its way to a server
            through = judge(verdict[1], ended, before, host.image(), taken)
            for folder in ("/tmp", "/dev/shm", "/var/tmp"):
                through = through or Path(folder, marker).exists()
            found[path.stem] = [through, (ended.output + ended.errors)[-300:], ended.stopped, round(taken, 2)]
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(sys.argv[1], sys.argv[2:])))
