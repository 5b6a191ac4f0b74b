"""What a run of `generate` writes, keeps, refuses and removes, and that a cut-off run can always go on."""

import itertools
import json
import os
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from lma_forge.diagnostics import Severity
from lma_forge.errors import UsageError
from lma_forge.project import apply as applying
from lma_forge.project import files, lock
from lma_forge.project import run as running
from lma_forge.project.generate import apply, plan
from lma_forge.project.sources import find
from tests.projects import READER, SPEC, WRITER, Project, actions, codes


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).write(SPEC)


def test_a_first_run_creates_verified_modules_and_the_lock(project):
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "created", "note_writer": "created"}
    assert outcome.diagnostics == ()
    assert (outcome.tools, outcome.reserved) == (2, ("NoteMailer",))
    assert "def tool_note_reader(" in project.module("note_reader").read_text(encoding="utf-8")
    entries = lock.read((project.out / lock.NAME).read_text(encoding="utf-8"))
    assert sorted(entries) == ["tool_note_reader", "tool_note_writer"]
    entry = entries["tool_note_reader"]
    assert (entry.tool, entry.source, entry.path) == ("NoteReader", "specs/Tools.md", "note_reader/note_reader.py")
    assert entry.module == files.digest(project.module("note_reader").read_bytes())
    assert entry.signature.startswith("_note_reader(key: str)")
    assert "tool_note_reader" in entry.definitions
    assert "_note_reader" not in entry.definitions


def test_a_second_run_changes_no_byte_and_touches_no_file(project):
    project.generate()
    before = {path: (data, (project.root / path).stat().st_mtime_ns) for path, data in project.files().items()}
    assert actions(project.generate()) == {"note_reader": "unchanged", "note_writer": "unchanged"}
    after = {path: (data, (project.root / path).stat().st_mtime_ns) for path, data in project.files().items()}
    assert before == after


def test_planning_writes_nothing(project):
    before = project.files()
    planned = project.preview()
    assert [str(step.action) for step in planned.steps] == ["created", "created"]
    assert project.files() == before
    assert not (project.root / ".lma_forge_cache").exists()


def test_the_same_spec_gives_the_same_bytes_elsewhere(project, tmp_path_factory):
    other = Project(tmp_path_factory.mktemp("other")).write(SPEC)
    project.generate()
    other.generate()
    assert project.files() == other.files()


def test_an_unwritten_module_follows_the_spec_and_the_others_are_untouched(project):
    project.generate()
    stamp = project.module("note_writer").stat().st_mtime_ns
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    assert actions(project.generate()) == {"note_reader": "updated", "note_writer": "unchanged"}
    assert "Which page." in project.module("note_reader").read_text(encoding="utf-8")
    assert project.module("note_writer").stat().st_mtime_ns == stamp


def implement(project, stem="note_reader"):
    path = project.module(stem)
    text = path.read_text(encoding="utf-8")
    assert "    raise NotImplementedError\n" in text
    text = text.replace("    raise NotImplementedError\n", "    # mine\n    return {'text': key}\n")
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def test_a_written_module_is_left_alone_while_the_spec_is_the_same(project):
    project.generate()
    path = implement(project)
    before = path.read_bytes()
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "unchanged", "note_writer": "unchanged"}
    assert outcome.diagnostics == ()
    assert path.read_bytes() == before


def test_a_written_module_whose_spec_changed_is_merged_and_the_body_kept(project):
    project.generate()
    path = implement(project)
    before = path.read_text(encoding="utf-8")
    project.write(SPEC.replace("Which note.", "Which page."))
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "updated", "note_writer": "updated"}
    assert outcome.diagnostics == ()
    assert path.read_text(encoding="utf-8") == before.replace("Which note.", "Which page.")
    stamp = path.stat().st_mtime_ns
    again = project.write(SPEC.replace("Which note.", "Which page.") + "\n").generate()
    assert actions(again) == {"note_reader": "unchanged", "note_writer": "unchanged"}
    assert path.stat().st_mtime_ns == stamp


