"""Regeneration: what a changed spec does to modules in which people have written code."""

import itertools
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lma_forge import spec as language
from lma_forge.emit import libraries, render
from lma_forge.project import files, lock, merge, orphans, run
from lma_forge.project import generate as generating
from lma_forge.project.check import check
from lma_forge.project.config import Config
from lma_forge.project.contract import definitions
from lma_forge.project.plan import Wishes
from lma_forge.project.sources import find
from lma_forge.project.templates import load
from lma_forge.resources import bundled_spec
from tests.projects import READER, RESERVED, SPEC, WRITER, Project, actions, codes
from tests.test_generate import cut_at

BODY = """import sqlite3

NOTES = "notes.db"  # where they are


def _note_reader(key: str) -> NoteReaderOutput:
    # look it up
    with sqlite3.connect(NOTES) as notes:
        return {"text": _find(notes, key)}  # noqa: SIM117


def _find(notes, key):
    return notes.execute("select", (key,)).fetchone()[0]
"""


@pytest.fixture
def project(tmp_path):
    project = Project(tmp_path).write(SPEC)
    project.generate()
    return write(project)


def write(project, stem="note_reader", body=BODY):
    path = project.module(stem)
    text = path.read_text("utf-8")
    start = text.index(f"def _{stem}(")
    path.write_text(text[:start] + body, encoding="utf-8", newline="\n")
    return project


def text_of(project, stem="note_reader"):
    return project.module(stem).read_text("utf-8")


def entry(project, name="tool_note_reader"):
    return lock.read((project.out / lock.NAME).read_text("utf-8"))[name]


def holds_body(text, key="key"):
    """Whether every line of the person's is there, the signature apart."""
    lines = iter(text.split("\n"))
    return all(line in lines for line in BODY.split("\n") if not line.startswith("def _note"))


def steady(project, **wishes):
    """A second run changes nothing."""
    before = project.files()
    project.generate(**wishes)
    assert project.files() == before


# --- the table -----------------------------------------------------------------------------------


def test_an_input_that_was_added_goes_into_the_signature(project):
    spec = SPEC.replace("- key (string): Which note.", "- key (string): Which note.\n- day (integer): When.", 1)
    outcome = project.write(spec).generate()
    assert actions(outcome)["note_reader"] == "updated"
    assert codes(outcome) == ["GEN106"]
    assert "def _note_reader(key: str, day: int) -> NoteReaderOutput:\n    # look it up" in text_of(project)
    assert holds_body(text_of(project))
    steady(project)


def test_an_input_that_was_removed_is_named_with_the_lines_that_use_it(project):
    outcome = project.write(SPEC.replace("- key (string): Which note.", "- name (string): Which note.", 1)).generate()
    assert codes(outcome) == ["GEN106", "GEN105"] or codes(outcome) == ["GEN105", "GEN106"]
    found = next(one for one in outcome.diagnostics if one.code == "GEN105")
    assert "_find(notes, key)" in text_of(project).split("\n")[found.span.line - 1]
    assert f"line {found.span.line}" in found.message
    steady(project)
    # It is told until nothing uses it, by `check` as well.
    for _ in range(2):
        assert codes(project.generate()) == ["GEN105"]
        (again,) = [one for one in check(project.config()).diagnostics if one.code == "GEN105"]
        assert (again.span.line, again.message) == (found.span.line, found.message)
    mended = text_of(project).replace("# look it up", 'key = "all"')
    project.write(mended, "generated_tools/note_reader/note_reader.py")
    assert "GEN105" not in [one.code for one in check(project.config()).diagnostics]
    assert codes(project.generate()) == []
    assert entry(project).lost == ""


def test_a_part_of_the_contract_that_is_gone_is_named_with_the_lines_that_use_it(project):
    dated = SPEC.replace("- key (string): Which note.", "- key (date): Which note.", 1)
    project.write(dated).generate()
    mine = text_of(project) + "\n\ndef days(text):\n    return _such_text('x', text, _is_date, 'a date')\n"
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    outcome = project.write(SPEC).generate()
    found = [one for one in outcome.diagnostics if one.code == "GEN105"]
    assert [one.message.split("`")[1] for one in found] == ["_is_date", "_such_text"]
    assert "is no longer a part of the contract" in found[0].message
    assert "_such_text(" in text_of(project).split("\n")[found[0].span.line - 1]
    assert holds_body(text_of(project))
    again = [one for one in check(project.config()).diagnostics if one.code == "GEN105"]
    assert [one.message for one in again] == [one.message for one in found]
    project.write(dated).generate()
    assert "GEN105" not in codes(project.generate())


