"""What holds of every comparison: nothing is missed, nothing is made up, and undoing mirrors."""

from dataclasses import fields, replace
from enum import Enum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lma_forge import spec
from lma_forge.diagnostics import Span
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
    HostObject,
    JsonText,
    Kind,
    Limits,
    Prose,
    ReservedTool,
    Risk,
    Section,
    Spec,
    Tool,
)
from lma_forge.rules.changes import CHECKS, compare, mirrors
from tests.strategies import documents, edits, governance_rules, replaced, sentences, specs, ways

MIRRORS = mirrors()
NOTE = Tool(
    "NoteReader",
    description=Prose((Block(BlockKind.PARAGRAPH, "Reads notes."), Block(BlockKind.CODE, "x = 1", info="python"))),
    use_when=(Bullet("A note is named.", ("By its key.",)), Bullet("A page is named.")),
    do_not_use_when=(Bullet("It is private.", ("Or secret.",)), Bullet("It is old.")),
    inputs=(
        Field("key", description="Name of it."),
        Field("count", FieldType(Kind.INTEGER, nullable=True), "How many.", False, JsonText("5"), limits=Limits(1, 9)),
        Field("mode", allowed=(AllowedValue("a", "First."), AllowedValue("b"))),
        Field("opts", FieldType(Kind.OBJECT, members=(Field("port", FieldType(Kind.LIST, Kind.INTEGER), "Where."),))),
    ),
    outputs=(Field("text", description="What it says."), Field("size", FieldType(Kind.NUMBER), required=False)),
    rules=(
        GovernanceRule("Read only.", 1),
        GovernanceRule("Name the note.", 2, ("By its key.",)),
        GovernanceRule("Stay.", 3, (), "no-network"),
    ),
    failures=(Failure("Not found."), Failure("Locked.", True, "it is locked", "LOCKED", literal=False)),
    explicit_name="note_reader",
    category="Notes",
    host=(HostObject.CLIENT, HostObject.CONTEXT),
    effects=(Effect.READ, Effect.EXTERNAL),
    approval=Approval(True, "when it is long"),
    risk=Risk.MEDIUM,
    permissions=("notes", "mail"),
    idempotent=True,
    timeout=30.0,
    version="1.0",
    status="active",
    owner="Ann",
    icon="🧠",
    examples=(
        Example(JsonText('{"key": "a"}'), JsonText('{"text": "b"}')),
        Example(JsonText("{}"), error="Not found."),
    ),
    renamed_from=("PageReader",),
    extra=(ExtraSection("Notes", Prose((Block(BlockKind.PARAGRAPH, "Never lend it."),))),),
    group="Core",
)
RICH = Spec(
    title="Tools",
    metadata=(("Version", "v1.0"), ("Owner", "Ann")),
    global_rules=(GovernanceRule("Do not invent data.", 1), GovernanceRule("Report failures.", 2, ("All.",), "audit")),
    tools=(NOTE, Tool("PageWriter", failures=(Failure("Not written."),))),
    reserved=(ReservedTool("Mailer", Prose((Block(BlockKind.PARAGRAPH, "Sends."),)), "Reserved."),),
    flow=(FlowStep(1, "Read."), FlowStep(2, "Ask NoteReader.", ("NoteReader",))),
    source_labels=("Source: notes.", "Source: mail."),
    failure_standard=FailureStandard(
        ("I could not.", "Not found."),
        ("Probably.", "It should."),
        Prose((Block(BlockKind.PARAGRAPH, "Never pretend."),)),
    ),
    sections=(
        Section("About", 2, Prose((Block(BlockKind.PARAGRAPH, "A page."), Block(BlockKind.BULLET, "One.", 1)))),
        Section("Final Rule", 1, Prose((Block(BlockKind.PARAGRAPH, "Tools never decide."),))),
    ),
)
"""A spec in which every part of the model says something."""

UNMIRRORED = {check.rule.code for check in CHECKS if check.unmirrored}


@given(edits())
def test_every_edit_of_a_model_is_a_change_and_nothing_else_is(edit):
    before, after, _ = edit
    assert (compare(before, after) == ()) == (before == after)