def test_an_edited_contract_is_refused_with_its_line(project):
    project.generate()
    path = project.module("note_reader")
    text = path.read_text(encoding="utf-8").replace('FAILURE = "Note not found."', 'FAILURE = "Nope."')
    path.write_text(text, encoding="utf-8", newline="\n")
    outcome = project.generate()
    assert actions(outcome)["note_reader"] == "refused"
    (found,) = outcome.diagnostics
    assert found.code == "GEN103"
    assert "`FAILURE`" in found.message
    assert '-FAILURE = "Note not found."\n+FAILURE = "Nope."' in found.help
    assert "--force" in found.help
    assert text.split("\n")[found.span.line - 1].startswith("FAILURE")
    assert path.read_text(encoding="utf-8") == text


def test_taking_the_new_contract_over_by_hand_ends_the_refusal(project):
    project.generate()
    path = implement(project)
    written = path.read_text(encoding="utf-8")
    changed = SPEC.replace("Note not found.", "No such note.")
    project.write(changed).generate()
    path.write_text(written.replace("Note not found.", "No such note."), encoding="utf-8", newline="\n")
    outcome = project.generate()
    assert outcome.diagnostics == ()
    assert actions(outcome)["note_reader"] == "unchanged"


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"def broken(:\n", "no Python"), (b"\xff\xfe", "no UTF-8"), (b"x = 1\0", "no Python"), (b"(" * 300, "no Python")],
)
def test_a_module_that_cannot_be_read_is_refused_and_kept(project, data, says):
    project.generate()
    path = project.module("note_reader")
    path.write_bytes(data)
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "refused", "note_writer": "unchanged"}
    assert codes(outcome) == ["GEN109"]
    assert says in outcome.diagnostics[0].message
    assert path.read_bytes() == data


def test_a_folder_in_the_place_of_a_module_is_refused(project):
    project.module("note_reader").mkdir(parents=True)
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "refused", "note_writer": "created"}
    assert codes(outcome) == ["GEN109"]


def link(path, target):
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this system does not let us make links")


def test_a_link_out_of_the_folder_is_refused(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "note_reader.py").write_bytes(b"precious")
    project.module("note_reader").parent.mkdir(parents=True)
    link(project.module("note_reader"), outside / "note_reader.py")
    link(project.out / "note_writer", outside)
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "refused", "note_writer": "refused"}
    assert codes(outcome) == ["GEN109", "GEN109"]
    assert [path.name for path in outside.iterdir()] == ["note_reader.py"]
    assert (outside / "note_reader.py").read_bytes() == b"precious"


def test_a_link_inside_the_folder_is_followed_and_stays_a_link(project):
    project.generate()
    real = project.out / "elsewhere.py"
    project.module("note_reader").rename(real)
    link(project.module("note_reader"), real)
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    assert actions(project.generate())["note_reader"] == "updated"
    assert project.module("note_reader").is_symlink()
    assert "Which page." in real.read_text(encoding="utf-8")


def test_a_folder_of_modules_that_is_a_link_is_the_persons_choice(project, tmp_path_factory):
    link(project.out, tmp_path_factory.mktemp("real"))
    assert actions(project.generate()) == {"note_reader": "created", "note_writer": "created"}


def test_a_removed_tool_takes_its_unwritten_module_and_folder_with_it(project):
    project.generate()
    compiled = project.module("note_reader").parent / "__pycache__"
    compiled.mkdir()
    (compiled / "note_reader.cpython-311.pyc").write_bytes(b"")
    project.write(SPEC.replace(READER, ""))
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "removed", "note_writer": "unchanged"}
    assert codes(outcome) == ["GEN114"]
    assert "NoteReader" in outcome.diagnostics[0].message
    assert not project.module("note_reader").parent.exists()
    assert "note_reader" not in (project.out / lock.NAME).read_text(encoding="utf-8")


def test_a_reserved_tool_goes_as_a_removed_one(project):
    project.generate()
    reserved = "\n## Future Tool: NoteReader\n\nPurpose:\nLater.\n\nStatus: reserved\n"
    outcome = project.write(SPEC.replace(READER, "") + reserved).generate()
    assert actions(outcome)["note_reader"] == "removed"
    assert outcome.reserved == ("NoteMailer", "NoteReader")


