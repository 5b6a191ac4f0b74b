"""What careless authors write and no section would hold is reported, whatever form they know it from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.spec import parse
from tests.spec.documents import found, read, tool

MARKS = ["•", "·", "‣", "►", "→", "✓", "\uf0b7", "-", "+", "–", "a)", "(1)", "i.", "1.4.1", "o\t"]  # noqa: RUF001
EXAMPLE = '```json\n{"input": {"key": "a"}, "output": {"text": "b"}}\n```'
LISTS = ["Use_When", "Do_Not_Use_When", "Input", "Output", "Rules", "Failure_Behavior"]


@given(st.sampled_from(MARKS), st.sampled_from(LISTS), st.integers(1, 3))
def test_a_mark_that_begins_no_item_is_reported_on_every_line(mark: str, section: str, count: int):
    blank = "" if mark in {"-", "+", "–"} else " "  # noqa: RUF001
    items = [f"{mark}{blank}{word} (string): Return: `It is.`" for word in ("key", "page", "size")[:count]]
    text = tool(**{section: "\n".join(items)})
    first = text[: text.index(items[0])].count("\n") + 1
    lines = [one.span.line for one in read(text).diagnostics if one.code == "SPEC119"]
    assert lines == list(range(first, first + count))


def test_the_fix_of_a_mark_makes_an_item_of_its_line():
    text = tool(Rules="• Read only.\n• Never delete.")
    for one in reversed(read(text).diagnostics):
        (edit,) = one.fix.edits
        lines = text.split("\n")
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
        text = "\n".join(lines)
    parsed = read(text)
    assert found(parsed) == []
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["Read only.", "Never delete."]


@pytest.mark.parametrize(
    "text",
    [
        "- Read only, and\n  – as it were – never write.",  # noqa: RUF001
        "- Read at most\n  1.5 seconds.",
        "*Read* only.",
        "- • Read only.",
        "- Read only.\n- a) as above",
        "Read -1 at most.",
    ],
)
def test_text_that_only_looks_like_a_list(text: str):
    assert "SPEC119 error" not in found(read(tool(Rules=text)))


@pytest.mark.parametrize(
    ("section", "body", "codes"),
    [
        ("Description", "Reads a note. Approval: always", ["SPEC118 warning"]),
        ("Description", "Reads a note.<br>Risk: high", ["SPEC118 warning"]),
        ("Description", "Reads a note. **Approval:** always **Risk:** high", ["SPEC118 warning", "SPEC118 warning"]),
        ("Description", "Reads a note.\tTimeout: 30 s", ["SPEC118 warning"]),
        ("Description", "| Part | Text |\n|---|---|\n| **Approval** | always |", ["SPEC118 warning"]),
        ("Description", "Reads.\n\n[Approval]: always", ["SPEC118 warning"]),
        ("Description", "Reads.[^1]\n\n[^1]: Never", ["SPEC118 warning"]),
        ("Description", "Reads a note. Note: this is slow.", []),
        ("Description", "Reads `a; Risk: high` as it is.", []),
        ("Use_When", "- > Quoted.", ["SPEC108 warning", "SPEC115 warning"]),
        ("Use_When", "> - Quoted.", ["SPEC108 warning", "SPEC115 warning"]),
        ("Input", "- *key* (string): Which note.", ["SPEC206 error"]),
        ("Input", "- : which", ["SPEC206 error"]),
        ("Failure_Behavior", "- When missing:\n  - Return: `No.`\n    - really", ["SPEC305 info"]),
        ("Failure_Behavior", "- Return: `No.`\n  > Say it kindly.", ["SPEC115 warning"]),
        (
            "Examples",
            '```json\n{"input": {"key": "a"}, "output": {"text": "b"}}\n```\n\nNever at night.',
            ["SPEC115 warning"],
        ),
        ("Examples", f"A note:\n\n{EXAMPLE}", []),
        ("Input", "- key (string): Which note.\nRisk Level: high", ["SPEC111 error"]),
        ("Input", "- key (string): Which note.\nApproval required: yes", ["SPEC111 error"]),
        ("Input", "- key (string): Which note.\nRisk (overall): high", ["SPEC111 error"]),
        ("Input", "- key (string): Which note.\nSign-off: required", ["SPEC111 error"]),
        ("Input", "- key (string): Which note.\n##Approval\nalways", ["SPEC111 error"]),
        ("Input", "- key (string): Which note\npage (integer): Which page.", ["SPEC223 error"]),
        ("Input", "- key (string): Which note.\npage (integer): Which page.", ["SPEC223 error"]),
        ("Input", "- key (string) [optional]: Which note.", ["SPEC205 warning"]),
        ("Input", "- key (string) optional, as it is", ["SPEC205 warning"]),
        ("Input", "- key (string): Which note (optional).", ["SPEC205 warning"]),
        ("Input", "- key (string, optional): Which note (optional).", []),
        ("Input", "- key (string): Optional words for the note.", []),
        ("Input", "- key (string): Which note.\n'''Risk:''' high", ["SPEC111 error"]),
    ],
)
def test_text_of_a_tool(section: str, body: str, codes: list[str]):
    assert sorted(found(read(tool(**{section: body})))) == codes


@pytest.mark.parametrize(
    "line",
    [
        "**Approval: always**",
        "(Approval: always)",
        '"Approval": always',
        "`Approval: always`",
        "~~Approval~~: always",
        "Approval => always",
        "Approval always",
        "Approval required",
        "@approval always",
        "approval=always",
        "- [x] Approval: always",
        "- Approval:\n  - always",
        "> Approval: always",
        "Timeout 30 s",
        "Risk high",
    ],
)
@pytest.mark.parametrize("section", ["Description", "Use_When", "Rules"])
def test_a_decision_in_any_marks_is_no_mere_text(line: str, section: str):
    body = {"Description": "Reads.", "Use_When": "- A note.", "Rules": "- Read only."}[section]
    parsed = read(tool(**{section: f"{body}\n\n{line}"}))
    codes = {one.code for one in parsed.diagnostics}
    assert codes & {"SPEC118", "SPEC115"} or parsed.spec.tools[0].approval


@pytest.mark.parametrize(
    "line", ["Approval is up to the host.", "Risk of loss: none.", "Effects are none here", "Host names are short."]
)
def test_a_sentence_that_begins_with_a_label_is_a_sentence(line: str):
    assert found(read(tool(Description=f"Reads.\n\n{line}"))) == []


STRAYS = (
    *("Zebra text.", "- zebra", "• zebra", "zebra: here", "Zebra: here", "**Zebra** here", "> zebra", "    zebra"),
    *("```\nzebra\n```", "| zebra | q |\n|---|---|\n| zebra | q |", "<p>zebra</p>", "<!-- zebra -->", "### Zebra"),
    *("# Zebra", "1. zebra", "  - zebra", "  zebra", "---\nzebra", "zebra\n---", "zebra\n===", "- [ ] zebra"),
    *("- > zebra", "> - zebra", "`zebra`", "- ```\n  zebra\n  ```", "  > zebra", "  <div>zebra</div>", "- # Zebra"),
    *("  | zebra | q |\n  |---|---|\n  | zebra | q |", "zebra (string): x", "- zebra (string): x", "Return: `zebra`"),
    *("      - zebra", "*zebra*", "__zebra__:", "[^z]: zebra", "-zebra", "When zebra: Return: `q`", "Status: zebra"),
    *("Approval: zebra", "Effects: zebra", "Timeout: zebra", "Host: zebra", "Permissions: zebra", "Examples: zebra"),
    *("Examples:\n\n- zebra", "Renamed From: zebra", "Idempotent: zebra", "Name: zebra", "Version: zebra"),
)
LINES = tool().split("\n")


@given(st.sampled_from(STRAYS), st.integers(1, len(LINES)), st.sampled_from(("", "\n")))
def test_text_put_anywhere_reaches_the_model_or_a_finding(stray: str, place: int, blank: str):
    above = "\n".join(LINES[:place]) + "\n" + blank
    parsed = read(above + stray + blank + "\n" + "\n".join(LINES[place:]))
    first = above.count("\n") + 1
    reported = any(first <= one.span.line <= first + stray.count("\n") for one in parsed.diagnostics)
    assert reported or "zebra" in repr(parsed.spec).lower()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("<h2>Tool: NoteMailer</h2>\n\n@", ["SPEC116 error"]),
        ("== Tool: NoteMailer ==\n\n@", ["SPEC116 error"]),
        ("h2. Tool: NoteMailer\n\n@", ["SPEC116 error"]),
        ("##Tool: NoteMailer\n\n@", ["SPEC116 error"]),
        ("- An item\n##Tool: NoteMailer\n\n@", ["SPEC116 error"]),
        ("    ## Tool: NoteMailer\n\n@", ["SPEC116 error"]),
        ("@\n## Tool (future): NoteMailer\n\nSends.\n", ["SPEC116 warning"]),
        ("@\n## Tool 3: NoteMailer\n\nSends.\n", ["SPEC116 warning"]),
        ("# Failure Standard\n\n```\nNot found.\n```\n\n@", ["SPEC115 warning"]),
        ("<p>Some words</p>\n\n@", ["SPEC115 info"]),
        ("<br>\n\n@", []),
        ("@\n# Approval\n\nalways\n", ["SPEC113 warning"]),
        ("@\n# Version\n\n2\n", []),
        ("# Global Rules\n\n1. Be kind.\n\nNever delete files.\n\n@", ["SPEC117 warning"]),
        ("# Global Rules\n\n1. Be kind.\n\n> Do not lie.\n\n@", ["SPEC117 warning"]),
        ("# Global Rules\n\nThese bind all tools:\n\n1. Be kind.\n\n@", []),
        ("# Source Layer\n\n- web\n- memory\n\n@", ["SPEC115 warning"]),
        ("# Source Layer\n\n- web\n\n```\nweb\n```\n\n@", []),
        ("# Failure Standard\n\nCorrect:\n\n- Not found.\n\n@", ["SPEC115 warning"]),
        ("# Failure Standard\n\nCorrect:\n\n```\nNot found.\n```\n\n- Be brief.\n\n@", []),
    ],
)
def test_text_outside_of_tools(text: str, codes: list[str]):
    assert found(parse(text.replace("@", tool()), "Tools.md")) == codes
