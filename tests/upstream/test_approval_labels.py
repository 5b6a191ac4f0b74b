"""What the rules on approval find in the default libraries of the real host, against labels made by reading them.

Every finding was read and judged, and so was every tool that deletes, starts, sends or runs anything.
Set LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
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
    (Path(__file__).parent.parent / "corpus" / "lint" / "labels" / "approval.json").read_text(encoding="utf-8")
)
FIND = "import importlib.util as u; print(u.find_spec('lollms_client').submodule_search_locations[0])"

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]
Finding = tuple[str, int, str]


@pytest.fixture(scope="module")
def found() -> set[Finding]:
    package = subprocess.run(
        [PYTHON, "-c", FIND], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()
    results: set[Finding] = set()
    for path in Path(package).glob("tools_bindings/lcp/default_tools/*/*.py"):
        data = path.read_bytes()
        module = ToolModule(path.name, data.decode("utf-8"), data, lcp.read(data, path.name))
        off = {code for code, _, default in rules.tool_rules() if not default}
        for one in rules.check_tool_module(module):
            if one.code.startswith("LCP6") and one.code not in off:
                results.add((path.stem, one.span.line, one.code))
    return results


def labelled(kind: str) -> set[Finding]:
    return {(row["library"], row["line"], row["code"]) for row in LABELS[kind]}


def test_what_is_reported_is_what_was_judged(found: set[Finding]):
    assert found == labelled("reported")


def test_what_was_judged_safe_stays_silent(found: set[Finding]):
    assert found & labelled("rightly_silent") == set()


def test_precision_and_recall_are_what_is_wanted(found: set[Finding]):
    true = {(row["library"], row["line"], row["code"]) for row in LABELS["reported"] if row["true"]}
    right = len(found & true)
    assert right / len(found) >= 0.95
    assert right / len(true | labelled("missed")) >= 0.90
