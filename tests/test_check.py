"""Checking: every file by itself, in a project also specs against modules, and nothing twice."""

import pytest

from lma_forge.errors import UsageError
from lma_forge.project import examine, results
from lma_forge.project.check import check
from lma_forge.project.config import Config, Lint
from lma_forge.project.results import RuleLine
from lma_forge.project.selection import Selection, selected
from tests.projects import READER, SPEC, Project

TOOLS = '''"""Tools."""


def tool_good(key: str) -> dict:
    """Read it.

    Args:
        key (str): Which.
    """
    raise NotImplementedError


def tool_bad(key) -> dict:
    raise NotImplementedError
'''


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).write(SPEC)


def found(checked):
    return [(one.code, one.span.path.rpartition("/")[2], one.span.line) for one in checked.diagnostics]


def test_a_good_project_has_nothing_to_report(project):
    checked = check(project.config())
    assert (checked.diagnostics, checked.files, checked.generated) == ((), 1, 0)


def test_generated_modules_are_checked_and_counted(project):
    project.generate()
    checked = check(project.config())
    assert (checked.diagnostics, checked.files) == ((), 3)
    assert (checked.generated, checked.unimplemented) == (2, ("NoteReader", "NoteWriter"))


def test_an_implementation_is_counted(project):
    project.generate()
    path = project.module("note_reader")
    path.write_text(
        path.read_text("utf-8").replace("    raise NotImplementedError", "    return {'text': key}"), "utf-8"
    )
    checked = check(project.config())
    assert (checked.diagnostics, checked.unimplemented) == ((), ("NoteWriter",))


def test_a_spec_that_went_on_is_drift_at_the_tool(project):
    project.generate()
    project.write(SPEC.replace("Which note.", "Which page.", 1).replace("NoteWriter", "NoteKeeper"))
    assert found(check(project.config())) == [
        ("GEN107", "note_writer.py", 1),
        ("GEN101", "Tools.md", 5),
        ("GEN101", "Tools.md", 31),
    ]


def test_a_module_that_is_gone_is_drift(project):
    project.generate()
    project.module("note_reader").unlink()
    assert found(check(project.config())) == [("GEN110", "note_reader.py", 1)]


def test_an_edited_contract_is_shown_at_its_line(project):
    project.generate()
    path = project.module("note_reader")
    text = path.read_text("utf-8").replace('FAILURE = "Note not found."', 'FAILURE = "Nope."')
    path.write_text(text, "utf-8")
    (one,) = check(project.config()).diagnostics
    assert one.code == "GEN103"
    assert text.split("\n")[one.span.line - 1].startswith("FAILURE")


def test_a_broken_lock_is_one_finding(project):
    project.generate()
    (project.out / "lma-forge.lock").write_text("{", "utf-8")
    assert found(check(project.config())) == [("GEN111", "lma-forge.lock", 1)]


def test_a_lock_that_cannot_be_read_is_said_once(project):
    project.generate()
    (project.out / "lma-forge.lock").unlink()
    (project.out / "lma-forge.lock").mkdir()
    (one,) = check(project.config()).diagnostics
    assert one.message == "the lock is a folder; name a file."


def test_a_spec_with_errors_is_not_taken_for_drift(project):
    project.generate()
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    assert [code for code, _, _ in found(check(project.config()))] == ["SPEC204"]


def test_named_files_are_checked_whatever_their_kind(project):
    project.write(TOOLS, "mine/tools.py").write(READER.replace("string", "strnig"), "odd.txt")
    checked = check(project.config(), [project.root / "mine" / "tools.py", project.root / "odd.txt"])
    assert {code for code, _, _ in found(checked)} == {"GOV106", "LCP201", "LCP216", "SPEC204"}
    assert checked.files == 2


def test_a_folder_stands_for_its_python_files_and_specs(project):
    project.write("# Read me\n\nNo tools here.\n", "README.md").write(TOOLS, "lib/deep/tools.py")
    project.write("x = (", ".hidden/broken.py").write("x = (", "venv/broken.py").write("x = (", "__pycache__/b.py")
    checked = check(project.config(), [project.root])
    assert checked.files == 2
    assert {name for _, name, _ in found(checked)} == {"tools.py"}


def test_a_file_that_cannot_be_read_is_one_finding_and_the_others_are_checked(project):
    project.write("x = (", "broken.py")
    named = [project.root / name for name in ("absent.md", "specs", "broken.py")]
    (project.root / "folder.md").mkdir()
    (project.root / "binary.md").write_bytes(bytes(range(256)))
    (project.root / "binary.py").write_bytes(bytes(range(256)))
    named += [project.root / name for name in ("binary.md", "binary.py", "folder.md")]
    checked = check(project.config(), named)
    codes = {(code, name) for code, name, _ in found(checked)}
    assert ("FILE001", "absent.md") in codes
    assert ("LCP001", "broken.py") in codes
    assert ("LCP001", "binary.py") in codes
    assert ("FILE006", "folder.md") in codes
    assert any(name == "binary.md" and code.startswith("SPEC") for code, name in codes)
    assert not any(name == "Tools.md" for _, name in codes)


