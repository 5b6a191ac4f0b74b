"""What the sections of a tool become: bullets, rules, failures, values, examples, suppressions."""

import pytest

from lma_forge.model import Approval, Effect, HostObject, JsonText, Risk
from lma_forge.spec import Suppression
from tests.spec.documents import found, read, tool


def made(**changed: str):
    parsed = read(tool(**changed))
    return parsed.spec.tools[0], found(parsed)


def test_bullets_keep_their_details_and_their_markdown():
    text = "- A **bold** `code`\n  wrapped.\n  - One.\n    - Two.\n\n  More.\n- Next\n\n  still next."
    tool_read, codes = made(Use_When=text)
    assert codes == []
    assert [(item.text, item.details) for item in tool_read.use_when] == [
        ("A **bold** `code` wrapped.", ("One.", "Two.", "More.")),
        ("Next still next.", ()),
    ]
    assert tool_read.use_when[0].full_text == "A **bold** `code` wrapped. One. Two. More."


def test_a_paragraph_is_one_item():
    tool_read, codes = made(Use_When="When a note\nis asked for.", Rules="Read only.")
    assert codes == []
    assert [item.text for item in tool_read.use_when] == ["When a note is asked for."]
    assert [rule.text for rule in tool_read.rules] == ["Read only."]


def test_rules_carry_their_tags():
    tool_read, codes = made(
        Rules="- Read only. [enforce: read-only]\n- See [enforce: x] here.\n- [x] y [ENFORCE:Audit]."
    )
    assert codes == []
    assert [(rule.number, rule.text, rule.policy) for rule in tool_read.rules] == [
        (1, "Read only.", "read-only"),
        (2, "See [enforce: x] here.", ""),
        (3, "[x] y", "audit"),
    ]


@pytest.mark.parametrize(
    ("written", "message", "detail", "condition", "code"),
    [
        ("Return: `No.`", "No.", False, "", ""),
        ("Return `No.`.", "No.", False, "", ""),
        ("return with: `No.`", "No.", False, "", ""),
        ("`No.`", "No.", False, "", ""),
        ('Say "No, not now."', "No, not now.", False, "", ""),
        ("Respond with “No.”", "No.", False, "", ""),
        ("Return: `No.` followed by the error message.", "No.", True, "", ""),
        ("Return: `No.` followed by the error", "No.", True, "", ""),
        ("Return: `No.`, followed by details", "No.", True, "", ""),
        ("Return: `No.` and the exact error message", "No.", True, "", ""),
        ("Return: `No.` with the error", "No.", True, "", ""),
        ("`NOT_FOUND` when the key is missing: Return: `No.`", "No.", False, "when the key is missing", "NOT_FOUND"),
        ("If the key is missing, return: `No.`", "No.", False, "If the key is missing", ""),
        ("When it is late: `No.`", "No.", False, "When it is late", ""),
        ("Return `No.` if it is late.", "No.", False, "if it is late", ""),
        ("If `x` is set, return `No.`", "No.", False, "If `x` is set", ""),
        ("`DENIED`: Return: `No.`", "No.", False, "", "DENIED"),
        ("Return: ``a `b` c``", "a `b` c", False, "", ""),
        ("Return: `Memory key\n  not found.`", "Memory key not found.", False, "", ""),
    ],
)
def test_failures(written: str, message: str, detail: bool, condition: str, code: str):
    tool_read, codes = made(Failure_Behavior=f"- {written}")
    assert codes == []
    (failure,) = tool_read.failures
    assert (failure.message, failure.detail, failure.condition, failure.code) == (message, detail, condition, code)
    assert failure.literal


def test_named_failures_and_the_default():
    tool_read, codes = made(
        Failure_Behavior="- `NOT_FOUND` when missing: Return: `Gone.`\n- Return: `No.`\n"
        "- On timeout:\n  - Return: `Late.`"
    )
    assert codes == []
    assert [(item.code, item.condition, item.message) for item in tool_read.failures] == [
        ("NOT_FOUND", "when missing", "Gone."),
        ("", "", "No."),
        ("", "On timeout", "Late."),
    ]
    assert tool_read.failure.message == "No."


def test_prose_with_a_code_span_is_no_literal():
    tool_read, codes = made(Failure_Behavior="- Tell the user that `key` is unknown.")
    assert codes == []
    assert tool_read.failures[0].message == "Tell the user that `key` is unknown."
    assert not tool_read.failures[0].literal


