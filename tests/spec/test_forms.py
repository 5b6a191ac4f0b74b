"""One document in the forms in which it may be found: all of them mean the same."""

from pathlib import Path

import pytest

from lma_forge.model import Kind
from lma_forge.spec import decode, parse

CORPUS = Path(__file__).parents[1] / "corpus" / "specs"
FORMS = {
    "library.md": [],
    "library.compact.md": [],
    "library.crlf.md": [],
    "library.cr.md": [],
    "library.page.txt": ["SPEC001 warning"],
}


def form(name: str):
    text, diagnostics = decode((CORPUS / name).read_bytes(), name)
    assert diagnostics == ()
    return parse(text, name)


@pytest.mark.parametrize(("name", "codes"), FORMS.items(), ids=FORMS)
def test_every_form_gives_the_same_model(name: str, codes: list[str]):
    parsed = form(name)
    assert [f"{item.code} {item.severity}" for item in parsed.diagnostics] == codes
    assert parsed.spec == form("library.md").spec


@pytest.mark.parametrize("name", ["library.crlf.md", "library.cr.md"])
def test_line_ends_leave_the_numbers_alone(name: str):
    plain, other = form("library.md").spec, form(name).spec
    assert [tool.name_span.start for tool in other.tools] == [tool.name_span.start for tool in plain.tools]


def test_what_the_document_says():
    spec = form("library.compact.md").spec
    finder, writer = spec.tools
    assert spec.title == "Town Library — Tools"
    assert spec.metadata[0] == ("File Name", "`library.md`")
    assert [rule.policy for rule in spec.global_rules] == ["", "confirm-write", ""]
    assert spec.global_rules[2].details == ("Shelf or catalogue.",)
    assert finder.group == writer.group == "4. Desk tools"
    assert [value.value for value in finder.inputs[1].allowed] == ["fiction", "history", "out of print"]
    assert finder.outputs[0].type.item is Kind.OBJECT
    assert [member.type.nullable for member in finder.outputs[0].type.members] == [False, True]
    assert [(item.code, item.condition, item.detail) for item in finder.failures] == [
        ("NO_CATALOGUE", "when the catalogue is closed", False),
        ("", "", True),
    ]
    assert finder.failure.message == "No book could be looked up."
    assert len(finder.examples) == 1
    assert [step.tools for step in spec.flow] == [("BookFinder",), ("LoanWriter",), ()]
    assert spec.source_labels == ("Source Layer: Seen on the shelf.", "Source Layer: From the catalogue.")
    assert spec.failure_standard.correct == ("I could not look that up.",)
    assert spec.failure_standard.incorrect == ("It should be on the shelf...",)
    assert spec.reserved[0].name == "FineCollector"
    assert [section.title for section in spec.sections] == [
        "1. About this file",
        "Layers",
        "2. Global Tool Rules",
        "3. Format",
        "4. Desk tools",
        "5. Tool Use Flow",
        "6. Source Layer Language",
        "8. For later",
        "9. Last words",
    ]
