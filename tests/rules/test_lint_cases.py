"""The small bad and good tool files of tests/corpus/lint: each bad one is hit where it should be, each good one is not.

A file is called `<code>_<bad or good>_<number>.py`; `lines/<family>.txt` names the lines of the bad ones.
"""

from pathlib import Path

import pytest

from lma_forge.diagnostics import Severity
from lma_forge.rules import RULES
from tests.rules.examples import CORPUS, by_code, findings

KNOWN = {rule.code: rule for rule in RULES}
CASES = sorted(path for path in CORPUS.glob("*.py") if path.name.partition("_")[0] in KNOWN)
BAD = [path for path in CASES if "_bad_" in path.name]
GOOD = [path for path in CASES if "_good_" in path.name]
OFF = {rule.code for rule in RULES if not rule.default}


def expected() -> dict[str, list[int]]:
    lines: dict[str, list[int]] = {}
    for table in sorted((CORPUS / "lines").glob("*.txt")):
        for row in table.read_text(encoding="utf-8").splitlines():
            name, *numbers = row.partition("#")[0].split() or [""]
            if name:
                lines[name] = [int(number) for number in numbers]
    return lines


EXPECTED = expected()


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_is_hit_by_its_rule_at_the_right_lines(path: Path):
    assert path.name in EXPECTED, f"say the line of {path.name} in {CORPUS}/lines"
    assert by_code(findings(path.read_bytes(), path.name)).get(path.name.partition("_")[0], []) == EXPECTED[path.name]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_is_clean(path: Path):
    """Under all rules that are on by default, and under its own rule in any case."""
    found = findings(path.read_bytes(), path.name)
    own = path.name.partition("_")[0]
    shown = [one for one in found if one.code not in OFF and one.severity is not Severity.INFO]
    assert [f"{one.code} {one.message}" for one in found if one.code == own or one in shown] == []


def test_every_named_line_belongs_to_a_file():
    assert [name for name in EXPECTED if not (CORPUS / name).is_file()] == []
