"""Each command from its words to what it writes and the code it leaves with."""

import json

import pytest

from lma_forge.cli import asking, main
from lma_forge.project.catalogue import catalogue
from tests.projects import READER, SPEC, Project


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path).write(SPEC)


def run(capsys, *arguments):
    code = main.run(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


# --- generate -----------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["", " "])
def test_an_out_that_names_nothing_is_refused_and_writes_nothing(project, tmp_path, capsys, out):
    before = sorted(tmp_path.rglob("*"))
    code, shown, err = run(capsys, "generate", "--out", out)
    assert (code, shown) == (2, "")
    assert "--out names no folder" in err
    assert sorted(tmp_path.rglob("*")) == before


def test_generate_tells_what_it_did(project, capsys):
    code, out, err = run(capsys, "generate")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "  created generated_tools/note_reader/note_reader.py",
        "  created generated_tools/note_writer/note_writer.py",
        "2 tools generated and verified in generated_tools (2 created).",
        "1 reserved tool, never generated: NoteMailer.",
    ]
    code, out, _ = run(capsys, "generate")
    assert code == 0
    assert out.splitlines()[0] == "2 tools generated and verified in generated_tools (2 unchanged)."


def test_generate_quietly(project, capsys):
    assert run(capsys, "generate", "-q") == (0, "", "")


def test_generate_into_another_folder(project, capsys):
    code, out, _ = run(capsys, "generate", "--out", "elsewhere/deep")
    assert code == 0
    assert "in elsewhere/deep" in out
    assert (project.root / "elsewhere/deep/note_reader/note_reader.py").exists()
    assert not project.out.exists()


def test_generate_into_a_file_is_refused(project, capsys):
    project.write("x", "file")
    code, _, err = run(capsys, "generate", "--out", "file")
    assert code == 2
    assert "file is no folder" in err


def test_generate_from_a_named_spec_and_from_a_folder(project, capsys):
    project.write("# One\n\n# Tools\n" + READER, "mine/one.md")
    code, out, _ = run(capsys, "generate", "mine/one.md", "--out", "a")
    assert (code, "1 tool generated" in out) == (0, True)
    code, out, _ = run(capsys, "generate", "mine", "--out", "b")
    assert (code, "1 tool generated" in out) == (0, True)


def test_generate_stops_at_an_error_and_says_how_to_go_on(project, capsys):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    code, out, err = run(capsys, "generate")
    assert code == 1
    assert "error[SPEC204]" in out
    assert "^^^^^^" in out
    assert err == "Nothing was generated: 1 error. Mend the errors, or use --keep-going.\n"
    assert not project.out.exists()
    code, out, err = run(capsys, "generate", "--keep-going")
    assert code == 1
    assert "1 tool generated and verified" in out
    assert err == ""


def test_generate_for_programs_writes_nothing_but_json(project, capsys):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    code, out, err = run(capsys, "generate", "--output-format", "json")
    assert code == 1
    assert json.loads(out)["diagnostics"][0]["code"] == "SPEC204"
    assert "Nothing was generated" in err


def test_a_refused_module_gives_code_1_and_its_name(project, capsys):
    run(capsys, "generate")
    path = project.module("note_reader")
    path.write_text(path.read_text("utf-8").replace('FAILURE = "Note not found."', "FAILURE = 1"), "utf-8")
    project.write(SPEC.replace("Which note.", "Which page."))
    code, out, _ = run(capsys, "generate")
    assert code == 1
    assert "error[GEN103]" in out
    assert "generated_tools/note_reader/note_reader.py:" in out
    assert "1 tool generated and verified in generated_tools (1 updated and 1 refused)." in out


def test_generate_check_writes_nothing_and_tells_what_would(project, capsys):
    before = project.files()
    code, out, err = run(capsys, "generate", "--check")
    assert code == 1
    assert out.count("GEN101") == 2
    assert "2 modules would change" in err
    assert project.files() == before
    run(capsys, "generate")
    before = project.files()
    code, out, err = run(capsys, "generate", "--check")
    assert (code, out) == (0, "")
    assert err == "2 tools as generated in generated_tools.\n"
    assert project.files() == before