@pytest.mark.parametrize("asynchronous", [True, False])
def test_an_implementation_that_waits_is_kept(project, asynchronous):
    way = "async def" if asynchronous else "def"
    mine = text_of(project).replace("def _note_reader", f"{way} _note_reader")
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    spec = SPEC.replace("- key (string): Which note.", "- key (string): Which note.\n- day (integer): When.", 1)
    assert codes(project.write(spec).generate()) == ["GEN106"]
    assert f"{way} _note_reader(key: str, day: int) -> NoteReaderOutput:\n    # look it up" in text_of(project)
    assert not [one for one in check(project.config()).diagnostics if one.code.startswith("GEN1")]
    steady(project)


def test_a_signature_changed_on_both_sides_is_a_conflict_until_they_agree(project):
    mine = text_of(project).replace("def _note_reader(key: str)", "def _note_reader(key: str, *, tries: int = 3)")
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    assert codes(project.generate()) == [], "the spec's inputs are the same, and the call still fits"
    spec = SPEC.replace("- key (string): Which note.", "- key (integer): Which note.", 1)
    for _ in range(2):
        outcome = project.write(spec).generate()
        assert codes(outcome) == ["GEN104"]
        assert not outcome.is_good
    (found,) = outcome.diagnostics
    assert "`_note_reader(key: str, *, tries: int = 3) -> NoteReaderOutput`" in found.message
    assert "`_note_reader(key: int) -> NoteReaderOutput`" in found.message
    assert "def tool_note_reader(key: int)" in text_of(project), "the contract has followed the spec"
    assert entry(project).agreed.startswith("_note_reader(key: str)")
    mended = text_of(project).replace("(key: str, *, tries: int = 3)", "(key: int)")
    project.write(mended, "generated_tools/note_reader/note_reader.py")
    assert codes(project.generate()) == []
    assert entry(project).agreed == ""


@pytest.mark.parametrize(
    "signature",
    ["(key)", "(*, key: str)", "(key: str = '', **more: object)", "(**inputs)", "(key: str, tries: int = 3)"],
)
def test_a_signature_that_serves_the_call_is_the_persons_own(project, signature):
    mine = text_of(project).replace("(key: str) -> NoteReaderOutput:\n    # look", f"{signature}:\n    # look")
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == []
    assert f"def _note_reader{signature}:" in text_of(project)


@pytest.mark.parametrize("signature", ["(name: str)", "(key: str, more: str)", "(key: str, /)", "()"])
def test_a_signature_that_cannot_be_called_is_a_conflict(project, signature):
    mine = text_of(project).replace("(key: str) -> NoteReaderOutput:\n    # look", f"{signature}:\n    # look")
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    assert codes(project.generate()) == ["GEN104"]


def test_force_takes_the_specs_version_and_shows_what_it_replaced(project):
    mine = text_of(project).replace('FAILURE = "Note not found."', 'FAILURE = "Nope."  # mine')
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    assert codes(project.generate()) == ["GEN103"]
    outcome = generate(project, Wishes(force=True))
    assert actions(outcome)["note_reader"] == "updated"
    (found,) = outcome.diagnostics
    assert (found.code, found.severity) == ("GEN103", "warning")
    assert 'FAILURE = "Nope."  # mine' in found.help
    assert 'FAILURE = "Note not found."\n' in text_of(project)
    assert holds_body(text_of(project))
    assert codes(project.generate()) == []


def generate(project, wishes):
    config = project.config()
    return run.generate(config, find(config), wishes=wishes)


def test_a_name_that_the_person_has_taken_is_refused_even_by_force(project):
    mine = text_of(project) + "\n\ndef _whole():\n    return 1\n"
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    spec = SPEC.replace("- key (string): Which note.", "- key (string): Which note.\n- day (integer): When.", 1)
    project.write(spec)
    needed = [name for name in entry_names(spec) if name.startswith("_") and f"def {name}(" not in mine]
    mine = mine.replace("_whole", needed[0])
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    for wishes in (Wishes(), Wishes(force=True)):
        outcome = generate(project, wishes)
        assert codes(outcome) == ["GEN103"]
        assert f"`{needed[0]}` is defined here by hand" in outcome.diagnostics[0].message
        assert text_of(project) == mine


def entry_names(spec):
    library = libraries(language.parse(spec).spec)[0]
    return [part.name for part in definitions(render(library, load(Config(root=Path.cwd())))) if part.text]


# --- removed, reserved, brought back ---------------------------------------------------------------


