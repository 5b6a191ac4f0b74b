"""The merge: what the spec says is taken over, and nothing of the person's is lost."""

import ast
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lma_forge import spec
from lma_forge.emit import implementation_name, libraries, render
from lma_forge.project.config import Config
from lma_forge.project.contract import definitions
from lma_forge.project.graft import BOM, Grafted, graft
from lma_forge.project.notes import Trouble
from lma_forge.project.placing import File
from lma_forge.project.proof import keeps
from lma_forge.project.templates import load
from lma_forge.project.written import Base
from tests.projects import READER, Project, codes
from tests.strategies import edits, personal_code

TEMPLATES = load(Config(root=Path.cwd()))


def module(document: str) -> str:
    (library,) = libraries(spec.parse(document).spec)
    return render(library, TEMPLATES)


def merged(old: str, new: str, written: str) -> Grafted:
    return graft(written, new, definitions(new), Base.of(definitions(old)))


OLD = module(READER)
BODY = """import sqlite3

NOTES = "notes.db"  # where they are


def _note_reader(key: str) -> NoteReaderOutput:  # noqa: D103
    # look it up
    with sqlite3.connect(NOTES) as notes:
        found = _find(notes, key)
    return {"text": found}


@staticmethod
def _find(notes, key): return notes.execute("select", (key,)).fetchone()[0]
"""


def write(text: str, body: str = BODY) -> str:
    stub = next(part for part in definitions(text) if part.is_stub)
    assert stub.text in text
    return text.replace(stub.text + "\n", body)


WRITTEN = write(OLD)


def test_a_changed_text_is_taken_over_and_the_body_kept():
    found = merged(OLD, module(READER.replace("an earlier note", "an old note")), WRITTEN)
    assert found.notes == ()
    assert found.text == WRITTEN.replace("an earlier note", "an old note")


def test_a_new_input_goes_into_the_signature_and_is_named_while_unused():
    new = module(READER.replace("- key (string): Which note.", "- key (string): Which note.\n- day (date): When."))
    found = merged(OLD, new, WRITTEN)
    assert found.text is not None
    assert "def _note_reader(key: str, day: str) -> NoteReaderOutput:  # noqa: D103\n    # look it up\n" in found.text
    assert "def _such_text(" in found.text, "the helper that a date needs has come along"
    assert [(note.trouble, note.name) for note in found.notes] == [(Trouble.NEW_INPUT, "day")]
    assert BODY.split(":  # noqa")[1] in found.text


def test_a_removed_input_that_the_body_uses_is_named_with_its_lines():
    new = module(READER.replace("- key (string): Which note.", "- name (string): Which note."))
    found = merged(OLD, new, WRITTEN)
    assert found.text is not None
    line = next(n for n, text in enumerate(found.text.splitlines(), 1) if "_find(notes, key)\n" in text + "\n")
    assert [(note.trouble, note.name, note.line) for note in found.notes if note.name == "key"] == [
        (Trouble.REMOVED_INPUT, "key", line)
    ]


@pytest.mark.parametrize(
    ("find", "put"),
    [
        ('FAILURE = "Note not found."', 'FAILURE = "Gone."'),
        ('FAILURE = "Note not found."', 'FAILURE = "Note not found."; X = 1'),
        ("    try:\n        key = ", "    # mine\n    try:\n        key = "),
    ],
)
def test_an_edited_contract_is_refused(find: str, put: str):
    assert find in WRITTEN
    found = merged(
        OLD, module(READER.replace("an earlier", "an old").replace("not found", "lost")), WRITTEN.replace(find, put, 1)
    )
    assert found.text is None
    assert {note.trouble for note in found.notes} == {Trouble.EDITED}


def test_a_name_that_the_person_uses_is_not_taken_over():
    mine = WRITTEN.replace("\n\n@staticmethod", "\n\ndef _such_text():\n    return 1\n\n\n@staticmethod")
    new = module(READER.replace("- key (string): Which note.", "- key (string): Which note.\n- day (date): When."))
    found = merged(OLD, new, mine)
    assert found.text is None
    assert [(note.trouble, note.name) for note in found.notes] == [(Trouble.TAKEN, "_such_text")]


def test_a_signature_that_the_person_changed_is_left_and_named():
    mine = WRITTEN.replace("def _note_reader(key: str)", "def _note_reader(key: str, *more: str)")
    new = module(READER.replace("- key (string): Which note.", "- key (string): Which note.\n- day (date): When."))
    found = merged(OLD, new, mine)
    assert found.text is not None
    assert "def _note_reader(key: str, *more: str)" in found.text
    assert [note.trouble for note in found.notes] == [Trouble.SIGNATURE]


