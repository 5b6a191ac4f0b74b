"""The parts of a document outside of its tools, and documents that are no specs."""

import pytest

from lma_forge.model import BlockKind, Prose
from lma_forge.spec import ReadOptions, parse
from tests.spec.documents import found, read, tool

WHOLE = f"""# The Title

**System:** LMA
**Version:** v1.0
**Purpose:** A long
purpose.

Some words about it. They go on.

## 2. Global Tool Rules

All tools follow these:

1. Do not fabricate data.
2. Keep it short. [enforce: bounded-output]
   - In one page.

# 4. Core

What they share.

{tool()}
# Flow

In this order:

1. Use NoteReader, or NoteReader again.
2. Answer; see NoteReaders.

# Source Layer Language

Label it.

```text
Source Layer: Verified.
```

# Failure Standard

Never pretend.

Correct response style:

```text
I could not.
```

**Incorrect style:**

```
Probably...
```

# Closing

- One
  1. Two

| a | b |
|---|---|
| c | d |

> Quoted.
"""


def test_parts():
    parsed = read(WHOLE)
    spec = parsed.spec
    assert found(parsed) == []
    assert spec.title == "The Title"
    assert spec.metadata == (("System", "LMA"), ("Version", "v1.0"), ("Purpose", "A long purpose."))
    assert [(rule.number, rule.text, rule.policy, rule.details) for rule in spec.global_rules] == [
        (1, "Do not fabricate data.", "", ()),
        (2, "Keep it short.", "bounded-output", ("In one page.",)),
    ]
    assert spec.tools[0].group == "4. Core"
    assert [(step.number, step.tools) for step in spec.flow] == [(1, ("NoteReader",)), (2, ())]
    assert spec.source_labels == ("Source Layer: Verified.",)
    assert spec.failure_standard.correct == ("I could not.",)
    assert spec.failure_standard.incorrect == ("Probably...",)
    assert spec.failure_standard.lead.sentences == ("Never pretend.",)
    assert [(section.title, section.level) for section in spec.sections] == [
        ("The Title", 1),
        ("2. Global Tool Rules", 2),
        ("4. Core", 1),
        ("Flow", 1),
        ("Source Layer Language", 1),
        ("Closing", 1),
    ]
    closing = spec.sections[-1].body.blocks
    assert [(block.kind, block.text, block.depth) for block in closing] == [
        (BlockKind.BULLET, "One", 0),
        (BlockKind.STEP, "Two", 1),
        (BlockKind.TABLE_ROW, "| a | b |", 0),
        (BlockKind.TABLE_ROW, "|---|---|", 0),
        (BlockKind.TABLE_ROW, "| c | d |", 0),
        (BlockKind.QUOTE, "Quoted.", 0),
    ]


def test_the_same_without_blank_lines():
    spaced = WHOLE.replace("\n\nSome words", "\n\n---\n\nSome words").split("\n| a | b |")[0]
    compact = "\n".join(line for line in spaced.split("\n") if line)
    first, second = read(spaced), read(compact)
    assert found(second) == []
    assert first.spec == second.spec


def test_a_reserved_group_and_nested_groups():
    spec = read(f"# A\n\n## B\n\n#{tool()}\n## C\n\n### Future Tool: Later\n\nPurpose: Sends.\n").spec
    assert spec.tools[0].group == "B"
    assert spec.reserved[0].group == "C"
    assert spec.reserved[0].purpose.sentences == ("Sends.",)
    assert spec.sections == ()


def test_rules_without_a_list_and_prose_before_any_heading():
    parsed = read(f"Words.\n\n# Rules\n\nBe kind.\n\n{tool()}")
    assert found(parsed) == ["SPEC117 warning"]
    assert [(section.title, section.level, section.body.sentences) for section in parsed.spec.sections] == [
        ("", 0, ("Words.",)),
        ("Rules", 1, ("Be kind.",)),
    ]


def test_a_plain_rules_heading_below_a_tool_is_its_section_only_at_its_level():
    parsed = read(tool(Rules="") + "\n# Rules\n\n- Be kind.\n")
    assert [rule.text for rule in parsed.spec.global_rules] == ["Be kind."]
    parsed = read(tool(Rules="") + "\n## Rules\n\n- Be kind.\n")
    assert [rule.text for rule in parsed.spec.tools[0].rules] == ["Be kind."]
    assert found(parsed) == ["SPEC113 warning"]


def test_own_labels():
    options = ReadOptions({"Eingabe": "Input", "Wissen": "Nothing"}, frozenset({"Hinweise"}))
    text = tool().replace("Input", "Eingabe") + "\nHinweise:\n\nIm Mai.\n"
    parsed = parse(text, "Tools.md", options)
    assert found(parsed) == []
    assert [field.name for field in parsed.spec.tools[0].inputs] == ["key"]
    assert parsed.spec.tools[0].extra[0].label == "Hinweise"


def test_front_matter_that_is_none():
    assert read("---\n\n" + tool()).spec.metadata == ()
    assert read("---\nno pair\n---\n\n" + tool()).spec.metadata == ()
    assert read("---\nname: 'A'\ntags:\n  - x\n  - y\n# c\n---\n" + tool()).spec.metadata == (
        ("name", "A"),
        ("tags", "- x - y"),
    )