def test_a_second_failure_for_the_same_case():
    assert made(Failure_Behavior="- Return: `A.`\n- Return: `B.`")[1] == ["SPEC303 warning"]
    assert made(Failure_Behavior="- Return: `A.`\n- If x, return: `B.`")[1] == []


def test_values():
    tool_read, codes = made(
        Name="`note_reader_two`",
        Category="Files",
        Host="client, context",
        Effects="read, write",
        Approval="Yes, when overwriting",
        Risk="High.",
        Permissions="- Disk\n- Net",
        Idempotent="no",
        Timeout="2 min",
        Version="1.2",
        Status="active",
        Owner="The team",
        Icon="🧠",
        Renamed_From="OldReader, OlderReader",
    )
    assert codes == []
    assert tool_read.snake_name == "note_reader_two"
    assert tool_read.category == "Files"
    assert tool_read.host == (HostObject.CLIENT, HostObject.CONTEXT)
    assert tool_read.effects == (Effect.READ, Effect.WRITE)
    assert tool_read.approval == Approval(required=True, condition="when overwriting")
    assert tool_read.risk is Risk.HIGH
    assert tool_read.permissions == ("Disk", "Net")
    assert tool_read.idempotent is False
    assert tool_read.timeout == 120.0
    assert (tool_read.version, tool_read.status, tool_read.owner, tool_read.icon) == ("1.2", "active", "The team", "🧠")
    assert tool_read.renamed_from == ("OldReader", "OlderReader")


@pytest.mark.parametrize(
    ("written", "approval"),
    [
        ("yes", Approval(True)),
        ("Required.", Approval(True)),
        ("no", Approval(False)),
        ("None", Approval(False)),
        ("when a file exists", Approval(True, "when a file exists")),
        ("No, unless a file exists", Approval(True, "No, unless a file exists")),
    ],
)
def test_approval_fails_closed(written: str, approval: Approval):
    assert made(Approval=written)[0].approval == approval


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"Effects": "read, wirte"}, "wirte"),
        ({"Effects": "none and read"}, "none and read"),
        ({"Risk": "enormous"}, "enormous"),
        ({"Host": "kernel"}, "kernel"),
        ({"Idempotent": "perhaps"}, "perhaps"),
        ({"Timeout": "30"}, "30"),
        ({"Timeout": "3 moons"}, "3 moons"),
        ({"Timeout": "0 s"}, "0 s"),
    ],
)
def test_values_that_cannot_be(changed: dict[str, str], place: str):
    text = tool(**changed)
    (diagnostic,) = read(text).diagnostics
    assert diagnostic.code == "SPEC112"
    line = text.split("\n")[diagnostic.span.line - 1]
    assert line[diagnostic.span.column - 1 : diagnostic.span.end_column - 1] == place


def test_values_line_by_line():
    parsed = read(tool() + "\nRisk: low\nOwner: Ann\nTimeout: 500 ms\nNotes: x\n")
    assert found(parsed) == ["SPEC110 warning"]
    tool_read = parsed.spec.tools[0]
    assert (tool_read.risk, tool_read.owner, tool_read.timeout) == (Risk.LOW, "Ann", 0.5)


def test_examples():
    tool_read, codes = made(
        Examples='A good call:\n\n```json\n{"output": {"text": "b"}, "input": {"key": "a"}}\n```\n\n'
        '```json\n[{"input": {"key": ""}, "error": "Note not found."}]\n```'
    )
    assert codes == []
    first, second = tool_read.examples
    assert (first.input, first.output, first.error) == (JsonText('{"key": "a"}'), JsonText('{"text": "b"}'), None)
    assert (second.input.value, second.output, second.error) == ({"key": ""}, None, "Note not found.")


@pytest.mark.parametrize(
    "body",
    [
        '{"input": {},\n "output": }',
        '{"input": {}}',
        '{"input": {}, "output": 1, "error": "x"}',
        '{"input": [], "output": 1}',
        '{"input": {}, "error": 5}',
        '{"input": {}, "output": NaN}',
        '{"input": {}, "output": 1e999}',
        '{"input": {}, "output": "\\ud800"}',
        '{"input": {}, "output": ' + "[" * 200 + "]" * 200 + "}",
        "5",
    ],
)
def test_examples_that_are_none(body: str):
    tool_read, codes = made(Examples=f"```json\n{body}\n```")
    assert codes == ["SPEC114 error"]
    assert tool_read.examples == ()


