"""One test for each way of writing that authors have been seen to use, with its verdict."""

import pytest

from lma_forge.model import BlockKind, JsonText, Kind
from lma_forge.spec import Parsed
from tests.spec.documents import SECTIONS, found, read, tool

PLAIN = read(tool()).spec

STARS = tool(Use_When="* A note is asked for.", Input="+ key (string): Which note.", Rules="1. Read only.")
BLANKS = tool().replace("\n", "\n\n")
HEADINGS = tool().replace("Input:", "### Input").replace("Output:", "#### Output:").replace("Rules:", "### Rules")
BOLD = tool().replace("Input:", "**Input:**").replace("Output:", "**Output**:").replace("Rules:", "__Rules:__")
INLINE = tool().replace("Description:\n\nReads", "Description: Reads")
COMPACT = "\n".join(line for line in tool().split("\n") if line)
NESTED = """## Tool: NoteReader

- **Description:** Reads a note.
- **Use When:**
  - A note is asked for.
- **Do Not Use When:**
  - The note is at hand.
- **Input:**
  - key (string): Which note.
- **Output:**
  - text (string): The note.
- **Rules:**
  - Read only.
- **Failure Behavior:**
  - Return: `Note not found.`
"""
TYPOGRAPHY = tool().replace("Use When", "Use\u00a0When").replace("Reads a note", "Reads\u00a0a note")
SMART_LABEL = tool().replace("Do Not Use When", "Don\N{RIGHT SINGLE QUOTATION MARK}t Use When")
SETEXT = tool().replace("## Tool: NoteReader", "Tool: NoteReader\n----------------")
EQUALS = tool().replace("## Tool: NoteReader", "Tool: NoteReader\n=======")
FRONT_MATTER = "---\nowner: LMA\n---\n\n" + tool()
LINKS = tool() + "\n[home]: https://example.org 'Home'\n"
SILENT = {
    "bullets of other kinds": STARS,
    "blank lines everywhere": BLANKS,
    "no blank lines": COMPACT,
    "labels as deeper headings": HEADINGS,
    "bold labels": BOLD,
    "text behind a label": INLINE,
    "a tool as one nested list": NESTED,
    "numbered heading": tool().replace("## Tool", "## 4.1 Tool"),
    "closing marks": tool().replace("NoteReader", "NoteReader ##"),
    "bold heading": tool().replace("Tool: NoteReader", "**Tool: NoteReader**"),
    "half bold heading": tool().replace("Tool: NoteReader", "**Tool:** NoteReader"),
    "backticked name": tool().replace("NoteReader", "`NoteReader`"),
    "setext heading": SETEXT,
    "setext heading with equals": EQUALS,
    "deep heading": tool().replace("## Tool", "###### Tool"),
    "numbered headings as labels": HEADINGS.replace("### Input", "### 1. Input").replace(
        "#### Output", "#### 2) Output"
    ),
    "emoji before a label": HEADINGS.replace("### Input", "### 📥 Input"),
    "no-break spaces behind marks": tool().replace("## ", "##\u00a0").replace("- ", "-\u00a0"),
    "case and blanks in labels": tool().replace("Use When", "use  when").replace("Input", "INPUT"),
    "British spelling": tool().replace("Behavior", "Behaviour"),
    "plural labels": tool().replace("Input", "Inputs").replace("Output", "Outputs"),
    "tabs behind bullets": tool().replace("- ", "-\t"),
    "field in backticks": tool(Input="- `key` (string): Which note."),
    "field and type in backticks": tool(Input="- `key (string)`: Which note."),
    "bold field": tool(Input="- **key** (string): Which note."),
    "bold field with type": tool(Input="- **key (string):** Which note."),
    "bold code field": tool(Input="- **`key`** (string): Which note."),
    "hyphen for the colon": tool(Input="- key (string) - Which note."),
    "dash for the colon": tool(Input="- key (string) — Which note."),
    "wrapped description": tool(Input="- key (string): Which\n  note."),
    "lazy description": tool(Input="- key (string): Which\nnote."),
    "other word for the type": tool(Input="- key (str): Which note."),
    "type in capitals": tool(Input="- key (String): Which note."),
    "no blank before the parenthesis": tool(Input="- key(string): Which note."),
    "comment between tools": "<!-- draft -->\n\n" + tool() + "\n## Notes\n\n<!-- more -->\n",
    "fence with a tool": "```markdown\n## Tool: Fake\n```\n\n" + tool(),
    "tilde fence with a tool": "~~~\n## Tool: Fake\n~~~\n\n" + tool(),
    "link definitions": LINKS,
    "byte order mark": "\ufeff" + tool(),
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_is_read_like_the_plain_form_without_a_word(text: str):
    parsed = read(text)
    assert found(parsed) == []
    assert parsed.spec.tools == PLAIN.tools


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_other_line_ends_give_the_same_model_and_lines(end: str):
    text = tool(Input="- key (strnig): Which note.")
    plain, other = read(text), read(text.replace("\n", end))
    assert other.spec == plain.spec
    assert other.diagnostics == plain.diagnostics != ()
    assert other.spec.tools[0].name_span == plain.spec.tools[0].name_span


def test_other_blanks_and_quotes_are_kept_in_text_and_folded_in_labels():
    parsed = read(TYPOGRAPHY)
    assert found(parsed) == []
    assert parsed.spec.tools[0].description.sentences == ("Reads\u00a0a note.",)
    assert found(read(SMART_LABEL)) == ["SPEC109 warning"]


def test_front_matter_becomes_metadata():
    parsed = read(FRONT_MATTER)
    assert found(parsed) == []
    assert parsed.spec.metadata == (("owner", "LMA"),)
    assert parsed.spec.tools == PLAIN.tools


def _facts(parsed: Parsed) -> tuple[str, ...]:
    return tuple(field.name for made in parsed.spec.tools for field in made.inputs)


REPORTED = {
    "label heading at tool level": (tool().replace("Input:", "## Input"), ["SPEC113 warning"]),
    "alias label": (tool().replace("Input:", "Args:"), ["SPEC109 warning"]),
    "another way to say do not": (tool().replace("Do Not Use When", "Don't Use When"), ["SPEC109 warning"]),
    "label indented by a formatter": (
        tool().replace("- A note is asked for.\n\nDo Not Use When:", "- A note is asked for.\n  Do Not Use When:"),
        ["SPEC013 warning"],
    ),
    "label indented below an item": (
        tool().replace("\nDo Not Use When:", "\n  Do Not Use When:"),
        ["SPEC013 warning"],
    ),
    "text in a label heading": (
        tool().replace("Description:\n\nReads a note.", "### Description: Reads a note."),
        ["SPEC014 warning"],
    ),
    "rule right under text": (
        tool(Description="Reads a note.\n---"),
        ["SPEC012 warning"],
    ),
    "task-list box": (tool(Input="- [ ] key (string): Which note."), ["SPEC211 info"]),
    "ticked task-list box": (tool(Input="- [x] key (string): Which note."), ["SPEC211 info"]),
    "no type": (tool(Input="- key: Which note."), ["SPEC203 warning"]),
    "field as a paragraph": (tool(Input="key (string): Which note."), ["SPEC209 warning"]),
    "field behind the label": (
        tool().replace("Input:\n\n- key (string): Which note.", "Input: key (string): Which note."),
        ["SPEC209 warning"],
    ),
    "inputs as a table": (
        tool(Input="| Name | Type | Description |\n|---|---|---|\n| key | string | Which note. |"),
        ["SPEC210 info"],
    ),
    "text before the first label": (
        tool(Description="").replace("NoteReader\n\n", "NoteReader\n\nReads a note.\n\n"),
        ["SPEC107 warning"],
    ),
    "comment in a tool": (tool(Description="<!-- secret -->\n\nReads a note."), ["SPEC015 info"]),
    "comment in a paragraph": (tool(Description="Reads <!-- secret --> a note."), ["SPEC015 info"]),
    "comment after an item": (tool(Rules="- Read only. <!-- secret -->"), ["SPEC015 info"]),
    "typo in a label": (tool().replace("Failure Behavior", "Failure Behaviuor"), ["SPEC111 error"]),
    "typo in a heading label": (tool().replace("Input:", "### Imput"), ["SPEC111 error"]),
    "typo in a bold label": (tool().replace("Rules:", "**Ruels:**"), ["SPEC111 error"]),
    "typo in a label at tool level": (tool().replace("Output:", "## Otuput"), ["SPEC111 error", "SPEC113 warning"]),
    "typo in a label with text": (tool(Input="").replace("Output:", "Imput: None\n\nOutput:"), ["SPEC111 error"]),
}


@pytest.mark.parametrize(("text", "codes"), REPORTED.values(), ids=REPORTED)
def test_is_read_like_the_plain_form_and_reported(text: str, codes: list[str]):
    parsed = read(text)
    assert found(parsed) == codes
    if "None" not in text:
        assert parsed.spec.tools == PLAIN.tools


def test_a_label_in_the_rules_of_a_plain_tool_is_a_rule():
    parsed = read(tool(Rules="- Output: keep it short.\n- **Security:** never log keys."))
    assert found(parsed) == []
    assert [rule.text for rule in parsed.spec.tools[0].rules] == [
        "Output: keep it short.",
        "**Security:** never log keys.",
    ]


def test_an_indented_label_with_text_stays_text():
    parsed = read(tool(Rules="- Keep to the\n  Output: as it is."))
    assert found(parsed) == []
    assert parsed.spec.tools[0].rules[0].text == "Keep to the Output: as it is."


@pytest.mark.parametrize(
    ("written", "kind", "item"),
    [
        ("string", Kind.STRING, None),
        ("text", Kind.STRING, None),
        ("int", Kind.INTEGER, None),
        ("float", Kind.NUMBER, None),
        ("bool", Kind.BOOLEAN, None),
        ("array", Kind.LIST, None),
        ("dict", Kind.OBJECT, None),
        ("map", Kind.OBJECT, None),
        ("path", Kind.PATH, None),
        ("url", Kind.URL, None),
        ("date", Kind.DATE, None),
        ("datetime", Kind.DATETIME, None),
        ("timestamp", Kind.TIMESTAMP, None),
        ("list of strings", Kind.LIST, Kind.STRING),
        ("list of string", Kind.LIST, Kind.STRING),
        ("list of integers", Kind.LIST, Kind.INTEGER),
        ("array of objects", Kind.LIST, Kind.OBJECT),
        ("list[str]", Kind.LIST, Kind.STRING),
        ("List[int]", Kind.LIST, Kind.INTEGER),
        ("string[]", Kind.LIST, Kind.STRING),
        ("list<number>", Kind.LIST, Kind.NUMBER),
        ("`string`", Kind.STRING, None),
    ],
)
def test_types(written: str, kind: Kind, item: Kind | None):
    parsed = read(tool(Input=f"- value ({written}): What."))
    assert found(parsed) == []
    field = parsed.spec.tools[0].inputs[0]
    assert (field.type.kind, field.type.item, field.type.nullable) == (kind, item, False)
    assert field.required


@pytest.mark.parametrize("written", ["string or null", "string | null", "string|None", "null | string", "string?"])
def test_nullable_types_must_still_be_given(written: str):
    field = read(tool(Input=f"- note ({written}): What.")).spec.tools[0].inputs[0]
    assert field.type.kind is Kind.STRING
    assert field.type.nullable
    assert field.required


def test_modifiers():
    field = read(tool(Input="- size (integer, optional, default: 5, 1 to 100): What.")).spec.tools[0].inputs[0]
    assert not field.required
    assert field.default == JsonText("5")
    assert (field.limits.minimum, field.limits.maximum) == (1, 100)


def test_optional_without_default_has_none():
    field = read(tool(Input="- country (string, optional): Where.")).spec.tools[0].inputs[0]
    assert (field.required, field.default, field.type.nullable) == (False, None, False)


def test_values_in_the_parentheses_leave_room_for_a_description():
    field = read(tool(Input="- mode (`a` | `b`): How.")).spec.tools[0].inputs[0]
    assert [value.value for value in field.allowed] == ["a", "b"]
    assert field.description == "How."


def test_unknown_type_is_reported_at_its_column_with_the_word_that_was_meant():
    text = tool(Input="- key (strnig): Which note.")
    (diagnostic,) = read(text).diagnostics
    assert diagnostic.code == "SPEC204"
    assert "did you mean `string`?" in diagnostic.message
    line = text.split("\n")[diagnostic.span.line - 1]
    assert line[diagnostic.span.column - 1 : diagnostic.span.end_column - 1] == "strnig"


def test_unknown_modifier():
    parsed = read(tool(Input="- key (string, optinal): Which note."))
    assert found(parsed) == ["SPEC205 warning"]
    assert "`optional`" in parsed.diagnostics[0].message


def test_values_named_in_a_sentence_are_no_enumeration():
    parsed = read(tool(Input="- mode (string): Use `a` when quick, else `b`."))
    assert found(parsed) == ["SPEC208 info"]
    assert parsed.spec.tools[0].inputs[0].allowed == ()


def test_a_paragraph_that_is_no_field_is_an_error():
    assert found(read(tool(Input="The note that is wanted."))) == ["SPEC209 error"]


def test_nested_bullets_are_members_of_an_object_and_values_of_a_string():
    parsed = read(
        tool(
            Input="- place (object): Where.\n  - city (string): Town.\n  - pin (list of objects): Pins.\n"
            "    - x (number): Right.\n- mode (string): One of:\n  - `fast`: quick\n  - `deep` - slow"
        )
    )
    assert found(parsed) == []
    place, mode = parsed.spec.tools[0].inputs
    assert [member.name for member in place.type.members] == ["city", "pin"]
    assert place.type.members[1].type.item is Kind.OBJECT
    assert [member.name for member in place.type.members[1].type.members] == ["x"]
    assert [(value.value, value.description) for value in mode.allowed] == [("fast", "quick"), ("deep", "slow")]
    assert mode.description == ""


@pytest.mark.parametrize("body", ["None", "None.", "- None", "- none", "N/A", "No inputs.", "* Nothing"])
def test_no_inputs(body: str):
    parsed = read(tool(Input=body))
    assert found(parsed) == []
    assert parsed.spec.tools[0].inputs == ()


def test_no_inputs_behind_the_label():
    text = tool().replace(f"Input:\n\n{SECTIONS['Input']}", "Input: None")
    assert found(read(text)) == []


def test_an_empty_section_is_a_warning():
    assert found(read(tool().replace(SECTIONS["Input"], ""))) == ["SPEC108 warning"]


@pytest.mark.parametrize("label", ["Description", "Failure Behavior"])
def test_an_empty_section_without_which_no_tool_works_is_an_error(label: str):
    assert found(read(tool().replace(SECTIONS[label], ""))) == ["SPEC108 error"]


def test_an_unclosed_fence_that_hides_tools():
    parsed = read(tool() + "\n```\ncode\n\n" + tool("NoteWriter") + tool("NoteFinder"))
    assert "SPEC010 error" in found(parsed)
    assert "hides 2 tool headings" in next(item.message for item in parsed.diagnostics if item.code == "SPEC010")


def test_an_unclosed_comment_that_hides_tools():
    parsed = read(tool() + "\n<!-- for later\n\n" + tool("NoteWriter"))
    assert found(parsed) == ["SPEC011 error"]
    assert "hides 1 tool heading:" in parsed.diagnostics[0].message


def test_a_tag_that_hides_a_tool():
    parsed = read(tool() + "\n<details>\n## Tool: NoteWriter\n</details>\n")
    assert "SPEC011 error" in found(parsed)
    assert [made.name for made in parsed.spec.tools] == ["NoteReader"]


def test_a_tag_with_a_blank_line_below_hides_nothing():
    parsed = read("<details>\n\n" + tool() + "\n</details>\n")
    assert [made.name for made in parsed.spec.tools] == ["NoteReader"]
    assert "SPEC011 error" not in found(parsed)


@pytest.mark.parametrize("text", ["> ## Tool: Fake\n", "- ## Tool: Fake\n"])
def test_a_tool_heading_in_a_quote_or_list_is_ignored(text: str):
    parsed = read(text + "\n" + tool())
    assert found(parsed) == ["SPEC103 warning"]
    assert [made.name for made in parsed.spec.tools] == ["NoteReader"]


@pytest.mark.parametrize(
    "heading",
    ["Tool - NoteWriter", "Tools: NoteWriter", "🔧 Tool: NoteWriter", "Tool NoteWriter", "Tol: NoteWriter", "Tool – X"],  # noqa: RUF001
)
def test_a_heading_that_nearly_opens_a_tool(heading: str):
    parsed = read(tool() + f"\n## {heading}\n\nText.\n")
    assert found(parsed) == ["SPEC116 warning"]
    assert "did you mean `## Tool: " in parsed.diagnostics[0].message


def test_a_heading_with_the_sections_of_a_tool_below_it():
    parsed = read(tool() + "\n" + tool("NoteWriter").replace("Tool: ", ""))
    assert found(parsed) == ["SPEC116 error"]
    assert "`## Tool: NoteWriter`" in parsed.diagnostics[0].message


@pytest.mark.parametrize(
    "name",
    ["NoteReader (beta)", "[NoteReader](x.md)", "NoteReader {#reader}", "note\\_reader", "My tool!", "A: b"],
)
def test_a_name_that_is_more_than_a_name(name: str):
    parsed = read(tool(name))
    assert found(parsed) == ["SPEC102 error"]
    assert len(parsed.spec.tools) == 1


def test_a_tool_without_a_name():
    assert found(read(tool(""))) == ["SPEC101 error"]


def test_a_section_twice_is_an_error_and_its_items_are_merged():
    parsed = read(tool() + "\nRules:\n\n- Never guess.\n")
    assert found(parsed) == ["SPEC105 error"]
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["Read only.", "Never guess."]
    assert [name for name, _ in parsed.spec.tools[0].section_spans].count("rules") == 2


def test_a_sentence_that_begins_like_a_label_is_loud():
    parsed = read(tool(Description="Reads a note.\nInput: is ignored here."))
    assert "SPEC105 error" in found(parsed)


def test_an_unknown_section_is_kept():
    parsed = read(tool() + "\nNotes:\n\nWritten in May.\n")
    assert found(parsed) == ["SPEC110 warning"]
    (extra,) = parsed.spec.tools[0].extra
    assert (extra.label, extra.body.sentences) == ("Notes", ("Written in May.",))


def test_the_spaced_name_is_kept():
    assert read(tool("Memory Reader")).spec.tools[0].function == "tool_memory_reader"


def test_defaults_that_do_not_fit():
    for field in (
        "- a (integer, default: five): x",
        "- a (string, default: c): `a` or `b`.",
        "- a (integer, 1 to 5, default: 6): x",
        "- a (string, default: null): x",
        "- a (boolean, default: maybe): x",
        "- a (list, default: {}): x",
    ):
        assert found(read(tool(Input=field))) == ["SPEC213 error"], field


def test_a_failure_without_a_literal_is_its_sentence():
    (failure,) = read(tool(Failure_Behavior="- Say that it is gone.")).spec.tools[0].failures
    assert (failure.message, failure.literal) == ("Say that it is gone.", False)


def test_a_tail_that_is_not_understood():
    parsed = read(tool(Failure_Behavior="- Return: `No.` in a calm tone"))
    assert found(parsed) == ["SPEC305 info"]
    assert parsed.spec.tools[0].failures[0].message == "No."


def test_a_reserved_tool_keeps_what_it_cannot_use():
    parsed = read(
        tool() + "\n## Future Tool: NoteSender\n\nPurpose:\n\nSends.\n\nStatus:\n\nReserved.\n\nInput:\n\n- a\n"
    )
    assert found(parsed) == []
    (reserved,) = parsed.spec.reserved
    assert (reserved.name, reserved.purpose.sentences, reserved.status) == ("NoteSender", ("Sends.",), "Reserved.")
    assert [extra.label for extra in reserved.extra] == ["Input"]


def test_a_status_reserves_a_tool():
    parsed = read(tool() + "\n" + tool("NoteSender", Status="Planned"))
    assert [made.name for made in parsed.spec.reserved] == ["NoteSender"]


def test_a_deprecated_tool_is_a_tool():
    parsed = read(tool().replace("## Tool", "## Deprecated Tool"))
    assert found(parsed) == []
    assert parsed.spec.tools[0].status == "deprecated"


def test_a_fence_stays_in_the_description():
    parsed = read(tool(Description="Runs code.\n\n```bash\n# install first\n## Tool: Fake\n```"))
    assert found(parsed) == []
    (made,) = parsed.spec.tools
    assert [block.kind for block in made.description.blocks] == [BlockKind.PARAGRAPH, BlockKind.CODE]
    assert made.description.blocks[1].text == "# install first\n## Tool: Fake"
    assert made.description.blocks[1].info == "bash"


def test_bold_labels_without_a_colon():
    parsed = read(tool().replace("Input:", "**Input**").replace("Rules:", "__Rules__"))
    assert found(parsed) == []
    assert parsed.spec.tools == PLAIN.tools


def test_a_rule_under_a_label_with_text_is_no_heading():
    parsed = read(COMPACT + "\nCategory: Files\n---\n" + COMPACT.replace("NoteReader", "NoteWriter"))
    assert found(parsed) == []
    assert [(made.name, made.category) for made in parsed.spec.tools] == [("NoteReader", "Files"), ("NoteWriter", "")]


def test_code_below_an_item_and_text_below_members():
    parsed = read(tool(Rules="- Read only.\n\n  ```\n  code\n  ```\n"))
    assert found(parsed) == ["SPEC115 warning"]
    parsed = read(tool(Input="- place (object): Where.\n  - city (string): Town.\n\n  Only towns."))
    assert found(parsed) == []
    assert parsed.spec.tools[0].inputs[0].description == "Where. Only towns."


def test_examples_without_an_example():
    assert found(read(tool(Examples="- The user asks for a note."))) == ["SPEC108 warning"]


def test_nothing_stated_behind_a_label():
    parsed = read(tool() + "\nHost: None\nOwner: none.\nTimeout: n/a\nRenamed From: None\n")
    assert found(parsed) == []
    assert parsed.spec.tools == PLAIN.tools


def test_a_missing_type_that_stands_in_the_description():
    (diagnostic,) = read(tool(Input="- count: integer")).diagnostics
    assert "`count (integer)`" in diagnostic.message


def apply(text: str, diagnostic) -> str:
    (edit,) = diagnostic.fix.edits
    lines = text.split("\n")
    assert edit.span.line == edit.span.end_line
    line = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "name",
    [
        "alias label",
        "label indented by a formatter",
        "label indented below an item",
        "rule right under text",
        "typo in a label",
        "typo in a heading label",
    ],
)
def test_fixes_mend_what_they_fix_and_keep_the_meaning(name: str):
    text, _ = REPORTED[name]
    (diagnostic,) = read(text).diagnostics
    mended = read(apply(text, diagnostic))
    assert found(mended) == []
    assert mended.spec.tools == PLAIN.tools


