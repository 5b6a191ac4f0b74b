"""How labels and headings are recognised, and what a misspelt one was meant to be."""

import pytest

from lma_forge.spec.headings import Part, near_miss, part_of, proposed, tool_heading, tool_line
from lma_forge.spec.labels import LabelTable, edit_distance, fold, looks_titled
from tests.spec.documents import found, read, tool

TABLE = LabelTable({}, frozenset())


@pytest.mark.parametrize(
    ("line", "label", "rest"),
    [
        ("Input:", "Input", ""),
        ("Input: None", "Input", "None"),
        ("Input : None", "Input", "None"),
        ("**Input:** None", "Input", "None"),
        ("**Input**: None", "Input", "None"),
        ("__Use  When:__", "Use  When", ""),
        ("FAILURE BEHAVIOUR:", "FAILURE BEHAVIOUR", ""),
        ("Input：None", "Input", "None"),  # noqa: RUF001
        ("Input：", "Input", ""),  # noqa: RUF001
        ("Input:None", None, None),
        ("http://example.org", None, None),
        (":", None, None),
        ("**Input: None", None, None),
        ("****: x", None, None),
        ("- Input:", None, None),
        ("Input", None, None),
        ("key (string): x", None, None),
    ],
)
def test_labels(line: str, label: str | None, rest: str | None):
    read_label = TABLE.find(line)
    assert (read_label and read_label.text, read_label and line[read_label.rest :]) == (label, rest)
    if read_label is not None:
        assert line[read_label.start : read_label.end] == label


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Imput", "Input"),
        ("Ouput", "Output"),
        ("Failure Behaviuor", "Failure Behavior"),
        ("Failure Behavoir", "Failure Behavior"),
        ("Do not use wehn", "Do Not Use When"),
        ("Descripton", "Description"),
        ("Efects", "Effects"),
        ("Ruels", "Rules"),
        ("Nmae", "Name"),
        ("Role", None),
        ("Note", None),
        ("Notes", None),
        ("Cost", None),
        ("Warning", None),
        ("Limits", None),
        ("Rate Limits", None),
        ("A very long label that nobody would ever write", None),
    ],
)
def test_slips_of_the_pen(written: str, meant: str | None):
    assert TABLE.meant(written) == meant


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("input", "imput", 1), ("abc", "xyz", 3)],
)
def test_edit_distance(left: str, right: str, distance: int):
    assert edit_distance(left, right) == edit_distance(right, left) == distance


def test_folding():
    assert fold(" Don\N{RIGHT SINGLE QUOTATION MARK}t\u00a0  USE ") == "don't use"


@pytest.mark.parametrize(
    ("words", "titled"),
    [("Notes", True), ("See Also", True), ("Rules of the House", True), ("The tool must", False), ("notes", False)],
)
def test_titles(words: str, titled: bool):
    assert looks_titled(words) is titled


def test_an_ordinary_sentence_with_a_colon_opens_nothing():
    parsed = read(tool(Rules="Follow this:\n\n- Read only.", Use_When="- Asked.\n\nThe tool must:\n\n- Be called."))
    assert found(parsed) == []
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["Follow this:", "Read only."]


@pytest.mark.parametrize(
    ("heading", "name", "prefix"),
    [
        ("Tool: NoteReader", "NoteReader", ""),
        ("tool : note-reader", "note-reader", ""),
        ("4.1. Tool: fs.read", "fs.read", ""),
        ("4) Tool: Note Reader", "Note Reader", ""),
        ("Future Tool: X", "X", "future"),
        ("RESERVED TOOL: X", "X", "reserved"),
        ("Deprecated Tool: `X`", "X", "deprecated"),
        ("**Tool: X**", "X", ""),
        ("__Tool:__ X", "X", ""),
        ("Tool: **X**", "X", ""),
        ("Tool: reader_", "reader_", ""),
        ("Tool：读", "读", ""),  # noqa: RUF001
    ],
)
def test_tool_headings(heading: str, name: str, prefix: str):
    read_heading = tool_heading(heading)
    assert read_heading is not None
    assert read_heading.usable
    assert (read_heading.name, read_heading.prefix) == (name, prefix)
    assert heading[read_heading.start : read_heading.end] == name


@pytest.mark.parametrize("heading", ["Tools", "Tool", "My Tool: X", "The Tool: X", "Toolbox: X", ""])
def test_other_headings(heading: str):
    assert tool_heading(heading) is None


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Tool: X (beta)", "X"),
        ("Tool: [X](y.md)", "X"),
        ("Tool: X {#x}", "X"),
        ("Tool: a\\_b", "a_b"),
        ("Tool: 🔧", ""),
    ],
)
def test_names_that_are_cleaned(heading: str, name: str):
    read_heading = tool_heading(heading)
    assert read_heading is not None
    assert not read_heading.usable
    assert read_heading.name == name


