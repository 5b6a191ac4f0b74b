"""What the rules on results, governance, host objects and modules find in the real host's default libraries.

Every finding that is shown by default was read and judged; so were the returns, raises, file and
network calls, globals and changes of the process of all tools, for what was missed. Set
LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from lma_forge import lcp, rules
from lma_forge.rules.toolmodule import ToolModule

PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")
LABELS = json.loads(
    (Path(__file__).parent.parent / "corpus" / "lint" / "labels" / "results.json").read_text(encoding="utf-8")
)
FIND = "import importlib.util as u; print(u.find_spec('lollms_client').submodule_search_locations[0])"
FAMILIES = ("LCP4", "LCP8", "LCP9", "GOV")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]
Finding = tuple[str, int, str]


@pytest.fixture(scope="module")
def found() -> set[Finding]:
    done = subprocess.run([PYTHON, "-c", FIND], capture_output=True, text=True, check=True, timeout=60)
    off = {code for code, _, default in rules.tool_rules() if not default}
    results: set[Finding] = set()
    for path in Path(done.stdout.strip()).glob("tools_bindings/lcp/default_tools/*/*.py"):
        data = path.read_bytes()
        module = ToolModule(path.name, data.decode("utf-8"), data, lcp.read(data, path.name))
        for one in rules.check_tool_module(module):
            if one.code.startswith(FAMILIES) and one.code not in off and one.severity != "info":
                results.add((path.stem, one.span.line, one.code))
    return results


def labelled(kind: str) -> set[Finding]:
    return {(row["library"], row["line"], row["code"]) for row in LABELS[kind]}


def test_what_is_reported_is_what_was_judged(found: set[Finding]):
    assert found == labelled("reported")


def test_what_was_judged_right_stays_silent(found: set[Finding]):
    assert found & labelled("rightly_silent") == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_precision_and_recall_are_what_is_wanted(found: set[Finding], family: str):
    true = {(row["library"], row["line"], row["code"]) for row in LABELS["reported"] if row["true"]}
    of_family = {one for one in found if one[2].startswith(family)}
    wanted = {one for one in true | labelled("missed") if one[2].startswith(family)}
    assert len(of_family & true) / len(of_family) >= 0.95
    assert len(of_family & wanted) / len(wanted) >= 0.90
