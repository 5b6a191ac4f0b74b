"""Code that moves with its tool into another module: every line of it, or a refusal that names the way."""

import pytest

from lma_forge.project import orphans
from lma_forge.project.check import check
from tests.projects import READER, WRITER, Project, actions, codes
from tests.test_generate import cut_at
from tests.test_regeneration import BODY, steady, text_of, write

WRITING = '''from json import dumps  # mine

# where they go
PLACE = """a


b"""


def _note_writer(key: str, text: str) -> NoteWriterOutput:
    if not text:
        raise ToolFailure("nothing to write")
    return {"status": _put(key, dumps(text))}


def _put( key,text ):  # noqa
    return 'created'
'''


def spec(*tools: str) -> str:
    texts = "".join(tool.replace("Effects:", "Category: Notebook\n\nEffects:") for tool in tools)
    return f"# Notes\n\n# Tools\n{texts}"


def layout(project: Project, name: str) -> Project:
    return project.write(f'[tool.lma-forge]\nlayout = "{name}"\n', "pyproject.toml")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    project = layout(Project(tmp_path).write(spec(READER, WRITER)), "tool")
    project.generate()
    write(project)
    return write(project, "note_writer", WRITING)


def has(text: str, mine: str) -> bool:
    lines = iter(text.split("\n"))
    return all(line in lines for line in mine.split("\n") if line and not line.startswith("def _note"))


def runs(project: Project, stem: str) -> dict[str, object]:
    found: dict[str, object] = {}
    exec(compile(text_of(project, stem), stem, "exec"), found)
    return found


def test_written_modules_go_together_into_a_shared_one(project):
    outcome = layout(project, "category").generate()
    assert actions(outcome) == {"notebook": "created"}
    assert codes(outcome) == ["GEN117", "GEN117"]
    text = text_of(project, "notebook")
    assert has(text, BODY[BODY.index("NOTES") :])
    assert has(text, WRITING[WRITING.index("# where") :])
    assert 'PLACE = """a\n\n\nb"""' in text, "what stands in a text is nobody's to squeeze"
    for line in ("import sqlite3", "from json import dumps  # mine"):
        assert text.count(line) == 1
    assert "raise NotImplementedError" not in text
    assert not project.module("note_reader").parent.exists()
    assert not project.module("note_writer").parent.exists()
    module = runs(project, "notebook")
    assert module["_note_writer"]("a", "b") == {"status": "created"}
    assert [one.code for one in check(project.config()).diagnostics if one.code.startswith("GEN1")] == []
    steady(project)


def test_a_module_of_one_tool_comes_back_from_its_category(project):
    project.write(spec(READER)).generate()
    layout(project, "category").generate()
    outcome = layout(project, "tool").generate()
    assert actions(outcome)["note_reader"] == "created"
    assert has(text_of(project), BODY[BODY.index("NOTES") :])
    assert not project.module("notebook").parent.exists()
    steady(project)


def test_an_input_that_changes_on_the_way_goes_into_the_signature(project):
    project.write(spec(READER.replace("- key (string): Which note.", "- name (string): Which note."), WRITER))
    outcome = layout(project, "category").generate()
    assert sorted(codes(outcome)) == ["GEN105", "GEN106", "GEN117", "GEN117"]
    assert "def _note_reader(name: str) -> NoteReaderOutput:\n    # look it up" in text_of(project, "notebook")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "def _put(",
            "def _find(",
            "`_find` of generated_tools/note_writer/note_writer.py would meet one of that name",
        ),
        ("# where they go", "NOTES = 1", "`NOTES` of"),
        ("# where they go", "import os as sqlite3", "`sqlite3` of"),
        ('ToolFailure("nothing to write")', "ToolFailure(FAILURE)", "uses `FAILURE`, which the new contract does not"),
        ("# where they go", "FAILURE = 3", "`FAILURE` of"),
    ],
)
def test_what_would_mean_something_else_there_is_refused(project, old, new, why):
    text = text_of(project, "note_writer").replace("_put(key, d", "_find(key, d" if "_find" in new else "_put(key, d")
    assert old in text
    project.write(text.replace(old, new), "generated_tools/note_writer/note_writer.py")
    before = project.files()
    outcome = layout(project, "category").generate()
    assert actions(outcome)["notebook"] == "refused"
    (found,) = [one for one in outcome.diagnostics if one.code == "GEN116"]
    assert why in found.message
    assert "move what stands there out of generated_tools, run `lma-forge generate`" in found.message
    after = project.files()
    assert {name for name in before if before[name] != after.get(name)} <= {"pyproject.toml"}


def test_what_stands_beside_a_module_is_not_left_behind(project):
    project.write("more\n", "generated_tools/note_reader/notes.txt")
    outcome = layout(project, "category").generate()
    assert "notes.txt stands beside generated_tools/note_reader/note_reader.py" in outcome.diagnostics[0].message


