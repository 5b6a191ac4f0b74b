# ruff: noqa: E501 - rows of tables are as long as they are
"""Governance rules: tools that a spec knows, and what no tool may pretend."""

import pytest

from lma_forge.project.check import check
from tests.projects import READER, SPEC, Project
from tests.rules.examples import by_code, findings
from tests.test_fixing import fix

SPEC_LINE = (
    "# --- spec: ## Tool: NoteReader / Description: Reads a note. / Input: / - key (string): Which. / Output: / "
    "- text (string): The note. / - source (string): Where from. / - extra (string, optional): More. / Rules: / "
    "- Read only. / Failure Behavior: / - Return: `Note not found.`\n"
)
TOOL = SPEC_LINE + (
    "import sqlite3\nfrom pathlib import Path\n"
    'def tool_note_reader(key: str) -> dict:\n    """Reads a note."""\n{}\n'
    "def _fail():\n    return {{'success': False, 'error': 'Note not found.'}}\n"
)
FIRST = 6
TRY = "try:\n    int(key)\nexcept"


def lines(code: str, text: str) -> list[int]:
    """The lines at which a rule hits a tool of this body, counted in the body."""
    indented = "\n".join(f"    {line}" for line in text.splitlines())
    last = FIRST + text.count("\n")
    return [line - FIRST + 1 for line in by_code(findings(TOOL.format(indented))).get(code, []) if line <= last]


HEAD = 4 - FIRST + 1
GOOD = "return {'success': True, 'output': {'text': key, 'source': 'notes'}}"


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        # outputs
        ("GOV109", GOOD, []),
        ("GOV109", "return {'success': True, 'output': {'text': key, 'source': 'n', 'extra': 'x'}}", []),
        ("GOV109", "return {'success': True, 'output': {'source': 'n'}}", [1]),
        ("GOV109", "return {'success': True, 'output': {'text': key, 'source': 'n', 'other': 1}}", [1]),
        ("GOV109", "out = {'source': 'n'}\nout['text'] = key\nreturn {'success': True, 'output': out}", []),
        ("GOV109", "out = {'source': 'n'}\nreturn {'success': True, 'output': out}", [1]),
        ("GOV109", "return {'success': True, 'output': {**_fail()}}", []),
        ("GOV109", "return {'success': True, 'output': key}", []),
        ("GOV109", "return {'success': False, 'error': 'Note not found.', 'output': {'x': 1}}", []),
        ("GOV112", "return {'success': True, 'output': {'text': key}}", [1]),
        ("GOV112", GOOD, []),
        ("GOV109", "return {'success': True, 'output': {'text': key}}", []),
        # read-only
        ("GOV104", f"Path('a').write_text('b')\n{GOOD}", [1]),
        ("GOV104", f"Path('a').read_text()\n{GOOD}", []),
        ("GOV104", f"open('a').read()\n{GOOD}", []),
        ("GOV104", f"open('a', 'w').write('b')\n{GOOD}", [1]),
        ("GOV104", f"sqlite3.connect('a').execute('DELETE FROM notes')\n{GOOD}", [2 - 1]),
        ("GOV104", f"sqlite3.connect('a').execute('SELECT 1')\n{GOOD}", []),
        ("GOV104", f"sqlite3.connect('a').execute(key)\n{GOOD}", [1]),
        ("GOV104", f"if 'select' not in key: return _fail()\nsqlite3.connect('a').execute(key)\n{GOOD}", []),
        # guesses
        ("GOV101", "return {'success': False, 'error': f'{key} should be current.'}", [1]),
        ("GOV101", "return {'success': True, 'output': 'It probably rains.'}", []),
        ("GOV101", "return {'success': False, 'error': 'The file should be smaller.'}", []),
        # hidden detail
        ("GOV118", TRY + " Exception:\n    return {'success': False, 'error': 'No.'}", [4]),
        ("GOV118", TRY + " ValueError:\n    return {'success': False, 'error': 'No.'}", []),
        ("GOV118", TRY + " Exception as e:\n    return {'success': False, 'error': f'No. {e}'}", []),
        ("GOV118", TRY + " Exception as e:\n    return dict(success=False, error='No.', why=str(e))", []),
        ("GOV118", TRY + " Exception as e:\n    if key: return _fail()\n    return _fail()", []),
    ],
)  # fmt: skip
def test_near_misses(code: str, text: str, expected: list[int]):
    assert lines(code, text) == expected