def test_broken_json_is_reported_where_it_breaks():
    text = tool(Examples='```json\n{"input": {},\n "output": }\n```')
    (diagnostic,) = read(text).diagnostics
    line = text.split("\n")[diagnostic.span.line - 1]
    assert line[diagnostic.span.column - 1 :] == "}"


def test_blocks_that_lists_do_not_read():
    tool_read, codes = made(Rules="- Read only.\n\n> Quoted.\n\n```\ncode\n```\n\n<div>Loud</div>\n\n| a |\n|---|\n")
    assert codes == ["SPEC115 warning"] * 4
    assert [rule.text for rule in tool_read.rules] == ["Read only."]


def test_comments_are_taken_out_and_code_spans_are_not():
    tool_read, codes = made(Rules="- Keep `<!-- this -->` as <!-- not\n  that --> it is.\n- One <!-- x.")
    assert codes == ["SPEC015 info"]
    assert [rule.text for rule in tool_read.rules] == ["Keep `<!-- this -->` as it is.", "One <!-- x."]


def test_text_behind_a_comment_is_lost_loudly():
    assert made(Rules="- Read only.\n\n<!-- x --> Never write.")[1] == ["SPEC015 info", "SPEC015 warning"]


def directives(text: str) -> list[tuple[tuple[str, ...], str, int, int]]:
    parsed = read(text)
    assert all(isinstance(item, Suppression) for item in parsed.suppressions)
    return [(item.codes, item.reason, item.first_line, item.last_line) for item in parsed.suppressions]


def test_suppressions_of_the_next_block():
    text = "<!-- lma: disable SPEC122 -- known -->\n\n" + tool("note reader")
    assert directives(text) == [(("SPEC122",), "known", 3, 3)]
    text = tool(Input="<!-- lma: disable SPEC203, spec201 missing-type — so it is -->\n\n- key: x\n- b: y\n  z")
    first = text.split("\n").index("- key: x") + 1
    assert directives(text) == [(("SPEC203", "SPEC201", "missing-type"), "so it is", first, first + 2)]
    text = tool().replace("Input:", "<!-- lma: disable SPEC203 -->\nInput:")
    label = text.split("\n").index("Input:") + 1
    assert directives(text) == [(("SPEC203",), "", label, label + 2)]


def test_suppressions_stop_at_the_next_label_without_blank_lines():
    text = "## Tool: A\nInput:\n\n<!-- lma: disable SPEC203 -- x -->\n\n- key: x\n- b: y\nOutput:\n- c: z\n"
    assert directives(text) == [(("SPEC203",), "x", 6, 7)]


def test_a_suppression_behind_an_item():
    text = tool(Input="- key: x <!-- lma: disable SPEC203 -- text -->\n- b: y")
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "lma:" in line)
    assert directives(text) == [(("SPEC203",), "text", line, line)]
    assert read(text).spec.tools[0].inputs[0].description == "x"


def test_suppressions_of_the_file():
    text = "<!-- lma: disable-file SPEC203 SPEC109 -- old -->\n\n" + tool() + "\n<!-- lma: enable SPEC109 -->\n"
    lines = text.split("\n")
    assert directives(text) == [
        (("SPEC109",), "old", 1, len(lines) - 2),
        (("SPEC203",), "old", 1, len(lines)),
    ]


@pytest.mark.parametrize("comment", ["lma: ignore SPEC203", "lma: disable", "lma: disable -- why", "LMA:"])
def test_directives_that_are_not_understood(comment: str):
    parsed = read(f"<!-- {comment} -->\n\n" + tool())
    assert found(parsed) == ["SPEC016 warning"]
    assert parsed.suppressions == ()


def test_failures_with_codes_of_their_own_stand_side_by_side():
    tool_read, codes = made(Failure_Behavior="- `GONE`: Return: `A.`\n- `DENIED`: Return: `B.`")
    assert codes == []
    assert [item.code for item in tool_read.failures] == ["GONE", "DENIED"]


def test_a_suppression_in_a_nested_list_ends_with_it():
    text = tool(Input="- a (object): x\n\n  <!-- lma: disable SPEC203 -- y -->\n  - b: z\n  - c: z\n- d: w")
    first = text.split("\n").index("  - b: z") + 1
    assert directives(text) == [(("SPEC203",), "y", first, first + 1)]
    assert [code for code in found(read(text)) if code == "SPEC203 warning"] == ["SPEC203 warning"] * 3