def test_no_break_spaces_inside_a_text_are_kept():
    parsed = read(tool(Rules="- Keep a -\u00a0b and 1.\u00a0c."))
    assert parsed.spec.tools[0].rules[0].text == "Keep a -\u00a0b and 1.\u00a0c."


def test_purpose_is_another_word_for_description_in_a_tool_that_is_not_reserved():
    parsed = read(tool().replace("Description:", "Purpose:"))
    assert found(parsed) == ["SPEC109 warning"]
    assert parsed.spec.tools == PLAIN.tools


def test_an_alias_heading_at_tool_level_is_the_tools_only_where_the_section_is_missing():
    parsed = read(tool() + "\n## Overview\n\nAll of it.\n")
    assert found(parsed) == []
    assert [section.title for section in parsed.spec.sections] == ["Overview"]
    parsed = read(tool(Description="") + "\n## Overview\n\nReads a note.\n")
    assert found(parsed) == ["SPEC109 warning", "SPEC113 warning"]
    assert parsed.spec.tools[0].description.sentences == ("Reads a note.",)


def test_a_lower_case_word_among_the_fields_is_a_field():
    parsed = read(tool(Input="status: How it is."))
    assert found(parsed) == ["SPEC203 warning", "SPEC209 warning"]
    assert [field.name for field in parsed.spec.tools[0].inputs] == ["status"]
    assert read(tool(Input="- key (string): x\n\nStatus: active")).spec.tools[0].status == "active"


def test_a_bold_word_below_the_sections_of_a_listed_tool_is_text():
    parsed = read(NESTED.replace("  - Read only.", "  - **Input:** is never changed."))
    assert found(parsed) == []
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["**Input:** is never changed."]


def test_no_failure_at_all_is_an_error():
    parsed = read(tool(Failure_Behavior="- None"))
    assert found(parsed) == ["SPEC108 error"]
    assert parsed.spec.tools[0].failures == ()