TOOL_A = "import os\ndef tool_a(to: str):\n    '''{doc}'''\n{body}\n"
SENT = "return {'success': True, 'output': 'Sent.'}"
ROWS = "def _rows():\n    # Placeholder data until the service is there.\n    return [1]\n\n\n"
STUBS = [
    ("GOV116", SENT, True),
    ("GOV116", "return {'success': False, 'error': 'Later.'}", False),
    ("GOV116", "return {'success': True, 'output': f'Sent {to}.'}", False),
    ("GOV116", f"mail(to)\n{SENT}", False),
    ("GOV116", f"check(to)\n# TODO: implement sending\n{SENT}", True),
    ("GOV116", "# TODO: make this faster\nreturn {'success': True, 'output': mail(to)}", False),
    ("GOV113", "return {'success': True, 'output': _mock_rows(to)}", True),
    ("GOV113", "return {'success': False, 'error': fake_rows(to)}", False),
    ("GOV113", "mocking = to\nreturn {'success': True, 'output': mocking}", False),
    ("GOV113", "return {'success': True, 'output': f'{to}: {_rows()}'}", True),
    ("GOV113", "# The placeholder shapes of it.\nreturn {'success': True, 'output': to.placeholders}", False),
    ("GOV114", "os.remove(to)\nlog_audit(to)\nreturn 1", False),
    ("GOV114", "os.remove(to)\nreturn 1", True),
]


@pytest.mark.parametrize(("code", "body", "hit"), STUBS)
def test_what_needs_no_spec(code: str, body: str, hit: bool):
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    assert (code in by_code(findings(ROWS + TOOL_A.format(doc="Does it.", body=indented)))) is hit


def test_names_of_the_tool_itself_and_of_its_parameters_are_no_signs():
    for head in ("def tool_mock_a(to: str):", "def tool_a(mock_name: str):"):
        value = "_mock_rows()" if "tool_mock" in head else "mock_name"
        body = f"    '''Lists.'''\n    return {{'success': True, 'output': {value}}}\n"
        assert "GOV113" not in by_code(findings(f"{head}\n{body}"))


def test_a_tool_without_inputs_may_answer_always_the_same():
    assert "GOV116" not in by_code(findings(f"def tool_a():\n    '''Answers.'''\n    {SENT}\n"))


@pytest.mark.parametrize(
    ("doc", "hit"), [("Read-only list.", True), ("Makes a file read only.", False), ("Lists.", False)]
)
def test_a_description_that_says_read_only_binds(doc: str, hit: bool):
    assert ("GOV104" in by_code(findings(TOOL_A.format(doc=doc, body="    os.remove(to)\n    return 1")))) is hit


def test_a_spec_that_says_nothing_of_inputs_binds_none():
    source = "# --- spec: ## Tool: NoteReader / Description: Reads a note.\n"
    tool = "def tool_note_reader(key: str) -> dict:\n    '''Reads a note.'''\n    return {}\n"
    assert not any(code.startswith("GOV") for code in by_code(findings(source + tool)))


def test_words_and_not_marks_make_a_description():
    source = "# --- spec: ## Tool: NoteReader / Description: Reads a **note**, by `key`.\n"
    tool = "def tool_note_reader(key: str) -> dict:\n    '''Reads a note,\n    by key.'''\n    return {}\n"
    assert "GOV110" not in by_code(findings(source + tool))
    assert "GOV110" in by_code(findings(source + tool.replace("note,", "nota,")))


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).write(SPEC).write('[tool.lma-forge]\ntools = ["hand"]\n', "pyproject.toml")


def told(project: Project, *codes: str) -> list[tuple[str, str]]:
    return [(one.code, one.span.path) for one in check(project.config()).diagnostics if one.code in codes]


def test_tools_of_the_spec_without_a_function_are_missed(project):
    project.write(
        "def tool_note_reader(key: str) -> dict:\n    '''Reads.'''\n    raise NotImplementedError\n", "hand/n/n.py"
    )
    found = [one for one in check(project.config()).diagnostics if one.code == "GOV107"]
    assert [one.message.partition(" ")[0] for one in found] == ["NoteWriter"]
    assert found[0].span.path.endswith("Tools.md")
    project.write("def tool_note_reader(:\n", "hand/n/n.py")
    assert told(project, "GOV107") == []


def test_what_generate_would_make_is_not_missed_twice(project):
    project.generate()
    project.write('[tool.lma-forge]\ntools = ["generated_tools"]\n', "pyproject.toml")
    assert told(project, "GOV106", "GOV107") == []


def test_tools_beyond_the_spec_and_reserved_ones_are_told_apart(project):
    project.write(SPEC + "\n## Future Tool: NoteSharer\n\nPurpose:\nShares a note.\n\nStatus: reserved\n")
    source = "".join(
        f"def tool_{name}(key: str) -> dict:\n    '''Does.'''\n    raise NotImplementedError\n\n\n"
        for name in ("note_sharer", "note_eraser")
    )
    project.write(source, "hand/n/n.py")
    found = {one.code: one.message for one in check(project.config()).diagnostics if one.code in {"GOV105", "GOV106"}}
    assert "NoteSharer is reserved" in found["GOV105"]
    assert "`## Tool: NoteSharer`, and no status that reserves it" in found["GOV105"]
    assert "tool_note_eraser" in found["GOV106"]