def test_a_removed_tool_with_code_is_set_aside_and_comes_back(project):
    project.write("more\n", "generated_tools/note_reader/notes.txt")
    before = {path: data for path, data in project.files().items() if "note_reader/" in path}
    outcome = project.write(SPEC.replace(READER, "")).generate()
    assert actions(outcome) == {"note_reader": "set aside", "note_writer": "unchanged"}
    assert codes(outcome) == ["GEN114", "GEN108"], "what has fallen is said first"
    assert not project.module("note_reader").parent.exists()
    aside = {path.replace(".lma-orphans/", ""): data for path, data in project.files().items() if "orphans" in path}
    assert {path: data for path, data in aside.items() if not path.endswith(".lock")} == before
    steady(project)
    assert codes(project.generate()) == []
    outcome = project.write(SPEC.replace("Which note.", "Which page.")).generate()
    assert actions(outcome)["note_reader"] == "restored"
    assert holds_body(text_of(project))
    assert "Which page." in text_of(project)
    assert (project.module("note_reader").parent / "notes.txt").read_text("utf-8") == "more\n"
    assert not list((project.out / ".lma-orphans").glob("note_reader*"))
    steady(project)


def test_a_reserved_tool_with_code_is_set_aside(project):
    reserved = "\n## Future Tool: NoteReader\n\nPurpose:\nLater.\n\nStatus: reserved\n"
    outcome = project.write(SPEC.replace(READER, "") + reserved).generate()
    assert actions(outcome)["note_reader"] == "set aside"
    assert outcome.reserved == ("NoteMailer", "NoteReader")


def test_what_is_set_aside_twice_overwrites_nothing(project):
    project.write(SPEC.replace(READER, "")).generate()
    saved = project.out / ".lma-orphans" / "note_reader"
    shutil.copytree(saved, project.root / "copy")
    project.write(SPEC).generate()
    write(project, body=BODY.replace("look it up", "look again"))
    shutil.copytree(project.root / "copy", saved)
    project.write(SPEC.replace(READER, "")).generate()
    found = sorted(path.name for path in (project.out / ".lma-orphans").iterdir() if path.is_dir())
    assert found == ["note_reader", "note_reader-2"]


def shared(*tools):
    texts = "".join(tool.replace("Effects:", "Category: Notebook\n\nEffects:") for tool in tools)
    return f"# Notes\n\n# Tools\n{texts}\n# Later\n{RESERVED}"


def test_of_a_shared_module_only_the_tools_own_code_is_set_aside(tmp_path):
    project = Project(tmp_path).write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    project.write(shared(READER, WRITER)).generate()
    path = project.module("notebook")
    text = path.read_text("utf-8")
    start = text.index("def _note_reader(")
    end = text.index("\n\n\n", start)
    mine = text[:start] + BODY.replace("NoteReaderOutput:", "NoteReaderOutput:", 1).rstrip("\n") + text[end:]
    path.write_text(mine, encoding="utf-8", newline="\n")
    assert codes(project.generate()) == []
    outcome = project.write(shared(WRITER)).generate()
    assert actions(outcome) == {"notebook": "updated"}
    assert codes(outcome) == ["GEN114", "GEN108"]
    left = path.read_text("utf-8")
    assert "note_reader" not in left
    assert "def _find(" in left, "what others may use stays"
    aside = (project.out / ".lma-orphans/note_reader/note_reader.py").read_text("utf-8")
    for line in BODY.rstrip("\n").split("\n"):
        assert line in aside
    assert "def tool_note_writer" not in aside
    steady(project)


def test_code_set_aside_from_a_shared_module_comes_back_in_one_of_its_own(tmp_path):
    project = Project(tmp_path).write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    project.write(shared(READER, WRITER)).generate()
    path = project.module("notebook")
    text = path.read_text("utf-8")
    start = text.index("def _note_reader(")
    path.write_text(text[:start] + BODY.rstrip("\n") + text[text.index("\n\n\n", start) :], encoding="utf-8")
    project.generate()
    project.write(shared(WRITER)).generate()
    project.write(f"{shared(WRITER)}{READER}")
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "restored", "notebook": "unchanged"}
    assert codes(outcome) == []
    assert holds_body(text_of(project))
    assert not (project.out / ".lma-orphans/note_reader").exists()
    steady(project)


