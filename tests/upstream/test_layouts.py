"""Random folders of libraries in both hosts: the same tools, and the same answers about libraries.

Set LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
"""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding
from tests.upstream.layouts import layout
from tests.upstream.watching import watch_layout

PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]

HOST = """
import json, os, pathlib, sys
import lollms_client.tools_bindings.lcp as lcp
sys.path.insert(0, sys.argv[1])
from watching import watch_layout

# Its own libraries are no part of the layouts, and the order of the file system is nobody's.
lcp.__file__ = os.path.join(os.sep, "nowhere", "lcp.py")
for name in ("iterdir", "glob"):
    def listed(self, *rest, _real=getattr(pathlib.Path, name)):
        return iter(sorted(_real(self, *rest)))
    setattr(pathlib.Path, name, listed)

job = json.loads(sys.stdin.read())
seen = []
for home, plan in job["plans"]:
    seen.append(watch_layout(lcp.LCPBinding, home, plan))
    for name in [name for name in sys.modules if "persistent_" in name]:
        del sys.modules[name]
with open(job["out"], "w", encoding="utf-8") as out:
    json.dump(seen, out)
"""


def test_random_layouts(tmp_path, pytestconfig, caplog):
    caplog.set_level(logging.CRITICAL, "lma_forge")
    plans = []
    for seed in range(2_000 if pytestconfig.getoption("--long") else 60):
        home = tmp_path / str(seed)
        plans.append((str(home), json.loads(json.dumps(layout(seed, home)))))
    job = {"plans": plans, "out": str(tmp_path / "out.json")}
    done = subprocess.run(
        [PYTHON, "-c", HOST, str(Path(__file__).parent)],
        cwd=tmp_path,
        input=json.dumps(job).encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    theirs = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    wrong = []
    for (home, plan), there in zip(plans, theirs, strict=True):
        here = json.loads(json.dumps(watch_layout(LCPBinding, home, plan)))
        wrong += [(home, plan["options"], o, t) for o, t in zip(here, there, strict=True) if o != t][:1]
        for name in [name for name in sys.modules if "persistent_" in name]:
            del sys.modules[name]
    assert wrong[:10] == []
