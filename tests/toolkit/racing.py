"""An attacker that swaps files and folders for links, and writers that are killed; run by the tests of files.

`python -m tests.toolkit.racing WHAT …`, in a process of its own.
"""

import ctypes
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

_EXCHANGE = 2
_AT_FDCWD = -100


def swap(folder: str) -> None:
    """Swap `d` with a link to the folder outside, and `f` with a link to its file, until killed."""
    os.chdir(folder)
    call = ctypes.CDLL(None, use_errno=True).renameat2
    while True:
        for one, other in ((b"d", b"d-link"), (b"f", b"f-link")):
            call(_AT_FDCWD, one, _AT_FDCWD, other, _EXCHANGE)


def kill(folder: str, count: str) -> None:
    """Fork a writer `count` times, kill it at a random instant, and look at what it leaves.

    Writes how many writers died at work, and how many different contents were seen.
    """
    from lma_forge.toolkit import files

    os.chdir(folder)
    chance = random.Random(11)
    whole = {_content(number): number for number in range(50)}
    config: dict[str, Any] = {"backups": 2}
    files.write(config, "victim.txt", _content(0), "create")
    seen, died = set(), 0
    for _ in range(int(count)):
        heard, told = os.pipe()
        child = os.fork()
        if child == 0:
            for number in range(10_000):
                files.write(config, "victim.txt", _content(number % 50), "overwrite")
                os.write(told, b".")
            os._exit(0)
        os.close(told)
        os.read(heard, 1)
        os.close(heard)
        time.sleep(chance.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        died += os.waitpid(child, 0)[1] == signal.SIGKILL
        for path in [Path("victim.txt"), *Path().glob("victim.txt.*.bak")]:
            text = path.read_text(encoding="utf-8")
            if text not in whole:
                raise SystemExit(f"{path} is torn: {len(text)} characters")
            seen.add(whole[text])
    sys.stdout.write(json.dumps([died, len(seen)]))


def together(folder: str, count: str, name: str) -> None:
    """Append lines of one's own to a file that others write as well, and create files that others create.

    Writes the numbers of the files that one was first to.
    """
    from lma_forge.toolkit import files
    from lma_forge.toolkit.refusal import Refusal

    os.chdir(folder)
    won = []
    for number in range(int(count)):
        files.write({"backups": 0}, "log.txt", f"{name}-{number}\n", "append")
        try:
            files.write({}, f"prize/{number}.txt", name, "create")
        except Refusal as refusal:
            if "exists already" not in refusal.message:
                raise
        else:
            won.append(number)
    sys.stdout.write(json.dumps(won))


def _content(number: int) -> str:
    return f"{number:02}\n" * 2_000 + "the end\n"


if __name__ == "__main__":
    {"swap": swap, "kill": kill, "together": together}[sys.argv[1]](*sys.argv[2:])