def test_without_a_spec_of_its_own_a_project_is_bound_by_none(tmp_path):
    project = Project(tmp_path).write('[tool.lma-forge]\ntools = ["hand"]\n', "pyproject.toml")
    project.write("def tool_x(key: str) -> dict:\n    '''Does.'''\n    raise NotImplementedError\n", "hand/n/n.py")
    found = check(project.config(), [project.root / "hand"]).diagnostics
    assert [one.code for one in found if one.code.startswith("GOV")] == []


def test_an_implementation_behind_a_contract_is_held_to_outputs_and_effects(project):
    project.write(READER)
    project.generate()
    project.write('[tool.lma-forge]\ntools = ["generated_tools"]\n', "pyproject.toml")
    path = project.root / "generated_tools" / "note_reader" / "note_reader.py"
    text = path.read_text("utf-8")
    body = '    open("seen", "w").close()\n    return {"txt": key}\n'
    path.write_text(text.replace("    raise NotImplementedError\n", body), "utf-8")
    assert {code for code, _ in told(project, "GOV104", "GOV109", "GOV103", "GOV108", "GOV110")} == {"GOV104", "GOV109"}


def test_the_fix_of_a_missing_check_is_valid_code():
    source = (
        '# --- spec: ## Tool: NoteWriter / Input: / - mode (string): `a"b` or `c`. / Failure Behavior: / - Return: '
        "`No.`\n"
        "def tool_note_writer(mode: str) -> dict:\n    '''Writes.'''\n    return {'success': True, 'output': mode}\n"
    )
    found = [one for one in findings(source) if one.code == "GOV111"]
    fixed = fix(source.encode(), found, lambda new: [one for one in findings(new) if one.code == "GOV111"], unsafe=True)
    assert b'if mode not in ("a\\"b", "c"):' in fixed.data
    assert fixed.codes == ("GOV111",)


def mended(code: str, source: str) -> str:
    def again(data: bytes):
        return [one for one in findings(data) if one.code == code]

    return fix(source.encode(), again(source.encode()), again, unsafe=True).data.decode()


RENAMED = (
    "# --- spec: ## Tool: NoteReader / Input: / - key (string): Which.\n"
    "def tool_note_reader(name: str, tool_context=None) -> dict:\n    '''Reads.\n\n    Args:\n        name (str): Which.\n"
    "    '''\n    name = name.strip()\n    def inner():\n        return f'{name}'\n"
    "    return dict(success=True, output=[x.name for x in (name, inner(name=1))])\n"
)


def test_the_only_other_parameter_is_renamed_wherever_it_is_used():
    new = mended("GOV108", RENAMED)
    assert new == (
        RENAMED.replace("(name: str", "(key: str")
        .replace("name (str)", "key (str)")
        .replace("name = name", "key = key")
        .replace("{name}", "{key}")
        .replace("in (name,", "in (key,")
    )
    assert "x.name" in new
    assert "name=1" in new


@pytest.mark.parametrize("old", ["name = name.strip()", "def inner():"])
def test_a_parameter_whose_new_name_is_taken_is_not_renamed(old: str):
    taken = RENAMED.replace(old, "key = 1" if "=" in old else "def inner(name=2):")
    assert mended("GOV108", taken) == taken


@pytest.mark.parametrize(
    ("doc", "after"),
    [
        ("Fetches.", "Reads a note."),
        (
            "Fetches.\n\n    Args:\n        key (str): Which.\n    ",
            "Reads a note.\n\n    Args:\n        key (str): Which.\n    ",
        ),
        ("\n    Fetches.\n    ", "\n    Reads a note.\n    "),
        ("Fetches\n    things.", None),
    ],
)
def test_a_description_of_one_line_is_taken_from_the_spec(doc: str, after: str | None):
    source = "# --- spec: ## Tool: NoteReader / Description: Reads a note.\ndef tool_note_reader(key: str) -> dict:\n    '''{}'''\n"
    assert mended("GOV110", source.format(doc)) == source.format(doc if after is None else after)


@pytest.mark.parametrize(
    ("said", "after"), [("No.", "No. {e}"), ("It went wrong ", "It went wrong: {e}"), ("", " {e}")]
)
def test_the_text_of_an_exception_is_put_behind_the_message(said: str, after: str):
    head = "def tool_x(key: str) -> dict:\n    '''Does.'''\n    try:\n        int(key)\n        return {'success': True, 'output': 'Yes.'}\n"
    source = f"{head}    except Exception as e:\n        return {{'success': False, 'error': %s}}\n"
    assert mended("GOV118", source % f'"{said}"') == source % f'f"{after}"'
