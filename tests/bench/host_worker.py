"""One measured job of a binding in a process of its own, ours or the lollms host's.

Usage: python host_worker.py JOB FOLDER NAME=VALUE…, printing a JSON object with `seconds` of CPU
time. This file imports nothing of the project at load, because the host's interpreter runs it too.
"""

import ast
import gc
import importlib
import json
import os
import sys
import time
from pathlib import Path

CALLS = 3_000
NAMES = {"ours": "lma_forge.runtime", "host": "lollms_client.tools_bindings.lcp"}


def binding(whose, **options):
    """Import one of the two bindings."""
    return importlib.import_module(NAMES[whose]).LCPBinding(**options)


def timed(work):
    """CPU seconds of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def import_(whose, _folder):
    """Importing the binding's class."""
    return {"seconds": timed(lambda: importlib.import_module(NAMES[whose]))}


def first(whose, folder):
    """Importing it, and making a binding on a library."""
    return {"seconds": timed(lambda: binding(whose, tools_folders=[folder]))}


def discover(whose, folder, cache=""):
    """Making a binding on a folder, everything imported before."""
    options = {"cache_dir": cache} if cache else {}
    binding(whose, tools_folders=[str(Path(folder).parent / "1")], **options)
    found = []
    seconds = timed(lambda: found.append(binding(whose, tools_folders=[folder], **options)))
    return {"seconds": seconds, "tools": len(found[0].discovered_tools)}


def pass_(_whose, folder):
    """Finding, reading and parsing the same files once, and no more."""

    def work():
        for path in sorted(Path(folder).glob("**/*.py")):
            ast.parse(path.read_bytes())

    ast.parse("x = 1")
    gc.disable()
    return {"seconds": timed(work)}


def call(whose, folder, tool="tool_lib0_a", size="0"):
    """Calls of a tool, per call, its module loaded before."""
    made = binding(whose, tools_folders=[folder])
    text = "x" * int(size)
    count = CALLS if whose == "ours" else CALLS // 10

    def work():
        for _ in range(count):
            result = made.execute_tool(tool, {"name": text, "count": 3})
            if not result["success"]:
                raise AssertionError(result)

    work()
    return {"seconds": timed(work) / count}


JOBS = {"import": import_, "first": first, "discover": discover, "pass": pass_, "call": call}


def main():
    """Run the job named on the command line."""
    job, whose, folder, *pairs = sys.argv[1:]
    out = os.dup(1)
    # What the host prints about its work is not the measurement.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    found = JOBS[job](whose, folder, **dict(pair.split("=", 1) for pair in pairs))
    os.write(out, json.dumps(found).encode() + b"\n")


if __name__ == "__main__":
    main()