def test_generate_check_tells_spec_from_template(project, capsys):
    run(capsys, "generate")
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    project.write('[tool.lma-forge]\nguidance = "docstring"\n', "pyproject.toml")
    code, out, _ = run(capsys, "generate", "--check", "--output-format", "concise")
    assert code == 1
    assert [line.split()[2] for line in out.splitlines()] == ["GEN101", "GEN102"]
    assert "and the spec has not" in out


def test_generate_check_tells_a_lock_that_is_missing(project, capsys):
    run(capsys, "generate")
    (project.out / "lma-forge.lock").unlink()
    code, out, _ = run(capsys, "generate", "--check")
    assert code == 1
    assert "GEN111" in out


def test_generate_diff_shows_what_would_change(project, capsys):
    run(capsys, "generate")
    project.write(SPEC.replace("Which note.", "Which page.", 1))
    before = project.files()
    code, out, _ = run(capsys, "generate", "--diff")
    assert code == 1
    lines = out.splitlines()
    assert lines[:2] == [
        "--- a/generated_tools/note_reader/note_reader.py",
        "+++ b/generated_tools/note_reader/note_reader.py",
    ]
    assert "-        key (str): Which note." in lines
    assert "+        key (str): Which page." in lines
    assert project.files() == before
    run(capsys, "generate")
    assert run(capsys, "generate", "--diff")[:2] == (0, "")


def test_generate_diff_of_new_and_removed_modules(project, capsys):
    _, out, _ = run(capsys, "generate", "--diff")
    assert "--- /dev/null\n+++ b/generated_tools/note_reader/note_reader.py" in out
    run(capsys, "generate")
    project.write(SPEC.replace(READER, ""))
    _, out, _ = run(capsys, "generate", "--diff")
    assert "--- a/generated_tools/note_reader/note_reader.py\n+++ /dev/null" in out


def test_without_a_project_the_bundled_spec_is_used_and_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "generate")
    assert code == 0
    assert "the bundled spec is used" in err
    assert "15 tools generated and verified" in out
    assert "5 reserved tools, never generated" in out
    code, _, err = run(capsys, "check")
    assert code == 0
    assert "the bundled spec was checked" in err
    assert "15 of 15 generated tools are not implemented yet." in err


# --- check --------------------------------------------------------------------------------------


def test_check_tells_that_all_is_well(project, capsys):
    assert run(capsys, "check") == (0, "", "Checked 1 file: nothing to report.\n")


def test_check_shows_findings_and_counts_them(project, capsys):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    code, out, err = run(capsys, "check")
    assert code == 1
    assert "specs/Tools.md:17:8" in out
    assert err == "Checked 1 file: 1 error.\n"
    assert run(capsys, "check", "--exit-zero")[0] == 0


def test_check_of_an_unreadable_file_has_code_2_and_still_checks_the_others(project, capsys):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    code, out, _ = run(capsys, "check", "absent.md", "specs/Tools.md", "--output-format", "concise")
    assert code == 2
    assert [line.split()[2] for line in out.splitlines()] == ["FILE001", "SPEC204"]


def test_remarks_are_shown_on_request_and_count_as_clean(project, capsys):
    project.write(SPEC.replace("Which note.", "Use `a` when in haste, else `b`.", 1))
    code, out, err = run(capsys, "check")
    assert (code, out) == (0, "")
    assert "1 remark (-v shows remarks)" in err
    code, out, _ = run(capsys, "check", "-v")
    assert (code, "info[SPEC208]" in out) == (0, True)
    code, out, _ = run(capsys, "check", "--output-format", "json")
    assert json.loads(out)["summary"]["infos"] == 1


