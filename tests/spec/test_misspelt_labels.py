"""A label that is nearly one is reported wherever it stands, and ordinary text is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.model import Risk
from lma_forge.spec import parse
from tests.spec.documents import found, read, tool
from tests.strategies import misspelt_labels

FORMS = {
    "plain": "{0}: always",
    "alone": "{0}:\nalways",
    "bold": "**{0}:** always",
    "bold, colon outside": "**{0}**: always",
    "bold alone": "**{0}:**\nalways",
    "bold without a colon": "**{0}**\nalways",
    "italic": "*{0}:* always",
    "code": "`{0}:` always",
    "HTML": "<b>{0}:</b> always",
    "no blank": "{0}:always",
    "a dash": "{0} - always",
    "a long dash": "{0} — always",
    "an equals sign": "{0} = always",
    "a bare line": "{0}\nalways",
    "a number": "1.1 {0}: always",
    "a heading": "### {0}\nalways",
    "a heading with text": "### {0}: always",
    "a heading of the tool's level": "## {0}\n\nalways",
}
PLACES = {
    "below a bullet": tool(Use_When="- A note is asked for.\n@"),
    "below a field": tool(Input="- key (string)\n@"),
    "below a nested bullet": tool(Rules="- Read only.\n  - Never write.\n@"),
    "below a paragraph": tool(Description="Reads a note.\n@"),
    "in a paragraph of its own": tool(Description="Reads a note.\n\n@"),
    "below a table": tool(Description="Reads.\n\n| a | b |\n|---|---|\n| c | d |\n@"),
    "below a table of fields": tool(Input="| Name | Type |\n|---|---|\n| key | string |\n@"),
    "below a quote": tool(Description="Reads.\n\n> Quoted\n@"),
    "below a quote in a list": tool(Use_When="- A.\n\n  > Quoted\n@"),
    "indented into a bullet": tool(Use_When="- A note is asked for.\n  @"),
    "indented into a bullet, apart": tool(Use_When="- A note is asked for.\n\n  @"),
    "below a failure": tool(Failure_Behavior="- Return: `No.`\n@"),
    "below another label": tool(Risk="low\n@"),
    "at the end of the file": tool() + "@",
}
HEADED = {name for name in FORMS if "heading" in name}


def placed(place: str, form: str, label: str) -> tuple[str, int]:
    """Put a label into a document; give the document and the label's line."""
    text = PLACES[place]
    number = text[: text.index("@")].count("\n") + 1
    return text.replace("@", FORMS[form].format(label)), number


@given(misspelt_labels(), st.sampled_from(sorted(PLACES)), st.sampled_from(sorted(FORMS)), st.sampled_from("aul"))
def test_no_misspelt_label_is_swallowed(both: tuple[str, str], place: str, form: str, case: str):
    written = {"a": both[1], "u": both[1].upper(), "l": both[1].lower()}[case]
    if case == "l" and (form not in {"plain", "alone", "bold"} or place.startswith(("indented", "below another"))):
        written = both[1]
    text, line = placed(place, form, written)
    codes = [one.code for one in read(text).diagnostics if one.span.line == line]
    assert "SPEC111" in codes, (text, codes)


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_misspelt_approval_governs_all_the_same(place: str, form: str):
    text, line = placed(place, form, "Aproval")
    parsed = read(text)
    assert "SPEC111" in [one.code for one in parsed.diagnostics if one.span.line == line], text
    assert parsed.spec.tools[0].approval is not None


@pytest.mark.parametrize("form", sorted(set(FORMS) - HEADED - {"plain", "alone", "bold", "bold, colon outside"}))
def test_a_label_in_a_form_that_opens_nothing_is_reported(form: str):
    text, line = placed("below a field", form, "Approval")
    parsed = read(text)
    codes = [one.code for one in parsed.diagnostics if one.span.line == line]
    assert codes == ([] if form in {"bold alone", "bold without a colon"} else ["SPEC111"])
    assert parsed.spec.tools[0].approval is not None
    assert parsed.spec.tools[0].inputs[0].description == ""