def test_files_of_a_person_in_a_removed_library_keep_its_folder(project):
    project.generate()
    mine = project.module("note_reader").parent / "notes.txt"
    mine.write_text("mine", encoding="utf-8")
    project.write(SPEC.replace(READER, "")).generate()
    assert not project.module("note_reader").exists()
    assert mine.exists()


def test_an_error_in_a_spec_stops_the_run_before_anything_is_written(project):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    outcome = project.generate()
    assert outcome.stopped
    assert not outcome.is_good
    assert codes(outcome) == ["SPEC204"]
    assert not project.out.exists()


def test_keep_going_leaves_out_the_tools_with_errors_and_keeps_their_modules(project):
    project.generate()
    before = project.module("note_reader").read_bytes()
    project.write(SPEC.replace("key (string)", "key (strnig)", 1).replace("What to write.", "What to put."))
    outcome = project.generate(keep_going=True)
    assert actions(outcome) == {"note_writer": "updated"}
    assert codes(outcome) == ["SPEC204"]
    assert project.module("note_reader").read_bytes() == before
    assert "tool_note_reader" in (project.out / lock.NAME).read_text(encoding="utf-8")


def test_keep_going_removes_nothing_while_the_document_has_errors(project):
    project.generate()
    project.write(SPEC.replace("## Tool: NoteReader", "```\n## Tool: NoteReader"))
    outcome = project.generate(keep_going=True)
    assert any(found.severity is Severity.ERROR for found in outcome.diagnostics)
    assert project.module("note_reader").exists()
    assert project.module("note_writer").exists()


def test_two_tools_that_meet_in_one_name_write_nothing(project):
    outcome = project.write(SPEC + READER.replace("NoteReader", "Note Reader")).generate()
    assert outcome.stopped
    assert not project.out.exists()


def test_two_specs_that_meet_in_one_name_are_both_named(project):
    project.write("# More\n\n# Tools\n" + READER, "specs/more.md")
    outcome = project.generate()
    assert outcome.stopped
    (found,) = outcome.diagnostics
    assert found.code == "GEN118"
    assert found.related
    assert {found.span.path.split("/")[-1], found.related[0].span.path.split("/")[-1]} == {"Tools.md", "more.md"}


def test_two_specs_make_one_set_of_modules(project):
    project.write("# Notes\n\n# Tools\n" + READER).write("# More\n\n# Tools\n" + WRITER, "specs/more.md")
    assert actions(project.generate()) == {"note_reader": "created", "note_writer": "created"}
    # One of them alone says nothing about the other's tools.
    assert actions(project.generate("specs/more.md")) == {"note_writer": "unchanged"}
    assert project.module("note_reader").exists()
    # A spec that is gone takes its tools with it.
    (project.root / "specs/more.md").unlink()
    assert actions(project.generate()) == {"note_reader": "unchanged", "note_writer": "removed"}


def test_a_missing_lock_is_told_and_written_anew(project):
    project.generate()
    before = project.files()
    (project.out / lock.NAME).unlink()
    outcome = project.generate()
    assert codes(outcome) == ["GEN111"]
    assert actions(outcome) == {"note_reader": "unchanged", "note_writer": "unchanged"}
    assert project.files() == before


def test_without_the_lock_every_difference_counts_as_written_by_hand(project):
    project.generate()
    (project.out / lock.NAME).unlink()
    outcome = project.write(SPEC.replace("Which note.", "Which page.", 1)).generate()
    assert actions(outcome) == {"note_reader": "refused", "note_writer": "unchanged"}
    assert set(codes(outcome)) == {"GEN103", "GEN111"}


def test_a_damaged_lock_is_told_and_kept_while_something_is_refused(project):
    project.generate()
    (project.out / lock.NAME).write_text("<<<<<<< ours\n", encoding="utf-8")
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    assert set(codes(project.generate())) == {"GEN103", "GEN111"}
    assert (project.out / lock.NAME).read_text(encoding="utf-8") == "<<<<<<< ours\n"
    project.write(SPEC)
    assert codes(project.generate()) == ["GEN111"]
    assert codes(project.generate()) == []