def test_check_counts_the_unimplemented_and_names_them_on_request(project, capsys):
    run(capsys, "generate")
    assert "2 of 2 generated tools are not implemented yet.\n" in run(capsys, "check")[2]
    assert "not implemented yet: NoteReader and NoteWriter." in run(capsys, "check", "-v")[2]


# --- tools and call -----------------------------------------------------------------------------

GREETER = '''"""Greeter."""


def tool_greet(name: str, times: int = 1, tags: list | None = None) -> dict:
    """Greets somebody.

    Args:
        name (str): Whom.
        times (int): How often.
        tags (list): Words.
    """
    print("working")
    return {"success": True, "output": {"text": f"Hello {name}! " * times, "tags": tags}}


def tool_text() -> dict:
    """Gives text."""
    return {"success": True, "output": "plain"}


def tool_odd() -> dict:
    """Gives what JSON cannot say."""
    return {"success": True, "output": {(1, 2): {3}}}


def tool_fail() -> dict:
    """Fails."""
    return {"success": False, "error": "No luck."}


def tool_crash() -> dict:
    """Crashes."""
    raise SystemExit(3)
'''


@pytest.fixture
def greeter(project):
    return project.write(GREETER, "lib/greeter/greeter.py")


def test_tools_lists_what_a_model_sees(greeter, capsys):
    code, out, err = run(capsys, "tools", "lib")
    assert code == 0
    assert out.endswith("\n\ntool_crash\n  Crashes.\n")
    assert (
        "tool_greet\n  Greets somebody.\n  - name (string): Whom.\n  - times (integer, optional): How often.\n" in out
    )
    assert err == "5 tools.\n"
    code, out, _ = run(capsys, "tools", "lib", "--json")
    assert {tool["name"] for tool in json.loads(out)} == {
        f"tool_{n}" for n in ("greet", "text", "odd", "fail", "crash")
    }


def test_tools_of_the_project(project, capsys):
    code, _, err = run(capsys, "tools")
    assert code == 2
    assert "run `lma-forge generate` first" in err
    run(capsys, "generate")
    code, out, err = run(capsys, "tools")
    assert (code, err) == (0, "2 tools.\n")
    assert "Use when: The user asks about an earlier note." in out


def test_tools_loads_the_modules_on_request(greeter, capsys):
    assert run(capsys, "tools", "lib", "--load", "-q")[::2] == (0, "")
    greeter.write("def tool_dead() -> dict:\n    'Is dead.'\n\nraise SystemExit(3)\n", "lib/dead/dead.py")
    code, _, err = run(capsys, "tools", "lib", "--load")
    assert code == 1
    assert "tool_dead does not load: " in err
    assert "6 tools, 5 of them loaded." in err
    assert "Traceback" not in err
    assert "Traceback" in run(capsys, "tools", "lib", "--load", "-v")[2]


DIFFERS = '''
from typing import Optional
def tool_point(p: "Point", n: list[int], *, key: str = "k") -> dict:
    """Points.

    Args:
        p (Point): Where.
    """
async def tool_later() -> dict:
    """Is async."""
def tool_same(a: int) -> dict:
    """Is the same.

    Args:
        a (int): A number.
    """
'''


def test_tools_says_what_another_host_shows_differently(project, capsys):
    project.write(DIFFERS, "lib/differs.py")
    code, out, err = run(capsys, "tools", "lib", "--host", "lollms")
    assert code == 0
    assert out.splitlines() == [
        "tool_point:",
        '  p: type "integer" instead of "string"',
        '  n: type "integer" instead of "array"',
        '  n: items none instead of {"type": "integer"}',
        "  key: not shown",
        "tool_later: the host does not show it",
    ]
    assert "2 tools in lollms, 2 of 3 shown differently." in err
    shown = json.loads(run(capsys, "tools", "lib", "--host", "lollms", "--json")[1])
    assert [tool["name"] for tool in shown] == ["tool_point", "tool_same"]


