"""What holds of every comparison: nothing is missed, nothing is made up, and undoing mirrors."""

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from lma_forge.diagnostics import Span
from lma_forge.model import GovernanceRule, Spec, Tool
from lma_forge.rules.changes import CHECKS, compare, mirrors
from tests.strategies import edits, governance_rules, sentences, specs

MIRRORS = mirrors()
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


@given(governance_rules(minimum=1), st.data())
def test_a_rule_that_is_gone_is_governance(rules: tuple[GovernanceRule, ...], data):
    gone = data.draw(st.integers(0, len(rules) - 1))
    kept = (*rules[:gone], *rules[gone + 1 :])
    before, after = (Spec(tools=(Tool("NoteReader", rules=some),)) for some in (rules, kept))
    categories = {change.category for change in compare(before, after)}
    assert "G" in categories