def test_an_empty_folder_is_a_finding(project):
    (project.root / "empty").mkdir()
    assert found(check(project.config(), [project.root / "empty"])) == [("FILE006", "empty", 1)]


def test_a_configured_folder_that_is_missing_is_said(project):
    project.write('[tool.lma-forge]\ntools = ["mine"]\n', "pyproject.toml")
    with pytest.raises(UsageError, match="mend `tools`"):
        check(project.config())


def test_findings_are_sorted_and_their_sources_given(project):
    project.write(TOOLS, "b.py").write(TOOLS, "a.py")
    checked = check(project.config(), [project.root / "b.py", project.root / "a.py"])
    assert [one.span for one in checked.diagnostics] == sorted(one.span for one in checked.diagnostics)
    assert all(text == TOOLS for text in checked.sources.values())
    assert len(checked.sources) == 2


def test_the_configuration_chooses_what_is_shown(project):
    project.write(TOOLS, "a.py")
    found = check(project.config(), [project.root / "a.py"]).diagnostics
    everything = [one for one in found if one.code != "GOV106"]
    assert {one.code for one in everything} == {"LCP201", "LCP216"}

    def codes(**lint):
        rules = [RuleLine("LCP201", "missing-annotation", True), RuleLine("LCP216", "missing-docstring", True)]
        return {one.code for one in selected(everything, Selection(Lint(**lint), rules))}

    assert codes(select=("LCP201",)) == {"LCP201"}
    assert codes(select=("SPEC",), extend_select=("missing-docstring",)) == {"LCP216"}
    assert codes(ignore=("LCP2",)) == set()
    assert codes(ignore=("missing-annotation",)) == {"LCP216"}
    assert codes(per_file_ignores=(("*a.py", ("LCP201",)),)) == {"LCP216"}
    assert codes(per_file_ignores=(("*b.py", ("LCP201",)),)) == {"LCP201", "LCP216"}


def test_files_seen_before_are_not_examined_again(project, monkeypatch):
    project.write(TOOLS, "a.py").write(TOOLS, "b.py")
    paths = [project.root / "a.py", project.root / "b.py", project.root / "specs" / "Tools.md"]
    first = check(project.config(), paths)
    seen = []
    real = examine.Examiner.examine
    monkeypatch.setattr(examine.Examiner, "examine", lambda self, file: (seen.append(file.shown), real(self, file))[1])
    assert check(project.config(), paths) == first
    assert seen == []
    project.write(TOOLS + "\n", "b.py")
    check(project.config(), paths)
    assert [path.rpartition("/")[2] for path in seen] == ["b.py"]


def test_drift_is_seen_from_kept_results(project):
    project.generate()
    project.write(SPEC.replace("Which note.", "Which page."))
    first = check(project.config())
    assert check(project.config()) == first
    assert [one.code for one in first.diagnostics] == ["GEN101", "GEN101"]


def test_damaged_results_are_made_anew(project):
    first = check(project.config())
    (kept,) = (project.root / ".lma_forge_cache").glob("check-*.json")
    kept.write_bytes(kept.read_bytes()[:-5])
    assert check(project.config()) == first
    cache = results.Cache(project.root / ".lma_forge_cache")
    build = {"build": results.identity()}
    keys = cache.get(kept.stem).keys() - build.keys()
    for odd in ([], {key: [1] for key in keys} | build, dict.fromkeys(keys) | build, dict.fromkeys(keys, 1) | build):
        cache.put(kept.stem, odd)
        assert check(project.config()) == first


def test_labels_of_the_project_count(project):
    project.write(SPEC.replace("Input:", "Eingabe:"))
    assert check(project.config()).diagnostics
    project.write('[tool.lma-forge.aliases]\nEingabe = "Input"\n', "pyproject.toml")
    assert check(project.config()).diagnostics == ()


def test_without_a_project_the_bundled_spec_is_checked(tmp_path):
    checked = check(Config(root=tmp_path))
    assert checked.bundled
    assert checked.diagnostics == ()


def test_modules_without_their_lock_are_a_finding(project):
    project.generate()
    (project.root / "generated_tools/lma-forge.lock").unlink()
    assert "GEN111" in {found.code for found in check(project.config(), ()).diagnostics}