@pytest.mark.parametrize("form", sorted(set(FORMS) - HEADED))
def test_the_fix_writes_a_label_that_is_read(form: str):
    text, _ = placed("below a field", form, "Aproval")
    fix = next(one.fix for one in read(text).diagnostics if one.code == "SPEC111")
    edit = fix.edits[0]
    lines = text.split("\n")
    old = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = old[: edit.span.column - 1] + edit.text + old[edit.span.end_column - 1 :]
    parsed = read("\n".join(lines))
    assert found(parsed) == []
    assert parsed.spec.tools[0].approval.required


@pytest.mark.parametrize(
    "text",
    [
        "Note: this is read once.",
        "Session: the current one.",
        "Content: what the note says.",
        "Models: small ones.",
        "Roles: reader and writer.",
        "the caller's\nrequests: all of them.",
        "Output the note as it is.",
        "**Security** is a matter of the host.",
        "Use when in doubt.",
        "Name and date are given.",
        "e.g. Input: x",
        "Warning: slow.",
        "Version 2: with dates.",
        "Read this first: https://example.org",
    ],
)
@pytest.mark.parametrize("place", ["below a paragraph", "in a paragraph of its own", "below a bullet", "below a field"])
def test_ordinary_text_goes_on(text: str, place: str):
    parsed = read(PLACES[place].replace("@", text))
    assert found(parsed) == []


@pytest.mark.parametrize("line", ["Rsk: high", "Risks: high", "**Riks:** high", "rsk: high"])
def test_a_short_label_is_known_by_what_it_says(line: str):
    parsed = read(tool(Input=f"- key (string): Which note.\n{line}"))
    assert found(parsed) == ["SPEC111 error"]
    assert parsed.spec.tools[0].risk is Risk.HIGH
    assert found(read(tool(Description=f"Reads.\n\n{line.split(':', maxsplit=1)[0]}: the whole of it"))) != [
        "SPEC111 error"
    ]


def test_a_label_of_small_letters_below_a_field_is_no_text_of_the_field():
    parsed = read(tool(Input="- key (string): Which note.\napproval: yes"))
    assert found(parsed) == []
    assert parsed.spec.tools[0].approval.required


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("Rules", "- Read only.\n- Approval: always"),
        ("Use_When", "- A.\n- Risk: high"),
        ("Use_When", "- A.\n  Approval: always"),
        ("Description", "Reads.\n\n    Approval: always"),
    ],
)
def test_a_label_that_is_read_as_text_is_reported(section: str, text: str):
    assert found(read(tool(**{section: text}))) == ["SPEC118 warning"]


def test_a_bold_label_with_its_value_opens_a_section_in_any_list():
    parsed = read(tool(Rules="- Read only.\n- **Approval:** always\n- **Risk:** high"))
    assert found(parsed) == []
    made = parsed.spec.tools[0]
    assert (made.approval.required, made.risk, len(made.rules)) == (True, Risk.HIGH, 1)


def test_a_list_of_plain_labels_is_a_tool():
    parsed = parse(
        "## Tool: A\n\n- Description: Reads.\n- Input: None\n- Output: None\n- Approval: always\n- Risk: low\n"
    )
    made = parsed.spec.tools[0]
    assert (made.description.sentences, made.approval.required, made.risk) == (("Reads.",), True, Risk.LOW)


@pytest.mark.parametrize(
    "line", ["Return: `No note.`", "Returns: `No note.`", "Error: `No note.`", "Response: “No note.”"]
)
def test_a_failure_without_a_bullet_is_no_other_section(line: str):
    parsed = read(tool(Failure_Behavior=line))
    assert found(parsed) == []
    assert ["No note." in failure.message for failure in parsed.spec.tools[0].failures] == [True]


@pytest.mark.parametrize("label", ["use-when", "UseWhen", "Failure_Behavior", "Do-Not-Use-When", "FailureBehavior"])
def test_joined_words_are_a_slip(label: str):
    parsed = read(tool(Input=f"- key (string)\n{label}: x"))
    assert "SPEC111 error" in found(parsed)