def test_pruning_deletes_what_was_set_aside_and_nothing_else(project):
    project.write("mine\n", "generated_tools/.lma-orphans/notes.txt")
    project.write("mine\n", "generated_tools/.lma-orphans/other/other.py")
    project.write(SPEC.replace(READER, "")).generate()
    assert (project.out / ".lma-orphans/note_reader").is_dir()
    assert orphans.prune(project.out) == orphans.Pruned(("note_reader",), ("notes.txt", "other"))
    assert orphans.prune(project.out) == orphans.Pruned((), ("notes.txt", "other"))
    assert sorted(project.files())[:2] == [
        "generated_tools/.lma-orphans/notes.txt",
        "generated_tools/.lma-orphans/other/other.py",
    ]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_what_is_set_aside_never_follows_a_link(project):
    elsewhere = project.root / "elsewhere"
    (elsewhere / "work").mkdir(parents=True)
    (project.out / ".lma-orphans").symlink_to(elsewhere)
    outcome = project.write(SPEC.replace(READER, "")).generate()
    assert actions(outcome)["note_reader"] == "refused"
    assert codes(outcome) == ["GEN114", "GEN107"]
    assert ".lma-orphans is a link" in outcome.diagnostics[1].message
    assert holds_body(text_of(project))
    assert orphans.prune(project.out) == orphans.Pruned((), (".lma-orphans",))
    assert (project.out / ".lma-orphans").is_symlink()
    assert [path.name for path in elsewhere.iterdir()] == ["work"]


# --- renamed ---------------------------------------------------------------------------------------

PAGES = SPEC.replace("NoteReader", "PageReader")


def test_a_rename_of_equal_shape_carries_the_code_over(project):
    project.write("more\n", "generated_tools/note_reader/notes.txt")
    outcome = project.write(PAGES).generate()
    assert actions(outcome) == {"page_reader": "renamed", "note_writer": "unchanged"}
    assert codes(outcome) == []
    assert not project.module("note_reader").parent.exists()
    text = text_of(project, "page_reader")
    assert holds_body(text)
    assert "def _page_reader(key: str) -> PageReaderOutput:\n    # look it up\n" in text
    assert "note_reader" not in text.lower()
    assert (project.out / "page_reader/notes.txt").exists()
    assert not (project.out / ".lma-orphans").exists()
    steady(project)


def test_a_declared_rename_may_change_the_shape(project):
    spec = PAGES.replace("- key (string): Which note.", "- key (string): Which.\n- day (integer): When.", 1)
    outcome = project.write(spec.replace("Effects: read", "Renamed From: NoteReader\n\nEffects: read")).generate()
    assert actions(outcome)["page_reader"] == "renamed"
    assert "GEN106" in codes(outcome)
    assert outcome.is_good
    assert "def _page_reader(key: str, day: int) -> PageReaderOutput:" in text_of(project, "page_reader")
    steady(project)


def test_a_similar_tool_is_only_offered_and_the_code_follows_when_asked(project):
    spec = PAGES.replace("- key (string): Which note.", "- key (integer): Which note.", 1)
    outcome = project.write(spec).generate()
    assert actions(outcome) == {"note_reader": "set aside", "note_writer": "unchanged", "page_reader": "created"}
    assert set(codes(outcome)) == {"GEN108", "GEN113"}
    offer = next(one for one in outcome.diagnostics if one.code == "GEN113")
    assert "--rename NoteReader=PageReader" in offer.message
    outcome = generate(project, Wishes(renames={"NoteReader": "PageReader"}))
    assert actions(outcome)["page_reader"] == "renamed"
    assert holds_body(text_of(project, "page_reader"))
    assert "def _page_reader(key: int) -> PageReaderOutput:" in text_of(project, "page_reader")
    assert not list((project.out / ".lma-orphans").iterdir())
    steady(project)


def test_a_rename_that_cannot_be_is_an_error(project):
    outcome = generate(project, Wishes(renames={"Nobody": "NoteReader"}))
    assert codes(outcome) == ["GEN113"]
    assert not outcome.is_good


def test_a_rename_with_an_edited_contract_is_refused_in_place(project):
    mine = text_of(project).replace('FAILURE = "Note not found."', "FAILURE = 1")
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    outcome = project.write(PAGES).generate()
    assert actions(outcome)["page_reader"] == "refused"
    assert codes(outcome) == ["GEN103"]
    assert text_of(project) == mine
    assert not project.module("page_reader").exists()
    assert codes(project.generate()) == ["GEN103"]


def test_a_rename_in_a_shared_module_stays_there(tmp_path):
    project = Project(tmp_path).write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    project.write(shared(READER, WRITER)).generate()
    path = project.module("notebook")
    text = path.read_text("utf-8")
    start = text.index("def _note_reader(")
    end = text.index("\n\n\n", start)
    path.write_text(text[:start] + BODY.rstrip("\n") + text[end:], encoding="utf-8", newline="\n")
    outcome = project.write(shared(READER.replace("NoteReader", "PageReader"), WRITER)).generate()
    assert actions(outcome) == {"notebook": "updated"}
    assert codes(outcome) == []
    assert holds_body(path.read_text("utf-8"))
    assert "note_reader" not in path.read_text("utf-8").lower()
    steady(project)


# --- moved by the person ------------------------------------------------------------------------------


