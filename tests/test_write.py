"""The canonical layout: reading what was written gives the model that was written."""

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import assume, given

from lma_forge.diagnostics import Severity
from lma_forge.model import (
    AllowedValue,
    Approval,
    Block,
    BlockKind,
    Bullet,
    Effect,
    Example,
    ExtraSection,
    Failure,
    FailureStandard,
    Field,
    FieldType,
    FlowStep,
    GovernanceRule,
    JsonText,
    Kind,
    Limits,
    Prose,
    ReservedTool,
    Section,
    Spec,
    Tool,
)
from lma_forge.rules import check_spec
from lma_forge.spec import parse, write
from tests.strategies import documents, plain_lines, rough_specs, specs

SEEDS = Path(__file__).parent.parent.parent / "shared" / "seeds"


def prose(*texts: str) -> Prose:
    return Prose(tuple(Block(BlockKind.PARAGRAPH, text) for text in texts))


NOTE_FINDER = Tool(
    "NoteFinder",
    prose("Finds notes.", "It looks everywhere."),
    (Bullet("The user looks for a note.", ("by its text", "by its date")),),
    (Bullet("The note is open already."),),
    (
        Field("text", description="What to look for."),
        Field("limit", FieldType(Kind.INTEGER), "How many.", False, JsonText("5"), limits=Limits(1, 100)),
        Field("kinds", FieldType(Kind.LIST, Kind.STRING, nullable=True), required=False),
        Field("order", allowed=(AllowedValue("new"), AllowedValue("old"), AllowedValue("by name"))),
        Field("mode", description="How.", allowed=(AllowedValue("fast", "Skim."), AllowedValue("deep"))),
        Field(
            "box", FieldType(Kind.OBJECT, members=(Field("size", FieldType(Kind.NUMBER), limits=Limits(minimum=0.5)),))
        ),
    ),
    (Field("notes", FieldType(Kind.LIST)),),
    (GovernanceRule("Read only.", 1), GovernanceRule("Be quick.", 2, ("or say so",), "bounded-output")),
    (
        Failure("No note found."),
        Failure("Locked.", detail=True, condition="when the notes are locked", code="LOCKED"),
        Failure("No text.", condition="If the text is empty"),
    ),
    category="Notes",
    effects=(Effect.READ, Effect.EXTERNAL),
    approval=Approval(required=True, condition="when the notes are private"),
    permissions=("notes",),
    idempotent=True,
    timeout=2.5,
    icon="🔎",
    examples=(Example(JsonText('{"text": "a"}'), error="No note found."),),
    renamed_from=("NoteSearcher", "Seeker"),
    extra=(ExtraSection("Background", prose("Notes are old.")),),
    group="Reading",
)

WHOLE = Spec(
    "Notes",
    (("Version", "1.0"), ("Owner", "Us")),
    (GovernanceRule("Be honest.", 1, ("always",)), GovernanceRule("Ask first.", 2, (), "confirm-write")),
    (NOTE_FINDER,),
    (ReservedTool("NoteSender", prose("Sends notes."), "Reserved.", group="Later"),),
    (FlowStep(1, "Use NoteFinder.", ("NoteFinder",)), FlowStep(2, "Answer.")),
    ("From notes.",),
    FailureStandard(("I do not know.",), ("Probably so.",), prose("Never pretend.")),
    (Section("About", 2, Prose((Block(BlockKind.BULLET, "One."), Block(BlockKind.BULLET, "Two.", 1)))),),
)

WRITTEN = (Path(__file__).parent / "corpus" / "specs" / "everything.md").read_text(encoding="utf-8")


def test_the_canonical_layout_of_everything():
    assert write(WHOLE) == WRITTEN
    assert parse(WRITTEN).spec == WHOLE


@given(specs())
def test_reading_what_was_written_gives_the_same_spec(spec: Spec):
    assert parse(write(spec)).spec == spec


@given(specs(hostile=True))
def test_concealed_characters_come_back_too(spec: Spec):
    assert parse(write(spec)).spec == spec


@given(specs())
def test_writing_what_was_read_changes_nothing_and_lines_are_tidy(spec: Spec):
    written = write(spec)
    assert write(parse(written).spec) == written
    assert "\r" not in written
    assert written.endswith("\n")
    assert not written.endswith("\n\n")


@given(rough_specs())
def test_a_carelessly_edited_spec_keeps_its_meaning_if_it_is_accepted(text: str):
    parsed = parse(text)
    assume(all(found.severity is not Severity.ERROR for found in check_spec(parsed)))
    written = write(parsed.spec)
    assert parse(written).spec == parsed.spec
    assert write(parse(written).spec) == written


@given(documents())
def test_writing_never_raises(text: str):
    assert write(parse(text).spec).endswith("\n")


@pytest.mark.parametrize("name", ["Tools.md", "Tools.compact.md", "Tools.page.txt"])
def test_the_source_document_keeps_its_meaning(name: str):
    if not SEEDS.is_dir():
        pytest.skip("the source documents are not here")
    spec = parse((SEEDS / name).read_text(encoding="utf-8")).spec
    written = write(spec)
    assert parse(written).spec == spec
    assert write(parse(written).spec) == written