@pytest.mark.parametrize(
    ("heading", "meant"),
    [
        ("Tool - X", "Tool: X"),
        ("Tools: X", "Tool: X"),
        ("🔧 Tool: X", "Tool: X"),
        ("Tool MemoryReader", "Tool: MemoryReader"),
        ("Toool: X", None),
        ("Toool: Reader", "Tool: Reader"),
        ("Tol: Reader", "Tool: Reader"),
        ("Tool Rules", None),
        ("Tool Definition Format", None),
        ("Core Tools", None),
        ("Pool: Water", None),
        ("Pool: WaterReader", "Tool: WaterReader"),
        ("Tools - Overview", None),
        ("Tools: How they are used", None),
        ("Future Tools: Mailer", "Future Tool: Mailer"),
        ("Reserved Tool - Mailer", "Reserved Tool: Mailer"),
        ("3. Tools: Mailer", "Tool: Mailer"),
        ("Tool 3: Mailer", "Tool: Mailer"),
        ("Tool #3 - Mailer", "Tool: Mailer"),
        ("Tool (future): Mailer", "Future Tool: Mailer"),
        ("Tool (beta): Mailer", "Tool: Mailer"),
        ("Tools", None),
        ("Tool API", None),
        ("x" * 500, None),
        ("Tool " + "aA" * 90 + "!", None),
    ],
)
def test_near_misses(heading: str, meant: str | None):
    assert near_miss(heading) == meant


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("1. Note Reader Tool (beta)", "Note Reader"),
        ("`read_note`", "read_note"),
        ("Tool Writer", "Writer"),
        ("Note Reader", "Note Reader"),
        ("🔧", "Name"),
    ],
)
def test_the_name_that_is_proposed_for_a_title(title: str, name: str):
    assert proposed(title) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("**Tool: NoteReader**", "NoteReader"),
        ("**Tool:** NoteReader", "NoteReader"),
        ("Tool: read_note", "read_note"),
        ("Future Tool: `NoteMailer`", "NoteMailer"),
        ("Tool: this one is fast.", None),
        ("Tool: fast", None),
        ("The Tool: NoteReader", None),
    ],
)
def test_lines_that_name_a_tool(line: str, name: str | None):
    assert tool_line(line) == name
    codes = found(read(f"# Doc\n\n{line}\n\n{tool()}"))
    assert codes == ([] if name is None else ["SPEC116 error"])


@pytest.mark.parametrize(
    ("heading", "severity"),
    [("## Tool Writer", "error"), ("## Tool - Writer", "error"), ("## Tools: Writer", "error"), ("## Writer", None)],
)
def test_a_heading_that_says_tool_over_one_section_is_a_lost_tool(heading: str, severity: str | None):
    parsed = read(f"# Doc\n\n{heading}\n\nDescription:\n\nWrites.\n\n{tool()}")
    assert found(parsed) == ([f"SPEC116 {severity}"] if severity else [])
    assert not severity or "did you mean `## Tool: Writer`?" in parsed.diagnostics[0].message


def test_a_near_miss_below_a_tool_is_told_as_such():
    parsed = read(f"{tool()}\n### Tool - Writer\n\nSome words.\n")
    assert found(parsed) == ["SPEC116 warning"]
    assert "`### Tool: Writer`" in parsed.diagnostics[0].message


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("## Rules\n\n### Global Rules\n\n1. Be kind.", []),
        ("## Rules\n\n## Global Tool Rules\n\n- Be kind.", []),
        ("## Global Tool Rules\n\n### Safety\n\n- Be kind.", []),
        ("## Global Tool Rules", []),
        ("## Global Tool Rules\n\nBe kind.", ["SPEC117 warning"]),
        ("## Global Tool Rules\n\n| # | Rule |\n|---|---|\n| 1 | Be kind. |", ["SPEC117 warning"]),
        ("## Global Tool Rules\n\n## Notes\n\nBe kind.", ["SPEC117 warning"]),
    ],
)
def test_rules_are_missed_where_they_are_announced_and_stand_nowhere(head: str, codes: list[str]):
    assert found(read(f"# Doc\n\n{head}\n\n#{tool()}")) == codes


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("2. Global Tool Rules", Part.GLOBAL_RULES),
        ("Global Rules:", Part.GLOBAL_RULES),
        ("**Rules**", Part.GLOBAL_RULES),
        ("Rules of Global Warming", Part.PROSE),
        ("Tool Rules", Part.PROSE),
        ("5. Recommended Tool Use Flow", Part.FLOW),
        ("Workflow", Part.PROSE),
        ("6. Source Layer Language", Part.SOURCE_LABELS),
        ("7. Tool Failure Standard", Part.FAILURE_STANDARD),
        ("Anything", Part.PROSE),
    ],
)
def test_parts(heading: str, part: Part):
    assert part_of(heading) is part