def test_arguments_may_be_one_json_object(greeter, capsys):
    code, out, _ = run(capsys, "call", "greet", '{"name": "Ada", "times": 2, "tags": []}', "--folder", "lib")
    assert (code, json.loads(out)["text"]) == (0, "Hello Ada! Hello Ada! ")
    code, _, err = run(capsys, "call", "greet", '{"name": ', "--folder", "lib")
    assert code == 2
    assert "no JSON object" in err


def test_tools_of_an_empty_folder(project, capsys):
    (project.root / "empty").mkdir()
    assert run(capsys, "tools", "empty")[0] == 1


def test_tools_says_what_is_odd(greeter, capsys):
    greeter.write("def tool_broken(:\n", "lib/broken/broken.py")
    code, _, err = run(capsys, "tools", "lib")
    assert code == 0
    assert "broken.py" in err


def test_call_writes_the_output_and_nothing_else(greeter, capsys):
    code, out, err = run(capsys, "call", "greet", "name=Ada", "times=2", 'tags=["a"]', "--folder", "lib")
    assert (code, err) == (0, "working\n")
    assert json.loads(out) == {"text": "Hello Ada! Hello Ada! ", "tags": ["a"]}
    assert run(capsys, "call", "tool_text", "--folder", "lib") == (0, "plain\n", "")
    code, out, _ = run(capsys, "call", "odd", "--folder", "lib")
    assert (code, json.loads(out)) == (0, "{(1, 2): {3}}")


def test_call_passes_text_on_as_text(greeter, capsys):
    _, out, _ = run(capsys, "call", "greet", 'name={"a": 1}=2', "--folder", "lib")
    assert json.loads(out)["text"] == 'Hello {"a": 1}=2! '


def test_call_takes_null(greeter, capsys):
    code, out, _ = run(capsys, "call", "greet", "name=null", "tags=null", "--folder", "lib")
    assert (code, json.loads(out)) == (0, {"text": "Hello null! ", "tags": None})


def test_call_shows_what_another_host_makes_of_the_result(project, capsys):
    source = "def tool_count() -> dict:\n    'Counts.'\n    return {'success': True, 'output': 0, 'left': 1}\n"
    project.write(source, "lib/count.py")
    words = ("call", "count", "--folder", "lib", "--json")
    assert json.loads(run(capsys, *words)[1]) == {"output": 0, "left": 1, "success": True, "status_code": 200}
    shown = {"output": "Tool executed successfully (no output).", "success": True, "status_code": 200}
    assert json.loads(run(capsys, *words, "--host", "lollms")[1]) == shown


def test_call_refuses_arguments_in_the_words_of_the_spec(project, capsys):
    run(capsys, "generate")
    assert run(capsys, "call", "NoteReader")[2].startswith("Note not found. Tool 'tool_note_reader' was not called: ")


def test_a_failed_call_has_code_1(greeter, capsys):
    assert run(capsys, "call", "fail", "--folder", "lib") == (1, "", "No luck.\n")
    code, out, _ = run(capsys, "call", "fail", "--folder", "lib", "--json")
    assert (code, json.loads(out)["success"]) == (1, False)
    assert run(capsys, "call", "crash", "--folder", "lib")[0] == 1


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("greet", "nam=Ada"), 1, "'nam'"),
        (("greet", "name=Ada", "times=many"), 1, "times"),
        (("greet",), 1, "name"),
        (("greet", "Ada"), 2, "write name=value"),
        (("greet", "=Ada"), 2, "write name=value"),
        (("greet", "name=a", "name=b"), 2, "given twice"),
        (("gret",), 2, "did you mean greet?"),
        (("zzzz",), 2, "`lma-forge tools` lists"),
        (("NoteMailer",), 2, "NoteMailer is reserved: it is never generated and cannot be called."),
    ],
)
def test_a_wrong_call_is_said(greeter, capsys, words, code, says):
    result, out, err = run(capsys, "call", *words, "--folder", "lib")
    assert (result, out) == (code, "")
    assert says in err


def test_a_generated_tool_without_implementation_says_so(project, capsys):
    run(capsys, "generate")
    assert run(capsys, "call", "NoteReader", "key=x") == (1, "", "NoteReader is not implemented yet.\n")


