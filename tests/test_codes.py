"""Codes are stable: each released one keeps its meaning, and none is used twice."""

from pathlib import Path

import pytest

from lma_forge.diagnostics import Rule
from lma_forge.project.catalogue import catalogue

LIST = Path(__file__).parent / "corpus" / "codes.txt"
LINES = [line.split() for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
RELEASED = {line[0]: line[1] for line in LINES}


def test_no_code_and_no_name_is_listed_twice():
    assert len(RELEASED) == len(LINES)
    assert len(set(RELEASED.values())) == len(LINES)


@pytest.mark.parametrize("rule", catalogue(), ids=lambda rule: rule.code)
def test_every_rule_is_listed_under_its_name(rule: Rule):
    listed = RELEASED.get(rule.code)
    assert listed == rule.name, (
        f"append '{rule.code} {rule.name}' to {LIST.name}"
        if listed is None
        else f"{rule.code} was released as {listed}; give {rule.name} a code of its own"
    )