def test_a_lock_does_not_lead_out_of_the_folder(project):
    victim = project.root / "victim.py"
    victim.write_bytes(b"precious")
    project.generate()
    path = project.out / lock.NAME
    text = path.read_text(encoding="utf-8").replace("note_reader/note_reader.py", "../victim.py")
    path.write_text(text.replace("tool_note_reader", "tool_gone"), encoding="utf-8")
    assert "GEN111" in codes(project.generate())
    assert victim.read_bytes() == b"precious"


def test_a_checkout_with_other_line_ends_is_untouched_and_keeps_them(project):
    project.generate()
    path = project.module("note_reader")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    lock_path = project.out / lock.NAME
    lock_path.write_bytes(lock_path.read_bytes().replace(b"\n", b"\r\n"))
    assert actions(project.generate())["note_reader"] == "unchanged"
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    assert actions(project.generate())["note_reader"] == "updated"
    data = path.read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")
    assert "Which page." in data.decode()


def test_the_layout_by_category_puts_tools_together_and_back(project):
    spec = SPEC.replace("Effects:", "Category: Notebook\n\nEffects:")
    project.write(spec).generate()
    project.write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    outcome = project.generate()
    assert actions(outcome) == {"notebook": "created", "note_reader": "removed", "note_writer": "removed"}
    assert outcome.tools == 2
    assert actions(project.generate()) == {"notebook": "unchanged"}
    project.write("[tool.lma-forge]\n", "pyproject.toml")
    assert actions(project.generate()) == {"notebook": "removed", "note_reader": "created", "note_writer": "created"}


def test_code_does_not_get_lost_in_another_layout(project):
    spec = SPEC.replace("Effects:", "Category: Notebook\n\nEffects:")
    project.write(spec).generate()
    path = implement(project)
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n\nFAILURE_NOTE_WRITER = 1\n", encoding="utf-8", newline="\n")
    before = path.read_bytes()
    project.write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    outcome = project.generate()
    assert actions(outcome)["notebook"] == "refused"
    assert "GEN116" in codes(outcome)
    assert path.read_bytes() == before


def test_a_tool_of_a_category_goes_from_the_shared_module(project):
    project.write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    spec = SPEC.replace("Effects:", "Category: Notebook\n\nEffects:")
    project.write(spec).generate()
    reader = READER.replace("Effects:", "Category: Notebook\n\nEffects:")
    outcome = project.write(spec.replace(reader, "")).generate()
    assert actions(outcome) == {"notebook": "updated"}
    assert "tool_note_reader" not in project.module("notebook").read_text(encoding="utf-8")


def test_a_template_of_the_project_shadows_the_bundled_one(project):
    project.generate()
    bundled = (running.templates_folder() / "lcp" / "module.py.j2").read_text(encoding="utf-8")
    project.write(bundled + "\n\n# written for us\n", "looks/lcp/module.py.j2")
    project.write('[tool.lma-forge]\ntemplates = "looks"\n', "pyproject.toml")
    planned = project.preview()
    assert [(str(step.action), step.drift) for step in planned.steps] == [("updated", False), ("updated", False)]
    project.generate()
    assert "# written for us" in project.module("note_reader").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "says"),
    [("{{ nothing_here }}", "a template in looks fails"), ("{% if %}", "module.py.j2"), ("{{ 1 / 0 }}", "division")],
)
def test_a_broken_template_is_said_in_one_line(project, text, says):
    project.write(text, "looks/lcp/module.py.j2")
    project.write('[tool.lma-forge]\ntemplates = "looks"\n', "pyproject.toml")
    with pytest.raises(UsageError, match=says):
        project.generate()
    assert not project.out.exists()


def test_a_template_that_would_have_no_effect_is_refused(project):
    project.write("x", "looks/lcp/modul.py.j2")
    project.write('[tool.lma-forge]\ntemplates = "looks"\n', "pyproject.toml")
    with pytest.raises(UsageError, match=r"did you mean lcp/module\.py\.j2"):
        project.generate()