def test_a_tool_that_needs_approval_is_refused_without_a_terminal(project, capsys):
    run(capsys, "generate")
    code, _, err = run(capsys, "call", "NoteWriter", "key=x", "text=y")
    assert code == 1
    assert err == "Note not written. There is no terminal to ask for approval at.\n"


@pytest.fixture
def answers(monkeypatch):
    """Sit at the terminal and give these answers."""
    lines = []
    monkeypatch.setattr(asking, "_has_terminal", lambda: True)
    monkeypatch.setattr(asking.sys.stdin, "readline", lambda: lines.pop(0) if lines else "", raising=False)
    return lines


def written(project, capsys):
    run(capsys, "generate")
    path = project.module("note_writer")
    text = path.read_text("utf-8").replace("raise NotImplementedError", "return {'status': 'created'}")
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("answer", ["y\n", "YES\n", " always \n", "a\n"])
def test_a_clear_yes_lets_the_call_pass(project, capsys, answers, answer):
    written(project, capsys)
    answers[:] = [answer]
    code, out, err = run(capsys, "call", "NoteWriter", "key=x", "text=so \x1b[2Jit is")
    assert (code, json.loads(out)) == (0, {"status": "created"})
    assert 'key="x"' in err
    assert "\x1b" not in err


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "yep\n", "allow\n", "y y\n"])
def test_anything_else_is_a_refusal_with_the_operators_reason(project, capsys, answers, answer):
    written(project, capsys)
    answers[:] = [answer, "Not today.\n"] if answer else []
    code, out, err = run(capsys, "call", "NoteWriter", "key=x", "text=y")
    assert (code, out) == (1, "")
    assert "Note not written." in err
    assert not answer or "Not today." in err


@pytest.mark.parametrize(
    ("request_", "given", "result"),
    [
        ({"type": "text", "prompt": "Name?"}, ["Ada\n"], "Ada"),
        ({"type": "text", "default": "Bob"}, ["\n"], "Bob"),
        ({"type": "text"}, [""], None),
        ({"type": "select", "options": ["a", "b"]}, ["2\n"], "b"),
        ({"type": "select", "options": ["a", "b"]}, ["3\n"], None),
        ({"type": "select", "options": ["a", "b"], "default": "a"}, ["\n"], "a"),
        ({"type": "select", "options": ["a"]}, ["\u00b2\n"], None),
        ({"type": "unknown"}, ["x\n"], None),
    ],
)
def test_what_a_tool_asks_is_asked(answers, capsys, request_, given, result):
    answers[:] = given
    assert asking.interact(request_) == result


def test_without_a_terminal_nothing_is_answered():
    assert asking.interact({"type": "text"}) is None
    assert asking.confirm("x", "y")[0] == "reject"


# --- explain, rules, export ---------------------------------------------------------------------


def test_every_rule_is_explained(project, capsys):
    for rule in catalogue():
        code, out, _ = run(capsys, "explain", rule.code)
        assert code == 0
        assert out.startswith(f"{rule.code} {rule.name} ({rule.severity})\n\n{rule.summary}\n")
    assert run(capsys, "explain", "UNKNOWN-TYPE") == run(capsys, "explain", "SPEC204")


def test_a_tool_is_explained_as_a_model_reads_it(project, capsys):
    code, out, _ = run(capsys, "explain", "NoteWriter")
    assert code == 0
    assert out.startswith("NoteWriter, defined in specs/Tools.md, line 31\n  function: tool_note_writer\n")
    for line in (
        "  effects:  write",
        "  Use when: The user asks to remember something.",
        "  key (string, required): Which note.",
        "  gives back: status (string: created, replaced)",
        "  Note not written.",
        "  1. Ask before overwriting.",
    ):
        assert f"\n{line}" in out
    assert (
        "confirm-overwrite (asks the operator before existing content is replaced): the generated contract asks" in out
    )
    assert run(capsys, "explain", "tool_note_writer")[1] == out