STRUCTURE = [
    "# heading",
    "## Tool: Fake",
    "- bullet",
    "* bullet",
    "+ bullet",
    "1. step",
    "12) step",
    "> quote",
    "```",
    "~~~ python",
    "---",
    "===",
    "***",
    "_ _ _",
    "<!-- comment",
    "<div>",
    "<?php",
    "[x]: http://example.org",
    "| a | b |",
    "Input: x",
    "Input:",
    "**Rules:** x",
    "__Output:__",
    "Failure Behaviuor:",
    "Data Retention:",
    "two\nlines",
    "two\n\n## Tool: Fake",
    "NUL \0 here",
    "    code",
]


@pytest.mark.parametrize("text", STRUCTURE)
def test_text_from_elsewhere_never_becomes_structure(text: str):
    tool = replace(
        NOTE_FINDER,
        description=prose(text, "Finds notes."),
        use_when=(Bullet(text, (text,)),),
        rules=(GovernanceRule(text, 1),),
        extra=(ExtraSection("Background", prose(text)),),
        category="",
    )
    spec = Spec(
        "Notes", (("Purpose", text),), (GovernanceRule(text, 1),), (tool,), sections=(Section("A", 2, prose(text)),)
    )
    read = parse(write(spec)).spec
    assert [found.name for found in read.tools] == ["NoteFinder"]
    (found,) = read.tools
    assert (found.inputs, found.outputs, found.failures) == (tool.inputs, tool.outputs, tool.failures)
    assert [len(found.description.blocks), len(found.use_when), len(found.rules), len(found.extra)] == [2, 1, 1, 1]
    assert [len(read.global_rules), len(read.sections), len(read.metadata), len(read.reserved)] == [1, 1, 1, 0]
    flat = " ".join(text.replace("\0", "\ufffd").split())
    assert " ".join(found.rules[0].text.replace("\\", "").split()) == flat


@pytest.mark.parametrize("name", ["Tool: Fake", "# x", "C #", "Tools - Fake", ""])
def test_a_title_from_elsewhere_opens_no_tool(name: str):
    spec = Spec("Notes", tools=(NOTE_FINDER,), sections=(Section(name, 2, prose("Text.")),))
    read = parse(write(spec)).spec
    assert [tool.name for tool in read.tools] == ["NoteFinder"]
    assert [section.body for section in read.sections] == [prose("Text.")]


@pytest.mark.parametrize(
    "default",
    ["", " ", "a", " a ", "`", "``", "`a`", '"', "'", "a, b", "a) b", "(", "null", "5", "\\", '\\"', "]", "“x”"],
)
@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [value], lambda value: {"k": [value, value]}])
def test_defaults_of_any_text(default: str, wrap: object):
    value = wrap(default)
    kind = {str: Kind.STRING, list: Kind.LIST, dict: Kind.OBJECT}[type(value)]
    field = Field("x", FieldType(kind), "Text.", required=False, default=JsonText.of(value))
    spec = Spec("Notes", tools=(replace(NOTE_FINDER, inputs=(field,), examples=()),))
    parsed = parse(write(spec))
    assert parsed.spec.tools[0].inputs == (field,)


@pytest.mark.parametrize("limit", [0, -1, 1.5, 0.000001, 123456789012345.5, -0.25])
def test_limits_of_numbers(limit: float):
    field = Field("x", FieldType(Kind.NUMBER), "Text.", limits=Limits(limit, limit + 1))
    spec = Spec("Notes", tools=(replace(NOTE_FINDER, inputs=(field,), examples=()),))
    assert parse(write(spec)).spec.tools[0].inputs == (field,)


def test_an_unknown_section_stays_behind_the_one_that_it_followed():
    text = "## Tool: A\n\nBackground:\n\nx\n\nOutput:\n\n- None\n\nGlossary:\n\ny\n\nInput:\n\n- None\n"
    written = write(parse(text).spec)
    order = [written.index(label) for label in ("Background:", "Input:", "Output:", "Glossary:")]
    assert order == sorted(order)
    assert parse(written).spec == parse(text).spec


def test_prose_stays_where_it_is():
    text = dedent("""\
        Before.

        # Notes

        **Version:** 1

        Below the title.

        ## First

        x

        # Reading

        About reading.

        ### Tool: A

        Description: a

        # Second

        y

        ## Tool: B

        Description: b

        ## Third

        ### Deeper

        z
        """)
    spec = parse(text).spec
    written = write(spec)
    assert parse(written).spec == spec
    order = [
        written.index(mark)
        for mark in ("Before", "# Notes", "Below", "First", "Reading", "Tool: A", "Second", "Tool: B")
    ]
    assert order == sorted(order)


def test_header_keys_that_are_no_labels_go_into_front_matter():
    spec = Spec("Notes", (("a.b", "1"), ("Owner", "Us")), tools=(NOTE_FINDER,))
    written = write(spec)
    assert written.startswith("---\na.b: 1\n---\n\n# Notes\n\n**Owner:** Us\n")
    assert parse(written).spec.metadata == spec.metadata


@given(plain_lines(hostile=True))
def test_a_plain_line_may_stand_anywhere(text: str):
    tool = replace(
        NOTE_FINDER,
        description=prose(text),
        use_when=(Bullet(text),),
        inputs=(Field("x", description=text),),
        rules=(GovernanceRule(text, 1),),
        failures=(Failure(text),),
        examples=(),
    )
    assert parse(write(Spec("Notes", tools=(tool,)))).spec.tools[0] == tool