def move(project, name, *, under=""):
    """Move a function into another file of the library, or under a condition where it stands."""
    text = text_of(project)
    part = next(one.text for one in definitions(text) if one.name == name)
    if under:
        inside = f"{under}\n" + "\n".join(f"    {line}" if line else line for line in part.split("\n"))
        return project.write(text.replace(part, inside), "generated_tools/note_reader/note_reader.py")
    left = text.replace(part, f"from note_parts import {name}")
    project.write(left, "generated_tools/note_reader/note_reader.py")
    parts = f'"""Parts of ours."""\n\nFIRST = 1\n\n\n{part}\n\n\nLAST = 2\n'
    return project.write(parts, "generated_tools/note_reader/note_parts.py")


def parts_of(project):
    return (project.module("note_reader").parent / "note_parts.py").read_text("utf-8")


def test_a_tool_in_another_file_of_its_library_is_updated_there(project):
    move(project, "tool_note_reader")
    before, main = parts_of(project), text_of(project)
    assert codes(project.generate()) == []
    assert [one.code for one in check(project.config()).diagnostics if one.code.startswith("GEN10")] == []
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == []
    assert actions(outcome)["note_reader"] == "updated"
    assert parts_of(project) == same(before)
    assert text_of(project) == main
    steady(project)


def test_an_implementation_in_another_file_gets_its_signature_there(project):
    move(project, "_note_reader")
    outcome = project.write(CHANGES["input"]).generate()
    assert codes(outcome) == []
    assert "def _note_reader(key: int) -> NoteReaderOutput:\n    # look it up" in parts_of(project)
    steady(project)


def test_a_renamed_tool_is_renamed_in_every_file_of_its_library(project):
    move(project, "_note_reader")
    outcome = project.write(PAGES).generate()
    assert codes(outcome) == []
    assert actions(outcome)["page_reader"] == "renamed"
    parts = (project.out / "page_reader/note_parts.py").read_text("utf-8")
    assert "def _page_reader(key: str) -> PageReaderOutput:\n    # look it up" in parts
    assert "from note_parts import _page_reader" in text_of(project, "page_reader")
    steady(project)


def test_an_edit_in_another_file_is_refused_and_nothing_is_written(project):
    move(project, "tool_note_reader")
    edited = parts_of(project).replace("    try:\n", "    # mine\n    try:\n")
    project.write(edited, "generated_tools/note_reader/note_parts.py")
    assert "GEN103" in [one.code for one in check(project.config()).diagnostics]
    main = text_of(project)
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == ["GEN103"]
    assert (text_of(project), parts_of(project)) == (main, edited)


@pytest.mark.parametrize("name", ["tool_note_reader", "_note_reader", "_failed"])
def test_a_function_under_a_condition_is_updated_there(project, name):
    move(project, name, under="if True:")
    before = text_of(project)
    assert codes(project.generate()) == []
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == []
    assert text_of(project) == same(before)
    steady(project)


# --- deleted, missing lock ---------------------------------------------------------------------------


def test_a_deleted_module_is_not_made_again_unless_asked_for(project):
    shutil.rmtree(project.module("note_reader").parent)
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "refused", "note_writer": "unchanged"}
    assert codes(outcome) == ["GEN110"]
    assert "--restore" in outcome.diagnostics[0].message
    assert codes(project.generate()) == ["GEN110"]
    assert actions(generate(project, Wishes(restore=True)))["note_reader"] == "created"
    assert codes(project.generate()) == []


def test_without_the_lock_an_edit_is_refused_and_a_body_is_kept(project):
    (project.out / lock.NAME).unlink()
    before = text_of(project)
    assert codes(project.generate()) == ["GEN111"]
    assert text_of(project) == before
    (project.out / lock.NAME).unlink()
    outcome = project.write(SPEC.replace("Which note.", "Which page.")).generate()
    assert set(codes(outcome)) == {"GEN103", "GEN111"}
    assert text_of(project) == before


# --- runs that are cut off ---------------------------------------------------------------------------

CHANGES = {
    "input": SPEC.replace("- key (string): Which note.", "- key (integer): Which note.", 1),
    "text": SPEC.replace("an earlier note", "an old note"),
    "rename": PAGES,
    "removed": SPEC.replace(READER, ""),
}