def test_a_reserved_tool_is_explained(project, capsys):
    code, out, _ = run(capsys, "explain", "NoteMailer")
    assert (code, "is reserved" in out, "Sends notes by mail." in out) == (0, True, True)


@pytest.mark.parametrize(("word", "says"), [("NoteRader", "did you mean NoteReader?"), ("qqqq", "`lma-forge rules`")])
def test_an_unknown_word_is_answered_with_the_nearest(project, capsys, word, says):
    code, _, err = run(capsys, "explain", word)
    assert code == 2
    assert says in err


def test_rules_lists_the_catalogue(project, capsys):
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [rule.code for rule in catalogue()]
    code, out, _ = run(capsys, "rules", "--output-format", "json")
    assert [entry["code"] for entry in json.loads(out)] == [rule.code for rule in catalogue()]


@pytest.mark.parametrize("name", ["json-schema", "mcp", "openai", "anthropic"])
def test_export_writes_json(project, capsys, name):
    code, out, err = run(capsys, "export", "--format", name)
    assert (code, err) == (0, "")
    assert "tool_note_reader" in json.dumps(json.loads(out))


def test_export_of_instructions(project, capsys):
    code, out, _ = run(capsys, "export", "--format", "prompt")
    assert code == 0
    assert "tool_note_reader" in out or "NoteReader" in out


def test_export_of_several_specs_is_one(project, capsys):
    project.write("# More\n\n# Tools\n" + READER.replace("NoteReader", "PageReader"), "specs/more.md")
    _, out, _ = run(capsys, "export", "--format", "openai")
    names = [tool["function"]["name"] for tool in json.loads(out)]
    assert names == ["tool_note_reader", "tool_note_writer", "tool_page_reader"]


def test_export_of_a_spec_with_errors_gives_the_errors(project, capsys):
    project.write(SPEC.replace("key (string)", "key (strnig)", 1))
    code, out, err = run(capsys, "export", "--format", "mcp")
    assert (code, out) == (1, "")
    assert "error[SPEC204]" in err
    assert "Nothing was exported: 1 error." in err
    assert run(capsys, "export", "absent.md", "--format", "mcp")[0] == 2


def test_fmt_lays_specs_out_and_then_finds_nothing_to_do(project, capsys):
    before = (project.root / "specs/Tools.md").read_bytes()
    code, out, err = run(capsys, "fmt", "--check")
    assert (code, err) == (1, "1 spec: 1 would be changed.\n")
    assert "specs/Tools.md would be laid out anew" in out
    code, out, _ = run(capsys, "fmt", "--diff")
    assert code == 1
    assert out.startswith("--- specs/Tools.md\n+++ specs/Tools.md\n@@ ")
    assert (project.root / "specs/Tools.md").read_bytes() == before
    assert run(capsys, "fmt")[0] == 0
    assert run(capsys, "fmt", "--check")[::2] == (0, "1 spec: 0 would be changed.\n")


def test_fmt_says_where_and_why_a_tool_is_left_as_written(project, capsys):
    path = project.root / "specs/Tools.md"
    text = path.read_text(encoding="utf-8").replace("(string): ", "(string): <!-- really --> ", 1)
    path.write_text(text, encoding="utf-8")
    line = text[: text.index("<!--")].count("\n") + 1
    code, _, err = run(capsys, "fmt")
    assert code == 0
    assert f"specs/Tools.md:{line}: NoteReader is left as written: `really` has no place" in err


def test_fmt_leaves_a_spec_with_errors_alone(project, capsys):
    path = project.root / "specs/Tools.md"
    path.write_text(path.read_text(encoding="utf-8").replace("(string)", "(strnig)", 1), encoding="utf-8")
    before = path.read_bytes()
    code, out, _ = run(capsys, "fmt", "--output-format", "concise")
    assert code == 1
    assert "SPEC204" in out
    assert path.read_bytes() == before