NOT_SPECS = {
    "notes or other prose": "# Notes\n\nBuy bread.\nCall Ann.\n",
    "rules only": "# Global Tool Rules\n\n1. Do not fabricate data.\n",
    "such as goods": "# Products\n\n| SKU | Price |\n|---|---|\n| A1 | 5 |\n",
    "list of goods": "# Product inventory\n\n- Tool: hammer, price 5, stock 3\n",
    "JSON, not markdown": '{"tools": [{"name": "a", "token": "secret-123"}]}',
    "YAML": "tools:\n  - name: a\n    token: secret-123\n",
    "template": "# {{ title }}\n\n{{ body }}\n",
    "links only": "# Tools\n\n- [a](https://example.org/secret-123)\n- <https://example.org>\n",
    "a table without rows": "# Tools\n\n| Name | Use |\n|---|---|\n",
    "design text": "# Architecture\n\nThe design has three components.\n",
    "another form": "# Tools\n\n### `read_note`\n\nReads.\n",
}


@pytest.mark.parametrize(("reason", "text"), NOT_SPECS.items(), ids=NOT_SPECS)
def test_says_why_a_document_is_no_spec_and_repeats_nothing_of_it(reason: str, text: str):
    (diagnostic,) = read(text).diagnostics
    assert (diagnostic.code, str(diagnostic.severity)) == ("SPEC005", "error")
    assert reason in diagnostic.message
    assert "secret" not in diagnostic.message


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n", "\ufeff"])
def test_an_empty_document(text: str):
    parsed = read(text)
    assert found(parsed) == ["SPEC004 error"]
    assert parsed.diagnostics[0].span.start == (1, 1)


def test_ten_faults_give_ten_findings_and_the_good_tools_remain():
    text = "\n".join(
        [
            tool("Good"),
            tool("Bad (x)", Input="- a (strnig): b\n- 2b (string): c\n- d: e", Rules="").replace("Output:", "Outptu:"),
            tool("Worse", Failure_Behavior='- Return: ""', Output="- a (integer, 3 to 1): b\n- not at all a field"),
            tool("Last", Effects="raed", Timeout="5"),
        ]
    )
    parsed = read(text)
    assert [made.name for made in parsed.spec.tools] == ["Good", "Bad", "Worse", "Last"]
    assert sorted(found(parsed)) == sorted(
        [
            "SPEC102 error",
            "SPEC204 error",
            "SPEC201 error",
            "SPEC203 warning",
            "SPEC111 error",
            "SPEC304 error",
            "SPEC207 error",
            "SPEC206 error",
            "SPEC112 error",
            "SPEC112 error",
        ]
    )


def test_a_fence_that_only_seems_closed():
    parsed = read("```\ntext\n```python\nx\n```\n" + tool())
    assert [made.name for made in parsed.spec.tools] == ["NoteReader"]
    parsed = read("```\ntext\n```python\nx\n" + tool())
    assert parsed.spec.tools == ()
    assert "SPEC010 error" in found(parsed)


def test_an_unclosed_fence_that_hides_nothing_is_a_warning():
    assert found(read(tool() + "\n# End\n\n```\ncode\n")) == ["SPEC010 warning"]


def test_lists_that_are_nested_too_deeply():
    parsed = read(tool(Rules="- " * 70 + "deep"))
    assert "SPEC007 error" in found(parsed)


def test_prose_is_false_when_empty():
    assert not Prose()


def test_a_heading_of_the_tools_own_level_is_no_group():
    spec = read(f"# Title\n\n## Group\n\nWords.\n\n{tool()}\n# Group two\n\n{tool('Other')}").spec
    assert [made.group for made in spec.tools] == ["", "Group two"]


def test_lines_that_end_like_sentences_are_paragraphs_of_the_document():
    text = "# Title\n\nOne line.\nTwo lines,\nstill two!\n**Three.**\nFour\n\n" + tool()
    assert read(text).spec.sections[0].body.sentences == ("One line.", "Two lines, still two!", "**Three.**", "Four")


def test_an_unclosed_fence_that_hides_sections_alone_is_an_error_too():
    parsed = read(tool() + "\n```\ncode\n\nExamples:\n\nRules:\n")
    assert "SPEC010 error" in found(parsed)
    assert "hides 2 labels" in next(item.message for item in parsed.diagnostics if item.code == "SPEC010")


def test_headings_below_a_part_belong_to_it_whatever_stands_between():
    plain = "# Flow\n\n## First\n\n1. Ask.\n\n"
    between = "## Global Rules\n\n- Be kind.\n\n"
    last = "## Then\n\n2. Answer.\n\n"
    for text in (plain + last + between, plain + between + last):
        spec = read("# Title\n\n" + text + tool()).spec
        assert [step.text for step in spec.flow] == ["Ask.", "Answer."]
        assert [rule.text for rule in spec.global_rules] == ["Be kind."]
        assert spec.sections[0].body.sentences == ("First", "Then")


def test_bullets_under_a_flow_heading_are_no_steps():
    spec = read("# Title\n\n# Data flow\n\n- In.\n- Out.\n\n" + tool()).spec
    assert spec.flow == ()
    assert spec.sections[0].body.sentences == ("In.", "Out.")


def test_depths_of_bullets_in_prose():
    body = read("# Title\n\n- One\n  - Two\n    - Three\n  - Four\n- Five\n\n" + tool()).spec.sections[0].body
    assert [block.depth for block in body.blocks] == [0, 1, 2, 1, 0]