@pytest.mark.parametrize(("change", "cut"), list(itertools.product(CHANGES, range(1, 6))))
def test_a_merge_that_is_cut_off_goes_on_and_loses_nothing(project, monkeypatch, change, cut):
    cut_at(monkeypatch, cut, project.write(CHANGES[change]).generate)
    kept = [path for path in project.out.rglob("*.py") if holds_body(path.read_text("utf-8"))]
    assert len(kept) == 1
    outcome = project.write(CHANGES[change]).generate()
    assert not {"GEN103", "GEN104", "GEN110", "GEN115"} & set(codes(outcome))
    assert outcome.is_good
    kept = [path for path in project.out.rglob("*.py") if holds_body(path.read_text("utf-8"))]
    assert [path.parent.name for path in kept] == ["page_reader" if change == "rename" else "note_reader"]
    steady(project)


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_merge_that_is_cut_off_goes_on_with_another_spec(project, monkeypatch, cut):
    cut_at(monkeypatch, cut, project.write(CHANGES["input"]).generate)
    outcome = project.write(SPEC.replace("- key (string): Which note.", "- key (boolean): Which.", 1)).generate()
    assert codes(outcome) == []
    assert holds_body(text_of(project))
    assert "def _note_reader(key: bool)" in text_of(project)
    assert "module" not in (project.out / lock.NAME).read_text("utf-8").split("becoming")[1:]


@pytest.mark.parametrize("cut", range(1, 5))
def test_a_merge_that_is_cut_off_can_be_taken_back(project, monkeypatch, cut):
    before = text_of(project)
    cut_at(monkeypatch, cut, project.write(CHANGES["input"]).generate)
    assert codes(project.write(SPEC).generate()) == []
    # An import that came in the meantime stays: none is ever removed.
    assert text_of(project).replace("import re\n", "") == before


# --- a story with the bundled document ---------------------------------------------------------------

MEMORY = '''import json
from functools import cache


@cache
def _stored(path: str) -> dict:
    """Everything that is stored."""
    with open(path, encoding="utf-8") as file:  # one file for all
        return json.load(file)


def _memory_reader(key: str) -> MemoryReaderOutput:
    # an exact match first
    memory = _stored("memory.json")
    if key in memory:
        return {"value": memory[key], "found": True}
    raise ToolFailure  # in the exact words of the spec


HINT = "ask again"
'''


def remembers(text, *, but=()):
    """Whether every line of the implementation is there but those named, in its order."""
    lines = iter(text.split("\n"))
    return all(line in lines for line in MEMORY.split("\n") if line not in but and not line.startswith("def _memory"))


def test_the_story_of_memory_reader(tmp_path):
    document = bundled_spec().read_text("utf-8")
    start = document.index("## Tool: MemoryReader")
    tool = document[start : document.index("## Tool:", start + 5)]
    key = next(line for line in tool.split("\n") if line.startswith("- key (string)"))
    project = Project(tmp_path).write(document)
    assert len(actions(project.generate())) == 15
    write(project, "memory_reader", MEMORY)

    def told(text):
        outcome = project.write(text).generate()
        before = project.files()
        project.generate()
        assert project.files() == before
        changed = {stem: action for stem, action in actions(outcome).items() if action != "unchanged"}
        return changed, [one.code for one in outcome.diagnostics if one.code.startswith("GEN")]

    assert told(document) == ({}, [])

    more = tool.replace(key, f"{key}\n- scope (string): Where to look.")
    assert told(document.replace(tool, more)) == ({"memory_reader": "updated"}, ["GEN106"])
    assert "def _memory_reader(key: str, scope: str) -> MemoryReaderOutput:" in text_of(project, "memory_reader")
    assert remembers(text_of(project, "memory_reader"))

    typed = more.replace("scope (string)", "scope (integer)")
    assert told(document.replace(tool, typed)) == ({"memory_reader": "updated"}, [])
    assert "def _memory_reader(key: str, scope: int) -> MemoryReaderOutput:" in text_of(project, "memory_reader")

    less = typed.replace(f"{key}\n", "")
    assert told(document.replace(tool, less)) == ({"memory_reader": "updated"}, ["GEN105"])
    assert "def _memory_reader(scope: int) -> MemoryReaderOutput:" in text_of(project, "memory_reader")
    assert remembers(text_of(project, "memory_reader"))

    named = less.replace("## Tool: MemoryReader", "## Tool: RecallReader")
    assert told(document.replace(tool, named)) == ({"recall_reader": "renamed"}, ["GEN105"])
    text = text_of(project, "recall_reader")
    assert "def _recall_reader(scope: int) -> RecallReaderOutput:" in text
    assert remembers(text)
    assert not project.module("memory_reader").parent.exists()

    reserved = "## Future Tool: RecallReader\n\nPurpose: Recalls later.\n\nStatus: reserved\n\n"
    assert told(document.replace(tool, "") + reserved) == ({"recall_reader": "set aside"}, ["GEN108"])
    assert not project.module("recall_reader").exists()
    assert remembers((project.out / ".lma-orphans/recall_reader/recall_reader.py").read_text("utf-8"))

    assert told(document.replace(tool, named)) == ({"recall_reader": "restored"}, ["GEN105"])
    assert text_of(project, "recall_reader") == text
    assert not list((project.out / ".lma-orphans").iterdir())

    shutil.rmtree(project.module("recall_reader").parent)
    assert told(document.replace(tool, named)) == ({"recall_reader": "refused"}, ["GEN110"])
    assert told(document.replace(tool, "")) == ({}, ["GEN114"])
    assert len(actions(project.generate())) == 14