def test_a_module_that_fails_its_verification_is_not_written_and_the_others_are(project):
    bundled = (running.templates_folder() / "lcp" / "module.py.j2").read_text(encoding="utf-8")
    project.write(
        bundled + "{% if 'note_reader' in tools[0].key %}\n\ndef tool_extra() -> None:\n    pass\n{% endif %}",
        "looks/lcp/module.py.j2",
    )
    project.write('[tool.lma-forge]\ntemplates = "looks"\n', "pyproject.toml")
    outcome = project.generate()
    assert actions(outcome) == {"note_reader": "failed", "note_writer": "created"}
    assert set(codes(outcome)) == {"GEN115"}
    assert outcome.is_broken
    assert not project.module("note_reader").exists()


# --- runs that are cut off ----------------------------------------------------------------------


class CutOffError(Exception):
    """Stands for the end of the process."""


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_run_cut_off_between_any_two_writes_can_go_on_with_any_spec(project, monkeypatch, cut):
    project.generate()
    second = SPEC.replace("Which note.", "Which page.")
    third = SPEC.replace("Which note.", "Which leaf.")
    real, count = files.write, 0

    def write(path, data):
        nonlocal count
        if path.suffix in {".py", ".lock"}:
            count += 1
            if count == cut:
                raise CutOffError
        real(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", write)
        if cut <= 4:
            with pytest.raises(CutOffError):
                project.write(second).generate()
        else:
            project.write(second).generate()
            assert count == 4
    outcome = project.write(third).generate()
    assert outcome.diagnostics == ()
    assert outcome.is_good
    fresh = Project(project.root / "fresh").write(third)
    fresh.generate()
    assert {k: v for k, v in project.files().items() if not k.startswith("fresh/")} == fresh.files()


def test_a_first_run_cut_off_can_go_on_with_another_spec(project, monkeypatch):
    real = files.write

    def write(path, data):
        if path.name == "note_writer.py":
            raise CutOffError
        real(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", write)
        with pytest.raises(CutOffError):
            project.generate()
    outcome = project.write(SPEC.replace("Which note.", "Which page.")).generate()
    assert actions(outcome) == {"note_reader": "updated", "note_writer": "created"}


def test_the_lock_knows_both_sides_while_modules_are_written(project, monkeypatch):
    project.generate()
    seen = []
    real = applying._carry_out
    monkeypatch.setattr(
        applying,
        "_carry_out",
        lambda step: (seen.append(json.loads((project.out / lock.NAME).read_text("utf-8"))), real(step))[1],
    )
    project.write(SPEC.replace("Which note.", "Which page.")).generate()
    assert all(entry["pending"] for entry in seen[0]["tools"].values())
    assert "pending" not in (project.out / lock.NAME).read_text(encoding="utf-8")


def test_a_module_that_cannot_be_written_fails_alone(project, monkeypatch):
    real = files._write

    def write(path, data):
        if path.name == "note_reader.py":
            raise OSError(28, "No space left on device")
        real(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(files, "_write", write)
        outcome = project.generate()
    assert actions(outcome) == {"note_reader": "failed", "note_writer": "created"}
    assert codes(outcome) == ["FILE005"]
    assert outcome.is_broken
    assert actions(project.generate()) == {"note_reader": "created", "note_writer": "unchanged"}


# --- nothing to do ------------------------------------------------------------------------------


@pytest.fixture
def planned(monkeypatch):
    """Count how often a run really plans."""
    import lma_forge.project.generate as module  # noqa: PLC0415 - the module, not the function of the name

    counted = []
    real = module.plan
    monkeypatch.setattr(module, "plan", lambda *a, **k: (counted.append(1), real(*a, **k))[1])
    return counted


def test_a_run_without_changes_plans_nothing(project, planned):
    first = project.generate()
    second = project.generate()
    assert len(planned) == 1
    assert second.tools == first.tools
    assert second.reserved == first.reserved
    assert actions(second) == {"note_reader": "unchanged", "note_writer": "unchanged"}


def test_kept_results_are_out_of_the_way_of_git_and_backups(project):
    project.generate()
    assert (project.root / ".lma_forge_cache/.gitignore").read_text("utf-8") == "*\n"
    assert (project.root / ".lma_forge_cache/CACHEDIR.TAG").read_text("utf-8").startswith("Signature: 8a477f597d28d172")


CHANGES = {
    "spec": lambda p: p.write(SPEC + "\n"),
    "module": lambda p: p.write("# more\n", "generated_tools/note_reader/note_reader.py"),
    "gone module": lambda p: p.module("note_reader").unlink(),
    "lock": lambda p: p.write("{}", "generated_tools/lma-forge.lock"),
    "settings": lambda p: p.write('[tool.lma-forge]\nguidance = "docstring"\n', "pyproject.toml"),
    "second spec": lambda p: p.write("# More\n\n# Tools\n" + READER.replace("Note", "Page"), "specs/more.md"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_is_seen(project, planned, change):
    project.generate()
    CHANGES[change](project)
    project.generate()
    assert len(planned) == 2


@pytest.mark.parametrize("damage", [b"", b"{}", b"x" * 100, None])
def test_damaged_results_are_made_anew(project, planned, damage):
    project.generate()
    (kept,) = (project.root / ".lma_forge_cache").glob("generate-*.json")
    data = kept.read_bytes()
    kept.write_bytes(data[: len(data) // 2] if damage is None else damage)
    assert project.generate().is_good
    assert len(planned) == 2


def test_a_result_of_odd_form_is_made_anew(project, planned, monkeypatch):
    project.generate()
    cache = running.Cache(project.root / ".lma_forge_cache")
    (kept,) = (project.root / ".lma_forge_cache").glob("generate-*.json")
    value = cache.get(kept.stem)
    for odd in (
        [],
        {},
        value | {"files": []},
        value | {"program": []},
        value | {"outcome": {}},
        value | {"outcome": value["outcome"] | {"diagnostics": [[1]]}},
        value | {"outcome": value["outcome"] | {"modules": {"odd": []}}},
    ):
        planned.clear()
        cache.put(kept.stem, odd)
        assert project.generate().is_good
        assert planned == [1]


def test_findings_are_told_again_without_planning(project, planned):
    project.write(SPEC.replace("Use When:\n- The user asks about an earlier note.\n", ""))
    first = project.generate()
    second = project.generate()
    assert codes(first) == ["SPEC106"]
    assert second.diagnostics == first.diagnostics
    assert second.sources == first.sources
    assert len(planned) == 1


def test_a_refused_run_is_not_kept(project, planned):
    project.generate()
    edit = project.module("note_reader").read_text("utf-8").replace('FAILURE = "Note not found."', "FAILURE = 1")
    project.write(edit, "generated_tools/note_reader/note_reader.py")
    project.generate()
    assert codes(project.generate()) == ["GEN103"]


def test_another_build_of_lma_forge_plans_anew(project, planned, monkeypatch):
    project.generate()
    monkeypatch.setattr(running, "identity", lambda: "another")
    project.generate()
    assert len(planned) == 2


def test_a_folder_of_results_that_cannot_be_written_is_no_trouble(project):
    (project.root / ".lma_forge_cache").write_text("in the way", encoding="utf-8")
    assert project.generate().is_good
    assert project.generate().is_good


# --- which specs --------------------------------------------------------------------------------


def test_without_spec_and_config_the_bundled_spec_is_used(tmp_path):
    sources = find(Project(tmp_path).config())
    assert sources.bundled
    assert [spec.label for spec in sources.specs] == ["specs/Tools.md"]


def test_an_empty_specs_folder_or_a_config_without_specs_is_said(tmp_path):
    (tmp_path / "specs").mkdir()
    with pytest.raises(UsageError, match="no spec found"):
        find(Project(tmp_path).config())
    (tmp_path / "specs").rmdir()
    Project(tmp_path).write("[tool.lma-forge]\n", "pyproject.toml")
    with pytest.raises(UsageError, match="set `specs` in the config"):
        find(Project(tmp_path).config())


def test_specs_are_found_by_pattern_sorted_and_once(project):
    project.write("x", "specs/b.md").write("x", "specs/a.md")
    project.write('[tool.lma-forge]\nspecs = ["specs/b.md", "specs/*.md", "gone.md"]\n', "pyproject.toml")
    sources = find(project.config())
    assert [spec.label for spec in sources.specs] == ["specs/b.md", "specs/Tools.md", "specs/a.md", "gone.md"]
    assert sources.specs[-1].diagnostics[0].code == "FILE001"
    assert sources.whole


def test_a_spec_that_cannot_be_read_is_a_finding_and_stops(project):
    (project.root / "specs" / "folder.md").mkdir()
    outcome = project.generate()
    assert outcome.stopped
    assert codes(outcome) == ["FILE003"]


@pytest.mark.skipif(os.name == "nt", reason="names that only POSIX takes")
@pytest.mark.parametrize("name", [b"odd\xff.md", b'a"""\n{{ x }}\\.md', "\u202eb.md".encode(), b"-x.md", b"a b#c.md"])
def test_a_spec_may_have_any_name(project, name):
    path = Path(os.fsdecode(os.fsencode(project.root / "specs") + b"/" + name))
    try:
        (project.root / "specs" / "Tools.md").rename(path)
    except OSError:
        pytest.skip("this file system takes no such name")
    assert actions(project.generate()) == {"note_reader": "created", "note_writer": "created"}
    assert actions(project.generate()) == {"note_reader": "unchanged", "note_writer": "unchanged"}
    assert project.preview().held.fault is None


def test_plan_and_apply_are_the_two_halves(project):
    config = project.config()
    planned = plan(config, find(config))
    applied = apply(planned)
    assert [str(step.action) for step in applied.steps] == ["created", "created"]
    assert project.module("note_reader").exists()


def test_our_own_modules_are_what_our_own_spec_says():
    from lma_forge.resources import bundled_spec  # noqa: PLC0415 - only this test is about it

    root = bundled_spec().parent.parent
    if not (root / "pyproject.toml").exists():
        pytest.skip("no checkout")
    assert tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["name"] == "lma-forge"
    config = Project(root).config()
    planned = plan(config, find(config))
    assert [step.path for step in planned.steps if step.changes] == []
    assert planned.lock_text() == planned.held.text


@pytest.mark.parametrize("cut", range(1, 7))
def test_a_change_of_layout_cut_off_anywhere_can_go_on(project, monkeypatch, cut):
    spec = SPEC.replace("Effects:", "Category: Notebook\n\nEffects:")
    project.write(spec).generate()
    project.write('[tool.lma-forge]\nlayout = "category"\n', "pyproject.toml")
    cut_at(monkeypatch, cut, project.generate)
    outcome = project.write(spec.replace("Which note.", "Which page.")).generate()
    assert [one.code for one in outcome.diagnostics] == []
    assert outcome.is_good
    assert sorted(path.name for path in project.out.rglob("*") if path.is_file()) == ["lma-forge.lock", "notebook.py"]
    assert "former" not in (project.out / lock.NAME).read_text("utf-8")


def cut_at(monkeypatch, cut, run):
    """End a run at the cut-th time that it writes or removes a module or the lock."""
    count = 0
    real_write, real_remove = files.write, applying._remove

    def counted(real, path, *rest):
        nonlocal count
        if path.suffix in {".py", ".lock"}:
            count += 1
            if count == cut:
                raise CutOffError
        return real(path, *rest)

    with monkeypatch.context() as patch, suppress(CutOffError):
        patch.setattr(files, "write", lambda path, data: counted(real_write, path, data))
        patch.setattr(applying, "_remove", lambda path: counted(real_remove, path))
        run()


@pytest.mark.parametrize("cuts", list(itertools.product((3, 4), repeat=3)))
def test_runs_cut_off_one_after_the_other_can_go_on(project, monkeypatch, cuts):
    project.generate()
    texts = [SPEC.replace("Which note.", f"Which note {number}.") for number in range(4)]
    for text, cut in zip((texts[1], texts[0], texts[2]), cuts, strict=True):
        cut_at(monkeypatch, cut, project.write(text).generate)
    outcome = project.write(texts[3]).generate()
    assert outcome.diagnostics == ()
    assert outcome.is_good
