"""Hand-written tools that a spec knows are held to it."""

import pytest

from lma_forge.project.check import check
from tests.projects import SPEC, Project

CODES = {"GOV103", "GOV108", "GOV111"}
SPEC_WITH_MODE = SPEC.replace(
    "- key (string): Which note.", '- key (string): Which note.\n- mode ("old" | "new"): Which.', 1
)
GOOD = '''"""Notes by hand."""

from typing import Literal

TOOL_LIBRARY_NAME = "Notes"
TOOL_LIBRARY_DESC = "Reads notes."
TOOL_LIBRARY_ICON = "x"


def tool_note_reader(key: str, mode: Literal["old", "new"]) -> dict:
    """Reads a note from the notebook.

    Args:
        key (str): Which note.
        mode (str): Which.
    """
    return {"success": False, "error": "Note not found." + key + mode}
'''


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).write(SPEC_WITH_MODE).write('[tool.lma-forge]\ntools = ["hand"]\n', "pyproject.toml")


def told(project, code):
    project.write(code, "hand/notes/notes.py")
    return [one.message for one in check(project.config()).diagnostics if one.code in CODES]


def test_a_tool_that_keeps_to_the_spec_is_fine(project):
    assert told(project, GOOD) == []
    free = GOOD.replace('Literal["old", "new"]', "str").replace(
        " + mode", ' + ("" if mode in ("old", "new") else mode)'
    )
    assert told(project, free) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("key: str, ", "", "does not take it"),
        ("key: str, ", "key: int, ", "`key` is of the type string in the spec, and integer here"),
        ("key: str, ", "key: str, more: str, ", "no input `more`"),
        ('"new"]', '"new"] = "old"', "required in the spec"),
        ('["old", "new"]', '["old", "odd"]', "`mode` may be old, new in the spec, and old, odd here"),
        ('Literal["old", "new"]', "str", "`mode` may be old, new, and nothing in this file checks that"),
        ("Note not found.", "Gone.", "`Note not found.`, with which NoteReader has to fail"),
    ],
)
def test_what_differs_is_named(project, old, new, says):
    assert old in GOOD
    found = told(project, GOOD.replace(old, new, 1))
    assert len(found) == 1
    assert says in found[0]


def test_a_spec_that_changed_is_seen_without_a_change_of_the_code(project):
    assert told(project, GOOD) == []
    project.write(SPEC_WITH_MODE.replace("Note not found.", "No such note."))
    assert len(told(project, GOOD)) == 1


def test_generated_and_unknown_tools_are_passed_over(project):
    project.generate()
    project.write('[tool.lma-forge]\ntools = ["generated_tools", "hand"]\n', "pyproject.toml")
    assert told(project, GOOD.replace("tool_note_reader", "tool_note_finder")) == []