# --- what `check` knows of settings -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('guidance = "docstring"', "`guidance`, or a template of the project, has changed"),
        ('layout = "category"', "was generated with the layout tool, which has changed"),
        ('templates = "mine"', "`guidance`, or a template of the project, has changed"),
    ],
)
def test_check_tells_that_a_setting_has_changed(project, setting, said):
    assert [one.code for one in check(project.config()).diagnostics if one.code.startswith("GEN10")] == []
    project.write("{# only a part of its own #}\n", "mine/lcp/_mine.py.j2")
    project.write(f"[tool.lma-forge]\n{setting}\n", "pyproject.toml")
    found = [one for one in check(project.config()).diagnostics if one.code == "GEN102"]
    assert found
    assert all(said in one.message for one in found)
    assert project.generate().is_good
    assert [one.code for one in check(project.config()).diagnostics if one.code.startswith("GEN10")] == []


# --- what other generators do to people --------------------------------------------------------------


def change(project, text):
    """Write a module, change the spec, and give what became of the module."""
    project.write(text, "generated_tools/note_reader/note_reader.py")
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == []
    assert actions(outcome)["note_reader"] == "updated"
    return text_of(project)


def same(text):
    return text.replace("an earlier note", "an old note")


def test_helpers_stay_where_they_are_and_alive(project):
    text = text_of(project).replace("\n\n\ndef tool_", "\n\n\ndef first():\n    return 1\n\n\ndef tool_", 1)
    assert change(project, text) == same(text)


def test_comments_and_noqa_stay(project):
    text = text_of(project).replace("\nTOOL_CONTRACT", "\n# fmt: off\nTOOL_CONTRACT", 1)
    text = text.replace("-> NoteReaderOutput:\n    #", "-> NoteReaderOutput:  # noqa: D103, ANN\n    #")
    assert change(project, text) == same(text)


def test_imports_are_neither_pruned_nor_swapped(project):
    text = text_of(project).replace("import sqlite3\n", "import sqlite3, os as system\nimport unused  # one day\n")
    assert change(project, text) == same(text)


def test_no_stub_of_a_past_name_stays(project):
    project.write(PAGES).generate()
    project.write(SPEC.replace("NoteReader", "LeafReader")).generate()
    text = text_of(project, "leaf_reader")
    assert holds_body(text)
    assert "NotImplementedError\n" not in text
    assert "page_reader" not in text.lower()


def test_what_the_person_has_moved_is_not_copied_back(project):
    text = text_of(project)
    start, end = text.index("def tool_note_reader("), text.index("def _note_reader(")
    part = text[start : text.index("\n\n\n", start) + 3]
    assert end > start + len(part)
    moved = text.replace(part, "").rstrip("\n") + "\n\n\n" + part.rstrip("\n") + "\n"
    assert change(project, moved) == same(moved)


def test_odd_formatting_is_never_mended(project):
    text = text_of(project) + "\n\n\ndef odd( a,b ) :\n\treturn {  'a':a }\nx=1;y = 2\n\x0c\n"
    assert change(project, text) == same(text)


def test_no_version_and_no_time_stand_in_a_module(project):
    from lma_forge import __version__  # noqa: PLC0415 - only here

    for path in project.out.rglob("*"):
        assert not path.is_file() or __version__ not in path.read_text("utf-8")


def test_line_ends_mark_and_last_line_stay(project):
    text = text_of(project).rstrip("\n").replace("\n", "\r\n")
    path = project.module("note_reader")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert path.read_bytes() == b"\xef\xbb\xbf" + same(text).encode()


def test_a_merge_that_would_lose_a_line_is_never_written(project, monkeypatch):
    real = merge.graft

    def careless(*arguments, **more):
        found = real(*arguments, **more)
        return replace(found, text=found.text.replace("    # look it up\n", ""))

    monkeypatch.setattr(merge, "graft", careless)
    before = text_of(project)
    outcome = project.write(SPEC.replace("an earlier note", "an old note")).generate()
    assert codes(outcome) == ["GEN115"]
    assert outcome.is_broken
    assert text_of(project) == before