@given(edits())
def test_no_edit_hides_behind_another(edit):
    """Each field of a tool that differs has a change of its own, however much else changed."""
    before, after, part = edit
    parts = {change.part for change in compare(before, after) if change.tool}
    for one in before.tools:
        other = after.tool(one.function)
        if other is not None and before.tool(one.function) == one:
            differing = {
                field.name
                for field in fields(Tool)
                if field.compare and getattr(one, field.name) != getattr(other, field.name)
            }
            assert differing - {"group"} <= parts | {"name", "explicit_name"}, (part, differing, parts)


def other_values(value: Any) -> list[Any]:  # noqa: PLR0911 - one for each kind
    """A few other values of the kind that stands somewhere in a model."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, Enum):
        return [one for one in type(value) if one is not value]
    if isinstance(value, str):
        return [f"{value} Never delete anything.", f"{value}x" if value else "x", ""]
    if isinstance(value, int | float):
        return [value + 1]
    if isinstance(value, tuple) and value and not isinstance(value[0], str):
        return [value[:-1], value[::-1], (*value, value[0])]
    if isinstance(value, tuple) and value:
        return [(*value[:-1], f"{value[-1]} more")]
    return []


def test_every_part_of_a_rich_spec_can_be_edited_and_each_edit_is_a_change():
    """Walks over every part at every depth, so that no field of the model is left to chance."""
    seen: set[str] = set()
    for way in ways(RICH):
        for value in other_values(part_at(RICH, way)):
            after = replaced(RICH, way, lambda _, value=value: value)
            if after != RICH:
                seen.add(".".join(step for step in way if isinstance(step, str)))
                assert compare(RICH, after), (way, value)
                assert compare(after, RICH), (way, value)
    stated = {field.name for field in fields(Tool) if field.compare}
    assert {name.partition(".")[2].partition(".")[0] for name in seen if name.startswith("tools")} - {""} == stated


def part_at(value: Any, way: tuple[str | int, ...]) -> Any:
    for step in way:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


@given(specs(), specs())
def test_any_two_specs_are_compared_and_undoing_gives_the_mirrors(one: Spec, other: Spec):
    undone = {change.code for change in compare(other, one)}
    changes = compare(one, other)
    assert (changes == ()) == (one == other)
    for change in changes:
        assert change.code in UNMIRRORED or set(MIRRORS[change.code]) & undone, change


@given(edits())
def test_undoing_an_edit_gives_the_mirrors(edit):
    before, after, _ = edit
    undone = {change.code for change in compare(after, before)}
    for change in compare(before, after):
        assert change.code in UNMIRRORED or set(MIRRORS[change.code]) & undone, change


@given(specs())
def test_a_spec_compared_with_itself_has_no_change(spec: Spec):
    assert compare(spec, spec) == ()
    assert compare(spec, replace(spec, path="elsewhere.md")) == ()


@given(edits(), sentences())
def test_a_fingerprint_outlives_moves_and_edits_elsewhere(edit, text):
    before, after, _ = edit
    moved = tuple(
        replace(tool, span=Span("x.md", 900, 1), name_span=Span("x.md", 901, 1)) for tool in reversed(after.tools)
    )
    elsewhere = replace(after, tools=moved, metadata=(*after.metadata, ("Reviewed By", text)))
    kept = {change.fingerprint for change in compare(before, elsewhere)}
    about_tools = {change.fingerprint for change in compare(before, after) if change.tool}
    assert about_tools <= kept


@given(documents(), documents())
def test_any_two_texts_can_be_compared(one: str, other: str):
    before, after = spec.parse(one, "a.md").spec, spec.parse(other, "b.md").spec
    assert (compare(before, after) == ()) == (before == after)
    twice = spec.parse(f"{one}\n\n{one}\n\n{other}", "b.md").spec
    assert (compare(before, twice) == ()) == (before == twice)


@given(governance_rules(minimum=1), st.data())
def test_a_rule_that_is_gone_is_governance(rules: tuple[GovernanceRule, ...], data):
    gone = data.draw(st.integers(0, len(rules) - 1))
    kept = (*rules[:gone], *rules[gone + 1 :])
    before, after = (Spec(tools=(Tool("NoteReader", rules=some),)) for some in (rules, kept))
    categories = {change.category for change in compare(before, after)}
    assert "G" in categories