def test_a_shared_module_is_not_torn_apart(project):
    layout(project, "category").generate()
    before = text_of(project, "notebook")
    outcome = layout(project, "tool").generate()
    assert codes(outcome) == ["GEN116", "GEN116"]
    assert "holds the code of NoteWriter as well" in outcome.diagnostics[0].message
    assert text_of(project, "notebook") == before
    # The way that the message names:
    project.module("notebook").rename(project.root / "notebook.py")
    assert set(actions(project.generate()).values()) == {"created"}


def test_a_tool_comes_back_into_its_shared_module_with_its_code(project):
    layout(project, "category").generate()
    before = text_of(project, "notebook")
    outcome = project.write(spec(WRITER)).generate()
    assert codes(outcome) == ["GEN114", "GEN108"]
    assert "def _note_reader(" not in text_of(project, "notebook")
    outcome = project.write(spec(READER, WRITER)).generate()
    assert codes(outcome) == ["GEN117"]
    text = text_of(project, "notebook")
    assert sorted(filter(None, text.split("\n"))) == sorted(filter(None, before.split("\n")))
    assert text.count("def _find(") == 1
    assert not (project.out / orphans.FOLDER).exists() or not list((project.out / orphans.FOLDER).iterdir())
    steady(project)


def test_code_that_cannot_go_back_is_offered(project):
    layout(project, "category").generate()
    project.write(spec(WRITER)).generate()
    mine = text_of(project, "notebook").replace("def _find(notes, key)", "def _find(notes, key, *more)")
    project.write(mine, "generated_tools/notebook/notebook.py")
    outcome = project.write(spec(READER, WRITER)).generate()
    assert codes(outcome) == ["GEN108"]
    assert "NoteReader has come back" in outcome.diagnostics[0].message
    assert "`_find` of generated_tools/.lma-orphans/note_reader/note_reader.py" in outcome.diagnostics[0].message
    aside = (project.out / ".lma-orphans/note_reader/note_reader.py").read_text("utf-8")
    assert has(aside, BODY[BODY.index("def _note_reader") :])


@pytest.mark.parametrize("cut", range(1, 7))
def test_a_move_that_is_cut_off_loses_nothing(project, monkeypatch, cut):
    cut_at(monkeypatch, cut, layout(project, "category").generate)
    project.generate()
    outcome = project.generate()
    assert outcome.is_good, codes(outcome)
    assert actions(outcome) == {"notebook": "unchanged"}
    steady(project)
    texts = [path.read_text("utf-8") for path in project.out.rglob("*.py")]
    assert any(has(text, BODY[BODY.index("NOTES") :]) for text in texts)
    assert any(has(text, WRITING[WRITING.index("# where") :]) for text in texts)


def test_a_rename_takes_no_other_tool_out_of_a_shared_module(project):
    layout(project, "category").generate()
    before = text_of(project, "notebook")
    outcome = layout(project, "tool").write(spec(READER.replace("NoteReader", "LeafReader"), WRITER)).generate()
    assert actions(outcome) == {"leaf_reader": "refused", "note_writer": "refused"}
    assert text_of(project, "notebook") == before
    steady(project)
    # Within the shared module a rename is no move.
    outcome = layout(project, "category").generate()
    assert actions(outcome) == {"notebook": "updated"}
    assert has(text_of(project, "notebook"), WRITING[WRITING.index("# where") :])
    assert "def _leaf_reader(key: str)" in text_of(project, "notebook")


def test_a_new_name_and_a_new_layout_at_once_lose_nothing(project):
    layout(project, "category").write(spec(READER.replace("NoteReader", "LeafReader"), WRITER))
    outcome = project.generate()
    assert actions(outcome)["notebook"] == "renamed"
    text = text_of(project, "notebook")
    assert has(text, BODY[BODY.index("NOTES") :])
    assert has(text, WRITING[WRITING.index("# where") :])
    assert codes(outcome) == ["GEN117"]
    assert not (project.out / orphans.FOLDER).exists()
    assert sorted(path.name for path in project.out.iterdir() if path.is_dir()) == ["notebook"]
    steady(project)


def test_a_shared_module_waits_while_a_tool_of_it_cannot_move(project):
    layout(project, "category").generate()
    before = project.files()
    text = spec(READER, WRITER)
    moved = text.replace("Category: Notebook", "Category: Archive", 1)
    outcome = project.write(moved).generate()
    assert actions(outcome) == {"archive": "refused", "notebook": "refused"}
    assert codes(outcome) == ["GEN116", "GEN116"]
    assert "waits for that" in outcome.diagnostics[1].message
    steady(project)
    project.write(text).generate()
    assert project.files() == before
