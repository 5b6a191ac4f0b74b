"""Replays what the real host does, what the doctrine says and what would be better."""

import json
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding
from tests.runtime.replay import Case, matches, verdict

# The modules of some cases leave a file open; that is theirs.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

_HERE = Path(__file__).parent.parent
_SHARED = _HERE.parent.parent / "shared" / "conformance"

DIVERGENCES = {
    "m23-gated-mount-refused": (
        "stems that the lollms host keeps for office tools are not hidden",
        {2: True, 3: ["tool_xl", "tool_x"]},
    ),
    "n18-success-str-false": (
        "a success that is no truth value, or its text, is a failure",
        {1: {"$subset": {"success": False, "output": "x"}}},
    ),
    "n28-rc-overrides-message": (
        "the output of a failure without output is its error, never a sentence of success",
        {1: {"output": "S", "error": "S", "success": False, "status_code": 500}},
    ),
    "n50-prompt-injection": (
        "payload keys beside an explicit output are passed on, as the doctrine recommends them",
        {1: {"$subset": {"output": "o", "prompt_injection": "PI", "plot_filename": "p.png"}}},
    ),
    "s08-literal-has-no-enum": (
        "a value outside Literal passes by default, as the document has it; it is refused under strict arguments",
        {2: {"output": "destroy", "status_code": 200, "success": True}},
    ),
}
"""Cases whose recorded outcome ours differs from on purpose: why, and what ours is, by action."""


def cases():
    """The cases of this checkout, and those beside it that it lacks."""
    lines = (_HERE / "corpus" / "conformance" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    found = {case["id"]: case for case in map(json.loads, lines)}
    for path in sorted(_SHARED.glob("*/case.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        found.setdefault(case["id"], case)
    return [pytest.param(case, id=name) for name, case in found.items()]


@pytest.mark.parametrize("data", cases())
def test_case(data, tmp_path):
    outcome = Case(data, tmp_path.resolve(), LCPBinding).run()
    got = verdict(data, outcome)
    if data["id"] in DIVERGENCES:
        assert got == "FAIL", "no longer a divergence"
        for index, wanted in DIVERGENCES[data["id"]][1].items():
            assert matches(wanted, outcome[index]), outcome[index]
        return
    allowed = ("PASS", "BETTER") if data["kind"] == "contract" else ("PASS", "DOC", "BETTER")
    assert got in allowed, json.dumps(outcome, indent=1)


class Lollms(LCPBinding):
    """The binding as one that imitates the lollms host makes it."""

    def __init__(self, **options):
        super().__init__(compat="lollms", **options)


@pytest.mark.parametrize("data", cases())
def test_case_as_the_lollms_host_has_it(data, tmp_path):
    got = verdict(data, Case(data, tmp_path.resolve(), Lollms).run())
    assert got == "PASS" if data["id"] in DIVERGENCES else got != "FAIL"


def test_a_value_outside_a_literal_is_better_under_strict_arguments(tmp_path):
    data = next(case.values[0] for case in cases() if case.id == "s08-literal-has-no-enum")

    class Strict(LCPBinding):
        def __init__(self, **options):
            super().__init__(arguments="strict", **options)

    assert verdict(data, Case(data, tmp_path.resolve(), Strict).run()) == "BETTER"