def test_a_part_that_takes_the_place_of_another_is_not_removed_with_it():
    old = READER.replace(
        "- Return: `Note not found.`", "- Return: `Note not found.`\n- `LOST` when lost: Return: `Lost.`"
    )
    new = old.replace("`LOST`", "`GONE`")
    found = merged(module(old), module(new), write(module(old)))
    assert found.text == write(module(new))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", [True, False])
def test_line_ends_and_a_missing_last_one_stay(newline: str, *, end: bool):
    written = (WRITTEN if end else WRITTEN.rstrip("\n")).replace("\n", newline)
    found = merged(OLD, module(READER.replace("an earlier", "an old")), written)
    assert found.text == written.replace("an earlier", "an old")


def test_moved_under_a_condition_it_is_found_and_updated_there():
    lines = next(part.text for part in definitions(OLD) if part.name == "tool_note_reader").split("\n")
    inside = "if True:\n" + "\n".join(f"    {line}" if line else line for line in lines)
    mine = WRITTEN.replace("\n".join(lines), inside)
    found = merged(OLD, module(READER.replace("an earlier", "an old")), mine)
    assert found.text == mine.replace("an earlier", "an old")


def test_keeps_sees_a_lost_line():
    names = frozenset(part.name for part in definitions(OLD))
    mine = frozenset({"_note_reader"})
    assert keeps(WRITTEN, WRITTEN, names - mine, mine)
    assert not keeps(WRITTEN, WRITTEN.replace("    # look it up\n", ""), names - mine, mine)
    assert not keeps(WRITTEN, WRITTEN.replace("# noqa: D103", ""), names - mine, mine)


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


# The claim is held over five thousand pairs where there is time, and over a few in a hurry.
MANY = 5_000 if settings().max_examples > 1_000 else 12


@settings(max_examples=MANY)
@given(edits(), st.data())
def test_nothing_is_lost(change, data):
    old_spec, new_spec, _ = change
    pairs = [(one, other) for one in libraries(old_spec) for other in libraries(new_spec) if one.stem == other.stem]
    for one, other in pairs:
        old, new = render(one, TEMPLATES), render(other, TEMPLATES)
        # What an edit breaks, such as a name that is no identifier, is refused before anything is merged.
        assume(parses(new))
        written = data.draw(personal_code(old, implementation_name(one.tools[0])))
        found = merged(old, new, written)
        if found.text is None:
            assert found.notes
            continue
        ast.parse(found.text)
        before, after = definitions(old), definitions(new)
        stubs = frozenset(part.name for part in before if part.is_stub)
        contract = frozenset(part.name for part in (*before, *after)) - stubs
        assert keeps(written, found.text, contract, stubs)
        there = File(found.text.removeprefix(BOM))
        for part in after:
            if part.text and not part.is_stub:
                assert [there.text(place) for place in there.find(part.name)] == [part.text]
        again = graft(found.text, new, after, Base.of(after))
        assert again.text == found.text


@settings(max_examples=200 if MANY > 1_000 else 4)
@given(edits(), st.data())
def test_nothing_is_lost_on_the_way_through_generate(tmp_path_factory, change, data):
    old_spec, new_spec, _ = change
    project = Project(tmp_path_factory.mktemp("project")).write(spec.write(old_spec))
    assume(project.generate().is_good)
    written: dict[Path, str] = {}
    names: set[str] = set()
    stubs: set[str] = set()
    for path in sorted(project.out.rglob("*.py")):
        parts = definitions(path.read_text("utf-8"))
        names |= {part.name for part in parts if not part.is_stub}
        stubs |= {part.name for part in parts if part.is_stub}
        (stub,) = [part.name for part in parts if part.is_stub]
        written[path] = data.draw(personal_code(path.read_text("utf-8"), stub))
        path.write_bytes(written[path].encode())
    project.write(spec.write(new_spec))
    outcome = project.generate()
    assert "GEN115" not in codes(outcome)
    fresh = Project(tmp_path_factory.mktemp("fresh")).write(spec.write(new_spec))
    if fresh.generate().is_good:
        for path in fresh.out.rglob("*.py"):
            parts = definitions(path.read_text("utf-8"))
            names |= {part.name for part in parts if not part.is_stub}
            stubs |= {part.name for part in parts if part.is_stub}
    texts = [path.read_bytes().decode() for path in project.out.rglob("*.py")]
    for text in written.values():
        assert any(keeps(text, other, frozenset(names), frozenset(stubs)) for other in texts)
    before = project.files()
    project.generate()
    assert project.files() == before
