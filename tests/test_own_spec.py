"""The project's own specs/Tools.md: the contract of the source document, in the project's own words."""

from pathlib import Path

import pytest

from lma_forge import rules, spec
from lma_forge.model import Spec
from lma_forge.spec.effects import effects_of

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "specs" / "Tools.md"
SOURCE = ROOT.parent / "shared" / "seeds" / "Tools.md"


def read(path: Path) -> Spec:
    return spec.parse(path.read_text(encoding="utf-8"), path.name).spec


def test_it_has_no_findings_and_is_whole():
    parsed = spec.parse(OWN.read_text(encoding="utf-8"), "specs/Tools.md")
    assert rules.check_spec(parsed) == ()
    found = parsed.spec
    assert (len(found.tools), len(found.reserved)) == (15, 5)
    assert sum(len(tool.inputs) for tool in found.tools) == 31
    assert sum(len(tool.outputs) for tool in found.tools) == 30
    assert sum(len(tool.rules) for tool in found.tools) == 57
    assert (len(found.global_rules), len(found.flow), len(found.source_labels)) == (10, 9, 4)


def test_every_tool_states_its_effects_and_its_approval():
    for tool in read(OWN).tools:
        assert tool.effects is not None, tool.name
        assert tool.approval is not None, tool.name
        assert tool.effects == effects_of(tool)


@pytest.mark.skipif(
    not SOURCE.exists(), reason="the source document lies beside the checkout only where it was prepared"
)
def test_the_contract_is_the_source_documents():
    own, source = read(OWN), read(SOURCE)
    for mine, theirs in zip(own.tools, source.tools, strict=True):
        assert mine.name == theirs.name
        for fields, others in ((mine.inputs, theirs.inputs), (mine.outputs, theirs.outputs)):
            assert [(one.name, one.type, one.required, one.allowed) for one in fields] == [
                (one.name, one.type, one.required, one.allowed) for one in others
            ]
        assert mine.failures == theirs.failures
        assert len(mine.rules) == len(theirs.rules)
        assert len(mine.use_when) == len(theirs.use_when)
        assert len(mine.do_not_use_when) == len(theirs.do_not_use_when)
    assert [tool.name for tool in own.reserved] == [tool.name for tool in source.reserved]
    assert own.source_labels == source.source_labels
    assert own.failure_standard.correct == source.failure_standard.correct
    assert own.failure_standard.incorrect == source.failure_standard.incorrect


@pytest.mark.skipif(
    not SOURCE.exists(), reason="the source document lies beside the checkout only where it was prepared"
)
def test_no_sentence_of_the_source_is_copied():
    found = read(SOURCE)
    data = {failure.message for tool in found.tools for failure in tool.failures}
    data |= {*found.source_labels, *found.failure_standard.correct, *found.failure_standard.incorrect}
    assert _sentences(OWN) & _sentences(SOURCE) <= {text.rstrip(".") for text in data}


def _sentences(path: Path) -> set[str]:
    """Lines of five words and more that are prose: no heading, no failure message, no allowed values."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    stripped = {line.strip(" -*1234567890.") for line in lines if "`" not in line}
    return {line for line in stripped if len(line.split()) > 4}
