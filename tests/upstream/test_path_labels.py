"""What the rules on paths and secrets find in the default libraries of the real host, against labels made by reading.

Every finding was read and judged, and so was every tool that the labels name, for what is missing.
Set LMA_FORGE_UPSTREAM to a Python that has lollms_client 1.21.1.
"""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lma_forge import lcp, rules
from lma_forge.diagnostics import Diagnostic
from lma_forge.rules.toolmodule import ToolModule

PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")
LABELS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "corpus" / "lint" / "labels" / "paths.json").read_text(encoding="utf-8")
)
FIND = "import importlib.util as u; print(u.find_spec('lollms_client').submodule_search_locations[0])"
OF_A_PARAMETER = re.compile(r"(?:path|pattern|from) (\w+) of (tool_\w+)")
RACY = "LCP515"
"""True of every guarded path, so that there is nothing to judge."""

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]
Finding = tuple[str, int, str, str]


def subject_of(one: Diagnostic) -> str:
    """The tool and the parameter that a finding is about; "" where it is about a line."""
    told = OF_A_PARAMETER.search(one.message)
    return f"{told[2]}.{told[1]}" if told else ""


@pytest.fixture(scope="module")
def found() -> set[Finding]:
    package = subprocess.run(
        [PYTHON, "-c", FIND], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()
    results: set[Finding] = set()
    for path in Path(package).glob("tools_bindings/lcp/default_tools/*/*.py"):
        data = path.read_bytes()
        module = ToolModule(path.name, data.decode("utf-8"), data, lcp.read(data, path.name))
        for one in rules.check_tool_module(module):
            if one.code.startswith(("LCP5", "LCP7")) and one.code != RACY:
                results.add((path.stem, one.span.line, one.code, subject_of(one)))
    return results


def labelled(kind: str) -> set[Finding]:
    return {(row["library"], row["line"], row["code"], row.get("of", "")) for row in LABELS[kind]}


def test_what_is_reported_is_what_was_judged(found: set[Finding]):
    assert found == labelled("reported")


def test_what_was_judged_safe_stays_silent(found: set[Finding]):
    reported = {(library, code, of.partition(".")[0]) for library, _, code, of in found}
    safe = {(row["library"], row["code"], row["tool"]) for row in LABELS["rightly_silent"]}
    assert reported & safe == set()


def test_precision_and_recall_are_what_is_wanted(found: set[Finding]):
    true = {(row["library"], row["line"], row["code"], row.get("of", "")) for row in LABELS["reported"] if row["true"]}
    right = len(found & true)
    assert right / len(found) >= 0.95
    assert right / len(true | labelled("missed")) >= 0.90
