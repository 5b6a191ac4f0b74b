"""Faults that people met with tools like this one, each as a small document and the right outcome."""

import pytest

from lma_forge.model import Kind
from lma_forge.rules import check_spec
from tests.spec.documents import found, read, tool


def checked(text: str) -> list[str]:
    return [f"{item.code} {item.severity}" for item in check_spec(read(text))]


def test_r07_a_heading_in_a_fence_ends_no_section():
    text = "## Tool: CodeExecutor\nDescription:\nRuns code.\n```bash\n# install first\n## Tool: Fake\n```\n"
    spec = read(text + "Input:\n- code (string): Code.").spec
    assert [made.name for made in spec.tools] == ["CodeExecutor"]
    assert [field.name for field in spec.tools[0].inputs] == ["code"]
    assert spec.tools[0].description.blocks[1].text == "# install first\n## Tool: Fake"


def test_r10_none_is_no_parameter():
    spec = read("## Tool: KeyLister\nDescription: Lists keys.\nInput:\n- none\nRules:\n- Read only.").spec
    assert spec.tools[0].inputs == ()
    assert [rule.text for rule in spec.tools[0].rules] == ["Read only."]


def test_r11_a_list_of_integers():
    (field,) = read(tool(Input="- scores (list of integers): Values.")).spec.tools[0].inputs
    assert (field.type.kind, field.type.item) == (Kind.LIST, Kind.INTEGER)


def test_r12_names_that_collapse_into_one():
    text = tool("FileReader") + tool("File Reader") + tool("file-reader")
    messages = [item.message for item in check_spec(read(text)) if item.code == "SPEC120"]
    assert messages
    assert all("tool_file_reader" in message for message in messages)


def test_r21_unusable_and_colliding_parameter_names():
    text = tool(Input="- from (string): a\n- X-Foo (string): b\n- X_Foo (string): c\n- 2fa (boolean): d")
    codes = checked(text)
    assert codes.count("SPEC221 warning") == 1
    assert codes.count("SPEC201 error") == 2
    assert codes.count("SPEC202 error") == 1
    proposals = [item.message for item in read(text).diagnostics if item.code == "SPEC201"]
    assert ["`X_Foo`" in proposals[0], "`n2fa`" in proposals[1]] == [True, True]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_r25_line_ends_and_byte_order_mark(end: str):
    text = tool(Input="- key (strnig): x")
    plain, other = read(text), read("\ufeff" + text.replace("\n", end))
    assert other.spec == plain.spec
    assert [item.span for item in other.diagnostics] == [item.span for item in plain.diagnostics]


def test_r26_a_closing_fence_has_no_info_string():
    open_text = "```\ntext\n```python\nx\n"
    assert [made.name for made in read(open_text + "```\n" + tool("Real")).spec.tools] == ["Real"]
    parsed = read(open_text + tool("Real"))
    assert parsed.spec.tools == ()
    assert "SPEC010 error" in found(parsed)


def test_r27_hard_wrapped_lines():
    text = tool(
        Failure_Behavior="- Return: `Memory key\n  not found.`",
        Input="- key (string): The\n  memory key.",
    )
    made = read(text).spec.tools[0]
    assert made.failure.message == "Memory key not found."
    assert made.inputs[0].description == "The memory key."


def test_r33_paragraphs_are_kept_apart():
    made = read(tool(Description="Searches notes.\n\nUse short queries.")).spec.tools[0]
    assert made.description.sentences == ("Searches notes.", "Use short queries.")


def test_r48_keywords_and_reserved_names():
    text = tool(Input="- from (string): a\n- class (string): b\n- None (string): c\n- args (list): d")
    codes = checked(text)
    assert codes.count("SPEC221 warning") == 2
    assert sum(code.endswith("error") for code in codes) == 2


def test_r49_null_is_a_value_and_not_absence():
    (field,) = read(tool(Input="- note (string | null): May be null, must be given.")).spec.tools[0].inputs
    assert (field.required, field.type.nullable, field.default) == (True, True, None)


@pytest.mark.parametrize(
    ("name", "code"), [("fs.read", None), ("N" + "o" * 70, "SPEC123 error"), ("My tool!", "SPEC102 error")]
)
def test_r53_explicit_names(name: str, code: str | None):
    codes = [item for item in checked(tool(name)) if item.endswith("error")]
    assert codes == ([code] if code else [])
    if code is None:
        assert read(tool(name)).spec.tools[0].function == "tool_fs_read"