def test_the_lock_never_takes_a_persons_module_for_ours(project, monkeypatch):
    for cut in range(1, 5):
        cut_at(monkeypatch, cut, project.write(CHANGES["input"]).generate)
        for one in lock.read((project.out / lock.NAME).read_text("utf-8")).values():
            data = project.module("note_reader").read_bytes()
            assert not one.wrote(files.digest(data))
        project.write(SPEC).generate()


def test_only_what_changed_is_rendered_again(project, monkeypatch):
    project.generate()
    seen = []
    real = generating.make
    monkeypatch.setattr(
        generating, "make", lambda wanted, config: (seen.extend(one.stem for _, one in wanted), real(wanted, config))[1]
    )
    project.write(SPEC.replace("What to write.", "What to put.")).generate()
    assert seen == ["note_writer"]
    # A hand on the module, the lock, the settings, or code in another file makes it be looked at again.
    seen.clear()
    project.write(text_of(project) + "# more\n", "generated_tools/note_reader/note_reader.py")
    project.write(SPEC).generate()
    assert seen == ["note_reader", "note_writer"]
    seen.clear()
    (project.out / lock.NAME).unlink()
    project.generate()
    assert seen == ["note_reader", "note_writer"]


# --- what people do to modules --------------------------------------------------------------------------


def test_every_branch_gets_the_signature_and_an_overload_none(project):
    text = text_of(project)
    start, end = text.index("def _note_reader("), text.index("\n\n\ndef _find")
    part = "\n".join(f"    {line}" if line else line for line in text[start:end].split("\n"))
    overload = "@overload\ndef _note_reader(key: bytes) -> NoteReaderOutput: ...\n\n\n"
    mine = f"{text[:start]}{overload}if NOTES:\n{part}\nelse:\n{part}{text[end:]}"
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    outcome = project.write(CHANGES["input"]).generate()
    assert codes(outcome) == []
    text = text_of(project)
    assert text.count("    def _note_reader(key: int) -> NoteReaderOutput:\n") == 2
    assert overload in text
    assert not [one for one in check(project.config()).diagnostics if one.code == "GEN104"]
    steady(project)


def test_an_implementation_that_is_no_function_is_the_persons_affair(project):
    text = text_of(project)
    start, end = text.index("def _note_reader("), text.index("\n\n\ndef _find")
    mine = f"{text[:start]}class _note_reader(dict):\n    def __init__(self, key): ...{text[end:]}"
    project.write(mine, "generated_tools/note_reader/note_reader.py")
    assert codes(project.generate()) == []
    assert not [one for one in check(project.config()).diagnostics if one.code.startswith("GEN10")]


def test_a_module_under_a_name_in_other_case_is_named(project):
    path = project.module("note_reader")
    path.rename(path.with_name("Note_Reader.py"))
    if path.exists():
        pytest.skip("SKIPPED: this disk tells no upper from lower case")
    outcome = project.generate()
    assert codes(outcome) == ["GEN110"]
    assert "is called Note_Reader.py now; call it note_reader.py again" in outcome.diagnostics[0].message


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_module_that_is_a_link_within_its_library_is_one_file(project):
    path = project.module("note_reader")
    path.rename(path.with_name("real.py"))
    path.symlink_to("real.py")
    assert codes(project.write(CHANGES["input"]).generate()) == []
    assert path.is_symlink()
    assert "_note_reader(key: int)" in path.with_name("real.py").read_text("utf-8")
    steady(project)


def test_a_lock_with_both_sides_of_a_merge_is_named(project):
    path = project.out / lock.NAME
    head, *lines = path.read_text("utf-8").split("\n")
    path.write_text("\n".join([head, "<<<<<<< HEAD", lines[0], "=======", lines[0], ">>>>>>> other", *lines[1:]]))
    before = text_of(project)
    outcome = project.write(CHANGES["input"]).generate()
    assert "git left both sides of a merge in the lock" in outcome.diagnostics[0].message
    assert text_of(project) == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def _note_reader(", "def _note_finder(", "`_note_reader` is not defined here any more, and the"),
        ('TOOL_LIBRARY_ICON = "🔧"\n', "", "`TOOL_LIBRARY_ICON` belongs to the spec and was deleted by hand"),
    ],
)
def test_what_is_gone_is_told_by_generate_and_check_alike(project, old, new, said):
    text = text_of(project)
    assert old in text
    project.write(text.replace(old, new), "generated_tools/note_reader/note_reader.py")
    for spec in (SPEC, CHANGES["text"]):
        (found,) = project.write(spec).generate().diagnostics
        assert found.code == "GEN103"
        assert said in found.message
        told = [one.message for one in check(project.config()).diagnostics if one.code == "GEN103"]
        assert told == [found.message]
