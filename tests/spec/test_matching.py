"""Which tool is which, and why."""

from dataclasses import replace

from hypothesis import given

from lma_forge import spec
from lma_forge.model import AllowedValue, Field, Spec, Tool
from lma_forge.spec.matching import Reason, match_tools
from tests.strategies import specs

READER = """
## Tool: NoteReader
Description: Reads a note of the notebook.
Input:
- key (string): Name of the note.
Output:
- text (string): What it says.
Rules:
- NoteReader reads only what it was asked for.
Failure Behavior:
- Return: `Note not found.`
"""
OTHER = READER.replace("Reads a note of the notebook", "Sends mail").replace("Note not found", "No mail")


def read(text: str) -> Spec:
    return spec.parse(text).spec


def renamed(old: str, new: str, asked=None):
    matching = match_tools(read(old), read(new), asked)
    return [(one.old.name, one.new.name, one.reason) for one in matching.renamed], matching


def test_one_function_is_one_tool_however_it_is_spelt():
    pairs, matching = renamed(READER, READER.replace("Tool: NoteReader", "Tool: note-reader"))
    assert pairs == []
    assert [(old.name, new.name) for old, new in matching.pairs] == [("NoteReader", "note-reader")]


def test_a_name_of_its_own_under_the_same_heading_is_a_rename():
    pairs, _ = renamed(READER, f"{READER}Name: read_note\n")
    assert pairs == [("NoteReader", "NoteReader", Reason.HEADING)]


def test_a_declared_rename_holds_whatever_else_changed():
    pairs, matching = renamed(READER, OTHER.replace("NoteReader", "Mailer") + "Renamed From: note_reader\n")
    assert pairs == [("NoteReader", "Mailer", Reason.DECLARED)]
    assert (matching.added, matching.removed) == ((), ())


def test_a_declaration_about_a_tool_that_is_still_there_renames_nothing():
    new = READER + OTHER.replace("NoteReader", "Mailer") + "Renamed From: NoteReader\n"
    pairs, matching = renamed(READER, new)
    assert pairs == []
    assert [tool.name for tool in matching.added] == ["Mailer"]


def test_taking_back_a_declared_rename_is_a_rename():
    pairs, _ = renamed(OTHER.replace("NoteReader", "Mailer") + "Renamed From: NoteReader\n", READER)
    assert pairs == [("Mailer", "NoteReader", Reason.WITHDRAWN)]


def test_an_asked_rename_is_granted_where_both_are_free():
    new = OTHER.replace("NoteReader", "Mailer")
    assert renamed(READER, new, {"NoteReader": "Mailer"})[0] == [("NoteReader", "Mailer", Reason.ASKED)]
    assert renamed(READER, new, {"tool_note_reader": "mailer"})[0] == [("NoteReader", "Mailer", Reason.ASKED)]
    pairs, matching = renamed(READER, new, {"NoteFinder": "Mailer"})
    assert pairs == []
    assert matching.unmet == (("NoteFinder", "Mailer"),)


def test_a_unique_equal_shape_is_a_rename_its_own_name_left_out():
    pairs, _ = renamed(READER, READER.replace("NoteReader", "PageFinder"))
    assert pairs == [("NoteReader", "PageFinder", Reason.SHAPE)]


def test_two_of_equal_shape_are_only_offered():
    new = READER.replace("NoteReader", "PageFinder") + READER.replace("NoteReader", "LeafFinder")
    pairs, matching = renamed(READER, new)
    assert pairs == []
    assert {(offer.old.name, offer.new.name) for offer in matching.offered} == {
        ("NoteReader", "PageFinder"),
        ("NoteReader", "LeafFinder"),
    }


def test_two_that_could_have_become_one_are_only_offered():
    old = READER.replace("NoteReader", "PageFinder") + READER.replace("NoteReader", "LeafFinder")
    pairs, matching = renamed(old, READER)
    assert pairs == []
    assert len(matching.offered) == 2


def test_an_equal_schema_with_another_purpose_is_only_offered():
    pairs, matching = renamed(READER, OTHER.replace("NoteReader", "Mailer"))
    assert pairs == []
    assert [offer.new.name for offer in matching.offered] == ["Mailer"]
    assert [tool.name for tool in matching.removed] == ["NoteReader"]


def test_tools_of_no_shape_are_not_one_for_that():
    one, other = Tool("NoteReader"), Tool("Mailer")
    assert match_tools(Spec(tools=(one,)), Spec(tools=(other,))).renamed == ()


def test_descriptions_and_meanings_of_values_take_no_part_in_the_shape():
    field = Field("mode", description="How.", allowed=(AllowedValue("a", "first"), AllowedValue("b")))
    tool = read(READER).tools[0]
    one = replace(tool, inputs=(field,))
    other = replace(tool, name="PageFinder", inputs=(replace(field, allowed=(AllowedValue("a"), AllowedValue("b"))),))
    other = replace(other, rules=())
    one = replace(one, rules=())
    assert match_tools(Spec(tools=(one,)), Spec(tools=(other,))).renamed[0].reason is Reason.SHAPE


def test_reserved_tools_are_told_from_gone_ones():
    gone = "## Future Tool: NoteReader\nStatus: reserved\n"
    _, matching = renamed(READER, gone)
    assert [(tool.name, kept.name) for tool, kept in matching.retired] == [("NoteReader", "NoteReader")]
    _, matching = renamed(gone, READER)
    assert [(kept.name, tool.name) for kept, tool in matching.activated] == [("NoteReader", "NoteReader")]
    assert [tool.name for tool in matching.added] == ["NoteReader"]


@given(specs(), specs())
def test_every_tool_is_paired_added_or_removed_and_nothing_twice(one: Spec, other: Spec):
    matching = match_tools(one, other)
    olds = [old.function for old, _ in matching.pairs] + [tool.function for tool in matching.removed]
    news = [new.function for _, new in matching.pairs] + [tool.function for tool in matching.added]
    assert sorted(olds) == sorted(tool.function for tool in one.tools)
    assert sorted(news) == sorted(tool.function for tool in other.tools)
    for old, new in matching.pairs:
        assert old.function == new.function or (old, new) in [(found.old, found.new) for found in matching.renamed]
