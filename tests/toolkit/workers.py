"""Processes that write to a store at once, or are killed while they do; run by the tests of the store.

`python -m tests.toolkit.workers WHAT CONFIG COUNT NAME`: CONFIG is JSON.
"""

import json
import os
import random
import signal
import sys
import time
from typing import Any

from lma_forge.toolkit import audit, store
from lma_forge.toolkit.audit.inspecting import verify
from lma_forge.toolkit.refusal import Refusal


def append(config: dict[str, Any], count: int, name: str) -> None:
    """Append `count` lines of one's own to the key that all share."""
    for number in range(count):
        store.write(config, "log/all", f"{name}-{number}", "append")


def create(config: dict[str, Any], count: int, name: str) -> None:
    """Create `count` keys that the others create as well, and write those that one was first to."""
    won = []
    for number in range(count):
        try:
            store.write(config, f"prize/{number}", name, "create")
        except Refusal as refusal:
            assert "Something is stored" in refusal.message, refusal.message  # noqa: PT017 - no test
        else:
            won.append(number)
    sys.stdout.write(json.dumps(won))


def both(config: dict[str, Any], count: int, name: str) -> None:
    """Append, then create: one start of a process for both."""
    append(config, count, name)
    create(config, count, name)


def kill(config: dict[str, Any], count: int, _: str) -> None:
    """Fork a writer `count` times, kill it at a random instant, and look at what it leaves.

    Writes how many records there are, and how many writers died at work.
    """
    audit.record(config, "start", "the store is there", "now")
    chance = random.Random(7)
    died = 0
    for number in range(count):
        heard, told = os.pipe()
        child = os.fork()
        if child == 0:
            for step in range(10_000):
                store.write(config, f"victim/{number}", f"step {step}", "append")
                os.write(told, b".")
            os._exit(0)
        os.close(told)
        os.read(heard, 1)
        os.close(heard)
        time.sleep(chance.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        died += os.waitpid(child, 0)[1] == signal.SIGKILL
        verdict = verify(config)
        if verdict.faults:
            raise SystemExit(f"after kill {number}: {verdict.faults}")
        lines = (store.read(config, f"victim/{number}") or "").splitlines()
        if lines != [f"step {step}" for step in range(len(lines))]:
            raise SystemExit(f"after kill {number}: {lines}")
    sys.stdout.write(json.dumps([verify(config).records, died]))


if __name__ == "__main__":
    what, given, many, called = sys.argv[1:]
    {"append": append, "create": create, "both": both, "kill": kill}[what](json.loads(given), int(many), called)
