"""Chooses the tier: the first that works on this machine and holds off what must be held off."""

import os
import socket
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Protocol

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox import boxed, wasi
from lma_forge.toolkit.sandbox.limits import TIERS, Limits
from lma_forge.toolkit.sandbox.process import Ended
from lma_forge.toolkit.settings import Config

_PROBED = Limits(seconds=20, output=20_000, workspace="")
_AGAIN_SECONDS = 60
_found: dict[tuple[str, int], tuple[str, float]] = {}

PROBE = """
import os, socket, sys
def attempt(name, what):
    try:
        what()
    except BaseException:
        return
    print("REACHED", name)
def connect():
    socket.create_connection(("127.0.0.1", {port}), 2).close()
def environment():
    assert "{variable}" in os.environ or b"{variable}" in open(f"/proc/{{os.getppid()}}/environ", "rb").read()
attempt("a file outside", lambda: open({secret!r}).read())
attempt("a new file outside", lambda: open({beside!r}, "w").write("x"))
attempt("the network", connect)
attempt("the host's environment", environment)
attempt("another program", lambda: os.execv("/bin/sh", ["/bin/sh", "-c", "echo REACHED sh"]))
with open("note", "w") as note:
    note.write("ready")
print(open("note").read())
"""
"""What a tier is tried with: each attempt must fail, and ordinary work must not."""


class Tier(Protocol):
    """A way to run code."""

    def run(self, code: bytes, limits: Limits) -> Ended:
        """Run code to its end, or until it goes over a limit."""


def chosen(config: Config, limits: Limits) -> Tier:
    """Find the tier to run code in.

    Args:
        config: The host's configuration of the tool.
        limits: The host's terms; they may name the only tier that is used.

    Raises:
        Refusal: None works here; the message has the reason of each.
    """
    reasons: list[str] = []
    for name in (limits.backend,) if limits.backend else TIERS:
        reason = _reason_against(name, config)
        if not reason:
            return _tier(name, config)
        reasons.append(f"{name}: {reason}")
    raise Refusal(f"No sandbox is available on this host: {'; '.join(reasons)}. The code was not run.")


def _tier(name: str, config: Config) -> Tier:
    if name == "wasi":
        return wasi.Wasi(config)
    return boxed.Boxed(config, wrapped=name == "bwrap+box")


def _reason_against(name: str, config: Config) -> str:
    """Why a tier cannot be used, "" if it can; found once for each user that this process runs as.

    A tier that failed is tried again after a while: a machine that was too busy may not be.
    """
    known = (name, os.geteuid() if hasattr(os, "geteuid") else 0)
    reason, until = _found.get(known, ("", 0.0))
    if time.monotonic() > until:
        reason = _missing(name) or _probed(name, config)
        _found[known] = reason, time.monotonic() + _AGAIN_SECONDS if reason else float("inf")
    return reason


def _missing(name: str) -> str:
    if name == "wasi":
        return wasi.missing()
    if not sys.platform.startswith("linux"):
        return "it needs Linux"
    return boxed.missing(wrapped=name == "bwrap+box")


def _probed(name: str, config: Config) -> str:
    """Try a tier with real attempts; what it lets through, or why it does not work."""
    with tempfile.TemporaryDirectory(prefix="lma-probe-") as folder, closing(socket.socket()) as listening:
        secret, beside = Path(folder, "secret"), Path(folder, "beside")
        secret.write_text("SECRET", "utf-8")
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        variable = f"LMA_PROBE_{os.getpid()}"
        os.environ[variable] = "SECRET"
        code = PROBE.format(port=listening.getsockname()[1], variable=variable, secret=str(secret), beside=str(beside))
        try:
            ended = _tier(name, config).run(code.encode(), _PROBED)
        except (OSError, Refusal) as error:
            return f"it does not start ({error})"
        finally:
            del os.environ[variable]
        if beside.exists() or "REACHED" in ended.output or "SECRET" in ended.output:
            return f"it does not hold ({' '.join(ended.output.split())[:200]})"
    if ended.code or ended.stopped or ended.output != "ready\n":
        said = " ".join((ended.errors or ended.output or ended.stopped).split())
        return f"it does not work ({said[-200:] or f'exit code {ended.code}'})"
    return ""
